"""What waits for chargers: CM-HIST-21, CM-HIST-22."""

from __future__ import annotations

from schiltron.rulesets.chainmail.state import Battle, Step


def before_contact(battle: Battle, charger: str, target: str) -> tuple[Step, ...]:
    """What comes between a charge and contact because of who the troops are."""
    return ()
