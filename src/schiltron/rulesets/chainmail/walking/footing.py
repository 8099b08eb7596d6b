"""Where those stand who are on a wall, in a tower or on a siege tower: its ground plan holds their middles (SIEGE)."""

from __future__ import annotations

from typing import Final

from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.unit import Level, Upon
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.body import Body, figures
from schiltron.table.lengths import TOLERANCE, Mil
from schiltron.table.pose import Pose

_STEP: Final[Mil] = 250
"""A way along a wall is looked at as often as that."""


def is_up(unit: Unit) -> bool:
    """Whether a unit stands on something that was built."""
    return type(unit.level) is Upon


def plan_of(battle: Battle, level: Level) -> BaseGeometry | None:
    """The ground plan of what one stands upon; None on the ground and in the air."""
    if not isinstance(level, Upon):
        return None
    work = piece(battle, level.feature)
    if work is not None:
        return work.polygon.buffer(TOLERANCE)
    machine = battle.units[level.feature]
    return Polygon(machine.outline.main.corners).buffer(TOLERANCE)


def holds(plan: BaseGeometry, pose: Pose, body: Body, count: int) -> bool:
    """Whether every figure of a body has its middle on a ground plan."""
    return all(plan.covers(Point(one.x, one.y)) for one in figures(pose, body, count))


def room_ahead(plan: BaseGeometry, pose: Pose, body: Body, count: int, distance: Mil) -> Mil:
    """How far straight ahead a body keeps on a ground plan."""
    far = 0
    while far < distance:
        on = min(far + _STEP, distance)
        if not holds(plan, pose.advanced(on), body, count):
            break
        far = on
    return far
