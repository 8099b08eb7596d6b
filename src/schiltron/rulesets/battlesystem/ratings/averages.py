"""Average ratings of mixed units, every fraction rounded against the unit (case 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Final

from schiltron.parent_game.creature import Creature
from schiltron.parent_game.damage import Damage
from schiltron.rulesets.battlesystem.results import COLUMNS
from schiltron.rulesets.battlesystem.state import Profile

Parts = Sequence[tuple[int, int]]
"""How many, and of what value."""

_COLUMN_SIDES: Final = tuple(int(column[1:]) for column in COLUMNS)


def average(parts: Parts) -> Fraction:
    return Fraction(sum(count * value for count, value in parts), sum(count for count, _ in parts))


def low(parts: Parts) -> int:
    """Where little is bad: hit dice."""
    return floor(average(parts))


def high(parts: Parts) -> int:
    """Where much is bad: armour class, THAC0."""
    return ceil(average(parts))


def kinds(profile: Profile, figures: int) -> list[tuple[int, Creature]]:
    """The figures of a unit by what they are; a unit of one kind is all of that."""
    others = [(one.figures, one.creature) for one in profile.mixed]
    plain = max(0, figures - sum(count for count, _ in others)) if others else max(1, figures)
    return [(count, creature) for count, creature in ((plain, profile.creature), *others) if count]


def mean_damage(dice: Sequence[Damage]) -> Fraction:
    """What a routine of attacks comes to on the average throw."""
    return sum((Fraction(one.count * (one.sides + 1), 2) + one.plus for one in dice), start=Fraction(0))


def averaged_damage(parts: Sequence[tuple[int, Sequence[Damage]]]) -> Damage:
    """The average throw of all, as the nearest lower column of the Combat Results Table (BS-3.1-02)."""
    total = sum((count * mean_damage(dice) for count, dice in parts), start=Fraction(0))
    mean = total / sum(count for count, _ in parts)
    fitting = [sides for sides in _COLUMN_SIDES if Fraction(sides + 1, 2) <= mean]
    return Damage(1, max(fitting, default=_COLUMN_SIDES[0]))
