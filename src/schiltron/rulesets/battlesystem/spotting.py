"""Whether one body sees another: what stands between them (BS-10.1-03)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.field import others
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.terrain import BUILDING, WOODS
from schiltron.table.sight import look, units_between

_OPAQUE: Final = (WOODS, BUILDING)


def sees(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """From the middle of one to the middle of the other, past woods, buildings and ranks of troops; who stands higher
    than those between looks over them."""
    assert battle.board is not None
    ax, ay, bx, by = unit.outline.x, unit.outline.y, enemy.outline.x, enemy.outline.y
    if (ax, ay) == (bx, by):
        return True
    sight = look(ax, ay, bx, by, battle.board.features)
    if any(between.feature.kind in _OPAQUE for between in sight.between):
        return False
    if sight.level_from != sight.level_to:
        return True
    ranks = [
        (one.id, one.outline)
        for one in others(battle, unit)
        if one.id != enemy.id and one.figures and one.own.formation in ("closed", "open", "mob")
    ]
    return not units_between(ax, ay, bx, by, ranks)
