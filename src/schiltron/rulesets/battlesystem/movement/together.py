"""A whole skirmish unit moves together (case 2.9): every figure that has not moved goes the same way, as far as it may.

Each acts on its own (BS-2.9-05); this only saves giving the same order many times. Those in front go first.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.field import in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Path
from schiltron.rulesets.battlesystem.field import fellows, is_routed
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.steps import Walk

TOGETHER: Final = "together"


def judge_together(view: Battle, unit: Unit, path: Path) -> list[Reason]:
    """It is judged by the figure that leads, which must be able to go all of the way."""
    if not unit.of:
        return [Reason("only the figures of a skirmish unit move one by one", ("BS-2.9-05",))]
    if not path:
        return []
    return list(walk(without_fellows(view, unit), Walk(unit.id, path, "move")).reasons)


def company_orders(battle: Battle, unit: Unit, path: Path) -> tuple[Walk, ...]:
    """The same path for all who may go it, the foremost first."""
    going = [
        one
        for one in fellows(battle, unit)
        if one.on_table and not one.own.turn.had_order and not is_routed(one) and not in_melee(battle, one)
    ]
    end = walk(without_fellows(battle, unit), Walk(unit.id, path, "move")).pose
    dx, dy = end.x - unit.pose.x, end.y - unit.pose.y
    going.sort(key=lambda one: (-(one.pose.x * dx + one.pose.y * dy), one.turn_in_line))
    return tuple(Walk(one.id, path, "move") for one in going)


def without_fellows(battle: Battle, unit: Unit) -> Battle:
    """The battle without the fellows who go the same way."""
    units = {
        key: one for key, one in battle.units.items() if one.of != unit.of or key == unit.id or one.own.turn.had_order
    }
    return replace(battle, units=units)
