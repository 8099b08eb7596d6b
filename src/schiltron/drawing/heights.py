"""Hills and gulleys: contours with hachures running downhill, and the level each contour leads to."""

import math
from typing import Final

from shapely import LineString, Polygon
from shapely import Point as Dot
from shapely.geometry.polygon import orient

from schiltron.drawing.names import Name
from schiltron.drawing.paths import Point, along, chance, number, polygon_of, ring_of, smooth_path
from schiltron.table.terrain import Area

_STEP: Final = 0.62
_BEARINGS: Final = (-38, 218, 30, 150, 270, 90)
"""Where a level may be written on its contour, as degrees clockwise from the right; the upper right first."""


def draw_heights(area: Area, rise: int, name: Name | None) -> str:
    """The contours of an area; one that has none is itself a contour with this rise."""
    steps = [(ring_of(contour.ring), contour.rise) for contour in area.contours] or [(ring_of(area.ring), rise)]
    polygons = [polygon_of(ring) for ring, _ in steps]
    tints, hachures, lines, levels = [], [], [], []
    for (ring, step), polygon in zip(steps, polygons, strict=True):
        path = smooth_path(ring)
        level = sum(
            other_step
            for (_, other_step), other in zip(steps, polygons, strict=True)
            if other.buffer(0.01).contains(polygon)
        )
        spot = _spot(polygon, name)
        tints.append(f'<path class="{"rise" if step > 0 else "fall"}" d="{path}"/>')
        hachures.append(f'<path class="hachure" d="{_hachures(polygon, step, area.id, spot)}"/>')
        lines.append(f'<path class="contour" d="{path}"/>')
        levels.append(_level(polygon, level, spot) if spot else "")
    return "".join((*tints, *hachures, *lines, *levels))


def _hachures(polygon: Polygon, rise: int, seed: str, spot: Point | None) -> str:
    """Short strokes on the downhill side, none where the level is written."""
    edge = orient(polygon).exterior
    count = max(3, round(edge.length / _STEP))
    dice = chance(seed)
    strokes = []
    for index in range(count):
        x, y, dx, dy = along(edge, edge.length * (index + 0.5) / count)
        length = 0.34 + 0.24 * dice.random()
        if spot and math.dist((x, y), spot) < _STEP:
            continue
        down_x, down_y = (dy, -dx) if rise > 0 else (-dy, dx)
        start = f"M{number(x + down_x * 0.08)} {number(y + down_y * 0.08)}"
        strokes.append(f"{start}l{number(down_x * length)} {number(down_y * length)}")
    return "".join(strokes)


def _spot(polygon: Polygon, name: Name | None) -> Point | None:
    """Where the level is written: on the contour, and clear of the name of the hill."""
    left, top, right, bottom = polygon.bounds
    middle = ((left + right) / 2, (top + bottom) / 2)
    for bearing in _BEARINGS:
        far_x = middle[0] + (right - left) * math.cos(math.radians(bearing))
        far_y = middle[1] + (bottom - top) * math.sin(math.radians(bearing))
        meeting = LineString([middle, (far_x, far_y)]).intersection(polygon.exterior)
        if not meeting.is_empty and not (name and name.room.distance(meeting) < 0.5):
            point = meeting.representative_point()
            return point.x, point.y
    return None


def _level(polygon: Polygon, level: int, spot: Point) -> str:
    """The number stands along the line, never on its head."""
    edge = polygon.exterior
    _, _, dx, dy = along(edge, edge.project(Dot(spot)))
    turn = math.degrees(math.atan2(dy, dx))
    upright = turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn
    place = f"translate({number(spot[0])} {number(spot[1])}) rotate({number(upright)})"
    sign = "−" if level < 0 else ""
    return f'<text class="level" transform="{place}" y=".27">{sign}{abs(level)}</text>'
