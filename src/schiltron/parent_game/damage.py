"""Dice of damage, as the role-playing game writes them."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

_WRITTEN: Final = re.compile(r"(\d+)d(\d+)([+-]\d+)?")


class Damage(Struct, frozen=True, cache_hash=True):
    """Dice of damage: `count` dice of so many sides, and a plus for all of them together: 2d4+1."""

    count: int
    sides: int
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}{self.plus:+d}" if self.plus else f"{self.count}d{self.sides}"


def damage(text: str) -> Damage:
    """As a table writes it: 1d8+3."""
    written = _WRITTEN.fullmatch(text.replace(" ", ""))
    if written is None:
        raise ValueError(f"{text!r} are no dice of damage, which look like 1d8 or 2d4+1")
    count, sides, plus = written.groups()
    return Damage(int(count), int(sides), int(plus or 0))


def routine(text: str) -> tuple[Damage, ...]:
    """Several attacks joined by plus signs with room around them: 1d8 + 1d4 + 1d4."""
    return tuple(damage(part) for part in text.split(" + "))
