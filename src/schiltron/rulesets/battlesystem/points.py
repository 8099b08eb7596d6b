"""What an army costs: a point for each hit die (case 3.1).

The book names no prices; its own armies are even in hit dice (BS-S1-07).
"""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.tally import Tally, Term, points_of
from schiltron.rulesets.battlesystem.ratings.hit_dice import per_figure
from schiltron.rulesets.battlesystem.ratings.ratio import ratio
from schiltron.rulesets.battlesystem.state import Profile

_EIGHTHS_TO_A_POINT: Final = 8
_TENTHS_TO_A_DIE: Final = 10


def hit_dice(profile: Profile, figures: int) -> int:
    """Of one figure, in tenths; an individual counts with his own."""
    return per_figure(profile, figures, ratio(profile, figures).total).total


def _eighths(profile: Profile, figures: int) -> int:
    return hit_dice(profile, figures) * _EIGHTHS_TO_A_POINT // _TENTHS_TO_A_DIE


def each(profile: Profile, figures: int) -> float:
    return points_of(_eighths(profile, figures))


def cost(profile: Profile, figures: int, name: str) -> Tally:
    """All hit dice of a unit; the commander risen from its ranks is one of them."""
    whole = Term("hit dice", _eighths(profile, figures) * figures, "BS-3.1-04")
    return Tally(name, (whole,), measure="eighths")
