"""Shapes of terrain pieces: tiles, streams, contours of hills (chapter B3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapely import Polygon

from schiltron.rulesets.book_of_war.law import LAW
from schiltron.table.edges import Board
from schiltron.table.lengths import Mil, inches
from schiltron.table.pieces import CORNERS, MOST_POINTS, crosses_itself, edge_to_edge, fits_tile, on_table, rounded_ring
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Contour, Feature, Points, Strip, inset_ring

TILE_WIDTH: Final[Mil] = inches(8.5)  # BW-B3-04
TILE_DEPTH: Final[Mil] = inches(11)
STREAM_WIDTHS: Final[tuple[Mil, ...]] = (inches(2), inches(1))  # BW-B3-05
CONTOUR_STEP: Final[Mil] = inches(2)  # BW-B3-10

LEAST_AREA: Final = TILE_WIDTH * TILE_DEPTH // 2
"""What "about that size" comes to (BW-B3-04)."""

_RISES: Final = {"hill": 1, "gulley": -1}


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


def outlined(pose: Pose, wobble: Sequence[float] = (1.0,) * CORNERS) -> Points:
    """A rounded outline inside the tile that lies about a point at a heading (BW-B3-04).

    `wobble` draws single points of it in towards the middle; from 0.8 to 1 the piece stays large enough.
    """
    return rounded_ring(pose, TILE_WIDTH, TILE_DEPTH, wobble)


def tile_at(kind: str, pose: Pose, wobble: Sequence[float] = (1.0,) * CORNERS) -> Area:
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
    if not fits_tile(area.ring, TILE_WIDTH, TILE_DEPTH):
        found.append(("the outline does not lie inside a tile of 8½ x 11 inches, however turned", "BW-B3-04"))
    if shape.area < LEAST_AREA:
        found.append(("the outline fills less than half of a tile of 8½ x 11 inches", "BW-B3-04"))
    if not on_table(area.ring, board):
        found.append(("the piece does not lie wholly on the table", "BW-B3-06"))
    return found


def stream_faults(strip: Strip, board: Board) -> list[tuple[str, str]]:
    """What is wrong with the width and course of a stream, each with its rule."""
    if len(strip.course) > MOST_POINTS:
        return [(f"a course has at most {MOST_POINTS} points, not {len(strip.course)}", "BW-B3-05")]
    found = []
    if strip.width not in STREAM_WIDTHS:
        found.append(("a stream is 1 or 2 inches wide", "BW-B3-05"))
    if not on_table(strip.course, board):
        found.append(("the course of a stream stays on the table", "BW-B3-05"))
    if not edge_to_edge(strip.course, board):
        found.append(("a stream runs from one edge of the table to another", "BW-B3-05"))
    if crosses_itself(strip.course):
        found.append(("the course of a stream does not cross itself", "BW-B3-05"))
    return found
