"""What the end of a turn means to the historical characteristics."""

from __future__ import annotations

from schiltron.rulesets.chainmail.history.commander import settle
from schiltron.rulesets.chainmail.history.mercenaries import arrivals
from schiltron.rulesets.chainmail.history.organization import separate
from schiltron.rulesets.chainmail.history.stakes import plant
from schiltron.rulesets.chainmail.state import Scene


def close_turn(scene: Scene) -> None:
    """Rallies of the commander hold, stakes are planted, intermixed units separate, mercenaries arrive."""
    settle(scene)
    plant(scene)
    separate(scene)
    arrivals(scene)
