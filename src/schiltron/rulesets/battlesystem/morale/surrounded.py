"""Whether a routed unit is surrounded or can get out through a gap (case 7.15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace
from shapely import Polygon, box, union_all

from schiltron.battle.movement import flight_ways
from schiltron.battle.movement.flight_ways import Terms, Way
from schiltron.battle.state.field import enemies, foes_among
from schiltron.rulesets.battlesystem.ground.barriers import closed_ground, closed_to
from schiltron.rulesets.battlesystem.ground.manner import manner_of
from schiltron.rulesets.battlesystem.morale.ways import barrier
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.base import Base
from schiltron.table.body import Body, Figure, Formed, Single, figures
from schiltron.table.changing_places import within_steps
from schiltron.table.lengths import FULL_TURN, TOLERANCE, Mil, degrees, direction, inches
from schiltron.table.outline import advance_gap, outline
from schiltron.table.pose import Pose
from schiltron.table.rectangles import point_gap

GAP: Final[Mil] = inches(1)
"""What a figure needs to get through between enemies."""
_ROOM: Final = GAP / 2 - TOLERANCE
_TURN: Final = degrees(5)
_BACK: Final[Mil] = inches(0.5)


def surrounds(enemy: Unit) -> bool:
    """Whether nobody slips through between the figures of an enemy: those in closed or open formation, no others."""
    return enemy.own.formation in ("closed", "open") and enemy.figures > 0


def hemmed_in(battle: Battle, unit: Unit) -> bool:
    """Whether ranks of the enemy and closed ground leave no gap of an inch between a unit and the edge of the table."""
    board = battle.table
    taken = [
        Polygon(rect.corners).buffer(_ROOM, join_style="mitre")
        for enemy in enemies(battle, unit)
        if surrounds(enemy)
        for rect in enemy.outline.rects
    ]
    taken += [one.ground.buffer(_ROOM) for one in closed_to(board.features, manner_of(battle, unit))]
    table = box(0, 0, board.width, board.depth)
    free = table.difference(union_all(taken)) if taken else table
    stands = union_all([Polygon(rect.corners) for rect in unit.outline.rects]).buffer(GAP / 2)
    for part in getattr(free, "geoms", (free,)):
        if part.intersects(stands) and part.intersects(table.exterior):
            return False
    return True


def squeezed(battle: Battle, unit: Unit, distance: Mil) -> tuple[Pose, Body]:
    """Where a unit that finds no way as a body comes to stand beyond a gap one figure can use, and in which shape.

    No figure of it goes farther than it may; who finds no such place stays as near to the gap as he is.
    """
    ways = [way for figure in unit.places for way in _gaps(battle, unit, figure, distance)]
    for way in sorted(ways, key=lambda one: (one.edge is None, -one.distance, -_clear_of(battle, unit, one))):
        for far in range(way.distance, 0, -_BACK):
            x, y = _along(way, far)
            pose = Pose(x, y, way.bearing % FULL_TURN)
            body = _that_stands(battle, unit, pose, distance)
            if body is not None:
                return pose, body
    return unit.pose, unit.body


def _along(way: Way, far: Mil) -> tuple[Mil, Mil]:
    ux, uy = direction(way.bearing)
    return round(way.start.x + ux * far), round(way.start.y + uy * far)


def _clear_of(battle: Battle, unit: Unit, way: Way) -> Mil:
    """How far from the nearest enemy a way ends."""
    x, y = _along(way, way.distance)
    return round(min((point_gap(rect, x, y) for one in enemies(battle, unit) for rect in one.outline.rects), default=0))


def _that_stands(battle: Battle, unit: Unit, pose: Pose, distance: Mil) -> Body | None:
    """The shape in which a unit can stand there, the widest first; None where there is none."""
    body = unit.body
    shapes: list[Body] = [body]
    if isinstance(body, Formed):
        shapes = [replace(body, files=files, left=None, right=None) for files in range(body.files, 0, -1)]
    for shape in shapes:
        there = outline(pose, shape, unit.bodies)
        if (
            flight_ways.has_room(battle, unit, there)
            and not closed_ground(battle, unit, there)
            and within_steps(unit.places, figures(pose, shape, unit.bodies), distance + TOLERANCE)
        ):
            return shape
    return None


def _gaps(battle: Battle, unit: Unit, figure: Figure, distance: Mil) -> Iterator[Way]:
    """Ways on which an inch is free from beside a figure onward; friends run through are no hindrance."""
    near = {one.id: one for one in foes_among(battle, unit, battle.units.values()) if surrounds(one)}
    for turn in range(0, FULL_TURN, _TURN):
        bearing = (unit.pose.heading + turn) % FULL_TURN
        ux, uy = direction(bearing)
        beside = Pose(round(figure.x + ux * GAP), round(figure.y + uy * GAP), bearing)
        slim = replace(unit, body=Single(Base(GAP, GAP)), figures=1, fallen=0, place=unit.place_at(beside))
        if any(advance_gap(slim.outline, ux, uy, one.outline, GAP - 1) is not None for one in near.values()):
            continue
        alone = replace(battle, units={**near, unit.id: slim})
        if not flight_ways.has_room(alone, slim, slim.outline):
            continue
        terms = Terms(ground=barrier(alone, slim, distance))
        way = flight_ways.way_along(alone, slim, bearing, max(1, distance - GAP), terms)
        if way is not None and way.distance >= GAP:
            yield way
