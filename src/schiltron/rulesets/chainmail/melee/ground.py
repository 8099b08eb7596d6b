"""Ground over which nobody steps into a melee or out of it."""

from __future__ import annotations

from schiltron.rulesets.chainmail.field import in_open_order
from schiltron.rulesets.chainmail.movement.ground import CLOSED
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import RIVER, WOODS
from schiltron.table.terrain import Feature


def closed_ground(battle: Battle, unit: Unit) -> list[Feature]:
    """Water, houses, and woods for who is formed (CM-TERR-05)."""
    kinds = (*CLOSED, RIVER) if in_open_order(unit) else (*CLOSED, RIVER, WOODS)
    return [piece for piece in battle.board.features if piece.kind in kinds] if battle.board is not None else []
