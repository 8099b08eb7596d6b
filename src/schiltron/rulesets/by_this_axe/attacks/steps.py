"""Steps of shooting and melee."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Fire(Struct, frozen=True, tag="by_this_axe.fire"):
    """Step a of the Ranged Combat Phase: sides still to declare, the first one next."""

    sides: tuple[str, ...]


class Melees(Struct, frozen=True, tag="by_this_axe.melees"):
    """Step a of the Melee Phase."""


AttackStep: TypeAlias = Fire | Melees
