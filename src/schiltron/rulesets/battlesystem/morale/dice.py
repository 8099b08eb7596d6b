"""Two ten-sided dice against a number, for morale, rally and discipline alike (case 4.3; BS-4.6-02)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.guide.probability import below, sums
from schiltron.battle.state.chance import Pool, Roll, SumOf
from schiltron.battle.state.tally import Tally
from schiltron.rulesets.battlesystem.state import Unit

DICE, SIDES = 2, 10
_LEAST: Final = DICE
_MOST: Final = DICE * SIDES


def certain(number: Tally) -> bool | None:
    """Whether it is passed or failed whatever the dice show; None where they decide. Nothing is automatic but what no
    throw can change (BS-4.3-01)."""
    if number.verdict == "impossible" or number.total < _LEAST:
        return False
    return True if number.total >= _MOST else None


def roll_against(unit: Unit, purpose: str, number: Tally, rules: tuple[str, ...]) -> Roll:
    """The owner rolls; the number or less passes."""
    said = f"{purpose}: {number.total} or less on 2d10"
    return Roll(said, (Pool(DICE, SIDES, SumOf(), number.label, whose=unit.side),), rules)


def chance(number: Tally) -> float:
    """How likely a check against the number is passed."""
    sure = certain(number)
    return float(sure) if sure is not None else below(sums(DICE, SIDES), number.total + 1)
