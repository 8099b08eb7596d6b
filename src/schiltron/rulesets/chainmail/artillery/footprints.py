"""What a shot covers on the table: its marks, the figures under it, the machines it hits.

Places are those of all bodies that stood there at the end of movement, fallen or not, so that no shot changes another
of the same step (CM-TURN-09); whoever resolves a shot sees to it that nobody dies twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from schiltron.battle.event import Circle, Streak
from schiltron.battle.tally import Tally
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.edges import Board
from schiltron.table.terrain import Feature


class Footprint(NamedTuple):
    """Where a shot falls. `figures` are the places it strikes, unit by unit; `machines` the engines it hits."""

    marks: tuple[Circle | Streak, ...]
    figures: tuple[tuple[str, tuple[int, ...]], ...] = ()
    machines: tuple[str, ...] = ()
    stopped: str = ""
    tallies: tuple[Tally, ...] = ()
    rules: tuple[str, ...] = ()


def ground(battle: Battle) -> tuple[Feature, ...]:
    return _board(battle).features


def _board(battle: Battle) -> Board:
    assert battle.board is not None
    return battle.board


def bodies_near(battle: Battle, ax: float, ay: float, bx: float, by: float, reach: float) -> Iterator[Unit]:
    """Bodies on the table that may come within reach of a line, by their names: a first glance."""
    length = hypot(bx - ax, by - ay)
    ux, uy = ((bx - ax) / length, (by - ay) / length) if length else (0.0, 0.0)
    for key in battle.units:
        unit = battle.units[key]
        if not unit.on_table or not unit.bodies:
            continue
        shape = unit.outline
        dx, dy = shape.x - ax, shape.y - ay
        along = min(max(dx * ux + dy * uy, 0.0), length)
        if hypot(dx - along * ux, dy - along * uy) <= reach + shape.radius + 1:
            yield unit
