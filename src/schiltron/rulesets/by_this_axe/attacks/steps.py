"""Steps of shooting and melee."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.tally import Tally

Action = Literal["shooting", "melee"]
From = Literal["front", "flank", "rear"]
"""From where the struck unit is attacked (TA-UNIT-32)."""


class Blow(Struct, frozen=True):
    """Attack dice of one line of a roster: who throws them, with what weapon, and the number they need."""

    by: str
    weapon: str
    dice: int
    need: Tally


class Strike(Struct, frozen=True, tag="by_this_axe.strike"):
    """All attack dice of a unit and its characters against one enemy, fixed before they fall (TA-UNIT-15).

    `charging` says that it is the first round of a charge by the unit.
    """

    unit: str
    target: str
    action: Action
    arc: From
    blows: tuple[Blow, ...]
    charging: bool = False


class Hits(Struct, frozen=True):
    number: int
    weapon: str


class Saves(Struct, frozen=True, tag="by_this_axe.saves"):
    """Hits still to be saved. `onto` is who takes the next one, where that has been decided (TA-CHAR-07)."""

    strike: Strike
    hits: tuple[Hits, ...]
    onto: str = ""


class Fire(Struct, frozen=True, tag="by_this_axe.fire"):
    """Step a of the Ranged Combat Phase: all sides declare their shots at once.

    `asked_at`: how many cards had been played when the sides were last asked for those that come before all shots.
    """

    sides: tuple[str, ...]
    asked_at: int | None = None


class SecondVolley(Struct, frozen=True, tag="by_this_axe.second_volley"):
    """The second shot of a unit under a Volley order, at the same target if that still stands (TA-CMD-35)."""

    strike: Strike


class Arm(Struct, frozen=True):
    """The weapon a unit or character has taken up for this round."""

    by: str
    weapon: str


class Portion(Struct, frozen=True):
    """Dice of a unit or character meant for one of several foes."""

    by: str
    foe: str
    dice: int


class Melees(Struct, frozen=True, tag="by_this_axe.melees"):
    """Step a of the Melee Phase, with the weapons and the division of dice chosen so far."""

    arms: tuple[Arm, ...] = ()
    portions: tuple[Portion, ...] = ()


class Beat(Struct, frozen=True, tag="by_this_axe.beat"):
    """All who strike with weapons of one reach in the first round of their melee (TA-MELEE-06)."""

    reach: int
    strikes: tuple[Strike, ...]


class TakeOff(Struct, frozen=True, tag="by_this_axe.take_off"):
    """Everything has been struck: the fallen of all units leave the table."""

    action: Action


class ClearFallen(Struct, frozen=True, tag="by_this_axe.clear_fallen"):
    """The fallen of one unit leave the table, where its owner takes them from."""

    unit: str
    action: Action


class CloseUp(Struct, frozen=True, tag="by_this_axe.close_up"):
    """Attackers follow an enemy whose ranks have thinned."""


AttackStep: TypeAlias = Strike | Saves | Fire | SecondVolley | Melees | Beat | TakeOff | ClearFallen | CloseUp
