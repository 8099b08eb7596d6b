"""Whether there is room left for a piece of terrain (chapter B3): a coarse search of the whole table."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

import numpy as np
import shapely
from shapely import Geometry
from shapely.geometry.base import BaseGeometry

from schiltron.battle.state.decision import Zone
from schiltron.rulesets.book_of_war.setup.pieces import STREAM_WIDTHS, TILE_DEPTH, TILE_WIDTH, stream_along, tile_at
from schiltron.table.edges import Board, TableEdge
from schiltron.table.lengths import CONTACT, QUARTER_TURN, Mil, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature, Points, Strip

_STEP: Final[Mil] = inches(1)
_EDGES: Final[tuple[TableEdge, ...]] = ("west", "east", "north", "south")

Spot = tuple[int, int]


def zone_shape(zone: Zone) -> BaseGeometry:
    return shapely.box(zone.left, zone.top, zone.right, zone.bottom)


def room_for(kind: str, board: Board, kept: Sequence[Zone]) -> Feature | None:
    """A place for a piece of this kind, the most central one for a tile; None where the search finds none."""
    taken = shapely.union_all([*map(zone_shape, kept), *(feature.polygon for feature in board.features)])
    if kind == "stream":
        return _room_for_stream(board, taken)
    pose = _room_for_tile(board, taken)
    return tile_at(kind, pose) if pose is not None else None


def _room_for_tile(board: Board, taken: Geometry) -> Pose | None:
    """A tile is tried at every inch of the table, upright and across."""
    found: list[tuple[int, Pose]] = []
    shapely.prepare(taken)
    for heading, width, depth in ((0, TILE_WIDTH, TILE_DEPTH), (QUARTER_TURN, TILE_DEPTH, TILE_WIDTH)):
        lefts = np.arange(0, board.width - width + 1, _STEP)
        tops = np.arange(0, board.depth - depth + 1, _STEP)
        left, top = (grid.ravel() for grid in np.meshgrid(lefts, tops))
        slack = CONTACT // 2
        boxes = shapely.box(left + slack, top + slack, left + width - slack, top + depth - slack)
        free = ~shapely.intersects(taken, boxes)
        for x, y in zip(left[free] + width // 2, top[free] + depth // 2, strict=True):
            off = (2 * int(x) - board.width) ** 2 + (2 * int(y) - board.depth) ** 2
            found.append((off, Pose(int(x), int(y), heading)))
    return min(found, key=lambda one: one[0])[1] if found else None


def _room_for_stream(board: Board, taken: Geometry) -> Strip | None:
    """The narrowest stream is led from edge to edge along the lines and diagonals of a grid of inches."""
    width = STREAM_WIDTHS[-1]
    near = _ways(board, shapely.buffer(taken, width / 2 - CONTACT // 2))
    for start, goal in combinations(_EDGES, 2):
        course = _shortest(board, near, start, goal)
        if course is not None:
            return stream_along(course, width)
    return None


def _ways(board: Board, barred: Geometry) -> dict[Spot, list[Spot]]:
    """The open lines of the grid; those along the rim of the table are no course for a stream."""
    across, down = _grid(board)
    rims = {spot: len(_rims(board, spot)) for spot in product(range(across), range(down))}
    lines = [
        (one, other)
        for one in rims
        for other in ((one[0] + di, one[1] + dj) for di, dj in ((1, 0), (0, 1), (1, 1), (1, -1)))
        if rims.get(other, 2) + rims[one] < 2
    ]
    ends = np.array([(_at(board, one), _at(board, other)) for one, other in lines])
    shapely.prepare(barred)
    free: list[bool] = np.logical_not(shapely.intersects(barred, shapely.linestrings(ends))).tolist()
    near: dict[Spot, list[Spot]] = {}
    for (one, other), is_free in zip(lines, free, strict=True):
        if is_free:
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
    return near


def _grid(board: Board) -> Spot:
    """Rows and columns of spots an inch or a little more apart, the outermost on the edges of the table."""
    return board.width // _STEP + 1, board.depth // _STEP + 1


def _at(board: Board, spot: Spot) -> tuple[Mil, Mil]:
    across, down = _grid(board)
    return board.width * spot[0] // (across - 1), board.depth * spot[1] // (down - 1)


def _rims(board: Board, spot: Spot) -> list[TableEdge]:
    across, down = _grid(board)
    on: tuple[tuple[TableEdge, bool], ...] = (
        ("west", spot[0] == 0),
        ("east", spot[0] == across - 1),
        ("north", spot[1] == 0),
        ("south", spot[1] == down - 1),
    )
    return [edge for edge, there in on if there]


def _shortest(board: Board, near: dict[Spot, list[Spot]], start: TableEdge, goal: TableEdge) -> Points | None:
    came: dict[Spot, Spot | None] = dict.fromkeys(spot for spot in near if start in _rims(board, spot))
    waiting = deque(came)
    while waiting:
        spot = waiting.popleft()
        if goal in _rims(board, spot):
            return _straightened([_at(board, one) for one in _back(came, spot)])
        for other in near[spot]:
            if other not in came:
                came[other] = spot
                waiting.append(other)
    return None


def _back(came: dict[Spot, Spot | None], spot: Spot | None) -> Iterator[Spot]:
    while spot is not None:
        yield spot
        spot = came[spot]


def _straightened(points: list[tuple[Mil, Mil]]) -> Points:
    """Without the points in the middle of a straight line."""
    kept = points[:1]
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        turn = (point[0] - before[0]) * (after[1] - point[1]) - (point[1] - before[1]) * (after[0] - point[0])
        if turn:
            kept.append(point)
    return (*kept, points[-1])
