"""What every computer player is: somebody who answers what a seat is asked, from what that seat may know."""

from __future__ import annotations

from typing import Any, Protocol

from schiltron.battle.decision import Answer, AnyDecision
from schiltron.battle.state import Battle

View = Battle[Any, Any, Any]
"""A battle of any book, as one seat sees it."""


class Captain(Protocol):
    """Answers decisions. The view is all a captain ever gets; the answer must be legal."""

    def answer(self, view: View, decision: AnyDecision) -> Answer: ...
