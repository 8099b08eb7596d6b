"""Ideas that were tried: which is better, whether that is sure, and whether it is clear."""

from __future__ import annotations

from math import inf, sqrt
from typing import Final

from msgspec import Struct

from schiltron.captains.chances import chance
from schiltron.captains.marshal.playouts import Idea

LEAST: Final = 3
"""Playouts of an idea before it is preferred to the captain's."""
SURE: Final = 0.5
"""By how many standard errors it must be better than his."""
CLEAR: Final = 4.0
"""By how many of them the choice is clear, and he stops thinking."""
ALIKE: Final = 2.0
"""For how many playouts of each idea it counts how much the others scatter: few of its own say little about that."""
DARING: Final = 2.0
"""By how many standard errors an idea may yet be better than it seems, when he looks for what to try next."""
_NOTHING: Final = 1e-9


class Trial(Struct):
    """An idea and how the battles imagined from it stood: as the side's part of all that was left, which is told, and
    as its chance to win with that, by which he chooses."""

    idea: Idea
    values: list[float]
    advantage: float = 1.0
    """How much an advantage counts in the book."""

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    @property
    def chances(self) -> list[float]:
        return [chance(value, self.advantage) for value in self.values]

    @property
    def prospect(self) -> float:
        """The chance to win on the average."""
        return sum(self.chances) / len(self.values) if self.values else 0.0

    def gain(self, other: Trial) -> tuple[float, float]:
        """By how much more it leaves than another under the same luck, and the standard error of that."""
        return _mean_and_error(self.values, other.values)

    def edge(self, other: Trial) -> tuple[float, float]:
        """By how much better the chances are, likewise."""
        return _mean_and_error(self.chances, other.chances)


def _mean_and_error(ones: list[float], others: list[float]) -> tuple[float, float]:
    pairs = [one - two for one, two in zip(ones, others, strict=False)]
    count = len(pairs)
    if count < 2:
        return (pairs[0] if pairs else 0.0), inf
    mean = sum(pairs) / count
    return mean, sqrt(sum((one - mean) ** 2 for one in pairs) / (count - 1) / count)


def chosen_of(own: Trial, trials: list[Trial]) -> Trial:
    """The best idea if it is surely better than the captain's, else his."""
    tried = [one for one in trials if one is not own and len(one.values) >= LEAST]
    scatter = _scatter(own, tried)
    best, most = own, 0.0
    for one in tried:
        gain, error = _edge_and_error(one, own, scatter)
        if gain > max(most, SURE * error):
            best, most = one, gain
    return best


def _edge_and_error(one: Trial, other: Trial, scatter: float) -> tuple[float, float]:
    """By how much better the chances of an idea are than those of another, and the standard error of that, for which it
    counts too how much all of them scatter."""
    edge, error = one.edge(other)
    count = min(len(one.values), len(other.values))
    squares = (count - 1) * error * error * count if count > 1 else 0.0
    return edge, sqrt((squares + ALIKE * scatter) / (count - 1 + ALIKE) / count)


def _scatter(own: Trial, tried: list[Trial]) -> float:
    """The variance of what a playout says about an idea, on the average of all."""
    free = sum(len(one.values) - 1 for one in tried)
    several = (one for one in tried if len(one.values) > 1)
    squares = sum((len(one.values) - 1) * len(one.values) * one.edge(own)[1] ** 2 for one in several)
    return squares / free if free else 0.0


def most_hopeful(own: Trial, others: list[Trial]) -> Trial:
    """Which of the others to try again: the one that may yet prove the best. What few playouts say of an idea counts
    the less the more they scatter, and the more alike all ideas are; but what is hardly known may be anything."""
    edges = [one.edge(own)[0] for one in others]
    spread = max(_NOTHING, sum(edge * edge for edge in edges) / len(edges))
    free = sum(len(one.values) - 1 for one in others)
    scatter = (_scatter(own, others) * free + spread) / (free + 1)

    def hope(place: int) -> float:
        count = len(others[place].values)
        expected = edges[place] * count / (count + scatter / spread)
        return expected + DARING / sqrt(count / scatter + 1 / spread)

    return others[max(range(len(others)), key=hope)]


def clear(own: Trial, others: list[Trial]) -> bool:
    """Whether more thinking would hardly change the choice: all come to the same, or one is far ahead of the rest."""
    scatter = _scatter(own, others)
    best = max((own, *others), key=lambda one: one.edge(own)[0])
    edges = (_edge_and_error(best, one, scatter) for one in (own, *others) if one is not best)
    return all(edge > CLEAR * error or not (edge or error) for edge, error in edges)
