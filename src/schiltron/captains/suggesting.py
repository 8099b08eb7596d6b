"""What a book itself proposes, for whatever a captain has no better idea about."""

from __future__ import annotations

from typing import Any

from schiltron.battle.decision import Answer, AnyDecision, Chosen
from schiltron.battle.ruleset import Ruleset
from schiltron.captains.captain import View


def suggested(ruleset: Ruleset[Any, Any, Any], view: View, decision: AnyDecision) -> Answer:
    """What the book suggests first, or what silence would do."""
    found = next(iter(ruleset.suggest(view, decision)), decision.default)
    return found if found is not None else Chosen(())
