"""Fire at enemies on the move (case 10.6)."""

from __future__ import annotations

from schiltron.rulesets.battlesystem.state import Battle, Unit


def could_fire(battle: Battle, mover: Unit) -> bool:
    """Whether any enemy may shoot at a unit on the move where it stands now (BS-10.6-01)."""
    return False
