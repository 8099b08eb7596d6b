"""Steps of melee."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from schiltron.battle.tally import Tally
from schiltron.rulesets.chainmail.morale.steps import MeleeSide

Pair = tuple[str, str]
"""Two units in contact: who came on, and onto whom."""


class Melees(Struct, frozen=True, tag="chainmail.melees"):
    """All melees are resolved (CM-TURN-07): units near them may join, then each is fought."""


class JoinMelees(Struct, frozen=True, tag="chainmail.join_melees"):
    """Units near a melee may be committed to it (CM-MELEE-36): seats still to be asked, the first one next."""

    seats: tuple[str, ...]


class NextMelee(Struct, frozen=True, tag="chainmail.next_melee"):
    """One round for the next melee; `fought` are the pairs of units that have had theirs this turn."""

    fought: tuple[Pair, ...] = ()


class Blow(Struct, frozen=True):
    """The dice of a unit against one enemy it touches, fixed before they fall; none where it can do no harm."""

    unit: str
    target: str
    dice: Tally
    need: Tally


class Round(Struct, frozen=True, tag="chainmail.round"):
    """A round of one melee: both sides strike from their strength at its start (CM-MELEE-01)."""

    blows: tuple[Blow, ...]
    sides: tuple[MeleeSide, MeleeSide]


class RefuseCombat(Struct, frozen=True, tag="chainmail.refuse_combat"):
    """Missile troops among other foot may fall back from who is about to reach them (CM-MELEE-15)."""

    unit: str
    attacker: str


MeleeStep: TypeAlias = Melees | JoinMelees | NextMelee | Round | RefuseCombat
