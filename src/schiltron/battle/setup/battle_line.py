"""Where a unit could be set down: the free ground of a set-up zone, a battle line, a random spot.

For a unit that looks along a quarter turn the free ground is worked out whole: the zone drawn in by the
unit's own size, less every body and barred piece of ground grown by that size. So a place is found if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
import shapely
from msgspec.structs import replace
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import SetDown, Zone
from schiltron.battle.state.field import friendly, troops
from schiltron.battle.state.unit import Unit
from schiltron.table.body import Body, Formed
from schiltron.table.lengths import CONTACT, FULL_TURN, QUARTER_TURN, TOLERANCE, Mdeg, Mil, inches
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")

_LINES: Final[tuple[Mil, ...]] = tuple(inches(back) for back in (0, 3, 6, 9))
"""How far behind the front of the zone the lines of battle stand."""


class SetupGround(NamedTuple):
    """Where a side sets up: its zone, the quarter turn that looks at the enemy, how far friends keep apart, and the
    pieces of ground that nobody may stand in."""

    zone: Zone
    ahead: Mdeg
    friendly_gap: Mil = 0
    barred: tuple[Feature, ...] = ()


def facing(zones: Sequence[tuple[str, Zone]], side: str) -> Mdeg:
    """The quarter turn that looks from the zone of a side at those of the others, on the whole."""
    here = dict(zones)[side]
    others = [zone for other, zone in zones if other != side]
    dx = sum(zone.left + zone.right - here.left - here.right for zone in others)
    dy = sum(zone.top + zone.bottom - here.top - here.bottom for zone in others)
    if abs(dx) > abs(dy):
        return QUARTER_TURN if dx > 0 else 3 * QUARTER_TURN
    return 2 * QUARTER_TURN if dy > 0 else 0


def own_ground(
    zones: Sequence[tuple[str, Zone]], side: str, friendly_gap: Mil = 0, barred: tuple[Feature, ...] = ()
) -> SetupGround:
    """The zone of a side, looking at the enemy's."""
    return SetupGround(dict(zones)[side], facing(zones, side), friendly_gap, barred)


def front_of(zone: Zone, ahead: Mdeg) -> tuple[Pose, Mil]:
    """The middle of a zone's front edge, looking at the enemy, and half its length."""
    x, y = (zone.left + zone.right) // 2, (zone.top + zone.bottom) // 2
    edges = {0: (x, zone.top), 1: (zone.right, y), 2: (x, zone.bottom), 3: (zone.left, y)}
    quarter = ahead // QUARTER_TURN
    half = (zone.right - zone.left if quarter % 2 == 0 else zone.bottom - zone.top) // 2
    return Pose(*edges[quarter], ahead), half


# ---------------------------------------------------------------- bodies


def in_files(body: Body, files: int) -> Body:
    """A formed body in so many files; any other as it is."""
    return replace(body, files=files) if isinstance(body, Formed) else body


def usual_files(unit: Unit[U]) -> int:
    return unit.body.files if isinstance(unit.body, Formed) else 1


def most_files(unit: Unit[U]) -> int:
    return unit.figures if isinstance(unit.body, Formed) else 1


# ---------------------------------------------------------------- free ground


def _stands(unit: Unit[U], files: int, heading: Mdeg) -> Outline:
    """The unit's outline about the pose at the corner of the table."""
    return outline(Pose(0, 0, heading), in_files(unit.body, files), unit.bodies)


def free_ground(battle: Battle[B, U, S], unit: Unit[U], files: int, heading: Mdeg, ground: SetupGround) -> BaseGeometry:
    """All points at which the unit may be placed."""
    standing = _stands(unit, files, heading)
    free = _within(ground.zone, standing)
    if free is None:
        return Polygon()
    shapes = list(_obstacles(battle, unit, ground))
    left = _left(free, shapes, standing)
    return left if not left.is_empty else _left(free, _convex_parts(shapes), standing)


def _left(free: BaseGeometry, shapes: Iterable[BaseGeometry], standing: Outline) -> BaseGeometry:
    taken = [_grown(shape, rect.corners) for shape in shapes for rect in standing.rects]
    return shapely.difference(free, shapely.union_all(taken))


def _convex_parts(shapes: Iterable[BaseGeometry]) -> Iterator[BaseGeometry]:
    """What leaves no room if it is taken as a whole, like a wall that goes all the way round, in triangles."""
    for shape in shapes:
        yield from shapely.constrained_delaunay_triangles(shape).geoms


def _within(zone: Zone, standing: Outline) -> BaseGeometry | None:
    """Where the whole outline lies in the zone; a zone just large enough leaves a sliver of the tolerance."""
    corners = [corner for rect in standing.rects for corner in rect.corners]
    left = zone.left - min(x for x, _ in corners) - TOLERANCE + 1
    right = zone.right - max(x for x, _ in corners) + TOLERANCE - 1
    top = zone.top - min(y for _, y in corners) - TOLERANCE + 1
    bottom = zone.bottom - max(y for _, y in corners) + TOLERANCE - 1
    return shapely.box(left, top, right, bottom) if left < right and top < bottom else None


