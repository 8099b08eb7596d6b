"""Platforms that move, and those who stand upon them: hulls with their crews.

Whoever stands upon a platform is carried along as it goes and turns, and stands on it afterwards as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.event import Leg
from schiltron.battle.state.unit import Unit, Upon
from schiltron.table.pose import Pose

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


def carried_by(battle: Battle[B, U, S], platform: str) -> list[Unit[U]]:
    """The units that stand upon a platform, on whatever level of it, with figures left."""
    found = []
    for unit in battle.units.values():
        level = unit.level
        if type(level) is Upon and level.feature == platform and unit.bodies:
            found.append(unit)
    return found


def borne(pose: Pose, before: Pose, after: Pose) -> Pose:
    """Where somebody is who stood at a pose while what carries him went from one pose to another."""
    x, y = after.world(*before.local(pose.x, pose.y))
    return Pose(round(x), round(y), (pose.heading + after.heading - before.heading) % 360_000)


def borne_along(unit: Unit[U], start: Pose, legs: Sequence[Leg]) -> tuple[Leg, ...]:
    """The way of a unit that is carried along the legs of a platform. Each is reckoned from where the platform set out,
    so that nothing is lost by rounding on the way; it costs nothing."""
    return tuple(Leg(leg.manoeuvre, borne(unit.pose, start, leg.pose), unit.body, 0) for leg in legs)


def carried_along(unit: Unit[U], start: Pose, end: Pose) -> Unit[U]:
    """A unit as it stands when what carries it has gone from one pose to another."""
    return replace(unit, place=unit.place_at(borne(unit.pose, start, end)))
