"""Exact chances of dice: plain numbers, one for each of 0, 1, 2 and so on. It knows no book and holds no dice.

Nothing is sampled. The books build their odds from these numbers, and captains read them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import zip_longest
from math import comb

Chances = tuple[float, ...]
"""The chance of 0, 1, 2 … of something."""

NONE: Chances = (1.0,)
"""Certainly none at all."""


def at_least(need: int, sides: int) -> float:
    """How likely one die is to show a number or more."""
    return min(max(sides + 1 - need, 0), sides) / sides


def at_most(need: int, sides: int) -> float:
    """How likely one die is to show a number or less."""
    return min(max(need, 0), sides) / sides


@lru_cache(maxsize=4096)
def successes(dice: int, chance: float) -> Chances:
    """So many dice that each succeed with the same chance."""
    return tuple([comb(dice, number) * chance**number * (1 - chance) ** (dice - number) for number in range(dice + 1)])


def together(one: Chances, other: Chances) -> Chances:
    """The sum of two independent counts."""
    joined = [0.0] * (len(one) + len(other) - 1)
    for before, weight in enumerate(one):
        for number, part in enumerate(other):
            joined[before + number] += weight * part
    return tuple(joined)


@lru_cache(maxsize=256)
def sums(dice: int, sides: int) -> Chances:
    """The total of some dice, from counting all the ways they can fall."""
    ways = [1]
    for _ in range(dice):
        longer = [0] * (len(ways) + sides)
        for total, number in enumerate(ways):
            for face in range(1, sides + 1):
                longer[total + face] += number
        ways = longer
    return tuple([number / sides**dice for number in ways])


def below(chances: Chances, number: int) -> float:
    """How likely it is to be less than a number."""
    return sum(chances[: max(0, number)])


def mixed(parts: Iterable[tuple[float, Chances]]) -> Chances:
    """Chances of a count that depends on something else, weighted by how likely that is."""
    weighted = [[weight * chance for chance in chances] for weight, chances in parts]
    return tuple(sum(column) for column in zip_longest(*weighted, fillvalue=0.0))


def capped(chances: Chances, most: int) -> Chances:
    """A count that cannot be more than so many."""
    return chances if len(chances) <= most + 1 else (*chances[:most], sum(chances[most:]))


def grouped(counts: Chances, size: int, spare: int, most: int) -> Chances:
    """Whole groups of `size` out of a count and what was `spare` before; never more than `most`.

    So hits become losses: so many hits a figure, some of them waiting from before.
    """
    groups = [0.0] * (most + 1)
    for number, chance in enumerate(counts):
        groups[min((spare + number) // size, most)] += chance
    return tuple(groups)


def expected(chances: Chances) -> float:
    """The number to be expected on average."""
    return sum(number * chance for number, chance in enumerate(chances))
