"""Creatures of the water: how they go and fight in it (CM-FANT-ELEM-07), and how far they stray from it
(CM-FANT-ELEM-08)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from shapely import Point

from schiltron.rulesets.chainmail.field import trait
from schiltron.rulesets.chainmail.nature import Trait
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import POND, RIVER
from schiltron.table.edges import Board
from schiltron.table.lengths import TOLERANCE

_WATERS: Final = (POND, RIVER)


def strayed(battle: Battle, unit: Unit, x: float, y: float) -> Trait | None:
    """By what a creature may not be at a place, which is too far from any water; None where it may."""
    stays = trait(unit, "stays_by_water")
    if stays is None or battle.board is None:
        return None
    waters = [one.polygon for one in battle.board.features if one.kind in _WATERS]
    return None if any(one.distance(Point(x, y)) <= stays.value + TOLERANCE for one in waters) else stays


def afloat(battle: Battle, unit: Unit) -> Trait | None:
    """As what a creature goes and strikes while the middle of it is in a pond or river; None out of it."""
    swims = trait(unit, "swims")
    if swims is None or battle.board is None or not unit.on_table:
        return None
    here = unit.outline
    within = any(one.kind in _WATERS and one.contains(here.x, here.y) for one in battle.board.features)
    return swims if within else None


def without_waters(unit: Unit, board: Board) -> Board:
    """The table as it is to those whom no water hinders."""
    if trait(unit, "swims") is None:
        return board
    return replace(board, features=tuple(one for one in board.features if one.kind not in _WATERS))
