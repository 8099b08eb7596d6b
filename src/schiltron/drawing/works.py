"""Fords, ditches, fences and field works, drawn along a course as wide as they are measured."""

from collections.abc import Callable
from typing import Final

from shapely import LineString

from schiltron.drawing.paths import Point, along, number, parts_of, points_of, straight_path


def _spot(course: LineString, far: float, aside: float) -> Point:
    """A point beside a course, so far along it and so far to its right."""
    x, y, dx, dy = along(course, min(max(far, 0.0), course.length))
    return x - dy * aside, y + dx * aside


def _places(course: LineString, step: float) -> list[float]:
    """The middles of so many like pieces along a course."""
    count = max(1, round(course.length / step))
    return [course.length * (index + 0.5) / count for index in range(count)]


def _stroke(*points: Point) -> str:
    return straight_path(points, closed=False)


def _line(course: LineString) -> str:
    return straight_path(points_of(course), closed=course.is_ring)


def _beside(course: LineString, *asides: float) -> str:
    lines = (line for aside in asides for line in parts_of(course.offset_curve(aside), LineString))
    return "".join(straight_path(points_of(line), closed=False) for line in lines)


def _ditch(course: LineString, half: float) -> str:
    """Two edges with teeth that point down into it."""
    teeth = "".join(
        _stroke(_spot(course, far, by), _spot(course, far, by * 0.35))
        for far in _places(course, 0.5)
        for by in (half, -half)
    )
    return (
        f'<path class="ditch" stroke-width="{number(2 * half)}" d="{_line(course)}"/>'
        f'<path class="ditch-edge" d="{_beside(course, half, -half)}"/><path class="hachure" d="{teeth}"/>'
    )


def _fence(course: LineString, half: float) -> str:
    """Two rails on posts."""
    posts = "".join(_stroke(_spot(course, far, -half), _spot(course, far, half)) for far in _places(course, 0.8))
    return f'<path class="rail" d="{_beside(course, half * 0.4, -half * 0.4)}"/><path class="post" d="{posts}"/>'


def _barricade(course: LineString, half: float) -> str:
    """Planks and beams laid crosswise over one another."""
    beams = "".join(
        _stroke(_spot(course, far - 0.36, by), _spot(course, far + 0.36, -by))
        for far in _places(course, 0.62)
        for by in (-half, half)
    )
    return f'<path class="rail" d="{_line(course)}"/><path class="post" d="{beams}"/>'


def _mantlets(course: LineString, half: float) -> str:
    """Great shields set up one beside the other."""
    corners = ((-0.33, -half), (0.33, -half), (0.33, half), (-0.33, half))
    shields = "".join(
        straight_path([_spot(course, far + on, aside) for on, aside in corners]) for far in _places(course, 0.9)
    )
    return f'<path class="mantlets" d="{shields}"/>'


def _arrow_slits(course: LineString, half: float) -> str:
    """A wall as high as a house, with slits to shoot through."""
    slits = "".join(
        _stroke(_spot(course, far, -half * 0.7), _spot(course, far, half * 0.7)) for far in _places(course, 1)
    )
    wall = f'<path class="wall" stroke-width="{number(2 * half)}" d="{_line(course)}"/>'
    return f'{wall}<path class="slit" d="{slits}"/>'


def _ford(course: LineString, half: float) -> str:
    """A stretch of a river that can be waded: a pale bed, broken ends, and stones that lie with the current."""
    ends = "".join(_stroke(_spot(course, far, -half), _spot(course, far, half)) for far in (0.0, course.length))
    rows = max(2, round(2 * half / 0.5))
    stones = "".join(
        _stroke(_spot(course, far + on, aside), _spot(course, far + on + 0.3, aside))
        for index, far in enumerate(_places(course, 0.9))
        for row in range(rows)
        for on, aside in [(0.1 if (row + index) % 2 else -0.3, half * ((2 * row + 1) / rows - 1))]
    )
    bed = f'<path class="ford-bed" stroke-width="{number(2 * half - 0.2)}" d="{_line(course)}"/>'
    return f'{bed}<path class="ford-edge" d="{ends}"/><path class="ford-stone" d="{stones}"/>'


def _boards(course: LineString, half: float, apart: float) -> str:
    """Two beams with boards or rungs across, so far apart."""
    across = "".join(_stroke(_spot(course, far, -half), _spot(course, far, half)) for far in _places(course, apart))
    return f'<path class="rail" d="{_beside(course, half, -half)}"/><path class="post" d="{across}"/>'


def _planks(course: LineString, half: float) -> str:
    """A bridge that has been let down."""
    return _boards(course, half, 0.4)


def _ladder(course: LineString, half: float) -> str:
    """A ladder as it leans on a wall."""
    return _boards(course, half, 0.22)


def _gate(course: LineString, half: float) -> str:
    """A gate that is shut: a heavy bar in the wall."""
    edge = f'<path class="rampart-edge" stroke-width="{number(2 * half)}" d="{_line(course)}"/>'
    return f'{edge}<path class="door" d="{_line(course)}"/>'


def _open_gate(course: LineString, half: float) -> str:
    """A gate that stands open."""
    return f'<path class="door-broken" stroke-width="{number(2 * half)}" d="{_line(course)}"/>'


def _rubble(course: LineString, half: float) -> str:
    """What is left where a wall has fallen."""
    ends = [
        _spot(course, far, by) for far, by in ((0.0, -half), (course.length, -half), (course.length, half), (0.0, half))
    ]
    return f'<path class="breach" d="{straight_path(ends)}"/>'


WORKS: Final[dict[str, Callable[[LineString, float], str]]] = {
    "ford": _ford,
    "ditch": _ditch,
    "fence": _fence,
    "barricade": _barricade,
    "mantlets": _mantlets,
    "arrow_slits": _arrow_slits,
    "lowered_drawbridge": _planks,
    "ladder": _ladder,
    "gate": _gate,
    "open_gate": _open_gate,
    "breach": _rubble,
}
"""By the course and half the width of a strip, in inches."""
