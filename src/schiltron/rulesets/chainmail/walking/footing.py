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
from schiltron.table.base import Base
from schiltron.table.body import Body, Formed, figures
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil
from schiltron.table.outline import Outline, outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.rings import Bounds

_STEP: Final[Mil] = 250
"""A way along a wall is looked at as often as that."""
_LATTICE: Final[Mil] = 250
_FAR: Final[Mil] = 6_000
"""Nobody is set down farther than that from where he climbed down."""


_REACH: Final = _FAR // _LATTICE
_ALL_ROUND: Final = tuple(
    sorted(
        (
            (right * _LATTICE, ahead * _LATTICE)
            for ahead in range(_REACH, -_REACH - 1, -1)
            for right in range(-_REACH, _REACH + 1)
            if right**2 + ahead**2 <= _REACH**2
        ),
        key=lambda one: one[0] ** 2 + one[1] ** 2,
    )
)


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


def reaches_beyond(bounds: Bounds, there: Outline, base: Base) -> bool:
    """A quick test that can rule it out that a ground plan holds a body: whether figures of its ranks have their
    middles beyond the bounds of the plan."""
    left, top, right, bottom = bounds
    for rect in there.rects:
        wide, deep = rect.half_width - base.width / 2, rect.half_depth - base.depth / 2
        across, down = abs(rect.fx) * deep + abs(rect.fy) * wide, abs(rect.fy) * deep + abs(rect.fx) * wide
        if rect.x - across < left or rect.x + across > right or rect.y - down < top or rect.y + down > bottom:
            return True
    return False


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
    """Points all round another, the nearest first; of equals as one sees them who looks that way, from the far left."""
    pose = Pose(round(at[0]), round(at[1]), looks)
    for right, ahead in _ALL_ROUND:
        yield pose.world(right, ahead)


def at_foot(
    battle: Battle, at: tuple[float, float], looks: Mdeg, body: Formed, count: int, besides: str = ""
) -> OnTable | None:
    """The place on the ground nearest to a point where so many figures find room."""
    taken = [
        other.outline
        for other in battle.units.values()
        if type(other.place) is OnTable and other.level is None and other.bodies and other.id != besides
    ]
    for x, y in points_about(at, looks):
        pose = Pose(round(x), round(y), looks).advanced(body.depth(count) // 2)
        there = outline(pose, body, count)
        free = battle.table.holds(there) and not any(overlapping(there, other) for other in taken)
        if free and closed_under(battle.table.features, there) is None:
            return OnTable(pose)
    return None
