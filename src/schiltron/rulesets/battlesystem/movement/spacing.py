"""Room between figures: who may pass through whom, and skirmishers an inch apart (cases 2.9 and 7.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from schiltron.battle.state.field import friendly
from schiltron.rulesets.battlesystem.bases import spacing
from schiltron.rulesets.battlesystem.field import is_individual
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.lengths import TOLERANCE, Mil
from schiltron.table.outline import Outline, gap, overlapping

APART: Final[Mil] = spacing("skirmish")


def passes(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Whether one friend may move through another: both skirmish, or one is a single man."""
    if not friendly(battle, unit, other):
        return False
    both = unit.own.formation == "skirmish" and other.own.formation == "skirmish"
    return both or is_individual(unit) or is_individual(other)


def crowded(unit: Unit, there: Outline, friends: Iterable[Unit]) -> tuple[str, tuple[str, ...]] | None:
    """Why a unit cannot end its move there, for the sake of friends it may pass."""
    for friend in friends:
        other = friend.outline
        if friend.of and friend.of == unit.of:
            if there.near(other, APART) and gap(there, other) < APART - TOLERANCE:
                return f"skirmishers stand at least 1 inch apart, and {friend.name} is nearer", (
                    "BS-2.9-08",
                    "BS-7.4-01",
                )
        elif overlapping(there, other):
            return f"it cannot end its move on {friend.name}", ("BS-7.4-02",)
    return None
