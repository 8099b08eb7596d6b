"""How far a move goes back before the enemy, or turns flank or rear to him: the way has to be made again, and men lose
heart."""

from __future__ import annotations

from typing import Any, Final

from schiltron.battle.state.unit import Unit
from schiltron.captains.steering import turn_towards
from schiltron.table.lengths import HALF_TURN, Mdeg, Mil, degrees
from schiltron.table.outline import Outline, gap

NEARBY: Final = 3
"""Moves within which one keeps one's face to the enemy."""
ASIDE: Final[Mdeg] = degrees(60)
"""How far from straight before it an enemy may be for a unit to face him still."""
SHY_SHOOTERS: Final = 0.5
"""How much going back or aside counts for those who shoot: they may give ground."""


def is_near(foe: Outline, here: Outline, move: Mil) -> bool:
    """Whether a foe is so near that one keeps one's face to him."""
    return gap(here, foe) <= NEARBY * move


def moves_back(foe: Outline, before: Outline, after: Outline, move: Mil) -> float:
    """By how many moves a body goes back before a foe."""
    return max(0.0, (gap(after, foe) - gap(before, foe)) / move)


def averted(foe: Outline, unit: Unit[Any]) -> float:
    """How far a unit turns away from a foe: 0 if it faces him, 1 if it turns its back."""
    return max(0.0, (abs(turn_towards(unit.pose, foe.x, foe.y)) - ASIDE) / (HALF_TURN - ASIDE))
