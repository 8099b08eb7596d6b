"""What is measured about works: how far along a wall somebody stands, who is at its foot, where it is open.

A wall is a strip that is built up, a tower an area; their ground plan is no ground for anybody, but for a gap.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Final

from msgspec import UNSET
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from schiltron.table.builds import Build, Gap
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, direction, heading_of
from schiltron.table.outline import Outline
from schiltron.table.rectangles import Rect
from schiltron.table.terrain import Area, Feature, Strip

AT_FOOT: Final[Mil] = 40
"""Who stands no farther from a work is at its foot; walks that it ends are measured to a hundredth of an inch."""
_ROUNDING: Final = TOLERANCE


def build_of(feature: Feature) -> Build:
    """How a work is built."""
    assert feature.build is not UNSET, f"{feature.id} is no work"
    return feature.build


def is_wall(feature: Feature) -> bool:
    """Whether a work is a wall, on whose top one goes along."""
    return isinstance(feature, Strip)


# ---------------------------------------------------------------- along a wall


def course_of(wall: Feature) -> LineString:
    """The middle of the top of a wall."""
    assert isinstance(wall, Strip), f"{wall.id} is no wall"
    return wall.line


def along(wall: Feature, x: float, y: float) -> float:
    """How far along a wall the point of its middle line is that is nearest to a point."""
    return float(course_of(wall).project(Point(x, y)))


def is_ring(wall: Feature) -> bool:
    """Whether a wall ends where it begins, and has no ends."""
    return bool(course_of(wall).is_closed)


def farther(wall: Feature, first: float, last: float) -> float:
    """How much farther along a wall one place is than another; round a ring the shorter way, less than 0 for the way
    back."""
    apart = last - first
    if not is_ring(wall):
        return apart
    whole = course_of(wall).length
    return (apart + whole / 2) % whole - whole / 2


def is_on(wall: Feature, far: float) -> bool:
    """Whether there is wall so far along it: everywhere round a ring."""
    return is_ring(wall) or 0 <= far <= course_of(wall).length


def spot_on(wall: Feature, far: float) -> tuple[float, float, Mdeg]:
    """The point of the middle line so far along a wall, and the heading of the wall there."""
    course, far = course_of(wall), _within(wall, far)
    here, back, ahead = (course.interpolate(_within(wall, far + by)) for by in (0.0, -1.0, 1.0))
    return here.x, here.y, heading_of(ahead.x - back.x, ahead.y - back.y)


def _within(wall: Feature, far: float) -> float:
    """So far along a wall, but not beyond its ends; round a ring and on."""
    whole = course_of(wall).length
    return far % whole if is_ring(wall) else max(0.0, min(far, whole))


# ---------------------------------------------------------------- its ground plan


def solid(work: Feature, one_file: Mil = 0) -> BaseGeometry:
    """The ground that a work takes up. Through its gaps there is a way, for those whom nothing wider than a file of so
    many mils passes; for all others a gap is none."""
    ground = work.polygon
    for gap in build_of(work).gaps if one_file else ():
        ground = ground.difference(_way_through(work, gap, one_file))
    return ground


def _way_through(wall: Feature, gap: Gap, width: Mil) -> Polygon:
    """The ground of a gap, across the whole wall."""
    far = along(wall, gap.x, gap.y)
    x, y, heading = spot_on(wall, far)
    assert isinstance(wall, Strip)
    ux, uy = direction(heading)
    return Polygon(Rect(x, y, -uy, ux, width / 2 + _ROUNDING, wall.width).corners)


def touches_foot(work: Feature, rect: Rect) -> bool:
    """Whether a base on the ground stands at the foot of a work."""
    left, top, right, bottom = work.bounds
    reach = rect.radius + AT_FOOT
    if not (left - reach <= rect.x <= right + reach and top - reach <= rect.y <= bottom + reach):
        return False
    return bool(work.polygon.distance(Polygon(rect.corners)) <= AT_FOOT)


def faces(wall: Feature) -> Outline:
    """The straight lengths of a wall as bodies that one comes up against."""
    assert isinstance(wall, Strip)
    rects = []
    for (ax, ay), (bx, by) in zip(wall.course, wall.course[1:], strict=False):
        length = hypot(bx - ax, by - ay)
        if length:
            ux, uy = (bx - ax) / length, (by - ay) / length
            rects.append(Rect((ax + bx) / 2, (ay + by) / 2, -uy, ux, length / 2, wall.width / 2))
    left, top, right, bottom = wall.bounds
    x, y = (left + right) / 2, (top + bottom) / 2
    return Outline(tuple(rects), x, y, hypot(right - left, bottom - top) / 2)


def top_of(work: Feature) -> BaseGeometry:
    """What there is to stand upon on top of a work: a wall has no walk over its gaps."""
    ground = work.polygon
    for gap in build_of(work).gaps:
        ground = ground.difference(_way_through(work, gap, gap.width))
    return ground


def open_between(wall: Feature, first: float, last: float) -> bool:
    """Whether one can go along a wall from so far along it to so far, or stand there: no gap lies between."""
    whole = course_of(wall).length
    for gap in build_of(wall).gaps:
        for here in (along(wall, gap.x, gap.y) + turn * whole for turn in ((-1, 0, 1) if is_ring(wall) else (0,))):
            if first < here + gap.width / 2 and last > here - gap.width / 2:
                return False
    return True


def looks_out(work: Feature, x: float, y: float) -> Mdeg:
    """The heading that looks straight out of a work from a point of its outline: square to the nearest side of it."""
    assert isinstance(work, Area), f"{work.id} has no door"
    here, ring = Point(x, y), orient(Polygon(work.ring)).exterior.coords
    (ax, ay), (bx, by) = min(pairwise(ring), key=lambda side: LineString(side).distance(here))
    return heading_of(by - ay, ax - bx)
