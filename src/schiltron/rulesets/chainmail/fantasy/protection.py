"""Circles that keep evil out (CM-FANT-SPELL-20): to creatures of chaos, and to men who fight for it, they are closed
ground; to all others they are nothing."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.effects import OnUnit
from schiltron.battle.state.field import standing_with, troops
from schiltron.rulesets.chainmail.fantasy.at_work import WARD, reach_of
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.edges import Board
from schiltron.table.ground import stood_in
from schiltron.table.lengths import Mil, inches
from schiltron.table.terrain import Area

CHAOS: Final = "chaos"
RADIUS: Final[Mil] = inches(6)
"""Half of the 12 inches of the circle."""
_CORNERS: Final = 48


def is_evil(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is of the list of chaos alone, or of no list, or of several, and fights for chaos."""
    nature = unit.own.profile.nature
    sides = nature.sides if nature is not None else ()
    if sides == (CHAOS,):
        return True
    return (not sides or CHAOS in sides) and fights_for_chaos(battle, unit.side)


def fights_for_chaos(battle: Battle, side: str) -> bool:
    """Whether a side has creatures that stand in the list of chaos and in no other."""
    natures = (one.own.profile.nature for one in troops(battle, side) if one.owner)
    return any(nature is not None and nature.sides == (CHAOS,) for nature in natures)


def circles(battle: Battle) -> list[Area]:
    """The circles on the table, as ground."""
    found = []
    for effect in battle.effects.all:
        if effect.kind == WARD and isinstance(effect.on, OnUnit) and effect.on.unit in battle.units:
            caster = standing_with(battle, battle.units[effect.on.unit])
            if caster.on_table:
                here, far = caster.outline, reach_of(effect, RADIUS)
                ring = tuple(
                    (
                        round(here.x + far * sin(2 * pi * corner / _CORNERS)),
                        round(here.y - far * cos(2 * pi * corner / _CORNERS)),
                    )
                    for corner in range(_CORNERS)
                )
                found.append(Area(id=effect.id, kind=WARD, name=f"the circle of {caster.name}", ring=ring))
    return found


def with_circles(battle: Battle, unit: Unit, board: Board) -> Board:
    """The table as it is to a unit; a circle that closes about it does not hold it."""
    if not battle.effects.all:
        return board
    found = [one for one in circles(battle) if not unit.on_table or stood_in((one,), unit.outline) is None]
    if not found or not is_evil(battle, unit):
        return board
    return replace(board, features=(*board.features, *found))
