"""Figures that change their places: whether all could do so without any going farther than a limit."""

from __future__ import annotations

from collections.abc import Sequence

from schiltron.table.body import Figure


def within_steps(before: Sequence[Figure], after: Sequence[Figure], limit: float) -> bool:
    """Whether each place after can be taken by a different figure of those before, none farther than `limit` from it.
    Figures of a body are alike, so the nearest one takes a place. Where some have fallen there are fewer afterwards."""
    squared = limit * limit
    if all(_apart(old, new) <= squared for old, new in zip(before, after, strict=False)):
        return True
    near = [[one for one, old in enumerate(before) if _apart(old, new) <= squared] for new in after]
    taken: dict[int, int] = {}
    return all(_seated(place, near, taken, set()) for place in range(len(near)))


def _apart(one: Figure, other: Figure) -> float:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def _seated(place: int, near: list[list[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Whether a figure is found for a place, those who have one already moving on to others if need be."""
    for figure in near[place]:
        if figure not in tried:
            tried.add(figure)
            if figure not in taken or _seated(taken[figure], near, taken, tried):
                taken[figure] = place
                return True
    return False
