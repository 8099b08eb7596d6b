"""Pieces of terrain as they are cut: tiles, streams, contours of hills (BW-B3-03 to BW-B3-05, BW-B3-10)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import numpy as np
import shapely
from shapely import LineString, MultiPoint, Polygon

from schiltron.rulesets.book_of_war.law import LAW
from schiltron.table.edges import Board, TableEdge
from schiltron.table.lengths import FULL_TURN, Mil, direction, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Contour, Feature, Points, Strip, inset_ring

TILE_WIDTH: Final[Mil] = inches(8.5)  # BW-B3-04
TILE_DEPTH: Final[Mil] = inches(11)
STREAM_WIDTHS: Final[tuple[Mil, ...]] = (inches(2), inches(1))  # BW-B3-05
CONTOUR_STEP: Final[Mil] = inches(2)  # BW-B3-10

LEAST_AREA: Final = TILE_WIDTH * TILE_DEPTH // 2
"""A piece is "about that size" (BW-B3-04): an outline fills at least half of its tile."""
MOST_POINTS: Final = 128

_RISES: Final = {"hill": 1, "gulley": -1}
_CORNERS: Final = 20
_ANGLES: Final = 4500
_ROUNDING: Final = 10
"""Mils that the whole thousandths of the points and the steps of the angle may come to."""


def kind_rolled(total: int) -> str:
    """The terrain a total of 2d6 stands for (BW-B3-03)."""
    return next(
        str(row["terrain"])
        for row in LAW.sheet("BW-T-terrain").records()
        if int(row["roll_min"]) <= total <= int(row["roll_max"])
    )


def contours(kind: str, ring: Points, steps: int) -> tuple[Contour, ...]:
    """The lines of a hill or gulley: the first at the outline, the others 2 inches apart (BW-B3-10)."""
    rise = _RISES.get(kind)
    if rise is None:
        return ()
    rings = [ring, *(inset_ring(ring, CONTOUR_STEP * step) for step in range(1, steps))]
    return tuple(Contour(inner, rise) for inner in rings if inner is not None and len(set(inner)) >= 3)


def outlined(pose: Pose, wobble: Sequence[float] = (1.0,) * _CORNERS) -> Points:
    """A rounded outline inside the tile that lies about a point at a heading (BW-B3-04).

    `wobble` draws single points of it in towards the middle; from 0.8 to 1 the piece stays large enough.
    """
    points = []
    for number, part in enumerate(wobble):
        across, ahead = direction(FULL_TURN * number // len(wobble))
        x, y = pose.world(
            _rounded(across) * part * TILE_WIDTH / 2,
            _rounded(ahead) * part * TILE_DEPTH / 2,
        )
        points.append((round(x), round(y)))
    return tuple(points)


def _rounded(share: float) -> float:
    """Towards the corners of the tile: an oval would leave too much of it out."""
    return sqrt(share) if share >= 0 else -sqrt(-share)


def tile_at(kind: str, pose: Pose, wobble: Sequence[float] = (1.0,) * _CORNERS) -> Area:
    """A tile cut to a rounded outline; its contours come with its place on the table."""
    return Area(id="", kind=kind, name=kind.capitalize(), ring=outlined(pose, wobble))


def stream_along(course: Points, width: Mil) -> Strip:
    """A stream of this course."""
    return Strip(id="", kind="stream", name="Stream", course=course, width=width)


def numbered(feature: Feature, others: Sequence[Feature], steps: int) -> Feature:
    """The piece as it goes on the table: with an id nobody else has, and its contours."""
    taken = {other.id for other in others}
    number = 1
    while f"{feature.kind}-{number}" in taken:
        number += 1
    identity, name = f"{feature.kind}-{number}", feature.kind.capitalize()
    if isinstance(feature, Strip):
        return Strip(identity, feature.kind, name, feature.course, feature.width)
    return Area(identity, feature.kind, name, feature.ring, contours(feature.kind, feature.ring, steps))


# ---------------------------------------------------------------- what is wrong with a cut


def tile_faults(area: Area, board: Board) -> list[tuple[str, str]]:
    """What is wrong with the outline of a tile, each with its rule."""
    if len(area.ring) > MOST_POINTS:
        return [(f"an outline has at most {MOST_POINTS} points, not {len(area.ring)}", "BW-B3-04")]
    shape = Polygon(area.ring)
    if not shape.is_valid:
        return [("the outline crosses itself", "BW-B3-04")]
    found = []
    if not fits_tile(area.ring):
        found.append(("the outline does not lie inside a tile of 8½ x 11 inches, however turned", "BW-B3-04"))
    if shape.area < LEAST_AREA:
        found.append(("the outline fills less than half of a tile of 8½ x 11 inches", "BW-B3-04"))
    if any(not (0 <= x <= board.width and 0 <= y <= board.depth) for x, y in area.ring):
        found.append(("the piece does not lie wholly on the table", "BW-B3-06"))
    return found


def fits_tile(ring: Points) -> bool:
    """Whether some angle of the tile covers the outline: its spread is tried every 0.04 degrees."""
    hull = shapely.get_coordinates(MultiPoint(ring).convex_hull)
    turns = np.arange(_ANGLES) * (np.pi / _ANGLES)
    along = hull @ np.array((np.cos(turns), np.sin(turns)))
    spread = along.max(axis=0) - along.min(axis=0)
    across = np.roll(spread, -_ANGLES // 2)
    return bool(((spread <= TILE_WIDTH + _ROUNDING) & (across <= TILE_DEPTH + _ROUNDING)).any())


def stream_faults(strip: Strip, board: Board) -> list[tuple[str, str]]:
    """What is wrong with the width and course of a stream, each with its rule."""
    if len(strip.course) > MOST_POINTS:
        return [(f"a course has at most {MOST_POINTS} points, not {len(strip.course)}", "BW-B3-05")]
    found = []
    if strip.width not in STREAM_WIDTHS:
        found.append(("a stream is 1 or 2 inches wide", "BW-B3-05"))
    if any(not (0 <= x <= board.width and 0 <= y <= board.depth) for x, y in strip.course):
        found.append(("the course of a stream stays on the table", "BW-B3-05"))
    first, last = edges_at(strip.course[0], board), edges_at(strip.course[-1], board)
    if not any(one != other for one in first for other in last):
        found.append(("a stream runs from one edge of the table to another", "BW-B3-05"))
    if not LineString(strip.course).is_simple:
        found.append(("the course of a stream does not cross itself", "BW-B3-05"))
    return found


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
