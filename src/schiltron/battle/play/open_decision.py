"""The open decision and the door that judges it, so that what a guide calls legal is also obeyed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import (
    Aimed,
    Answer,
    AnyDecision,
    Command,
    Commanded,
    Move,
    PathDrawn,
    Plan,
    Planned,
    Pointed,
)
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


class Asked(NamedTuple, Generic[B, U, S]):
    """A decision that is open, as its seat sees it; `judge` says everything against an answer."""

    view: Battle[B, U, S]
    decision: AnyDecision
    judge: Callable[[Answer], list[Reason]]

    @property
    def step(self) -> S:
        return self.view.agenda[0]

    @property
    def actions(self) -> tuple[str, ...]:
        """What may be commanded; nothing where only a path, a place or a choice is asked for."""
        return self.decision.actions if isinstance(self.decision, Command | Plan) else ()

    def about(self, unit_id: str) -> bool:
        """Whether that unit may be told something."""
        if isinstance(self.decision, Move):
            return unit_id == self.decision.unit
        return isinstance(self.decision, Command | Plan) and unit_id in self.decision.actors

    def against(self, unit: Unit[U], action: str, form: Aimed | PathDrawn | Pointed | None) -> list[Reason]:
        """Everything against an order; in a plan, as if it were the only one."""
        if isinstance(self.decision, Move):
            assert isinstance(form, PathDrawn), "only a path is asked for"
            return self.judge(form)
        return self.judge(asked_of_the_door(self.decision, Commanded(unit.id, action, form)))


def asked_of_the_door(decision: AnyDecision, answer: Answer) -> Answer:
    """A single command of a plan is judged as a plan of that command."""
    if isinstance(decision, Plan) and isinstance(answer, Commanded):
        return Planned((answer,))
    return answer
