"""Pieces of terrain as they are cut and laid: rounded outlines, and courses from edge to edge of the table."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import numpy as np
import shapely
from shapely import LineString, MultiPoint

from schiltron.table.edges import Board, TableEdge
from schiltron.table.lengths import FULL_TURN, Mil, direction
from schiltron.table.pose import Pose
from schiltron.table.terrain import Points

CORNERS: Final = 20
MOST_POINTS: Final = 128

_ANGLES: Final = 4500
_ROUNDING: Final = 10
"""Mils that the whole thousandths of the points and the steps of the angle may come to."""


def rounded_ring(pose: Pose, width: Mil, depth: Mil, wobble: Sequence[float] = (1.0,) * CORNERS) -> Points:
    """A rounded outline inside a tile of this size that lies about a point at a heading.

    `wobble` draws single points of it in towards the middle.
    """
    points = []
    for number, part in enumerate(wobble):
        across, ahead = direction(FULL_TURN * number // len(wobble))
        x, y = pose.world(_rounded(across) * part * width / 2, _rounded(ahead) * part * depth / 2)
        points.append((round(x), round(y)))
    return tuple(points)


def _rounded(share: float) -> float:
    """Towards the corners of the tile: an oval would leave too much of it out."""
    return sqrt(share) if share >= 0 else -sqrt(-share)


def fits_tile(ring: Points, width: Mil, depth: Mil) -> bool:
    """Whether some angle of a tile covers the outline: its spread is tried every 0.04 degrees."""
    hull = shapely.get_coordinates(MultiPoint(ring).convex_hull)
    turns = np.arange(_ANGLES) * (np.pi / _ANGLES)
    along = hull @ np.array((np.cos(turns), np.sin(turns)))
    spread = along.max(axis=0) - along.min(axis=0)
    across = np.roll(spread, -_ANGLES // 2)
    return bool(((spread <= width + _ROUNDING) & (across <= depth + _ROUNDING)).any())


def on_table(points: Points, board: Board) -> bool:
    return all(0 <= x <= board.width and 0 <= y <= board.depth for x, y in points)


def edge_to_edge(course: Points, board: Board) -> bool:
    """Whether a course runs from one edge of the table to another."""
    first, last = edges_at(course[0], board), edges_at(course[-1], board)
    return any(one != other for one in first for other in last)


def crosses_itself(course: Points) -> bool:
    return not LineString(course).is_simple


def edges_at(point: tuple[Mil, Mil], board: Board) -> list[TableEdge]:
    """The edges of the table a point lies on: none, one, or two at a corner."""
    x, y = point
    on: dict[TableEdge, bool] = {
        "north": y == 0,
        "east": x == board.width,
        "south": y == board.depth,
        "west": x == 0,
    }
    return [edge for edge, there in on.items() if there]
