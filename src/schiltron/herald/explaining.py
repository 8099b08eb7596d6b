"""Captains who say why: what was thought of an answer, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.captains.advising import thoughts_on
from schiltron.captains.captain import Books, Captain, View
from schiltron.captains.marshal.marshal import Marshal
from schiltron.captains.thoughts import Thoughts
from schiltron.herald.hinting import said_hint


class Explaining:
    """A captain, and what he thought of his last answer."""

    def __init__(self, name: str, captain: Captain, book: Books) -> None:
        self._name, self._captain, self._book = name, captain, book
        self._thoughts: Thoughts | None = None

    def answer(self, view: View, decision: AnyDecision) -> Answer:
        considered = self._captain.consider(view, decision) if isinstance(self._captain, Marshal) else None
        answer = considered.answer if considered is not None else self._captain.answer(view, decision)
        said = partial(said_hint, view)
        self._thoughts = thoughts_on(self._book, view, decision, self._name, answer, considered, said)
        return answer

    def explained(self) -> Thoughts | None:
        """Why he gave his last answer; once."""
        thoughts, self._thoughts = self._thoughts, None
        return thoughts


def why_lines(captain: str, done: Sequence[str], reasons: Sequence[str]) -> list[str]:
    """What was done, and beneath it why."""
    return [*done, f"The {captain}'s reasons:", *(f"  {one}." for one in reasons)]
