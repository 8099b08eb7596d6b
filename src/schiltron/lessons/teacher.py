"""The answers of a lesson: what is shown to the learner, and what both sides do meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import (
    FINISH,
    Answer,
    AnyDecision,
    Choose,
    Chosen,
    Command,
    Move,
    PathDrawn,
    Plan,
    Planned,
    Waiting,
)
from schiltron.battle.state.order import Reply
from schiltron.herald import Herald

AnyRuleset = Ruleset[Any, Any, Any]

LITTLE: Final = ("pass", "none", "no", "decline", "hold", "stand", "stay", "keep", "")
"""What one answers who wants nothing, in the words of the books."""


class Teacher:
    """Knows what a typed line would answer, and the least a side may answer."""

    def __init__(self, book: AnyRuleset) -> None:
        self.book = book

    def meant(self, line: str, battle: AnyBattle, decision: AnyDecision) -> Answer | None:
        """The answer a line gives to a decision, where it is a legal one."""
        view = self.book.view(battle, decision.seat)
        herald = Herald(self.book, decision.seat)
        order = herald.hear(line, view).order
        if order is None and isinstance(decision, Plan):
            order = herald.hear("send", view).order
            if isinstance(order, Reply) and order.answer == Planned(()):
                return None
        if not isinstance(order, Reply) or order.decision != decision.id:
            return None
        return order.answer if self._is_legal(battle, decision, order.answer) else None

    def least(self, battle: AnyBattle, decision: AnyDecision) -> Answer:
        """As little as a side may do; if it must do something, something sensible."""
        view = self.book.view(battle, decision.seat)
        tried = (one for one in self._little(view, decision) if self._is_legal(battle, decision, one))
        return next(tried, None) or self.book.sample(view, decision, Random(1))

    def _little(self, view: AnyBattle, decision: AnyDecision) -> Iterator[Answer]:
        match decision:
            case Command():
                yield FINISH
            case Plan():
                yield Planned(())
            case Move():
                yield PathDrawn(())
            case Choose():
                yield from (Chosen((key,)) for key in LITTLE if key in {one.key for one in decision.options})
                if not decision.least:
                    yield Chosen(())
        if decision.default is not None:
            yield decision.default
        yield from self.book.suggest(view, decision)

    def _is_legal(self, battle: AnyBattle, decision: AnyDecision, answer: Answer) -> bool:
        return not self.book.reasons(battle, Reply(decision.seat, decision.id, answer))


def asked_of(battle: AnyBattle, seat: str) -> AnyDecision | None:
    """What a seat has to decide now."""
    return next((one for one in battle.decisions if one.seat == seat and not isinstance(one, Waiting)), None)
