"""What the book itself suggests, for decisions about which a captain has no better idea."""

from __future__ import annotations

from typing import Any

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.decision import Answer, AnyDecision, Chosen
from schiltron.captains.captain import View


def suggested(ruleset: Ruleset[Any, Any, Any], view: View, decision: AnyDecision) -> Answer:
    """What the book suggests first, or else the default answer."""
    found = next(iter(ruleset.suggest(view, decision)), decision.default)
    return found if found is not None else Chosen(())
