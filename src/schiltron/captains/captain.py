"""The interface of computer players: they answer what a seat is asked, from what that seat may know."""

from __future__ import annotations

from typing import Any, Protocol

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import Answer, AnyDecision

Books = Ruleset[Any, Any, Any]
"""Any book."""
View = Battle[Any, Any, Any]
"""A battle of any book, as one seat sees it."""


class Captain(Protocol):
    """Answers decisions. A captain gets nothing but the view; the answer must be legal."""

    def answer(self, view: View, decision: AnyDecision) -> Answer:
        """The answer to one decision."""
        ...
