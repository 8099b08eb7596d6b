"""Where a unit could be set down: the free ground of a set-up zone, a battle line, a random spot.

For a unit that looks along a quarter turn the free ground is worked out whole: the zone drawn in by the
unit's own size, less every body and pond in the way grown by that size. So a place is found if there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final

import numpy as np
import shapely
from msgspec.structs import replace
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.battle.decision import SetDown, Zone
from schiltron.rulesets.book_of_war.field import formation, troop
from schiltron.rulesets.book_of_war.movement.ground import impassable
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import CONTACT, FULL_TURN, QUARTER_TURN, TOLERANCE, Mdeg, Mil, inches
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose

_LINES: Final[tuple[Mil, ...]] = tuple(inches(back) for back in (0, 3, 6, 9))
"""How far behind the front of the zone the lines of battle stand."""


def facing(battle: Battle, side: str) -> Mdeg:
    """The quarter turn that looks from a side's zone at its enemy's."""
    here = battle.own.zone(side)
    there = next(zone for other, zone in battle.own.zones if other != side)
    dx = there.left + there.right - here.left - here.right
    dy = there.top + there.bottom - here.top - here.bottom
    if abs(dx) > abs(dy):
        return QUARTER_TURN if dx > 0 else 3 * QUARTER_TURN
    return 2 * QUARTER_TURN if dy > 0 else 0


# ---------------------------------------------------------------- free ground


def _stands(unit: Unit, files: int, heading: Mdeg) -> Outline:
    """The unit's outline about the pose at the corner of the table."""
    return outline(Pose(0, 0, heading), replace(formation(unit), files=files), unit.bodies)


def free_ground(battle: Battle, unit: Unit, files: int, heading: Mdeg) -> BaseGeometry:
    """All points at which the middle of the unit's front may stand."""
    standing = _stands(unit, files, heading)
    free = _within(battle.own.zone(unit.side), standing)
    if free is None:
        return Polygon()
    taken = [_grown(shape, rect.corners) for shape in _obstacles(battle, unit) for rect in standing.rects]
    return shapely.difference(free, shapely.union_all(taken))


def _within(zone: Zone, standing: Outline) -> BaseGeometry | None:
    """Where the whole outline lies in the zone; a zone just large enough leaves a sliver of the tolerance."""
    corners = [corner for rect in standing.rects for corner in rect.corners]
    left = zone.left - min(x for x, _ in corners) - TOLERANCE + 1
    right = zone.right - max(x for x, _ in corners) + TOLERANCE - 1
    top = zone.top - min(y for _, y in corners) - TOLERANCE + 1
    bottom = zone.bottom - max(y for _, y in corners) + TOLERANCE - 1
    return shapely.box(left, top, right, bottom) if left < right and top < bottom else None


def _obstacles(battle: Battle, unit: Unit) -> Iterator[BaseGeometry]:
    for other in battle.standing():
        room = battle.own.options.friendly_gap if other.side == unit.side else 0
        for rect in other.outline.rects:
            yield Polygon(rect.corners).buffer(max(room, CONTACT) + 1, join_style="mitre")
    if battle.own.options.game == "basic" and battle.board is not None:
        yield from (feature.polygon for feature in battle.board.features if impassable(feature))


def _grown(shape: BaseGeometry, corners: Sequence[tuple[float, float]]) -> BaseGeometry:
    """The poses at which a body with these corners about its pose would meet a shape, taken as convex."""
    points = shapely.get_coordinates(shape.convex_hull)
    return MultiPoint((points[:, None] - np.array(corners)).reshape(-1, 2)).convex_hull


# ---------------------------------------------------------------- places


def any_place(battle: Battle, unit: Unit) -> Iterator[SetDown]:
    """A place for each frontage and each way to stand square to the table, the usual ones first."""
    ahead = facing(battle, unit.side)
    usual = formation(unit).files
    for files in sorted(range(1, unit.figures + 1), key=lambda files: abs(files - usual)):
        for heading in (ahead, (ahead + QUARTER_TURN) % FULL_TURN):
            free = free_ground(battle, unit, files, heading)
            for part in getattr(free, "geoms", [free]):
                if not part.is_empty:
                    yield _set_down(unit, part.representative_point(), files, heading)


def _set_down(unit: Unit, point: Point, files: int, heading: Mdeg) -> SetDown:
    return SetDown(unit.id, Pose(round(point.x), round(point.y), heading), files)


def random_place(battle: Battle, unit: Unit, random: Random) -> SetDown | None:
    """Anywhere in the zone: mostly looking at the enemy, mostly in its listed formation."""
    files = formation(unit).files if random.random() < 0.5 else random.randint(1, unit.figures)
    heading = facing(battle, unit.side) if random.random() < 0.8 else random.randrange(0, FULL_TURN, 1000)
    room = _within(battle.own.zone(unit.side), _stands(unit, files, heading))
    if room is None:
        return None
    left, top, right, bottom = (round(edge) for edge in room.bounds)
    return SetDown(unit.id, Pose(random.randint(left, right), random.randint(top, bottom), heading), files)


# ---------------------------------------------------------------- a battle line


def line_places(battle: Battle, waiting: Iterable[Unit]) -> Iterator[SetDown]:
    """Foot from the middle outward, then shooters, horse on the wings; the next unit's places come first."""
    for unit in sorted(waiting, key=_rank_in_line):
        front, half = _front(battle, unit.side)
        files = formation(unit).files
        free = free_ground(battle, unit, files, front.heading)
        for back in _LINES:
            line = LineString([front.world(-half, -back), front.world(half, -back)])
            room = shapely.intersection(free, line)
            if room.is_empty:
                continue
            for wish in _wishes(battle, unit, front, half):
                way = shapely.shortest_line(Point(front.world(wish, -back)), room)
                yield _set_down(unit, Point(way.coords[-1]), files, front.heading)


def _rank_in_line(unit: Unit) -> tuple[bool, bool, int]:
    """The best armoured of those who fight hand to hand go first."""
    kind = troop(unit)
    return kind.mounted, kind.missile is not None, -kind.armour_hit


def _front(battle: Battle, side: str) -> tuple[Pose, Mil]:
    """The middle of a zone's front edge, looking at the enemy, and half its length."""
    zone, ahead = battle.own.zone(side), facing(battle, side)
    x, y = (zone.left + zone.right) // 2, (zone.top + zone.bottom) // 2
    edges = {0: (x, zone.top), 1: (zone.right, y), 2: (x, zone.bottom), 3: (zone.left, y)}
    quarter = ahead // QUARTER_TURN
    half = (zone.right - zone.left if quarter % 2 == 0 else zone.bottom - zone.top) // 2
    return Pose(*edges[quarter], ahead), half


def _wishes(battle: Battle, unit: Unit, front: Pose, half: Mil) -> tuple[Mil, ...]:
    """Where along the front a unit likes to stand, 0 being the middle: horse on the emptier wing first."""
    if not troop(unit).mounted:
        return (0, -half // 2, half // 2)
    placed = [
        front.local(other.pose.x, other.pose.y)[0]
        for other in battle.standing()
        if other.side == unit.side and troop(other).mounted
    ]
    on_left = sum(1 for lateral in placed if lateral < 0)
    wings = (-half * 3 // 4, half * 3 // 4)
    return wings if on_left <= len(placed) - on_left else wings[::-1]
