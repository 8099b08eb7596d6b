"""Trees that ents make walk and fight (CM-FANT-ENT-01): whose they are, and how many walk."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shapely import Polygon

from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.field import alive, trait
from schiltron.rulesets.chainmail.state import Battle, Unit, uncanny
from schiltron.rulesets.chainmail.terrain import WOODS
from schiltron.table.lengths import TOLERANCE, Mil, inches
from schiltron.table.outline import gap
from schiltron.table.terrain import Feature

RULE: Final = "CM-FANT-ENT-01"
REACH: Final[Mil] = inches(6)
"""How far an ent's word carries to a tree."""


def woods(battle: Battle) -> list[Feature]:
    return [one for one in battle.board.features if one.kind == WOODS] if battle.board is not None else []


def may_walk(ents: Unit, trees: Iterable[Feature]) -> int:
    """How many trees the ents of a unit could make walk who stand near enough to a wood."""
    how = trait(ents, "moves_trees")
    if how is None or not alive(ents) or not ents.on_table or ents.level is not None:
        return 0
    grown = [one.polygon for one in trees]
    near = (any(one.distance(Polygon(each.rect.corners)) <= REACH for one in grown) for each in ents.places)
    return how.value * sum(list(near)[: ents.figures])


def walking(battle: Battle, ents: Unit) -> list[Unit]:
    """The trees on the table that ents have woken, by their names."""
    return in_line(
        one for one in battle.units.values() if uncanny(one).woken_by == ents.id and one.figures and one.on_table
    )


def masters(battle: Battle, unit: Unit) -> Unit | None:
    """The ents at whose word trees walk."""
    return battle.units.get(uncanny(unit).woken_by) if trait(unit, "woken") is not None else None


def obeying(battle: Battle, unit: Unit) -> int:
    """How many trees of a unit walk and fight at the word of their ents: none who are farther off than it carries, and
    of all that these have woken no more than they can move, those first that were woken first."""
    ents = masters(battle, unit)
    how = trait(ents, "moves_trees") if ents is not None else None
    if ents is None or how is None or not alive(ents) or not ents.on_table:
        return 0
    left = how.value * ents.figures
    for one in walking(battle, ents):
        near = gap(one.outline, ents.outline) <= REACH + TOLERANCE
        here = min(one.figures, left) if near else 0
        if one.id == unit.id:
            return here
        left -= here
    return 0
