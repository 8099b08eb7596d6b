"""A unit steps into a line of fire: the enemy may shoot first (case 10.6)."""

from __future__ import annotations

from math import hypot
from typing import Final

from schiltron.battle.state.field import standing_with
from schiltron.rulesets.battlesystem.field import basic, one_unit
from schiltron.rulesets.battlesystem.missiles.aims import aim, marks
from schiltron.rulesets.battlesystem.missiles.limits import can_shoot
from schiltron.rulesets.battlesystem.missiles.passing import armed_enemies, used_up
from schiltron.rulesets.battlesystem.missiles.volleys import Volley, mean_damage
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.outline import Outline

_WORSE: Final = 0.95


def shot_spoiled(battle: Battle, mover: Unit, ended: Unit) -> str:
    """An enemy who could shoot at another than the mover now, and no more, or clearly worse, when its move has ended;
    nobody: ""."""
    if basic(battle) or not mover.figures:
        return ""
    after = battle.with_unit(ended)
    for shooter in sorted(armed_enemies(battle, mover), key=lambda one: one.turn_in_line):
        if used_up(shooter) or not can_shoot(battle, shooter):
            continue
        for other in marks(battle, shooter):
            if one_unit(battle, other) == one_unit(battle, mover) or standing_with(battle, other).id == mover.id:
                continue
            if _between(shooter.outline, other.outline, ended.outline) and _spoiled(battle, after, shooter, other):
                return shooter.id
    return ""


def _spoiled(battle: Battle, after: Battle, shooter: Unit, other: Unit) -> bool:
    now = aim(battle, shooter, other)
    if not isinstance(now, Volley):
        return False
    then = aim(after, shooter, other)
    return not isinstance(then, Volley) or mean_damage(then) < _WORSE * mean_damage(now)


def _between(one: Outline, other: Outline, body: Outline) -> bool:
    """A first glance: whether a body may stand between two others."""
    dx, dy = other.x - one.x, other.y - one.y
    length = hypot(dx, dy) or 1.0
    along = ((body.x - one.x) * dx + (body.y - one.y) * dy) / length
    aside = abs((body.y - one.y) * dx - (body.x - one.x) * dy) / length
    return -body.radius < along < length + body.radius and aside < max(one.radius, other.radius) + body.radius
