"""What victorious chargers do: CM-MELEE-14."""

from __future__ import annotations

from schiltron.rulesets.chainmail.state import Scene


def carry_on(scene: Scene, winners: tuple[str, ...], losers: tuple[str, ...]) -> None:
    """Chargers who won in the first round use up the rest of their charge, straight on."""
