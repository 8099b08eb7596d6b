"""Rallying: CM-MELEE-27 to CM-MELEE-33."""

from __future__ import annotations

from schiltron.rulesets.chainmail.state import Scene


def recover(scene: Scene) -> None:
    """At the end of a turn units that stayed to rally and were left alone are in hand again."""
