"""Creatures that stay by water (CM-FANT-ELEM-08)."""

from __future__ import annotations

from typing import Final

from shapely import Point

from schiltron.rulesets.chainmail.field import trait
from schiltron.rulesets.chainmail.nature import Trait
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import POND, RIVER
from schiltron.table.lengths import TOLERANCE

_WATERS: Final = (POND, RIVER)


def strayed(battle: Battle, unit: Unit, x: float, y: float) -> Trait | None:
    """By what a creature may not be at a place, which is too far from any water; None where it may."""
    stays = trait(unit, "stays_by_water")
    if stays is None or battle.board is None:
        return None
    waters = [one.polygon for one in battle.board.features if one.kind in _WATERS]
    return None if any(one.distance(Point(x, y)) <= stays.value + TOLERANCE for one in waters) else stays
