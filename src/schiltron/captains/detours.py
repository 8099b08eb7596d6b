"""Ways round a piece of ground that nobody wants to go through."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Final, NamedTuple

from schiltron.table.lengths import Mil, inches
from schiltron.table.terrain import Feature

AT_CORNER: Final[Mil] = inches(2)
"""So near to a corner one makes for the next."""

Point = tuple[float, float]


class Way(NamedTuple):
    """The extra cost of a way compared with open ground, and the point it first leads to."""

    cost: float
    first: Point


def way_round(feature: Feature, start: Point, goal: Point, room: float) -> tuple[float, Point]:
    """How much longer the way past a piece of ground is on its shorter side, keeping so much room; and where it goes
    first."""
    left, top, right, bottom = feature.bounds
    corners = [(x, y) for x in (left - room, right + room) for y in (top - room, bottom + room)]
    (ax, ay), (bx, by) = start, goal
    ways = []
    for side in (1, -1):
        beside = [(x, y) for x, y in corners if side * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) > 0]
        beside.sort(key=lambda corner: (corner[0] - ax) * (bx - ax) + (corner[1] - ay) * (by - ay))
        length = sum(dist(one, other) for one, other in pairwise((start, *beside, goal)))
        ways.append((length, next((one for one in beside if dist(start, one) > AT_CORNER), goal)))
    length, first = min(ways)
    return length - dist(start, goal), first
