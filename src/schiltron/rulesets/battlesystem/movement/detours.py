"""The shortest way on foot round closed ground, for forced attacks and mobs (cases 2.10 and 4.6)."""

from __future__ import annotations

from functools import lru_cache
from math import dist, inf
from typing import Final

from shapely import LineString, get_coordinates, union_all
from shapely.geometry.base import BaseGeometry
from shapely.prepared import prep

from schiltron.rulesets.battlesystem.ground.barriers import closed_to
from schiltron.rulesets.battlesystem.ground.manner import Manner
from schiltron.table.edges import Board
from schiltron.table.lengths import CONTACT, Mil, inches

Point = tuple[float, float]

_ROUGHLY: Final[Mil] = inches(0.25)
"""Corners of ground are no finer than this."""


class Detours:
    """Ways to one goal for a body that keeps so much room to closed ground: past the corners of it."""

    __slots__ = ("_bare", "_goal", "_left")

    def __init__(self, board: Board, manner: Manner, goal: Point, room: Mil) -> None:
        grounds = tuple(one.ground for one in closed_to(board.features, manner))
        self._goal = goal
        self._bare = prep(union_all(grounds).buffer(-CONTACT)) if grounds else None
        self._left = _from_corners(grounds, (board.width, board.depth), goal, room)

    def way(self, start: Point) -> tuple[float, Point]:
        """How long it is from there, and the point it makes for first; the straight one where there is no other."""
        straight = dist(start, self._goal)
        if self._bare is None or not self._bare.intersects(LineString((start, self._goal))):
            return straight, self._goal
        ways = [
            (dist(start, corner) + left, corner)
            for corner, left in self._left.items()
            if left < inf and not self._bare.intersects(LineString((start, corner)))
        ]
        return min(ways, default=(straight, self._goal))


@lru_cache(maxsize=32)
def _from_corners(
    grounds: tuple[BaseGeometry, ...], table: tuple[Mil, Mil], goal: Point, room: Mil
) -> dict[Point, float]:
    """How far it is to the goal from every corner one may go round, the nearest settled first."""
    if not grounds:
        return {}
    width, depth = table
    bare = prep(union_all(grounds).buffer(-CONTACT))
    grown = prep(union_all(grounds).buffer(room - _ROUGHLY, join_style="mitre"))
    around = union_all(grounds).buffer(room, join_style="mitre").simplify(_ROUGHLY)
    points = [(float(x), float(y)) for x, y in get_coordinates(around)]
    corners = {(x, y) for x, y in points if 0 <= x <= width and 0 <= y <= depth}
    left = {one: inf if bare.intersects(LineString((one, goal))) else dist(one, goal) for one in corners}
    waiting = set(corners)
    while waiting:
        nearest = min(waiting, key=lambda one: (left[one], one))
        waiting.remove(nearest)
        for one in waiting:
            further = left[nearest] + dist(one, nearest)
            if further < left[one] and not grown.intersects(LineString((one, nearest))):
                left[one] = further
    return left
