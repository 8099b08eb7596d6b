"""The ground a unit covers on a leg of its path, for drawing. No rule asks for these shapes."""

from __future__ import annotations

from math import ceil
from typing import Final

from msgspec.structs import replace
from shapely import Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.battle.event import Leg
from schiltron.battle.manoeuvre import Advance, Wheel
from schiltron.battle.shape import Ring
from schiltron.table.body import Formed
from schiltron.table.lengths import Mdeg
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose
from schiltron.table.sweep import advanced_shape, pivoted_shape, ring_points

_STEP: Final[Mdeg] = 7_500
"""A wheel is drawn in chords of so many degrees at most."""


def swept(pose: Pose, body: Formed, count: int, leg: Leg) -> tuple[Ring, ...]:
    """What a body covers on a leg that it begins like this; nothing where it only turns or re-forms on the spot."""
    if isinstance(leg.manoeuvre, Advance):
        return tuple(ring_points(marched(pose, body, count, leg.manoeuvre)))
    if isinstance(leg.manoeuvre, Wheel):
        return tuple(ring_points(wheeled(pose, body, count, leg.manoeuvre)))
    return ()


def marched(pose: Pose, body: Formed, count: int, leg: Advance) -> BaseGeometry:
    """Straight on. Behind the head of a bent column the legs follow one another, so they are drawn as they stand."""
    here = outline(pose, body, count)
    if not body.bends:
        return advanced_shape(here, *pose.forward, leg.distance)
    head = Outline(here.rects[:1], here.x, here.y, here.radius)
    tail = [Polygon(rect.corners) for rect in here.rects[1:]]
    return union_all([advanced_shape(head, *pose.forward, leg.distance), *tail])


def wheeled(pose: Pose, body: Formed, count: int, leg: Wheel) -> BaseGeometry:
    """Round a front corner. Of a column deeper than wide only the first rank swings (BW-B4-27)."""
    turn = leg.angle if leg.side == "right" else -leg.angle
    half = body.frontage / 2
    x, y = pose.world(half if turn > 0 else -half, 0.0)
    swinging = body.files if body.ranks(count) > body.files else count
    straight = replace(body, bends=()) if body.bends else body
    steps = max(1, ceil(abs(turn) / _STEP))
    return pivoted_shape(lambda part: outline(pose.pivoted(x, y, part), straight, swinging), turn, steps)
