"""Up, down and along a slope: the ground of a rise gets higher the farther it is from the foot all round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot
from typing import Final, Literal

from schiltron.table.rings import Interval, Ring
from schiltron.table.terrain import Feature

Way = Literal["up", "down", "along"]

_STEEP: Final = 0.7
"""Within 45 degrees of straight up or straight down."""
_LOOK: Final = 1000.0
"""A way is looked at in pieces of an inch at most."""
_HAIR: Final = 1 + 1e-9


def height_at(rise: Feature, x: float, y: float) -> float:
    """How far inside the foot of a rise a point lies; 0 outside."""
    if not rise.contains(x, y):
        return 0.0
    return min(_to_ring(ring, x, y) for ring in rise.rings)


def _to_ring(ring: Ring, x: float, y: float) -> float:
    nearest = square_of_nearest = float("inf")
    ax, ay = ring[-1]
    for bx, by in ring:
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        along = ((x - ax) * dx + (y - ay) * dy) / square if square else 0.0
        along = 0.0 if along < 0.0 else 1.0 if along > 1.0 else along
        off_x, off_y = x - ax - along * dx, y - ay - along * dy
        if off_x * off_x + off_y * off_y <= square_of_nearest:
            nearest = min(nearest, hypot(off_x, off_y))
            square_of_nearest = nearest * nearest * _HAIR
        ax, ay = bx, by
    return nearest


def slopes(rise: Feature, x: float, y: float, ux: float, uy: float, span: Interval) -> list[tuple[Interval, Way]]:
    """How a straight way from a point goes over a rise, between two distances along it.

    The whole line over the rise is looked at, so a way cut in two goes up and down as the way in one. Before and beyond
    the foot, where others beside the point are still on the rise, it goes as it does nearest to there; past it, along.
    """
    start, end = span
    inside = sorted(rise.along(x, y, ux, uy))
    if not any(last > first for first, last in inside):
        return [(span, "along")] if end > start else []

    def climbed(low: float, high: float) -> Way:
        before, after = height_at(rise, x + ux * low, y + uy * low), height_at(rise, x + ux * high, y + uy * high)
        return _way((after - before) / (high - low))

    return [
        ((max(low, start), min(high, end)), climbed(*piece))
        for low, high, piece in _pieces(inside)
        if high > start and low < end
    ]


def _pieces(inside: Sequence[Interval]) -> Iterator[tuple[float, float, Interval]]:
    """The endless line piece by piece: from where to where each counts, and the part of it on the rise."""
    low = float("-inf")
    for number, (first, last) in enumerate(inside):
        high = (last + inside[number + 1][0]) / 2 if number + 1 < len(inside) else float("inf")
        if last > first:
            pieces = max(1, ceil((last - first) / _LOOK))
            ends = [first + (last - first) * piece / pieces for piece in range(pieces)] + [last]
            for place, (begin, finish) in enumerate(pairwise(ends)):
                yield begin if place else low, finish if place + 1 < pieces else high, (begin, finish)
        low = high


def _way(slope: float) -> Way:
    return "up" if slope >= _STEEP else "down" if slope <= -_STEEP else "along"
