"""Fatigue: CM-FATIGUE-01 to CM-FATIGUE-10."""

from __future__ import annotations

from schiltron.rulesets.chainmail.state import Scene


def tire(scene: Scene) -> None:
    """At the end of a turn what every unit did is added to its history, and the rested are fresh again."""
