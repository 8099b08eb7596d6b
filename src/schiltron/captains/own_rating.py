"""How strong somebody is who has played against rated players: one rating, and by how much it may be wrong.

The model is that of the ladder (`bradley_terry`): the strength that makes the games most likely, a draw half a win,
with one drawn game added for every opponent met. The interval is that of the games, widened by how far the opponents'
ratings may be wrong themselves; those are taken as independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

from schiltron.captains.bradley_terry import ADDED, ELO, NORMAL_95, Rating, expected

_MOST_STEPS: Final = 200
_NEAR: Final = 1e-7


class Met(Struct, frozen=True):
    """The games against one opponent: his rating, by how much that may be wrong, how many there were, and what was won
    of them, draws counted half."""

    rating: float
    margin: float
    games: int
    score: float


def own_rating(met: Sequence[Met]) -> Rating | None:
    """The rating of who has played these games; None without any."""
    played = [one for one in met if one.games]
    if not played:
        return None
    rating = sum(one.rating for one in played) / len(played)
    for _ in range(_MOST_STEPS):
        slope = sum(one.score + ADDED / 2 - _games(one) * expected(rating, one.rating) for one in played)
        step = slope / sum(_weights(rating, played)) * ELO
        rating += max(-ELO, min(ELO, step))
        if abs(step) < _NEAR:
            break
    weights = _weights(rating, played)
    information = sum(weights)
    by_chance = (NORMAL_95 * ELO) ** 2 / information
    by_others = sum((weight / information * one.margin) ** 2 for weight, one in zip(weights, played, strict=True))
    return Rating(rating, sqrt(by_chance + by_others))


def _games(one: Met) -> float:
    return one.games + ADDED


def _weights(rating: float, played: Sequence[Met]) -> list[float]:
    """How much each opponent's games tell."""
    chances = [expected(rating, one.rating) for one in played]
    return [_games(one) * chance * (1 - chance) for one, chance in zip(played, chances, strict=True)]
