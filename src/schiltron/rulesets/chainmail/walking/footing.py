"""Where those stand who are on a wall, in a tower or on a siege tower: its ground plan holds their middles (SIEGE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.unit import Level, OnTable, Upon
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.walking.ground import closed_under
from schiltron.table.body import Body, Formed, figures
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil
from schiltron.table.outline import outline, overlapping
from schiltron.table.pose import Pose

_STEP: Final[Mil] = 250
"""A way along a wall is looked at as often as that."""
_LATTICE: Final[Mil] = 250
_FAR: Final[Mil] = 6_000
"""Nobody is set down farther than that from where he climbed down."""


def is_up(unit: Unit) -> bool:
    """Whether a unit stands on something that was built."""
    return type(unit.level) is Upon


def plan_of(battle: Battle, level: Level) -> BaseGeometry | None:
    """The ground plan of what one stands upon; None on the ground, in the air, and where a way is
    shown without ground."""
    if not isinstance(level, Upon):
        return None
    work = piece(battle, level.feature)
    if work is not None:
        return work.polygon.buffer(TOLERANCE)
    machine = battle.units.get(level.feature)
    return Polygon(machine.outline.main.corners).buffer(TOLERANCE) if machine is not None else None


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


# ---------------------------------------------------------------- down to the ground


def points_about(at: tuple[float, float], looks: Mdeg) -> Iterator[tuple[float, float]]:
    """Points all round another, as one sees them who looks that way."""
    pose, reach = Pose(round(at[0]), round(at[1]), looks), _FAR // _LATTICE
    for ahead in range(reach, -reach - 1, -1):
        for right in range(-reach, reach + 1):
            yield pose.world(right * _LATTICE, ahead * _LATTICE)


def at_foot(
    battle: Battle, at: tuple[float, float], looks: Mdeg, body: Formed, count: int, besides: str = ""
) -> OnTable | None:
    """The place on the ground nearest to a point where so many figures find room."""
    taken = [
        other.outline
        for other in battle.units.values()
        if type(other.place) is OnTable and other.level is None and other.bodies and other.id != besides
    ]
    best: tuple[int, Pose] | None = None
    for x, y in points_about(at, looks):
        off = round(((x - at[0]) ** 2 + (y - at[1]) ** 2) / 1_000)
        if off > _FAR**2 / 1_000 or (best is not None and off >= best[0]):
            continue
        pose = Pose(round(x), round(y), looks).advanced(body.depth(count) // 2)
        there = outline(pose, body, count)
        if not battle.table.holds(there) or closed_under(battle.table.features, there) is not None:
            continue
        if not any(overlapping(there, other) for other in taken):
            best = (off, pose)
    return OnTable(best[1]) if best is not None else None
