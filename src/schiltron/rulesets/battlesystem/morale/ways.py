"""Where routed troops run (BS-7.15-01, BS-7.15-07)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle import fleeing
from schiltron.battle.fleeing import OUTWARD, Barrier, Terms, Way, shape_at
from schiltron.battle.unit import OnTable
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.terrain import BUILDING, POND, PROHIBITED, RIVER
from schiltron.table.base import Base
from schiltron.table.body import Body, Figure, Formed, Single
from schiltron.table.ground import deeper_in, open_ahead
from schiltron.table.lengths import FULL_TURN, HALF_TURN, Mdeg, Mil, degrees, direction, inches, signed
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature

_TOWARDS_HOME: Final[Mdeg] = degrees(45)
"""How far the way may turn to one's own table edge."""
GAP: Final[Mil] = inches(1)
"""What a figure needs to get through between enemies (BS-7.15-07)."""


def impassable(battle: Battle, unit: Unit) -> Iterator[Feature]:
    """Ground nobody enters, and water for all who are not at home in it (BS-11.8-07, BS-S1-03)."""
    assert battle.board is not None
    home = unit.own.profile.creature.home
    swims = "aquatic" in home or "amphibious" in home
    closed = (BUILDING, PROHIBITED) if swims else (BUILDING, PROHIBITED, POND, RIVER)
    return (feature for feature in battle.board.features if feature.kind in closed)


def away(battle: Battle, unit: Unit, foes: Iterable[str]) -> Mdeg:
    """Straight away from these foes, else from the nearest enemy, turned by up to 45 degrees towards home."""
    there = fleeing.fled_from(battle, unit, foes)
    home = homeward(battle, unit)
    if not there:
        return home
    x = sum(one.outline.x for one in there) / len(there)
    y = sum(one.outline.y for one in there) / len(there)
    back = (Pose(round(unit.outline.x), round(unit.outline.y), 0).heading_to(x, y) + HALF_TURN) % FULL_TURN
    turn = max(-_TOWARDS_HOME, min(_TOWARDS_HOME, signed(home - back)))
    return (back + turn) % FULL_TURN


def homeward(battle: Battle, unit: Unit) -> Mdeg:
    """Towards the edge of the side's own set-up zone; without one, to the nearest edge."""
    assert battle.board is not None
    zone = dict(battle.own.zones).get(unit.side)
    if zone is None:
        return fleeing.to_nearest_edge(battle.board, unit)
    rooms = {
        "north": zone.top,
        "west": zone.left,
        "south": battle.board.depth - zone.bottom,
        "east": battle.board.width - zone.right,
    }
    depths = {"north": zone.bottom, "west": zone.right, "south": battle.board.depth - zone.top}
    depths["east"] = battle.board.width - zone.left
    edge = min(rooms, key=lambda one: (rooms[one], depths[one]))
    return OUTWARD[edge]  # type: ignore[index]


def way_out(battle: Battle, unit: Unit, bearing: Mdeg, distance: Mil) -> Way | None:
    """In rout, the back to the enemy, and over the edge of the table if it comes to that; None if no way leads out."""
    return fleeing.best_way(battle, unit, bearing, distance, Terms(ground=barrier(battle, unit)))


def barrier(battle: Battle, unit: Unit) -> Barrier | None:
    """How far the ground lets a unit run."""
    barred = list(impassable(battle, unit))
    if not barred:
        return None

    def far(start: Pose, bearing: Mdeg) -> float:
        there = shape_at(unit, start)
        if deeper_in(barred, unit.outline, there) is not None:
            return 0.0
        along = direction(bearing)
        return min((open_ahead(feature, there, *along) for feature in barred), default=float("inf"))

    return far


def squeezed(battle: Battle, unit: Unit, distance: Mil) -> tuple[Pose, Body] | None:
    """Where a unit that finds no way as a body comes to stand beyond a gap one figure can use, and in which shape; None
    where there is no such gap.

    Figures slip between enemies who skirmish; who finds no room beyond stands as near as he can, where he is.
    """
    ways = [way for figure in unit.places for way in _gaps(battle, unit, figure, distance)]
    if not ways:
        return None
    way = max(ways, key=lambda one: (one.edge is not None, one.distance))
    barred = list(impassable(battle, unit))
    for files in range(unit.body.files if isinstance(unit.body, Formed) else 1, 0, -1):
        body = replace(unit.body, files=files, left=None, right=None) if isinstance(unit.body, Formed) else unit.body
        pose = Pose(way.end.x, way.end.y, way.bearing)
        there = outline(pose, body, unit.bodies)
        if fleeing.has_room(battle, unit, there) and deeper_in(barred, unit.outline, there) is None:
            return pose, body
    return unit.pose, unit.body


def _gaps(battle: Battle, unit: Unit, figure: Figure, distance: Mil) -> Iterator[Way]:
    """Ways on which an inch is free from beside a figure onward."""
    near = {one.id: one for one in battle.units.values() if one.id == unit.id or not _slips_past(unit, one)}
    for bearing in range(0, FULL_TURN, degrees(15)):
        ux, uy = direction(bearing)
        beside = Pose(round(figure.x + ux * GAP), round(figure.y + uy * GAP), bearing)
        slim = replace(unit, body=Single(Base(GAP, GAP)), figures=1, fallen=0, place=OnTable(beside))
        alone = replace(battle, units={**near, unit.id: slim})
        if not fleeing.has_room(alone, slim, slim.outline):
            continue
        way = fleeing.way_along(alone, slim, bearing, distance, Terms(ground=barrier(alone, slim)))
        if way is not None and way.distance >= GAP:
            yield way


def _slips_past(unit: Unit, other: Unit) -> bool:
    return other.side != unit.side and other.own.formation in ("skirmish", "none")
