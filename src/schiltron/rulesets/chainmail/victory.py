"""How a battle ends: CM-SETUP-05 to CM-SETUP-08."""

from __future__ import annotations

from schiltron.battle.state import Outcome
from schiltron.rulesets.chainmail.state import Battle


def outcome(battle: Battle) -> Outcome | None:
    """Tested at the end of each turn."""
    limit = battle.own.options.turn_limit
    if limit and battle.turn >= limit:
        return Outcome("", "turn_limit", ("CM-SETUP-07",))
    return None
