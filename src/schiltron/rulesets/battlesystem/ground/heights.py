"""Heights of the ground: a contour of a hill counts as ten feet (case 11.8)."""

from __future__ import annotations

from schiltron.rulesets.battlesystem.state import Battle, Unit


def level_at(battle: Battle, x: float, y: float) -> int:
    """How far the contours about a point have raised the ground."""
    return sum(
        contour.rise for feature in battle.table.features for contour in feature.contours if contour.contains(x, y)
    )


def level_of(battle: Battle, unit: Unit) -> int:
    """The level on which most figures of a unit stand; of equals the higher."""
    if not any(feature.contours for feature in battle.table.features):
        return 0
    levels = [level_at(battle, figure.x, figure.y) for figure in unit.places]
    return max(set(levels), key=lambda level: (levels.count(level), level), default=0)
