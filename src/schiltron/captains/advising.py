"""What the captain of a book would do in a seat's place, and why: from the view of that seat, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.guide.answers import Preview
from schiltron.battle.state.decision import (
    FINISH,
    Aimed,
    Answer,
    AnyDecision,
    Command,
    Commanded,
    Move,
    PathDrawn,
    PlaceUnit,
    Plan,
    Planned,
    Played,
    SetDown,
)
from schiltron.battle.state.manoeuvre import Path
from schiltron.captains.captain import Books, View
from schiltron.captains.roster import captain_named
from schiltron.captains.weighing import BEST, Weighed, Why, told, told_odds

CAPTAIN: Final = "captain"
MOST: Final = 3


class Advised(Struct, frozen=True):
    """One answer the captain would give, who is to act, and why. Of a plan it is one of its commands."""

    answer: Answer
    unit: str
    why: tuple[str, ...]


def advise(book: Books, view: View, decision: AnyDecision, most: int = MOST) -> tuple[Advised, ...]:
    """Up to so many answers, the one he would give first at the head; none if his ideas could not be carried out."""
    found = (one for one in _answers(book, view, decision, most) if _foreseen(book, view, decision, one).legal)
    return tuple(Advised(one, _actor(one), tuple(_why(book, view, decision, one))) for one in found)


def _answers(book: Books, view: View, decision: AnyDecision, most: int) -> Iterator[Answer]:
    if not isinstance(decision, Command):
        answer = captain_named(CAPTAIN, book).answer(view, decision)
        commands = answer.commands[:most] if isinstance(decision, Plan) and isinstance(answer, Planned) else ()
        yield from commands or (answer,)
        return
    for number in range(most):
        answer = captain_named(CAPTAIN, book).answer(view, decision)
        acts = isinstance(answer, Commanded) and answer.actor in decision.actors
        if acts or not number:
            yield answer
        if not acts:
            return
        assert isinstance(answer, Commanded)
        decision = replace(decision, actors=tuple(one for one in decision.actors if one != answer.actor), hand=())
        if not decision.actors:
            return


def _foreseen(book: Books, view: View, decision: AnyDecision, answer: Answer) -> Preview:
    whole = Planned((answer,)) if isinstance(decision, Plan) and isinstance(answer, Commanded) else answer
    return book.preview(view, decision, whole)


def _actor(answer: Answer) -> str:
    if isinstance(answer, Commanded):
        return answer.actor
    return answer.unit if isinstance(answer, SetDown) else ""


# ---------------------------------------------------------------- why


def _why(book: Books, view: View, decision: AnyDecision, answer: Answer) -> list[str]:
    """A sentence or a few, from what he weighed; never none."""
    reasons = import_module(f"schiltron.captains.{book.name}.reasons")
    why: dict[str, Why] = reasons.WHY
    match answer:
        case Commanded(actor="", form=Played()):
            return why["Window"].told(answer)
        case Commanded(form=PathDrawn(path=path)) if path:
            return _of_a_move(book, view, decision, answer, reasons.weighed, path)
        case Commanded(form=Aimed(target=target)) if target in view.units:
            odds = _foreseen(book, view, decision, answer).odds
            of_step = why.get(type(view.agenda[0]).__name__, Why())
            best = f"Of all its targets {view.units[target].name} promises most"
            return [*of_step.told(answer), *told_odds(view.units[target].name, odds)] or [best]
        case PathDrawn(path=path) if isinstance(decision, Move) and path:
            weighed: Weighed | None = reasons.weighed(view, decision.unit, "move", path)
            return (told(weighed) if weighed is not None else []) or [BEST]
    if answer == FINISH or (isinstance(answer, Planned | PathDrawn) and not _says_something(answer)):
        return ["Nothing that could be done now promises more than doing nothing"]
    if isinstance(decision, PlaceUnit):
        return ["That is its place in the line as he draws it up"]
    said = why.get(type(view.agenda[0]).__name__, Why()).told(answer)
    return said or [BEST]


def _says_something(answer: Planned | PathDrawn) -> bool:
    return bool(answer.commands if isinstance(answer, Planned) else answer.path)


def _of_a_move(
    book: Books,
    view: View,
    decision: AnyDecision,
    command: Commanded,
    weigh: Callable[[Any, str, str, Path], Weighed | None],
    path: Path,
) -> list[str]:
    """The terms that make it better than to stand; where it ends in a fight also what may be expected of that."""
    weighed = weigh(view, command.actor, command.action, path)
    seen = _foreseen(book, view, decision, command)
    met = view.units[seen.met].name if seen.met in view.units else ""
    said = told(weighed) if weighed is not None else []
    return [*said, *(told_odds(met, seen.odds) if met else [])] or [BEST]
