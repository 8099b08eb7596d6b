"""What each unit of the lists did for its points in a battle that is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import hostile

OUT: Final = ("fell", "taken", "routed")
"""Of figures that are gone those that an enemy is credited with, if it was the doing of one unit."""


class Earned(Struct, frozen=True):
    """Points that a unit has felled of the enemy, and lost of its own: of every unit as large a part as of its
    figures."""

    felled: float
    lost: float


def earned(start: AnyBattle, end: AnyBattle, costs: Mapping[str, float]) -> dict[str, Earned]:
    """By the ids of the units as they stand in the lists; `costs` are theirs. Chiefs, crews and those who split off
    count with their units. Losses that nobody's doing were, or several units' together, earn nobody anything."""
    units = {**start.units, **end.units}
    brought = Counter[str]()
    for unit in start.units.values():
        brought[root_of(unit.id)] += unit.figures
    felled, lost = dict.fromkeys(costs, 0.0), dict.fromkeys(costs, 0.0)
    for grave in end.graves:
        victim, doer = root_of(grave.unit), root_of(grave.by)
        if victim not in costs or not brought[victim]:
            continue
        points = costs[victim] * grave.figures / brought[victim]
        lost[victim] += points
        by_one = doer in costs and grave.unit in units and grave.by in units
        if by_one and grave.how in OUT and hostile(end, units[grave.by], units[grave.unit]):
            felled[doer] += points
    return {unit: Earned(round(felled[unit], 3), round(lost[unit], 3)) for unit in costs}


def root_of(unit: str) -> str:
    """The unit of the list that a chief, a crew or those who escaped belong to."""
    return unit.partition(".")[0]
