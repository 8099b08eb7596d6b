"""How a unit near a melee comes into it: CM-MELEE-36."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room, shape_at, turned
from schiltron.battle.movement.straight_and_wheel import first_ahead, square_up
from schiltron.battle.movement.walker import Walker
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.field import friendly, friends, in_melee
from schiltron.battle.state.manoeuvre import Advance, Turn
from schiltron.rulesets.chainmail.melee.edges import edge_against
from schiltron.rulesets.chainmail.melee.ground import closed_ground
from schiltron.rulesets.chainmail.melee.involved import in_reach
from schiltron.rulesets.chainmail.state import Battle, BattlePart, Unit, UnitPart
from schiltron.rulesets.chainmail.terrain import WOODS
from schiltron.rulesets.chainmail.walking.walker import CONTROL
from schiltron.table.contact import Edge
from schiltron.table.ground import deeper_in, open_ahead, stretches
from schiltron.table.lengths import CONTACT, Mdeg, Mil, inches, signed
from schiltron.table.outline import gap, nearest_figure
from schiltron.table.terrain import Feature

REACH: Final[Mil] = inches(6)

Joiner = Walker[BattlePart, UnitPart, Step]


def way_to(battle: Battle, unit: Unit, target: Unit) -> Joiner | None:
    """Into contact, where a way leads there; else as it stands beside or behind those who fight."""
    for angle in _turns(unit, target):
        walker = _walked(battle, unit, target, angle)
        if walker is not None:
            return walker
    return _in_line(battle, unit, target)


# ---------------------------------------------------------------- into contact: straight ahead, or after a turn


def _turns(unit: Unit, target: Unit) -> tuple[Mdeg, ...]:
    x, y = unit.outline.x, unit.outline.y
    figure = nearest_figure(target.places, x, y)
    there = target.outline
    ways = (unit.pose.heading_to(*point) for point in ((figure.x, figure.y), (there.x, there.y)))
    return (0, *(signed(heading - unit.pose.heading) for heading in ways))


def _walked(battle: Battle, unit: Unit, target: Unit, angle: Mdeg) -> Joiner | None:
    walker: Joiner = Walker(battle, unit, REACH)
    if angle:
        pose = turned(unit, angle)
        if not has_room(battle, unit, shape_at(unit, pose)):
            return None
        walker.goes(Turn(angle), pose, unit.body, 0)
    free, met = first_ahead(walker, REACH)
    if met is None or met.id != target.id:
        return None
    distance = round(max(0.0, free))
    if distance > REACH or not _passable(battle, walker, distance):
        return None
    walker.goes(Advance(distance), walker.pose.advanced(distance), walker.body, distance)
    walls = _walls(battle, unit)
    square_up(walker, target, lambda there: deeper_in(walls, unit.outline, there) is not None)
    return walker


def _passable(battle: Battle, walker: Joiner, distance: Mil) -> bool:
    """Whether no ground bars the way straight ahead."""
    closed = closed_ground(battle, walker.unit)
    way = stretches(walker.pose, walker.body, walker.count, distance, closed)
    walls = _walls(battle, walker.unit)
    return not any(stretch.inside for stretch in way) and not _runs_into(walls, walker, distance)


def _walls(battle: Battle, unit: Unit) -> list[Feature]:
    return [piece for piece in closed_ground(battle, unit) if piece.kind != WOODS]


def _runs_into(walls: list[Feature], walker: Joiner, distance: Mil) -> bool:
    """Whether water or a house is under a base as it stands now, or on the way ahead."""
    here, along = walker.outline, walker.pose.forward
    if deeper_in(walls, walker.unit.outline, here) is not None:
        return True
    return any(open_ahead(wall.rings, here, *along) < distance for wall in walls)


# ---------------------------------------------------------------- in line with those who fight, or behind them


def _in_line(battle: Battle, unit: Unit, target: Unit) -> Joiner | None:
    """Where friends leave no way into contact its figures fight beside or over them: those that an enemy is as near to
    as a melee reaches (CM-MELEE-03). It closes up to a friend in melee ahead, or stays by one if that brings in more.
    """
    best: tuple[int, Joiner] | None = None
    beside = any(in_melee(battle, one) and gap(unit.outline, one.outline) <= CONTROL for one in friends(battle, unit))
    for walker in (_closed_up(battle, unit), Walker(battle, unit, REACH) if beside else None):
        if walker is None:
            continue
        there = replace(unit, place=unit.place_at(walker.pose))
        figures = in_reach(battle, there, target) if _ahead(there, target) else 0
        if figures and (best is None or figures > best[0]):
            walker.met, walker.edge = target, _side_of(target, there)
            best = figures, walker
    return best[1] if best is not None else None


def _closed_up(battle: Battle, unit: Unit) -> Joiner | None:
    """Straight ahead up to a friend who is in melee."""
    walker: Joiner = Walker(battle, unit, REACH)
    free, met = first_ahead(walker, REACH)
    distance = int(free)
    if met is None or not friendly(battle, unit, met) or not in_melee(battle, met) or not 0 < distance <= REACH:
        return None
    if not _passable(battle, walker, distance):
        return None
    walker.goes(Advance(distance), walker.pose.advanced(distance), walker.body, distance)
    return walker


def _ahead(unit: Unit, target: Unit) -> bool:
    return unit.pose.local(target.outline.x, target.outline.y)[1] > 0


def _side_of(target: Unit, unit: Unit) -> Edge:
    """From where it strikes: the front, if all of it is before the line of the enemy's front, else the edge that it
    lies beyond."""
    corners = [target.pose.local(x, y)[1] for rect in unit.outline.rects for x, y in rect.corners]
    return "front" if min(corners) >= -CONTACT else edge_against(target, unit)[0]
