"""Streams, rivers, roads, walls and hedges, and the fords where a road goes through water.

Stretches to wade, ditches, fences and field works are in `works`.

A strip is drawn as wide as it is measured; only the bushes of a hedge bulge a little over its edge.
"""

from collections.abc import Iterator
from typing import Final

from shapely import LineString
from shapely.geometry.base import BaseGeometry

from schiltron.drawing.masonry import draw_castle_wall
from schiltron.drawing.paths import (
    along,
    chance,
    inches_of,
    number,
    parts_of,
    points_of,
    smooth_line,
    smooth_path,
    straight_path,
)
from schiltron.drawing.works import WORKS
from schiltron.table.terrain import Strip

_BANK: Final = 0.15
_WIDE: Final = 1.2
"""From this width on a river has room for ripples."""
_STONE: Final = 0.06
"""The joint between the stones of a wall."""


def course_of(strip: Strip) -> LineString:
    """The middle of a strip as it is drawn."""
    return smooth_line(inches_of(strip.course))


def draw_strip(strip: Strip, kind: str, table: tuple[float, float]) -> str:
    if kind == "river":
        return _river(strip, table)
    if kind == "wall":
        return _wall(strip)
    if kind == "castle_wall":
        return draw_castle_wall(strip)
    if kind == "hedge":
        return _hedge(strip)
    if kind in WORKS:
        return WORKS[kind](course_of(strip), strip.width / 2000)
    return _stream_or_road(strip, kind)


def draw_ford(road: Strip, water: Strip) -> str:
    """Where a road goes through water: its edges dashed across, and stones to step on."""
    wet = course_of(water).buffer(water.width / 2000, cap_style="flat")
    crossings = _lines(course_of(road).intersection(wet))
    return "".join(_crossing(crossing, road.width / 2000) for crossing in crossings)


# ---------------------------------------------------------------- water and roads


def _stream_or_road(strip: Strip, kind: str) -> str:
    """Two lines and what is between them; a stream with a broken line where it flows."""
    path = smooth_path(inches_of(strip.course), closed=False)
    width = strip.width / 1000
    edge, bed = ("bank", "stream") if kind == "stream" else ("road-edge", "road")
    flow = f'<path class="flow" d="{path}"/>' if kind == "stream" else ""
    return (
        f'<path class="{edge}" stroke-width="{number(width)}" d="{path}"/>'
        f'<path class="{bed}" stroke-width="{number(max(width - 0.16, width * 0.7))}" d="{path}"/>{flow}'
    )


def _river(strip: Strip, table: tuple[float, float]) -> str:
    """Heavy banks, a ripple along each, and arrows down the middle the way its course was drawn."""
    path = smooth_path(inches_of(strip.course), closed=False)
    width = strip.width / 1000
    course = course_of(strip)
    strokes = [("bank", width), ("stream", max(width - 2 * _BANK, width * 0.6))]
    if width >= _WIDE:
        strokes += [("bank bank-ripple", width - 0.8), ("stream", width - 0.9)]
    water = "".join(f'<path class="{kind}" stroke-width="{number(wide)}" d="{path}"/>' for kind, wide in strokes)
    return f'{water}<path class="current" d="{"".join(_arrows(course))}"/>{_ends(course, width, table)}'


def _arrows(course: LineString) -> Iterator[str]:
    """A long stroke with a head, then a short one without."""
    count = max(1, round(course.length / 4.2))
    step = course.length / count
    long, short = min(1.7, step * 0.4), min(0.7, step * 0.17)
    for index in range(count):
        start = step * (index + 0.2)
        x, y, dx, dy = along(course, start + long)
        back_x, back_y = x - 0.34 * dx, y - 0.34 * dy
        head = [(back_x - 0.22 * dy, back_y + 0.22 * dx), (x, y), (back_x + 0.22 * dy, back_y - 0.22 * dx)]
        yield _stroke(course, start, long) + straight_path(head, closed=False)
        if index < count - 1:
            yield _stroke(course, start + 0.6 * step, short)


def _stroke(course: LineString, start: float, length: float) -> str:
    return straight_path([along(course, start + length * part / 4)[:2] for part in range(5)], closed=False)


