"""How often somebody won, and how surely that can be said."""

from __future__ import annotations

from math import sqrt
from typing import Final, Literal

from msgspec import Struct

NORMAL_95: Final = 1.959963984540054
Verdict = Literal["better", "worse", "open"]


class Count(Struct, frozen=True):
    """Battles and what came of them. The true share of victories lies between `low` and `high` 95 times of 100; surely
    better or worse than even is who has all of that on one side of it."""

    games: int
    won: int
    drawn: int
    lost: int
    rate: float | None
    low: float
    high: float
    verdict: Verdict
    turns: float | None


def counted_wins(won: int, drawn: int, lost: int, turns: int, evens: float) -> Count:
    """Of so many battles that took so many turns altogether; `evens` is the share of victories that would be even."""
    games = won + drawn + lost
    low, high = wilson(won, games)
    verdict: Verdict = "better" if low > evens else "worse" if high < evens else "open"
    return Count(
        games=games,
        won=won,
        drawn=drawn,
        lost=lost,
        rate=round(won / games, 4) if games else None,
        low=round(low, 4),
        high=round(high, 4),
        verdict=verdict,
        turns=round(turns / games, 2) if games else None,
    )


def wilson(wins: int, number: int) -> tuple[float, float]:
    """Between which win rates the true one lies, 95 times of 100 (Wilson's score interval)."""
    if not number:
        return 0.0, 1.0
    z2 = NORMAL_95**2
    middle = (wins + z2 / 2) / (number + z2)
    spread = NORMAL_95 * sqrt(wins * (number - wins) / number + z2 / 4) / (number + z2)
    return max(0.0, middle - spread), min(1.0, middle + spread)
