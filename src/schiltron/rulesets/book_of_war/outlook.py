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
from schiltron.rulesets.book_of_war.attacks.damage import PLAIN, Force
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE, Blow
from schiltron.rulesets.book_of_war.morale.checks import NEED
from schiltron.rulesets.book_of_war.morale.nerve import Nerve
from schiltron.rulesets.book_of_war.troops import TROOPS


class Pool(NamedTuple):
    """So many dice, needing that number each, and what their successes are worth."""

    dice: int
    need: int
    force: Force = PLAIN


class Outlook(NamedTuple):
    """What becomes of a target: chances of figures lost, of losing all of them, and of failing its check."""

    fallen: Chances
    destroyed: float
    breaks: float

    @property
    def expected(self) -> float:
        """Figures lost on average."""
        return expected(self.fallen)


def pools(blows: Iterable[Blow], force: Force = PLAIN) -> tuple[Pool, ...]:
    """Blows as dice with their numbers, like dice together, in a fixed order; of one unit on one target."""
    alike: dict[int, int] = {}
    for blow in blows:
        if blow.dice:
            alike[blow.need.total] = alike.get(blow.need.total, 0) + blow.dice
    return tuple(Pool(dice, need, force) for need, dice in sorted(alike.items()))


@lru_cache(maxsize=4096)
def hits(thrown: tuple[Pool, ...]) -> Chances:
    """Chances of so many hits with all the dice together (BW-C3-08, BW-C3-09); dice of like force are counted before
    their successes are worth more (BW-A2-19)."""
    total = NONE
    for force in dict.fromkeys(pool.force for pool in thrown):
        alike = NONE
        for pool in thrown:
            if pool.force == force:
                alike = together(alike, successes(pool.dice, at_least(pool.need, DIE)))
        total = together(total, alike if force == PLAIN else _worth(alike, force))
    return total


def _worth(counts: Chances, force: Force) -> Chances:
    """Chances of hits from those of successes."""
    found = [0.0] * (force.of(len(counts) - 1) + 1)
    for number, chance in enumerate(counts):
        found[force.of(number)] += chance
    return tuple(found)


@lru_cache(maxsize=4096)
def breaks(nerve: int, left: int, lost: int) -> float:
    """The chance that a unit with so many figures left fails its check for so many lost (BW-B5-02, BW-B5-03)."""
    if not left:
        return 0.0
    need = NEED - nerve - (left // lost if lost else 0)
    return below(sums(2, 6), need)


@lru_cache(maxsize=65_536)
def outlook(
    thrown: tuple[Pool, ...], kind: str, figures: int, partial: int = 0, lost: int = 0, nerve: Nerve | None = None
) -> Outlook:
    """What these dice do to so many figures of a type; `partial` hits wait already, `lost` fell earlier in the turn.
    `nerve` is what they add to a check where that is not just what their type does.

    Whoever is destroyed does not check (BW-B5-01).
    """
    troop = TROOPS[kind]
    steady = nerve or Nerve(troop.nerve)
    fallen = grouped(hits(thrown), troop.hit_dice, partial, figures)
    broken = sum(
        chance * breaks(steady.with_left(figures - number), figures - number, lost + number)
        for number, chance in enumerate(fallen)
        if lost + number
    )
    return Outlook(fallen, fallen[figures] if figures else 0.0, broken)
