"""Up, down and along a slope: the ground of a rise gets higher the farther it is from the foot all round."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot
from typing import Final, Literal

from schiltron.table.rings import Interval, Ring
from schiltron.table.terrain import Feature

Way = Literal["up", "down", "along"]

_STEEP: Final = 0.7
"""Within 45 degrees of straight up or straight down."""
_LOOK: Final = 1000.0
"""A way is looked at in pieces of an inch at most."""


def height_at(rise: Feature, x: float, y: float) -> float:
    """How far inside the foot of a rise a point lies; 0 outside."""
    if not rise.contains(x, y):
        return 0.0
    return min(_to_ring(ring, x, y) for ring in rise.rings)


def _to_ring(ring: Ring, x: float, y: float) -> float:
    nearest = float("inf")
    ax, ay = ring[-1]
    for bx, by in ring:
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        along = ((x - ax) * dx + (y - ay) * dy) / square if square else 0.0
        along = min(max(along, 0.0), 1.0)
        nearest = min(nearest, hypot(x - ax - along * dx, y - ay - along * dy))
        ax, ay = bx, by
    return nearest


def slopes(rise: Feature, x: float, y: float, ux: float, uy: float, span: Interval) -> list[tuple[Interval, Way]]:
    """How a straight way from a point goes over a rise, between two distances along it.

    The whole line over the rise is looked at, so a way cut in two goes up and down as the way in one. Before and beyond
    the foot, where others beside the point are still on the rise, it goes as it does nearest to there; past it, along.
    """
    start, end = span
    found = list(_over(rise, x, y, ux, uy)) or [(start, end, "along")]
    return [((max(low, start), min(high, end)), way) for low, high, way in found if high > start and low < end]


def _over(rise: Feature, x: float, y: float, ux: float, uy: float) -> Iterator[tuple[float, float, Way]]:
    """The way over a rise piece by piece, from end to end of the line."""
    inside = sorted(rise.along(x, y, ux, uy))
    low = float("-inf")
    for number, (first, last) in enumerate(inside):
        high = (last + inside[number + 1][0]) / 2 if number + 1 < len(inside) else float("inf")
        pieces = list(_pieces(rise, x, y, ux, uy, (first, last)))
        for place, (begin, finish, way) in enumerate(pieces):
            yield begin if place else low, finish if place + 1 < len(pieces) else high, way
        low = high


def _pieces(
    rise: Feature, x: float, y: float, ux: float, uy: float, inside: Interval
) -> Iterator[tuple[float, float, Way]]:
    first, last = inside
    pieces = max(1, ceil((last - first) / _LOOK))
    ends = [first + (last - first) * piece / pieces for piece in range(pieces)] + [last]
    heights = [height_at(rise, x + ux * at, y + uy * at) for at in ends]
    for low, high, before, after in zip(ends, ends[1:], heights, heights[1:], strict=False):
        if high > low:
            yield low, high, _way((after - before) / (high - low))


def _way(slope: float) -> Way:
    return "up" if slope >= _STEEP else "down" if slope <= -_STEEP else "along"
