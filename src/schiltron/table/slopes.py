"""Up, down and along a slope: the ground of a rise gets higher the farther it is from the foot all round."""

from __future__ import annotations

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
    """How a straight way from a point goes over a rise, between two distances along it."""
    start, end = span
    pieces = max(1, ceil((end - start) / _LOOK))
    ends = [start + (end - start) * piece / pieces for piece in range(pieces + 1)]
    heights = [height_at(rise, x + ux * at, y + uy * at) for at in ends]
    return [
        ((ends[i], ends[i + 1]), _way((heights[i + 1] - heights[i]) / (ends[i + 1] - ends[i]))) for i in range(pieces)
    ]


def _way(slope: float) -> Way:
    return "up" if slope >= _STEEP else "down" if slope <= -_STEEP else "along"
