"""What a shot covers on the table: its marks, the figures under it, the machines it hits.

Places are those of all bodies that stood there at the end of movement, fallen or not, so that no shot changes another
of the same step (CM-TURN-09); the code that resolves a shot makes sure that nobody dies twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from schiltron.battle.state.event import Covered
from schiltron.battle.state.tally import Tally
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.shapes import Template, may_meet
from schiltron.table.terrain import Feature


class Footprint(NamedTuple):
    """Where a shot falls. `figures` are the places it strikes, unit by unit; `machines` the engines it hits,
    `works` the walls and towers, with the place (CM-SIEGE-03)."""

    marks: tuple[Covered, ...]
    figures: tuple[tuple[str, tuple[int, ...]], ...] = ()
    machines: tuple[str, ...] = ()
    works: tuple[tuple[str, int, int], ...] = ()
    stopped: str = ""
    tallies: tuple[Tally, ...] = ()
    rules: tuple[str, ...] = ()


def ground(battle: Battle) -> tuple[Feature, ...]:
    return battle.table.features


def bodies_near(battle: Battle, template: Template) -> Iterator[Unit]:
    """Bodies on the table that may come under a template, by their names: a first glance."""
    for key in battle.units:
        unit = battle.units[key]
        if unit.on_table and unit.bodies and may_meet(template, unit.outline):
            yield unit
