"""Ground shown round a unit: its arc and range of fire (TA-RANGED-08, TA-RANGED-16), and its reach (MOVE, CMD)."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from shapely import Polygon

from schiltron.battle.guide.answers import Overlay
from schiltron.battle.guide.plotted_paths import ground_in_reach, overlay
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.manoeuvre import Advance, Path, Turn
from schiltron.rulesets.by_this_axe.attacks.shooting import marksmen
from schiltron.rulesets.by_this_axe.attacks.sighting import ARC, front_corners
from schiltron.rulesets.by_this_axe.field import alive, is_routed, ordered
from schiltron.rulesets.by_this_axe.guide.plotting import at_its_end, plotted, walked
from schiltron.rulesets.by_this_axe.movement.charging import CHARGE, judge_order, turn_limit
from schiltron.rulesets.by_this_axe.movement.phase import held_back
from schiltron.rulesets.by_this_axe.movement.walk import rate
from schiltron.rulesets.by_this_axe.movement.walker import STANDING_STILL, Action
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.weapons import RANGED
from schiltron.table.arcs import arc_polygon
from schiltron.table.edges import Board
from schiltron.table.lengths import Mdeg, Mil, degrees, show_inches

_FAN: Final[Mdeg] = degrees(15)
"""Between two ways of the fan, at most."""


def overlays(view: Battle, unit_id: str, path: Path) -> tuple[Overlay, ...]:
    """Arc and ranges from the end of a path; the reach of a unit for which nothing is plotted yet.

    Who is with a unit has no place of his own to look from.
    """
    unit, board = view.units.get(unit_id), view.board
    if unit is None or board is None or not unit.on_table or not alive(unit) or is_routed(unit):
        return ()
    found = list(_ranges(view, at_its_end(view, unit, path), board))
    if not path:
        found += _reach(view, unit, board)
    return tuple(found)


# ---------------------------------------------------------------- shooting


def _ranges(view: Battle, unit: Unit, board: Board) -> Iterator[Overlay]:
    """45 degrees outward from the ends of the front rank; a ring for every range of the weapons carried."""
    if not unit.on_table or not alive(unit) or in_melee(view, unit):
        return
    reaches: dict[Mil, str] = {}
    for one in marksmen(view, unit):
        reaches.update((RANGED[key].reach, RANGED[key].name) for key in one.own.profile.ranged)
    inner = Polygon()
    for place, reach in enumerate(sorted(reaches)):
        ground = Polygon(arc_polygon(*front_corners(unit), unit.pose.heading, ARC, ARC, reach))
        label = f"{reaches[reach]} {show_inches(reach)}"
        yield overlay("far" if place else "near", label, ground.difference(inner), board, "TA-RANGED-16")
        inner = ground


# ---------------------------------------------------------------- moving


def _reach(view: Battle, unit: Unit, board: Board) -> Iterator[Overlay]:
    """Wherever a turn and an advance could take it, into contact if it may charge."""
    if held_back(view, unit) or ordered(view, unit, *STANDING_STILL) is not None:
        return
    move = rate(view, unit)
    action: Action = "move" if judge_order(view, unit) else CHARGE
    ways = [walked(plotted(view, unit, way, action)) for way in _fan(view, unit, move.total)]
    ground = ground_in_reach(unit, ways)
    if ground is not None:
        yield overlay("reach", f"reach {show_inches(move.total)}", ground, board, move.terms[0].rule)


def _fan(view: Battle, unit: Unit, move: Mil) -> Iterator[Path]:
    """Turns from left to right as far as it may (TA-MOVE-13, TA-CMD-13), each with an advance after it."""
    widest = turn_limit(view, unit)
    number = ceil(widest / _FAN)
    for place in range(-number, number + 1):
        turn = widest * place // number
        yield (Turn(turn), Advance(move)) if turn else (Advance(move),)
