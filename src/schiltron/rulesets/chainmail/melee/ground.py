"""Ground over which nobody steps into a melee or out of it (rules TERR)."""

from __future__ import annotations

from shapely import Point

from schiltron.rulesets.chainmail.field import in_open_order
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import RIVER, WOODS
from schiltron.rulesets.chainmail.walking.footing import is_up, plan_of
from schiltron.rulesets.chainmail.walking.ground import CLOSED, deeper
from schiltron.table.outline import Outline
from schiltron.table.terrain import Feature


def closed_ground(battle: Battle, unit: Unit) -> list[Feature]:
    """Water, houses, and woods for who is formed (CM-TERR-05)."""
    if is_up(unit):
        return []
    kinds = (*CLOSED, RIVER) if in_open_order(unit) else (*CLOSED, RIVER, WOODS)
    return [piece for piece in battle.board.features if piece.kind in kinds] if battle.board is not None else []


def no_footing(battle: Battle, unit: Unit, here: Outline) -> bool:
    """Water or a house that a unit would stand in like that, and does not as it stands (CM-TERR-12, CM-TERR-15); who is
    on a wall would step off it."""
    plan = plan_of(battle, unit.level) if unit.level is not None else None
    if plan is not None:
        return not all(plan.covers(Point(rect.x, rect.y)) for rect in here.rects)
    return deeper(battle.table.features, unit.outline, here) is not None
