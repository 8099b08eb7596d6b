"""Turning a body about its middle, where there is room for it."""

from __future__ import annotations

from schiltron.battle.field import others
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import Mdeg
from schiltron.table.outline import Outline, outline, overlapping
from schiltron.table.pose import Pose


def turned(unit: Unit, angle: Mdeg) -> Pose:
    """A unit's pose after a turn about the middle of the ground it stands on, which turning right about keeps."""
    if not isinstance(unit.body, Formed):
        return unit.pose.turned(angle)
    middle = unit.pose.world(0, -unit.body.depth(unit.bodies) / 2)
    return unit.pose.pivoted(*middle, angle)


def shape_at(unit: Unit, pose: Pose) -> Outline:
    return outline(pose, unit.body, unit.bodies)


def has_room(battle: Battle, unit: Unit, there: Outline) -> bool:
    """Whether a unit could stand there without standing on anybody else or over the edge."""
    if battle.board is not None and not battle.board.holds(there):
        return False
    return not any(overlapping(there, other.outline) for other in others(battle, unit))
