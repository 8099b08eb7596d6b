"""Steps of the historical characteristics."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from schiltron.rulesets.chainmail.melee.steps import Blow
from schiltron.rulesets.chainmail.morale.steps import MeleeSide
from schiltron.rulesets.chainmail.movement.steps import Walk


class Tempers(Struct, frozen=True, tag="chainmail.tempers"):
    """Mercenaries show before the turn whether they obey (CM-HIST-17 to CM-HIST-20)."""


class Temper(Struct, frozen=True, tag="chainmail.temper"):
    """A unit of mercenaries dices, a `second` time after a 6 (CM-HIST-17, CM-HIST-18)."""

    unit: str
    second: bool = False


class SeekBaggage(Struct, frozen=True, tag="chainmail.seek_baggage"):
    """Whether a unit has found the enemy's baggage (CM-HIST-41 to CM-HIST-45)."""


class HideBaggage(Struct, frozen=True, tag="chainmail.hide_baggage"):
    """A side notes the way to its camp in secret (CM-HIST-40)."""

    side: str


class SeparateAction(Struct, frozen=True, tag="chainmail.separate_action"):
    """The owner of a camp may have his men there fight the looters (CM-HIST-44)."""

    side: str


class CampRound(Struct, frozen=True, tag="chainmail.camp_round"):
    """A round of a separate action at a side's camp: its dice are fixed before they fall (CM-HIST-44)."""

    side: str
    blows: tuple[Blow, ...]
    sides: tuple[MeleeSide, MeleeSide]


class CampMorale(Struct, frozen=True, tag="chainmail.camp_morale"):
    """Morale of both sides after a round of a separate action (CM-HIST-44)."""

    side: str
    sides: tuple[MeleeSide, MeleeSide]


class ComeBack(Struct, frozen=True, tag="chainmail.come_back"):
    """Survivors of a separate action may return to the table (CM-HIST-44)."""

    side: str


class Compulsions(Struct, frozen=True, tag="chainmail.compulsions"):
    """Units that a rule moves, not their player, are moved before a side gives its orders (CM-HIST-04, CM-HIST-19).

    "" is both sides', after written orders have been shown. `again` says that others have moved meanwhile, whose
    example may be followed (CM-HIST-05).
    """

    side: str
    again: bool = False


class Plunder(Struct, frozen=True, tag="chainmail.plunder"):
    """A unit that found the baggage leaves the table to loot it, if nobody prevents it (CM-HIST-42, CM-HIST-43)."""

    unit: str


class MarchAway(Struct, frozen=True, tag="chainmail.march_away"):
    """Mercenaries march off the board, or to the enemy who has bribed them (CM-HIST-18, CM-HIST-19)."""

    unit: str


class Arrive(Struct, frozen=True, tag="chainmail.arrive"):
    """Mercenaries who marched away are off the board or among the enemy, if they have got that far."""

    unit: str


class Obedience(Struct, frozen=True, tag="chainmail.obedience"):
    """Knights with an enemy in charge reach show whether they can be held (CM-HIST-04, CM-HIST-05)."""

    unit: str


class Dare(Struct, frozen=True, tag="chainmail.dare"):
    """Peasants show whether they will move, or attack that enemy (CM-HIST-08, CM-HIST-09)."""

    walk: Walk
    enemy: str = ""


class DareToJoin(Struct, frozen=True, tag="chainmail.dare_to_join"):
    """Peasants committed to a melee show whether they will attack (CM-HIST-09)."""

    unit: str
    enemy: str


class Defend(Struct, frozen=True, tag="chainmail.defend"):
    """Peasants who are attacked show whether they will defend themselves (CM-HIST-11)."""

    unit: str
    attacker: str


class Stakes(Struct, frozen=True, tag="chainmail.stakes"):
    """Horse comes onto planted stakes (CM-HIST-22)."""

    charger: str
    target: str


HistoryStep: TypeAlias = (
    Tempers
    | Temper
    | SeekBaggage
    | HideBaggage
    | SeparateAction
    | CampRound
    | CampMorale
    | ComeBack
    | Compulsions
    | Plunder
    | MarchAway
    | Arrive
    | Obedience
    | Dare
    | DareToJoin
    | Defend
    | Stakes
)
