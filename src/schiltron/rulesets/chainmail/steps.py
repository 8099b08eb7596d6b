"""Steps of play that one module queues and another carries out (HIST, MELEE). Others stand beside their own code."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.manoeuvre import Path

PhaseName = Literal[
    "before", "initiative", "first_move", "last_move", "orders", "movement", "siege", "artillery", "missiles", "melee"
]


class BeginTurn(Step, frozen=True, tag="chainmail.begin_turn"):
    pass


class Phase(Step, frozen=True, tag="chainmail.phase"):
    name: PhaseName


Action = Literal["move", "charge", "split", "join"]
"""A normal move, a charge move, a part of horse archers' with a halt for fire, or a commander's to a unit."""


class Walk(Step, frozen=True, tag="chainmail.walk"):
    """A unit goes along what is left of its path.

    `target` is whom it charges or joins, `host` the unit that a commander left for it. `total` is the cost of the whole
    path: no rule reads it, but the hashes of saved battles do. `paused` says that the halt for fire halfway is over: of
    a split-move, that it is the second part (CM-MISSILE-15). `on` says that it is the balance of a charge that was won
    (CM-MELEE-14).
    """

    unit: str
    path: Path
    action: Action
    target: str = ""
    total: int = 0
    paused: bool = False
    on: bool = False
    host: str = ""


class Contact(Step, frozen=True, tag="chainmail.contact"):
    """A unit that has come up to an enemy is in contact, if he still stands there; if not, it goes on."""

    walk: Walk
    target: str


class StandCharge(Step, frozen=True, tag="chainmail.stand_charge"):
    """A unit about to be struck by a charge shows whether it stands (CM-MORALE-07 to CM-MORALE-15).

    One that is attacked before it has rallied shows whether it rallies at once (CM-MELEE-28, CM-HIST-03).
    """

    unit: str
    charger: str


class MeleeSide(Struct, frozen=True):
    """One side of a melee that has been fought: its units with the figures they had in it, and those they lost.

    `began` is what they had in it when it began, if that was in an earlier round (CM-MELEE-23).
    """

    side: str
    units: tuple[str, ...]
    involved: tuple[int, ...]
    lost: tuple[int, ...]
    began: tuple[int, ...] = ()


class PostMelee(Step, frozen=True, tag="chainmail.post_melee"):
    """Post-melee morale (CM-MELEE-17 to CM-MELEE-24) of one melee, from numbers frozen when its round was fought.

    By side: the units involved, figures involved at the start, and of each unit those killed and those who survive.
    `blows` says who struck at whom.
    """

    sides: tuple[MeleeSide, MeleeSide]
    blows: tuple[tuple[str, str], ...] = ()


class Stances(Step, frozen=True, tag="chainmail.stances"):
    """Before the blows of a turn fall it is said who parries, who strikes at horses, and at whom horses strike: seats
    still to be asked, the first one next (CM-MTM-15, CM-MTM-25, CM-MTM-12)."""

    seats: tuple[str, ...]


class HandToHand(Step, frozen=True, tag="chainmail.hand_to_hand"):
    """One round of one melee of these units, man to man (CM-MTM-02); `fought` are the pairs that have had theirs."""

    units: tuple[str, ...]
    fought: tuple[tuple[str, str], ...] = ()


class FallBack(Step, frozen=True, tag="chainmail.fall_back"):
    """A creature that a fight on two dice has driven back goes off a move (CM-FANT-FCT-03)."""

    unit: str
    foes: tuple[str, ...]
    rule: str = "CM-FANT-FCT-03"


class MayWithdraw(Step, frozen=True, tag="chainmail.may_withdraw"):
    """A figure to which the dice of its opponents did nothing may leave the combat (CM-FANT-FCT-06)."""

    unit: str
    foes: tuple[str, ...]


class Compulsions(Step, frozen=True, tag="chainmail.compulsions"):
    """Units that a rule moves, not their player, are moved before a side gives its orders (CM-HIST-04, CM-HIST-19).

    "" is both sides', after written orders have been shown. `again` says that others have moved meanwhile, whose
    example may be followed (CM-HIST-05).
    """

    side: str
    again: bool = False


class Dare(Step, frozen=True, tag="chainmail.dare"):
    """Peasants show whether they will move, or attack that enemy (CM-HIST-08, CM-HIST-09)."""

    walk: Walk
    enemy: str = ""


class DareToJoin(Step, frozen=True, tag="chainmail.dare_to_join"):
    """Peasants committed to a melee show whether they will attack (CM-HIST-09)."""

    unit: str
    enemy: str


class Defend(Step, frozen=True, tag="chainmail.defend"):
    """Peasants who are attacked show whether they will defend themselves (CM-HIST-11)."""

    unit: str
    attacker: str


class Plunder(Step, frozen=True, tag="chainmail.plunder"):
    """A unit that found the baggage leaves the table to loot it, if nobody prevents it (CM-HIST-42, CM-HIST-43)."""

    unit: str
