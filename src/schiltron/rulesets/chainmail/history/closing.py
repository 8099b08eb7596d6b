"""What the end of a turn means to the historical characteristics."""

from __future__ import annotations

from schiltron.rulesets.chainmail.history.camps import find_all
from schiltron.rulesets.chainmail.history.commander import settle
from schiltron.rulesets.chainmail.history.mercenaries import arrivals
from schiltron.rulesets.chainmail.history.organization import separate
from schiltron.rulesets.chainmail.history.stakes import plant
from schiltron.rulesets.chainmail.state import Scene


def close_turn(scene: Scene) -> None:
    """Rallies of the commander hold, stakes are planted, intermixed units separate, mercenaries arrive, and baggage is
    found by who was driven near it."""
    settle(scene)
    plant(scene)
    separate(scene)
    arrivals(scene)
    find_all(scene)
