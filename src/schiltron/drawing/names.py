"""Where the names of the ground are written.

A map is read by its names, so they get the clearest spot: those of areas stand level inside them, away from
contours; those of strips run along the straightest stretch, above the line.
"""

import math
import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import shapely
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from schiltron.drawing.paths import number, parts_of, points_of, smooth_path, text_width, xml

_SIZE: Final = 1.1
_LETTERING: Final = {
    "hill": 1.42, "gulley": 1.42, "stream": 1.32, "river": 1.42, "road": 0.92, "wall": 0.92, "hedge": 0.92,
    "ditch": 0.92, "fence": 0.92, "barricade": 0.92, "mantlets": 0.92, "arrow_slits": 0.92,
    "building": 0.92,
    "tower": 0.92,
}  # fmt: skip
"""Size of the lettering with its spacing, for kinds that differ."""
_HEIGHT: Final = 0.9


class Name(NamedTuple):
    """A name as drawn, and the room it takes, which trees and stones leave free."""

    drawing: str
    room: BaseGeometry


def name_within(text: str, kind: str, area: Polygon, lines: Sequence[BaseGeometry]) -> Name | None:
    """A level name inside an area. Heights are named low on the slope: it is their top that is fought over."""
    if not text or area.is_empty:
        return None
    width = text_width(text, _LETTERING.get(kind, _SIZE)) * 1.06
    left, top, right, bottom = area.bounds
    low = 0.72 if lines else 0.5
    wanted_x, wanted_y = (left + right) / 2, top + (bottom - top) * low
    places = [
        (left + (right - left) * (column + 0.5) / 13, top + (bottom - top) * (row + 0.5) / 17)
        for row in range(17)
        for column in range(13)
    ]
    rooms = [_box(x, y, width) for x, y in places]
    outside = width * _HEIGHT - shapely.area(shapely.intersection(rooms, area.buffer(-0.35)))
    crossed = shapely.length(shapely.intersection(rooms, shapely.union_all(lines)))
    away = [math.dist(place, (wanted_x, wanted_y)) for place in places]
    x, y = places[int(np.argmin(4 * outside + crossed + 0.12 * np.array(away)))]
    label = f'<text class="name name-{kind}" x="{number(x)}" y="{number(y + 0.34)}">{xml(text)}</text>'
    return Name(label, _box(x, y, width))


def name_beside(
    text: str, kind: str, area: Polygon, taken: Sequence[BaseGeometry], table: tuple[float, float]
) -> Name | None:
    """Inside a small area where it fits, but for towers, in which somebody stands; else beneath, above or beside it,
    wherever it hides least."""
    width = text_width(text, _LETTERING.get(kind, _SIZE)) * 1.06
    left, top, right, bottom = area.bounds
    if not text or (kind != "tower" and width < right - left - 0.4):
        return name_within(text, kind, area, [])
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    aside, away = (right - left + width) / 2 + 0.2, (bottom - top + _HEIGHT) / 2 + 0.1
    places = [(0.0, away), (0.0, -away), (-aside, 0.0), (aside, 0.0), (-aside, away), (aside, away)]
    rooms = [_box(middle_x + on, middle_y + down, width) for on, down in places]
    sheet, others = box(0.3, 0.3, table[0] - 0.3, table[1] - 0.3), shapely.union_all(taken)
    hidden = [4 * room.intersection(others).area + (0 if sheet.covers(room) else 9) for room in rooms]
    best = min(range(len(rooms)), key=lambda rank: hidden[rank] + 0.3 * rank)
    x, y = middle_x + places[best][0], middle_y + places[best][1]
    label = f'<text class="name name-{kind}" x="{number(x)}" y="{number(y + 0.3)}">{xml(text)}</text>'
    return Name(label, rooms[best])


def name_along(
    text: str,
    kind: str,
    course: LineString,
    width: float,
    *,
    others: Sequence[LineString],
    table: tuple[float, float],
) -> Name | None:
    """A name along a strip, on its straightest stretch on the table and clear of other strips."""
    if not text:
        return None
    if course.coords[-1][0] < course.coords[0][0]:
        course = course.reverse()
    length = text_width(text, _LETTERING.get(kind, _SIZE)) + 0.6
    visible = parts_of(course.intersection(box(0.8, 0.8, table[0] - 0.8, table[1] - 0.8)), LineString)
    stretch = max(visible, key=lambda part: part.length, default=None)
    if stretch is None or stretch.length < length:
        return None
    pieces = [_piece(stretch, (stretch.length - length) * step / 24, length) for step in range(25)]
    straightest = min(pieces, key=lambda piece: _bend(piece) + _crowding(piece, others))
    baseline = straightest.offset_curve(-(width / 2 + 0.34)).simplify(0.02)
    if not isinstance(baseline, LineString) or baseline.is_empty:
        return None
    path = smooth_path(points_of(baseline), closed=False)
    identifier = f"course-{zlib.crc32(path.encode()):08x}"
    label = (
        f'<path id="{identifier}" d="{path}" fill="none"/><text class="name name-{kind}">'
        f'<textPath href="#{identifier}" startOffset="50%">{xml(text)}</textPath></text>'
    )
    return Name(label, baseline.buffer(0.5))


def _piece(line: LineString, start: float, length: float) -> LineString:
    piece = substring(line, start, start + length)
    return piece if isinstance(piece, LineString) else line


def _bend(line: LineString) -> float:
    """How much longer the way is than the straight line."""
    return 4 * (line.length - math.dist(line.coords[0], line.coords[-1]))


def _crowding(line: LineString, others: Sequence[LineString]) -> float:
    return sum(3.0 for other in others if other.distance(line) < 1.4)


def _box(x: float, y: float, width: float) -> Polygon:
    return box(x - width / 2, y - _HEIGHT / 2, x + width / 2, y + _HEIGHT / 2)