def _obstacles(battle: Battle[B, U, S], unit: Unit[U], ground: SetupGround) -> Iterator[BaseGeometry]:
    for other in battle.standing():
        room = ground.friendly_gap if friendly(battle, unit, other) else 0
        for rect in other.outline.rects:
            yield Polygon(rect.corners).buffer(max(room, CONTACT) + 1, join_style="mitre")
    yield from (feature.polygon for feature in ground.barred)


def _grown(shape: BaseGeometry, corners: Sequence[tuple[float, float]]) -> BaseGeometry:
    """The poses at which a body with these corners about its pose would meet a shape, taken as convex."""
    points = shapely.get_coordinates(shape.convex_hull)
    return MultiPoint((points[:, None] - np.array(corners)).reshape(-1, 2)).convex_hull


# ---------------------------------------------------------------- places


def any_place(battle: Battle[B, U, S], unit: Unit[U], ground: SetupGround) -> Iterator[SetDown]:
    """A place for each frontage and each way to stand square to the table, the usual ones first."""
    usual = usual_files(unit)
    for files in sorted(range(1, most_files(unit) + 1), key=lambda files: abs(files - usual)):
        for heading in (ground.ahead, (ground.ahead + QUARTER_TURN) % FULL_TURN):
            free = free_ground(battle, unit, files, heading, ground)
            for part in getattr(free, "geoms", [free]):
                if not part.is_empty:
                    yield _set_down(unit, part.representative_point(), files, heading)


def _set_down(unit: Unit[U], point: Point, files: int, heading: Mdeg) -> SetDown:
    return SetDown(unit.id, Pose(round(point.x), round(point.y), heading), files)


def random_place(unit: Unit[U], ground: SetupGround, random: Random) -> SetDown | None:
    """Anywhere in the zone: mostly looking at the enemy, mostly in its listed formation. Others may stand there."""
    files = usual_files(unit) if random.random() < 0.5 else random.randint(1, most_files(unit))
    heading = ground.ahead if random.random() < 0.8 else random.randrange(0, FULL_TURN, 1000)
    room = _within(ground.zone, _stands(unit, files, heading))
    if room is None:
        return None
    left, top, right, bottom = (round(edge) for edge in room.bounds)
    return SetDown(unit.id, Pose(random.randint(left, right), random.randint(top, bottom), heading), files)


# ---------------------------------------------------------------- a battle line


def line_places(
    battle: Battle[B, U, S],
    waiting: Iterable[Unit[U]],
    ground: SetupGround,
    rank_in_line: Callable[[Unit[U]], Any],
    on_the_wings: Callable[[Unit[U]], bool],
) -> Iterator[SetDown]:
    """Places in line by rank, from the middle outward or on the wings; the next unit's places come first."""
    front, half = front_of(ground.zone, ground.ahead)
    for unit in sorted(waiting, key=rank_in_line):
        files = usual_files(unit)
        free = free_ground(battle, unit, files, front.heading, ground)
        for back in _LINES:
            line = LineString([front.world(-half, -back), front.world(half, -back)])
            room = shapely.intersection(free, line)
            if room.is_empty:
                continue
            for wish in _wishes(battle, unit, front, half, on_the_wings):
                way = shapely.shortest_line(Point(front.world(wish, -back)), room)
                yield _set_down(unit, Point(way.coords[-1]), files, front.heading)


def holds_all(battle: Battle[B, U, S], side: str, waiting: Iterable[Unit[U]], ground: SetupGround, apart: Mil) -> bool:
    """Whether the lines of a zone hold a whole side with so much between friends, and half as much again to spare."""
    _, half = front_of(ground.zone, ground.ahead)
    deep = ground.zone.right - ground.zone.left + ground.zone.bottom - ground.zone.top - 2 * half
    lines = sum(1 for back in _LINES if back == 0 or back + _LINES[1] <= deep)
    mine = [*waiting, *(unit for unit in troops(battle, side) if unit.on_table)]
    return sum(3 * (_frontage(unit) + apart) for unit in mine) <= 2 * lines * 2 * half


def _frontage(unit: Unit[U]) -> Mil:
    return unit.body.full_frontage if isinstance(unit.body, Formed) else unit.body.base.width


def _wishes(
    battle: Battle[B, U, S], unit: Unit[U], front: Pose, half: Mil, on_the_wings: Callable[[Unit[U]], bool]
) -> tuple[Mil, ...]:
    """Where along the front a unit likes to stand, 0 being the middle: those of the wings on the emptier one first."""
    if not on_the_wings(unit):
        return (0, -half // 2, half // 2)
    placed = [
        front.local(other.pose.x, other.pose.y)[0]
        for other in battle.standing()
        if friendly(battle, unit, other) and on_the_wings(other)
    ]
    on_left = sum(1 for lateral in placed if lateral < 0)
    wings = (-half * 3 // 4, half * 3 // 4)
    return wings if on_left <= len(placed) - on_left else wings[::-1]
