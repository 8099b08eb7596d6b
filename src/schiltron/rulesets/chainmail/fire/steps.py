"""Steps of missile fire.

Fire is frozen as it is declared: a `Volley` or a `Fusillade` holds all that its dice will be read with, whatever
becomes of those who fire before they fall (CM-TURN-09).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.tally import Tally, Term

Way = Literal["direct", "indirect"]


class Volley(Struct, frozen=True, tag="chainmail.volley"):
    """A unit's fire at one target on the missile fire table (CM-MISSILE-01).

    `firing` counts the figures of one shot; `groups` are those of all its `shots`, a die each; `column` is the armour
    category they are read in, `bonus` what is added to each die, `led` as much of it as the army commander adds
    (CM-HIST-32); `covered` says that kills are halved (CM-MISSILE-27); `notes` explain how it came to that.
    """

    unit: str
    target: str
    firing: Tally
    groups: tuple[int, ...]
    column: str
    bonus: int = 0
    covered: bool = False
    way: Way = "direct"
    shots: int = 1
    notes: tuple[Term, ...] = ()
    led: int = 0


class Fusillade(Struct, frozen=True, tag="chainmail.fusillade"):
    """A unit's arquebuses at one target: an accuracy die each (CM-GUN-01), that must show the total of `need`."""

    unit: str
    target: str
    firing: Tally
    need: Tally
    shots: int = 1


Fire: TypeAlias = Volley | Fusillade


class PassThrough(Struct, frozen=True, tag="chainmail.pass_through"):
    """Stationary missile troops may fire at a unit at the half of its move (CM-MISSILE-16, CM-MISSILE-17).

    `passed` are the seats that have said all they will; `fire` is what has been declared at this halt.
    """

    target: str
    passed: tuple[str, ...] = ()
    fire: tuple[Fire, ...] = ()


class SplitFire(Struct, frozen=True, tag="chainmail.split_fire"):
    """Horse archers fire in the middle of their move (CM-MISSILE-15)."""

    unit: str
    fire: tuple[Fire, ...] = ()


class ThrowAtChargers(Struct, frozen=True, tag="chainmail.throw_at_chargers"):
    """Troops with throwing axes or spears may throw at who charges them (CM-MISSILE-32)."""

    unit: str
    charger: str


class Missiles(Struct, frozen=True, tag="chainmail.missiles"):
    """The missile fire step of both sides (CM-TURN-06, CM-TURN-09): sides still to declare, the first one next.

    `passed` are the seats that have said all they will; `fire` is what has been declared; `outrun` are the units that
    moved too far and lost the die roll for their shot (CM-MISSILE-09).
    """

    sides: tuple[str, ...]
    passed: tuple[str, ...] = ()
    fire: tuple[Fire, ...] = ()
    outrun: tuple[str, ...] = ()


class Contest(Struct, frozen=True, tag="chainmail.contest"):
    """A unit that moved over half its move must beat the opponent's die to fire (CM-MISSILE-09, CM-MISSILE-13)."""

    unit: str
    target: str
    then: Missiles


class Reload(Struct, frozen=True, tag="chainmail.reload"):
    """After the missile fire step: heavy crossbows and arquebuses are reloaded (CM-MISSILE-11, CM-GUN-03)."""


class TakeOff(Struct, frozen=True, tag="chainmail.take_off"):
    """Casualties are removed: those of a turn's artillery and missiles together (CM-TURN-09), those of fire during a
    move before it goes on (CM-TURN-08)."""

    moment: Literal["before_melees", "in_the_move"] = "before_melees"


FireStep: TypeAlias = (
    Volley | Fusillade | PassThrough | SplitFire | ThrowAtChargers | Missiles | Contest | Reload | TakeOff
)