def _ends(course: LineString, width: float, table: tuple[float, float]) -> str:
    """A river that begins or ends on the table has a bank there, too."""
    lines = []
    for far, inward in ((0.0, 1), (course.length, -1)):
        x, y, dx, dy = along(course, far)
        if not (0.3 < x < table[0] - 0.3 and 0.3 < y < table[1] - 0.3):
            continue
        x, y = x + dx * inward * _BANK / 2, y + dy * inward * _BANK / 2
        across_x, across_y = -dy * width / 2, dx * width / 2
        lines.append(straight_path([(x - across_x, y - across_y), (x + across_x, y + across_y)], closed=False))
    return f'<path class="bank" stroke-width="{number(_BANK)}" d="{"".join(lines)}"/>' if lines else ""


def _crossing(course: LineString, half: float) -> str:
    edges = "".join(
        straight_path(points_of(side), closed=False)
        for distance in (half - 0.06, 0.06 - half)
        for side in _lines(course.offset_curve(distance))
    )
    count = max(2, round(course.length / 0.42))
    stones = []
    for index in range(count):
        x, y, dx, dy = along(course, course.length * (index + 0.5) / count)
        across_x, across_y = -dy * half, dx * half
        start = f"M{number(x - across_x / 2)} {number(y - across_y / 2)}"
        stones.append(f"{start}l{number(across_x)} {number(across_y)}")
    bed = straight_path(points_of(course), closed=False)
    return (
        f'<path class="ford-bed" stroke-width="{number(2 * half - 0.26)}" d="{bed}"/>'
        f'<path class="ford-edge" d="{edges}"/><path class="ford-stone" d="{"".join(stones)}"/>'
    )


# ---------------------------------------------------------------- walls and hedges


def _wall(strip: Strip) -> str:
    """Courses of stones laid dry, seen from above."""
    course = course_of(strip)
    width = strip.width / 1000
    rows = max(1, round(width / 0.25))
    height = (width - _STONE * (rows + 1)) / rows
    dice = chance(strip.id)
    stones = []
    for row in range(rows):
        low = _STONE + row * (height + _STONE) - width / 2
        far = _STONE
        while far < course.length - _STONE:
            end = far + 0.34 + 0.3 * dice.random()
            if course.length - end < 0.3:
                end = course.length - _STONE
            stones.append(straight_path(_stone(course, far, end, low, low + height)))
            far = end + _STONE
    line = straight_path(points_of(course), closed=course.is_ring)
    wall = f'<path class="wall" stroke-width="{number(width)}" d="{line}"/>'
    return f'{wall}<path class="wall-stone" d="{"".join(stones)}"/>'


def _stone(course: LineString, start: float, end: float, low: float, high: float) -> list[tuple[float, float]]:
    ends = [along(course, far) for far in (start, end)]
    corners = [(0, low), (1, low), (1, high), (0, high)]
    return [(ends[at][0] - ends[at][3] * by, ends[at][1] + ends[at][2] * by) for at, by in corners]


def _hedge(strip: Strip) -> str:
    """A row of bushes grown together, their shade to the right as that of trees."""
    course = course_of(strip)
    half = strip.width / 2000
    count = max(2, round(course.length / (half * 1.5)))
    dice = chance(strip.id)
    bushes, shades = [], []
    for index in range(count):
        x, y, dx, dy = along(course, course.length * (index + 0.5) / count)
        aside, radius = half * 0.3 * (2 * dice.random() - 1), half * (0.92 + 0.3 * dice.random())
        x, y, r = x - dy * aside, y + dx * aside, number(radius)
        span = number(2 * radius)
        bushes.append(f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 1 {span} 0a{r} {r} 0 1 1 -{span} 0Z")
        top, inner = number(y - radius * 0.5), number(radius * 0.62)
        shades.append(f"M{number(x + radius * 0.2)} {top}a{inner} {inner} 0 0 1 0 {number(radius)}")
    # The same bushes twice: once with a line round them, then without, so that only the outer edge is left of it.
    clumps = "".join(bushes)
    return (
        f'<path class="hedge-edge" d="{clumps}"/><path class="hedge" d="{clumps}"/>'
        f'<path class="hedge-shade" d="{"".join(shades)}"/>'
    )


def _lines(geometry: BaseGeometry) -> list[LineString]:
    return [line for line in parts_of(geometry, LineString) if line.length > 0.05]
