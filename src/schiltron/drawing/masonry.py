"""Castles seen from above: a pale walk between lines of merlons, towers with their doors, and gaps."""

from typing import Final

from msgspec import UNSET
from shapely import LineString, Point

from schiltron.drawing.paths import along, inches_of, number, parts_of, points_of, ring_of, straight_path
from schiltron.table.terrain import Area, Strip

_MERLON: Final = 0.3
_THICK: Final = 0.12
_DOOR: Final = 0.4


def draw_castle_wall(wall: Strip) -> str:
    """A wall with merlons along both its edges; a gap is rubble."""
    course, half = LineString(inches_of(wall.course)), wall.width / 2000
    line = straight_path(points_of(course), closed=False)
    edge = f'<path class="rampart-edge" stroke-width="{number(2 * half)}" d="{line}"/>'
    walk = f'<path class="rampart" stroke-width="{number(2 * half - 2 * _THICK)}" d="{line}"/>'
    sides = [line for aside in (half, -half) for line in parts_of(course.offset_curve(aside), LineString)]
    teeth = "".join(_merlons(side) for side in sides)
    gaps = (
        "" if wall.build is UNSET else "".join(_gap(course, one.x, one.y, one.width, half) for one in wall.build.gaps)
    )
    return f'{edge}{walk}<path class="merlons" d="{teeth}"/>{gaps}'


def draw_tower(tower: Area) -> str:
    """A tower with merlons all round, its doors as dark bars, broken ones as open ones."""
    ring = ring_of(tower.ring)
    edge = LineString([*ring, ring[0]])
    doors = ""
    for door in () if tower.build is UNSET else tower.build.doors:
        far = edge.project(Point(door.x / 1000, door.y / 1000))
        kind = "door-broken" if door.broken else "door"
        ends = [edge.interpolate(far + by) for by in (-_DOOR, _DOOR)]
        doors += f'<path class="{kind}" d="{straight_path([(end.x, end.y) for end in ends], closed=False)}"/>'
    return f'<path class="tower" d="{straight_path(ring)}"/><path class="merlons" d="{_merlons(edge)}"/>{doors}'


def _merlons(edge: LineString) -> str:
    """Teeth along an edge, as far apart as they are long."""
    count = max(1, round(edge.length / (2 * _MERLON)))
    step = edge.length / count
    teeth = []
    for index in range(count):
        ends = [along(edge, step * (index + part))[:2] for part in (0.25, 0.75)]
        teeth.append(straight_path(ends, closed=False))
    return "".join(teeth)


def _gap(course: LineString, x: float, y: float, width: float, half: float) -> str:
    here = course.project(Point(x / 1000, y / 1000))
    ends = [along(course, here + by * width / 2000) for by in (-1, 1)]
    corners = [
        (ends[at][0] - ends[at][3] * by, ends[at][1] + ends[at][2] * by)
        for at, by in ((0, -half), (1, -half), (1, half), (0, half))
    ]
    return f'<path class="breach" d="{straight_path(corners)}"/>'
