"""The captain of Book of War: answers whatever the book asks."""

from __future__ import annotations

from schiltron.battle.decision import (
    FINISH,
    Answer,
    AnyDecision,
    Assign,
    Choose,
    Command,
    Commanded,
    Move,
    PlaceFeature,
    PlaceUnit,
    Plan,
    Planned,
)
from schiltron.captains.book_of_war import moving, shooting
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.state import AttackPhase, Battle, MovementPhase


class BookOfWarCaptain:
    def __init__(self, seed: int) -> None:
        self._plan: list[tuple[Commanded, Battle]] = []

    def answer(self, view: Battle, decision: AnyDecision) -> Answer:
        step = view.agenda[0]
        match decision:
            case Plan() | Command() if isinstance(step, MovementPhase):
                return self._move(view, decision)
            case Plan():
                assert isinstance(step, AttackPhase)
                return Planned(tuple(shooting.plan(view, step, decision.actors)))
            case Command():
                assert isinstance(step, AttackPhase)
                return next(iter(shooting.plan(view, step, decision.actors)), FINISH)
        return next(iter(BOOK_OF_WAR.suggest(view, decision)))

    def _move(self, view: Battle, decision: Plan | Command) -> Answer:
        if isinstance(decision, Plan):
            return Planned(tuple(command for command, _ in moving.plan(view, decision.actors)))
        if not (self._plan and _as_expected(view, self._plan[0][1])):
            self._plan = moving.plan(view, decision.actors)
        elif not self._plan:
            return FINISH
        if not self._plan:
            return FINISH
        return self._plan.pop(0)[0]


def _as_expected(view: Battle, expected: Battle) -> bool:
    return all(
        (unit.place, unit.body, unit.figures, unit.marks)
        == (other.place, other.body, other.figures, other.marks)
        for unit, other in zip(view.units.values(), expected.units.values(), strict=True)
    )
