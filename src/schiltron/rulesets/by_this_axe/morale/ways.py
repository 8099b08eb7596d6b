"""The ways open to a fleeing unit: through friends, round enemies, over the edge (TA-MORALE-24, TA-MORALE-25, MOVE)."""

from __future__ import annotations

from schiltron.battle.movement import flight_ways
from schiltron.battle.movement.flight_ways import Terms, Way
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.lengths import Mdeg, Mil


def _terms(battle: Battle) -> Terms:
    """It halts short of enemies by the gap that is kept from them (TA-MOVE-14)."""
    return Terms(kept=battle.own.options.enemy_gap)


def best_way(battle: Battle, unit: Unit, heading: Mdeg, distance: Mil) -> Way | None:
    """The way that leads farthest in a direction; None where no way leads out."""
    return flight_ways.best_way(battle, unit, heading, distance, _terms(battle))


def way_along(battle: Battle, unit: Unit, heading: Mdeg, distance: Mil, bar: float) -> Way | None:
    """How far a unit gets along a heading, and never past the `bar`."""
    return flight_ways.way_along(battle, unit, heading, distance, _terms(battle), bar)
