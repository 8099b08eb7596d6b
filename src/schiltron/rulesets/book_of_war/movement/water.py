"""The water that floats ships (chapter O6)."""

from __future__ import annotations

from typing import Final

from shapely import union_all
from shapely.geometry.base import BaseGeometry

from schiltron.rulesets.book_of_war.movement.ground import impassable
from schiltron.table.edges import Board
from schiltron.table.lengths import CONTACT

_A_TOUCH: Final = float(CONTACT * CONTACT)
"""Ground under a hull, in square mil, that does not hold it."""


def water(board: Board) -> BaseGeometry:
    """The water that floats a ship: ponds, which nobody else can enter (BW-B3-11), all together."""
    return union_all([feature.polygon for feature in board.features if impassable(feature)])


def floats(sea: BaseGeometry, over: BaseGeometry) -> bool:
    """Whether what a hull covers lies on the water (BW-O6-19)."""
    return bool(over.difference(sea).area <= _A_TOUCH)
