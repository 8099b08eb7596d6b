"""The ground a unit covers on a leg of its path, for drawing. No rule uses these shapes."""

from __future__ import annotations

from math import ceil
from typing import Final

from shapely import Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.battle.state.event import Leg
from schiltron.battle.state.manoeuvre import Advance, Oblique, Turn, Wheel
from schiltron.table.body import Body, Formed, gone_on, unbent
from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from schiltron.table.sweep import advanced_shape, pivoted_shape, ring_points
from schiltron.table.terrain import Points

_STEP: Final[Mdeg] = 7_500
"""A turn is drawn in chords of so many degrees at most."""


def swept(pose: Pose, body: Body, count: int, leg: Leg) -> tuple[Points, ...]:
    """What a body covers on a leg that it begins like this; nothing where it only faces or re-forms on the spot."""
    ground = ground_of(pose, body, count, leg)
    return () if ground is None else tuple(ring_points(ground))


def ground_of(pose: Pose, body: Body, count: int, leg: Leg) -> BaseGeometry | None:
    """The same as a shape; None where it stays on the spot."""
    match leg.manoeuvre:
        case Advance(distance=distance):
            return marched(pose, body, count, distance)
        case Oblique():
            return slanted(pose, body, count, leg.manoeuvre)
        case Wheel():
            return wheeled(pose, body, count, leg)
        case Turn(angle=angle):
            return turned(pose, body, count, angle)
    return None


def marched(pose: Pose, body: Body, count: int, distance: Mil) -> BaseGeometry:
    """Straight on. Behind the head of a bent column the legs follow one another, and are drawn as they stand."""
    here = outline(pose, body, count)
    if not (isinstance(body, Formed) and body.corners):
        return advanced_shape(here, *pose.forward, distance)
    there = outline(pose.advanced(distance), gone_on(body, count, distance), count)
    front = outline(pose, unbent(body), min(count, body.files))
    standing = [Polygon(rect.corners) for rect in (*here.rects, *there.rects)]
    return union_all([advanced_shape(front, *pose.forward, distance), *standing])


def slanted(pose: Pose, body: Body, count: int, leg: Oblique) -> BaseGeometry:
    """Slantwise, looking ahead."""
    return advanced_shape(outline(pose, body, count), *pose.turned(leg.angle).forward, leg.distance)


def wheeled(pose: Pose, body: Body, count: int, leg: Leg) -> BaseGeometry:
    """Round a front corner. Of a column that bends as it wheels only the first rank swings."""
    assert isinstance(leg.manoeuvre, Wheel)
    assert isinstance(body, Formed)
    assert isinstance(leg.body, Formed)
    turn = leg.manoeuvre.angle if leg.manoeuvre.side == "right" else -leg.manoeuvre.angle
    half = body.frontage / 2
    x, y = pose.world(half if turn > 0 else -half, 0.0)
    swinging = min(count, body.files) if leg.body.corners else count
    straight = unbent(body)
    return _pivoted(pose, straight, swinging, turn, (x, y))


def turned(pose: Pose, body: Body, count: int, turn: Mdeg) -> BaseGeometry:
    """About the middle of the body."""
    here = outline(pose, body, count)
    return _pivoted(pose, body, count, turn, (here.x, here.y))


def _pivoted(pose: Pose, body: Body, count: int, turn: Mdeg, about: tuple[float, float]) -> BaseGeometry:
    steps = max(1, ceil(abs(turn) / _STEP))
    return pivoted_shape(lambda part: outline(pose.pivoted(*about, part), body, count), turn, steps)
