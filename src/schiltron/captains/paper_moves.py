"""Moves on paper: where a path would end if nobody and nothing were in its way, for a first look at many of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from schiltron.battle.movement.straight_and_wheel import middle_of
from schiltron.battle.state.manoeuvre import Advance, Face, Oblique, Path, Turn, Wheel
from schiltron.battle.state.unit import Unit
from schiltron.captains.steering import wheeled
from schiltron.table.body import Formed
from schiltron.table.facing import faced
from schiltron.table.lengths import direction
from schiltron.table.outline import Outline, advance_gap
from schiltron.table.pose import Pose

U = TypeVar("U")


def runs_onto(unit: Unit[U], path: Path, foes: Iterable[Outline]) -> bool:
    """Whether the last leg of a path, straight ahead, would lead onto any of some bodies."""
    last = path[-1]
    start = on_paper(unit, path[:-1]) if isinstance(last, Advance) else None
    if start is None or not isinstance(last, Advance):
        return False
    here, (ux, uy) = start.outline, start.pose.forward
    far = float(last.distance)
    return any(here.near(foe, last.distance) and advance_gap(here, ux, uy, foe, far) is not None for foe in foes)


def on_paper(unit: Unit[U], path: Path) -> Unit[U] | None:
    """The unit at the end of a path over open ground; None where it takes up another formation on the way."""
    pose, body, count = unit.pose, unit.body, unit.bodies
    for leg in path:
        match leg:
            case Advance(distance):
                pose = pose.advanced(distance)
            case Oblique(angle, distance):
                ux, uy = direction(pose.heading + angle)
                pose = Pose(round(pose.x + ux * distance), round(pose.y + uy * distance), pose.heading)
            case Turn(angle):
                pose = pose.pivoted(*middle_of(pose, body, count), angle)
            case Wheel(hand, angle) if isinstance(body, Formed):
                pose = wheeled(pose, body.frontage / 2, angle if hand == "right" else -angle)
            case Face(to):
                pose, body = faced(pose, body, count, to)
            case _:
                return None
    return replace(unit, place=unit.place_at(pose), body=body)
