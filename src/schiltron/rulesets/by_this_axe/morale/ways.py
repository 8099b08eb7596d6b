"""The ways a fleeing unit can take: through friends, round enemies, over the edge (TA-MORALE-24, TA-MORALE-25)."""

from __future__ import annotations

from schiltron.battle import fleeing
from schiltron.battle.fleeing import Terms, Way
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.lengths import Mdeg, Mil


def _terms(battle: Battle) -> Terms:
    """It halts short of enemies by the gap that is kept from them (TA-MOVE-14)."""
    return Terms(kept=battle.own.options.enemy_gap)


def best_way(battle: Battle, unit: Unit, heading: Mdeg, distance: Mil) -> Way | None:
    """The way that leads farthest in a direction; None where no way leads out."""
    return fleeing.best_way(battle, unit, heading, distance, _terms(battle))


def way_along(battle: Battle, unit: Unit, heading: Mdeg, distance: Mil, bar: float) -> Way | None:
    """How far a unit gets along a heading, and never past the `bar`."""
    return fleeing.way_along(battle, unit, heading, distance, _terms(battle), bar)
