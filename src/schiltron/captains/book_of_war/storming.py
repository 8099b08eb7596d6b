"""Castles: who stands at the foot of a wall climbs it, who reaches a door batters it, and on a wall one goes at the
enemy."""

from __future__ import annotations

from math import hypot
from typing import Final

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.field import foes_among, hostile, touching_enemies
from schiltron.battle.state.manoeuvre import Advance, Path, Wheel
from schiltron.battle.state.unit import Upon
from schiltron.rulesets.book_of_war.attacks.missiles import targets
from schiltron.rulesets.book_of_war.enclosed import enclosed
from schiltron.rulesets.book_of_war.field import troop, troop_now
from schiltron.rulesets.book_of_war.movement.assault import CLIMB, DOWN, ENTER, assaults, judge_assault
from schiltron.rulesets.book_of_war.movement.footholds import across, at_foot, upon, within
from schiltron.rulesets.book_of_war.movement.hero_trials import MOVE, hero_paths
from schiltron.rulesets.book_of_war.movement.trial_moves import legal_beginning
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import signed
from schiltron.table.terrain import Feature
from schiltron.table.works import along, is_wall, spot_on

_SLIGHT: Final = 3_000
_TURNS_AWAY: Final = 3
"""How many moves away a wall may be that is worth going to."""


def storming(battle: Battle, unit: Unit) -> Commanded | None:
    """The order of a unit that has to do with a castle; None if nothing of the kind is to be done."""
    if touching_enemies(battle, unit):
        return None
    daring = [one for one in assaults(battle, unit) if not judge_assault(battle, unit, one)]
    for action in daring:
        what, _, where = action.partition(":")
        work = next((one for one in battle.table.works if one.id == where), None)
        if work is not None and what in (CLIMB, ENTER) and _is_theirs(battle, unit, work):
            return Commanded(unit.id, action)
    if enclosed(unit):
        return _about_the_wall(battle, unit, [one for one in daring if one.startswith(DOWN)])
    if troop(unit).hero is None and not troop(unit).mounted and not targets(battle, unit):
        path = _to_the_foot(battle, unit)
        return Commanded(unit.id, MOVE, PathDrawn(path)) if path else None
    return None


def _is_theirs(battle: Battle, unit: Unit, work: Feature) -> bool:
    """Whether enemies hold a work; an empty wall is worth climbing where enemies stand on others."""
    inmates = within(battle, work)
    if inmates:
        return bool(foes_among(battle, unit, inmates))
    return is_wall(work) and _besieges(battle, unit)


def _besieges(battle: Battle, unit: Unit) -> bool:
    """Whether more enemies than friends stand on walls and in towers."""
    up = [one for one in battle.units.values() if one.figures and isinstance(one.level, Upon)]
    theirs = sum(1 for one in up if hostile(battle, unit, one))
    return theirs > len(up) - theirs


def _about_the_wall(battle: Battle, unit: Unit, down: list[str]) -> Commanded | None:
    """Along the wall at the enemy on it; over whoever is at its foot; down into the place where nobody is left."""
    if targets(battle, unit):
        return None
    foes = foes_among(battle, unit, upon(battle, unit.level))
    for foe in sorted(foes, key=lambda one: (hypot(*_apart(unit, one)), one.turn_in_line)):
        for path in hero_paths(battle, unit, foe):
            return Commanded(unit.id, MOVE, PathDrawn(path))
    if not down or foes or not _besieges(battle, unit):
        return None
    near = min(
        (one for one in battle.units.values() if one.figures and one.on_table and hostile(battle, unit, one)),
        key=lambda one: (hypot(*_apart(unit, one)), one.turn_in_line),
        default=None,
    )
    if near is None:
        return None
    dx, dy = _apart(unit, near)
    wanted = {"north": -dy, "south": dy, "east": dx, "west": -dx}
    return Commanded(unit.id, max(down, key=lambda one: wanted[one.partition(":")[2]]))


def _apart(unit: Unit, other: Unit) -> tuple[float, float]:
    return other.outline.x - unit.outline.x, other.outline.y - unit.outline.y


def _to_the_foot(battle: Battle, unit: Unit) -> Path:
    """Towards the nearest wall that the enemy holds, straight up to it; () if there is none near, or it is there."""
    if not _besieges(battle, unit):
        return ()
    move = troop_now(battle, unit).move
    x, y = unit.outline.x, unit.outline.y
    walls = [one for one in battle.table.works if is_wall(one) and _is_theirs(battle, unit, one)]
    near = [(hypot(on_x - x, on_y - y), wall.id, wall) for wall in walls for on_x, on_y in [_nearest(wall, x, y)]]
    if not near or min(near)[0] > _TURNS_AWAY * move + unit.outline.radius or at_foot(min(near)[2], unit):
        return ()
    turn = signed(across(min(near)[2], x, y) - unit.pose.heading)
    ahead = Advance(move)
    path: Path = (Wheel("right" if turn > 0 else "left", abs(turn)), ahead) if abs(turn) > _SLIGHT else (ahead,)
    return legal_beginning(battle, unit, path, "march", move)


def _nearest(wall: Feature, x: float, y: float) -> tuple[float, float]:
    on_x, on_y, _ = spot_on(wall, along(wall, x, y))
    return on_x, on_y
