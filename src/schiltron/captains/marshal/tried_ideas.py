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
        gain, error = one.edge(own)
        count = len(one.values)
        variance = ((count - 1) * error * error * count + ALIKE * scatter) / (count - 1 + ALIKE)
        if gain > max(most, SURE * sqrt(variance / count)):
            best, most = one, gain
    return best


def _scatter(own: Trial, tried: list[Trial]) -> float:
    """The variance of what a playout says about an idea, on the average of all."""
    free = sum(len(one.values) - 1 for one in tried)
    squares = sum((len(one.values) - 1) * len(one.values) * one.edge(own)[1] ** 2 for one in tried)
    return squares / free if free else 0.0


def rank(one: Trial) -> tuple[int, float]:
    """What was tried most comes first, and of that the best."""
    return -len(one.values), -one.prospect


def clear(left: list[Trial]) -> bool:
    """Whether more thinking would hardly change the choice: all come to the same, or one is far ahead of the rest."""
    best = max(left, key=lambda one: one.prospect)
    gains = (best.edge(one) for one in left if one is not best)
    return all(gain > CLEAR * error or not (gain or error) for gain, error in gains)
