"""Steps of missile fire."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class PassThrough(Struct, frozen=True, tag="chainmail.pass_through"):
    """Stationary missile troops may fire at a unit at the half of its move (CM-MISSILE-16, CM-MISSILE-17)."""

    target: str


class SplitFire(Struct, frozen=True, tag="chainmail.split_fire"):
    """Horse archers fire in the middle of their move (CM-MISSILE-15)."""

    unit: str


class ThrowAtChargers(Struct, frozen=True, tag="chainmail.throw_at_chargers"):
    """Troops with throwing axes or spears may throw at who charges them (CM-MISSILE-32)."""

    unit: str
    charger: str


class Missiles(Struct, frozen=True, tag="chainmail.missiles"):
    """The missile fire step of both sides (CM-TURN-06, CM-TURN-09): sides still to declare, the first one next."""

    sides: tuple[str, ...]


class TakeOff(Struct, frozen=True, tag="chainmail.take_off"):
    """Casualties are removed together (CM-TURN-09)."""


FireStep: TypeAlias = PassThrough | SplitFire | ThrowAtChargers | Missiles | TakeOff
