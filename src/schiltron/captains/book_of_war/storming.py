"""Castles: who stands at the foot of a wall climbs it, who reaches a door batters it, on a wall one goes at the enemy;
and who has taken a wall goes on to the next work that the enemy holds."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final, NamedTuple

from shapely import LineString

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.field import foes_among, friendly, hostile, touching_enemies
from schiltron.battle.state.manoeuvre import Advance, Path, Turn, Wheel
from schiltron.battle.state.unit import Upon
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.book_of_war.attacks.missiles import targets
from schiltron.rulesets.book_of_war.embedded import is_hero
from schiltron.rulesets.book_of_war.enclosed import enclosed, sealed_in, work_under
from schiltron.rulesets.book_of_war.field import troop_now
from schiltron.rulesets.book_of_war.movement.assault import CLIMB, DOWN, ENTER, LEAVE, STAIRS, assaults, judge_assault
from schiltron.rulesets.book_of_war.movement.footholds import across, at_foot, upon, within
from schiltron.rulesets.book_of_war.movement.hero_trials import MOVE, hero_paths
from schiltron.rulesets.book_of_war.movement.trial_moves import legal_beginning
from schiltron.rulesets.book_of_war.movement.trying import on_foot
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import signed
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature
from schiltron.table.works import along, build_of, is_wall, spot_on

_SLIGHT: Final = 3_000
_TURNS_AWAY: Final = 4
"""How many moves away a work may be that is worth going to."""
_ODDS: Final = 3
"""So many times as many figures as stand there one has who storms a castle."""


class Goal(NamedTuple):
    """A work that the enemy holds, and the point of it to which one goes: a door, or the nearest of a wall."""

    work: Feature
    x: float
    y: float


def storming(battle: Battle, unit: Unit) -> Commanded | None:
    """The order of a unit that has to do with a castle; None if nothing of the kind is to be done."""
    if touching_enemies(battle, unit):
        return None
    daring = [one for one in assaults(battle, unit) if not judge_assault(battle, unit, one)]
    for action in daring:
        what, _, where = action.partition(":")
        work = next((one for one in battle.table.works if one.id == where), None)
        if work is not None and what in (CLIMB, ENTER) and foes_among(battle, unit, within(battle, work)):
            return Commanded(unit.id, action)
    if enclosed(unit):
        return _from_a_work(battle, unit, daring)
    if is_hero(unit) or not on_foot(unit) or targets(battle, unit):
        return None
    goal = _goal(battle, unit)
    return _on_the_way(battle, unit, goal, daring) if goal is not None else None


def keeps_to_its_post(battle: Battle, unit: Unit) -> bool:
    """Whether somebody stays as he stands: inside a tower, where nothing harms him, with no enemy on his storey."""
    return sealed_in(battle, unit) and not foes_among(battle, unit, upon(battle, unit.level))


# ---------------------------------------------------------------- what is to be taken


def _goal(battle: Battle, unit: Unit) -> Goal | None:
    """The nearest work that the enemy holds, if one is strong enough to storm it."""
    figures = [one for one in battle.units.values() if one.figures and one.on_table and not one.afloat]
    holders = [one for one in figures if isinstance(one.level, Upon) and hostile(battle, unit, one)]
    ours = sum(one.figures for one in figures if friendly(battle, unit, one))
    if not holders or ours < _ODDS * sum(one.figures for one in holders):
        return None
    held = [work for work in battle.table.works if foes_among(battle, unit, within(battle, work))]
    goals = [goal for work in held for goal in _ways_to(work, unit)]
    far = {goal: hypot(goal.x - unit.outline.x, goal.y - unit.outline.y) for goal in goals}
    near = [goal for goal in goals if far[goal] <= _TURNS_AWAY * troop_now(battle, unit).move + unit.outline.radius]
    return min(near, key=lambda goal: (_barriers(battle, unit, goal), round(far[goal])), default=None)


def _ways_to(work: Feature, unit: Unit) -> list[Goal]:
    if is_wall(work):
        x, y, _ = spot_on(work, along(work, unit.outline.x, unit.outline.y))
        return [Goal(work, x, y)]
    here = unit.level.feature if isinstance(unit.level, Upon) else ""
    return [Goal(work, door.x, door.y) for door in build_of(work).doors if door.onto in ("", here)]


def _between(battle: Battle, unit: Unit, goal: Goal) -> list[Feature]:
    """The works that lie in the straight way to a goal."""
    way = LineString(((unit.outline.x, unit.outline.y), (goal.x, goal.y)))
    own = work_under(battle, unit.level)
    return [
        one
        for one in battle.table.works
        if one not in (goal.work, own) and way.intersection(one.polygon).length > one.polygon.length / 1_000
    ]


def _barriers(battle: Battle, unit: Unit, goal: Goal) -> int:
    return len(_between(battle, unit, goal))


# ---------------------------------------------------------------- on the ground


def _on_the_way(battle: Battle, unit: Unit, goal: Goal, daring: Sequence[str]) -> Commanded | None:
    """Up to the work, or over the wall that lies in the way."""
    walls = [one for one in (*_between(battle, unit, goal), goal.work) if is_wall(one)]
    x, y = unit.outline.x, unit.outline.y
    bar = min(walls, key=lambda wall: hypot(*_off(wall, x, y)), default=None)
    if bar is not None and f"{CLIMB}:{bar.id}" in daring:
        return Commanded(unit.id, f"{CLIMB}:{bar.id}")
    if bar is not None and at_foot(bar, unit):
        return None
    wanted = across(bar, x, y) if bar is not None else unit.pose.heading_to(round(goal.x), round(goal.y))
    turn, move = signed(wanted - unit.pose.heading), troop_now(battle, unit).move
    ahead = Advance(move)
    path: Path = (Wheel("right" if turn > 0 else "left", abs(turn)), ahead) if abs(turn) > _SLIGHT else (ahead,)
    path = legal_beginning(battle, unit, path, "march", move)
    return Commanded(unit.id, MOVE, PathDrawn(path)) if path else None


def _off(wall: Feature, x: float, y: float) -> tuple[float, float]:
    on_x, on_y, _ = spot_on(wall, along(wall, x, y))
    return on_x - x, on_y - y


# ---------------------------------------------------------------- on walls and in towers


def _from_a_work(battle: Battle, unit: Unit, daring: Sequence[str]) -> Commanded | None:
    """At the enemy on the same storey, then on the other one, then on to the next work that he holds."""
    if targets(battle, unit):
        return None
    foes = foes_among(battle, unit, upon(battle, unit.level))
    for foe in sorted(foes, key=lambda one: (hypot(*_apart(unit, one)), one.turn_in_line)):
        for path in hero_paths(battle, unit, foe):
            return Commanded(unit.id, MOVE, PathDrawn(path))
    own = work_under(battle, unit.level)
    if foes or own is None:
        return None
    stairs = [one for one in daring if one.startswith(STAIRS)]
    if stairs and foes_among(battle, unit, within(battle, own)):
        return Commanded(unit.id, stairs[0])
    goal = _goal(battle, unit) if not is_hero(unit) else None
    if goal is None:
        return None
    down = [one for one in daring if one.startswith(DOWN)]
    if is_wall(own):
        return _along(battle, unit, own, goal) or _nearest_way(unit, goal, down)
    return _nearest_way(unit, goal, [one for one in daring if one.startswith(LEAVE)] or stairs)


def _along(battle: Battle, unit: Unit, wall: Feature, goal: Goal) -> Commanded | None:
    """Along the top of a wall to a door that opens onto it."""
    if not any(door.onto == wall.id and (door.x, door.y) == (goal.x, goal.y) for door in build_of(goal.work).doors):
        return None
    here = Pose(round(unit.outline.x), round(unit.outline.y), unit.pose.heading)
    far, there = along(wall, here.x, here.y), along(wall, goal.x, goal.y)
    move = troop_now(battle, unit).move
    x, y, _ = spot_on(wall, far + max(-move, min(move, there - far)))
    turn = turn_towards(here, x, y)
    path: Path = (*((Turn(turn),) if turn else ()), Advance(max(1, round(hypot(x - here.x, y - here.y)))))
    path = legal_beginning(battle, unit, path, "march", move)
    return Commanded(unit.id, MOVE, PathDrawn(path)) if path else None


def _nearest_way(unit: Unit, goal: Goal, ways: Sequence[str]) -> Commanded | None:
    """Of several ways down or out the one on the side of the goal."""
    dx, dy = goal.x - unit.outline.x, goal.y - unit.outline.y
    wanted = {"north": -dy, "south": dy, "east": dx, "west": -dx}
    found = max(ways, key=lambda one: wanted.get(one.partition(":")[2].partition("_")[0], 0.0), default=None)
    return Commanded(unit.id, found) if found is not None else None


def _apart(unit: Unit, other: Unit) -> tuple[float, float]:
    return other.outline.x - unit.outline.x, other.outline.y - unit.outline.y
