"""The exact chances of attacks (chapters B5 and C3): hits, figures that fall, and whether the target breaks.

Everything follows from three rules: a die hits or misses (BW-C3-02), so many hits take a figure (BW-C3-05), and losses
are judged against 2d6 (BW-B5-02, BW-B5-03). Captains plan with it, and the page shows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from schiltron.battle.guide.probability import (
    NONE,
    Chances,
    at_least,
    below,
    expected,
    grouped,
    successes,
    sums,
    together,
)
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE, Blow
from schiltron.rulesets.book_of_war.morale.checks import NEED

Pool = tuple[int, int]
"""So many dice, needing that number each."""


class Outlook(NamedTuple):
    """What becomes of a target: chances of figures lost, of losing all of them, and of failing its check."""

    fallen: Chances
    destroyed: float
    breaks: float

    @property
    def expected(self) -> float:
        """Figures lost on average."""
        return expected(self.fallen)


def pools(blows: Iterable[Blow]) -> tuple[Pool, ...]:
    """Blows as dice with their numbers, like dice together, in a fixed order."""
    alike: dict[int, int] = {}
    for blow in blows:
        if blow.dice:
            alike[blow.need.total] = alike.get(blow.need.total, 0) + blow.dice
    return tuple((dice, need) for need, dice in sorted(alike.items()))


@lru_cache(maxsize=4096)
def hits(thrown: tuple[Pool, ...]) -> Chances:
    """Chances of so many hits with all the dice together (BW-C3-08, BW-C3-09)."""
    total = NONE
    for dice, need in thrown:
        total = together(total, successes(dice, at_least(need, DIE)))
    return total


@lru_cache(maxsize=4096)
def breaks(hit_dice: int, left: int, lost: int) -> float:
    """The chance that a unit with so many figures left fails its check for so many lost (BW-B5-02, BW-B5-03)."""
    if not left:
        return 0.0
    need = NEED - hit_dice - (left // lost if lost else 0)
    return below(sums(2, 6), need)


@lru_cache(maxsize=65_536)
def outlook(thrown: tuple[Pool, ...], hit_dice: int, figures: int, partial: int = 0, lost: int = 0) -> Outlook:
    """What these dice do to so many figures; `partial` hits wait already, and `lost` fell earlier in the turn.

    Whoever is destroyed does not check (BW-B5-01).
    """
    fallen = grouped(hits(thrown), hit_dice, partial, figures)
    broken = sum(
        chance * breaks(hit_dice, figures - number, lost + number)
        for number, chance in enumerate(fallen)
        if lost + number
    )
    return Outlook(fallen, fallen[figures] if figures else 0.0, broken)
