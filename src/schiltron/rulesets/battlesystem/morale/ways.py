"""Where routed troops run, and how far the ground lets them (case 11.8; BS-7.15-01)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from schiltron.battle.movement import flight_ways
from schiltron.battle.movement.flight_ways import OUTWARD, Barrier, Terms, Way, shape_at
from schiltron.rulesets.battlesystem.ground.barriers import closed_to, deeper_in
from schiltron.rulesets.battlesystem.ground.effects import survey
from schiltron.rulesets.battlesystem.ground.manner import manner_of
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.lengths import FULL_TURN, HALF_TURN, TOLERANCE, Mdeg, Mil, degrees, signed
from schiltron.table.pose import Pose

_BEYOND: Final = 2
"""So many times its move the ground is looked at before a unit that runs, which may run on past friends."""
_TOWARDS_HOME: Final[Mdeg] = degrees(45)
"""How far the way may turn to one's own table edge."""


def away(battle: Battle, unit: Unit, foes: Iterable[str]) -> Mdeg:
    """Straight away from these foes, else from the nearest enemy, turned by up to 45 degrees towards home."""
    there = flight_ways.fled_from(battle, unit, foes)
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
    zone = dict(battle.own.zones).get(unit.side)
    if zone is None:
        return flight_ways.to_nearest_edge(battle.table, unit)
    rooms = {
        "north": zone.top,
        "west": zone.left,
        "south": battle.table.depth - zone.bottom,
        "east": battle.table.width - zone.right,
    }
    depths = {"north": zone.bottom, "west": zone.right, "south": battle.table.depth - zone.top}
    depths["east"] = battle.table.width - zone.left
    edge = min(rooms, key=lambda one: (rooms[one], depths[one]))
    return OUTWARD[edge]  # type: ignore[index]


def way_out(battle: Battle, unit: Unit, bearing: Mdeg, distance: Mil) -> Way | None:
    """In rout, the back to the enemy, and over the edge of the table if it comes to that; None if no way leads out."""
    return flight_ways.best_way(battle, unit, bearing, distance, Terms(ground=barrier(battle, unit, distance)))


def barrier(battle: Battle, unit: Unit, allowance: Mil) -> Barrier | None:
    """How far the ground lets a unit run that may spend so much: closed ground ends a run, slow ground and what must be
    climbed or crossed shorten it (BS-11.8-02 to BS-11.8-07)."""
    features = battle.board.features if battle.board is not None else ()
    if not features:
        return None
    manner = manner_of(battle, unit)
    closed = closed_to(features, manner)

    def far(start: Pose, bearing: Mdeg) -> float:
        if start != unit.pose and deeper_in(closed, unit.outline, shape_at(unit, start)) is not None:
            return 0.0
        way = survey(start, unit.body, unit.bodies, _BEYOND * allowance, features, manner, bearing % FULL_TURN)
        carried, _, _ = way.reach(allowance, allowance)
        ends = way.stops[0].at if way.stops else float(_BEYOND * allowance)
        return min(ends, float(carried)) if carried < allowance - TOLERANCE else ends

    return far


def going(battle: Battle, unit: Unit, way: Way) -> tuple[Mil, tuple[str, ...]]:
    """What the ground of a run takes of the move, and the rules about it."""
    features = battle.board.features if battle.board is not None else ()
    ground = survey(
        way.start, unit.body, unit.bodies, way.distance, features, manner_of(battle, unit), way.bearing % FULL_TURN
    )
    return ground.cost(way.distance), ground.met(way.distance)
