"""Whether troops do as they are told: CM-HIST-08 to CM-HIST-10."""

from __future__ import annotations

from schiltron.rulesets.chainmail.movement.steps import Walk
from schiltron.rulesets.chainmail.state import Battle, Step


def before_moving(battle: Battle, walk: Walk) -> tuple[Step, ...]:
    """The steps an order to move or charge comes to: the walk, after what must be diced for first."""
    return (walk,)
