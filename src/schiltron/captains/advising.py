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
from schiltron.battle.words.grammar import listed
from schiltron.battle.words.names import side_name
from schiltron.captains.captain import Books, View
from schiltron.captains.marshal.budget import Budget, Stopped, never
from schiltron.captains.marshal.marshal import Considered, Marshal
from schiltron.captains.marshal.tried_ideas import LEAST, Trial
from schiltron.captains.roster import CAPTAIN, MARSHAL, captain_named
from schiltron.captains.thoughts import Reckoning, Said, Thoughts, reckoned
from schiltron.captains.weighing import BEST, Weighed, Why, told, told_odds

MOST: Final = 3
OF_ONE: Final = 2
"""Answers that are about one unit, where they were tried."""
RECRUIT: Final = "recruit"
BY_LOT: Final = "He draws by lot from all that he may do"


class Advised(Struct, frozen=True):
    """One answer the captain would give, who is to act, and why. Of a plan it is one of its commands. `expected` is the
    part of all that still stands that would be left to the seat's side, where it was tried."""

    answer: Answer
    unit: str
    why: tuple[str, ...]
    expected: float | None = None


def advise(
    book: Books,
    view: View,
    decision: AnyDecision,
    most: int = MOST,
    budget: Budget | None = None,
    stopped: Stopped = never,
    said: Said = lambda _: "",
) -> tuple[Advised, ...]:
    """Up to so many answers, the best first; none if his ideas could not be carried out. With a budget he tries them in
    imagined battles before he speaks, and says what came of it, naming orders as `said` puts them."""
    considered = _tried(book, view, decision, budget, stopped) if budget is not None else None
    tried = _in_order(considered) if considered is not None else ()
    found: list[Advised] = []
    for answer, trial in (*((one.idea.answer, one) for one in tried), *_untried(book, view, decision, most)):
        actor = _actor(answer)
        known = [one for one in found if one.unit == actor]
        if len(found) == most or any(one.answer == answer for one in known) or (found and answer == FINISH):
            continue
        if (trial is None and found and (not actor or known)) or (actor and len(known) == OF_ONE):
            continue
        if _foreseen(book, view, decision, answer).legal:
            reckoning = reckoning_of(view, decision, trial, considered, said)
            came = _came(view, trial, reckoning)
            expected = reckoning.expected if reckoning is not None else None
            found.append(Advised(answer, actor, (*came, *why(book, view, decision, answer)), expected))
    return tuple(found)


def _tried(book: Books, view: View, decision: AnyDecision, budget: Budget, stopped: Stopped) -> Considered | None:
    """What the marshal tried of a decision; None where the captain knows best or says it in one.

    Orders for a whole army are told one by one, so that there is nothing to say of each.
    """
    if isinstance(decision, Plan):
        return None
    player = captain_named(MARSHAL, book)
    assert isinstance(player, Marshal)
    considered = player.consider(view, decision, budget, stopped)
    return considered if considered.chosen is not None else None


def _in_order(considered: Considered) -> tuple[Trial, ...]:
    """What was tried often enough, his choice first and then the best."""
    if considered.chosen is None:
        return ()
    others = [one for one in considered.trials if one is not considered.chosen and len(one.values) >= LEAST]
    chosen = considered.chosen
    return (chosen, *sorted(others, key=lambda one: chosen.gain(one)[0]))


def _came(view: View, trial: Trial | None, reckoning: Reckoning | None) -> list[str]:
    """What came of an order in the battles imagined from it, for the player who asks."""
    if trial is None or reckoning is None:
        return []
    held = listed([view.units[one].name for one in sorted(trial.idea.held)])
    return [*reckoning.told("you"), *([f"{held} would hold back meanwhile"] if held else [])]


def reckoning_of(
    view: View, decision: AnyDecision, trial: Trial | None, considered: Considered | None, said: Said
) -> Reckoning | None:
    """Figures of an order that was tried."""
    if trial is None or considered is None:
        return None
    return reckoned(view, view.side_at(decision.seat), trial, _in_order(considered), considered.fallen, said)


def thoughts_on(
    book: Books, view: View, decision: AnyDecision, name: str, answer: Answer, considered: Considered | None, said: Said
) -> Thoughts:
    """Why a captain of some name gave this answer; a marshal with what he tried."""
    chosen = considered.chosen if considered is not None else None
    return Thoughts(
        captain=name,
        side=side_name(view, view.side_at(decision.seat)),
        why=tuple(why(book, view, decision, answer)) if name != RECRUIT else (BY_LOT,),
        reckoning=reckoning_of(view, decision, chosen, considered, said),
    )


def _untried(book: Books, view: View, decision: AnyDecision, most: int) -> Iterator[tuple[Answer, None]]:
    return ((answer, None) for answer in _answers(book, view, decision, most))


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


def why(book: Books, view: View, decision: AnyDecision, answer: Answer) -> list[str]:
    """A sentence or a few, from what he weighed; none only of a book whose captain gives no reasons."""
    try:
        reasons = import_module(f"schiltron.captains.{book.name}.reasons")
    except ModuleNotFoundError:
        return []
    by_step: dict[str, Why] = reasons.WHY
    match answer:
        case Planned(commands=commands) if commands:
            return [_of_one(book, view, decision, one) for one in commands[:MOST]]
        case Commanded(actor="", form=Played()):
            of_step = by_step.get(type(view.agenda[0]).__name__) or by_step.get("Window", Why())
            return of_step.told(answer) or [BEST]
        case Commanded(form=PathDrawn(path=path)) if path:
            return _of_a_move(book, view, decision, answer, reasons.weighed, path)
        case Commanded(form=Aimed(target=target)) if target in view.units:
            odds = _foreseen(book, view, decision, answer).odds
            of_step = by_step.get(type(view.agenda[0]).__name__, Why())
            best = f"Of all its targets {view.units[target].name} promises most"
            return [*of_step.told(answer), *told_odds(view.units[target].name, odds)] or [best]
        case PathDrawn(path=path) if isinstance(decision, Move) and path:
            weighed: Weighed | None = reasons.weighed(view, decision.unit, "move", path)
            return (told(weighed) if weighed is not None else []) or [BEST]
    if answer == FINISH or (isinstance(answer, Planned | PathDrawn) and not _says_something(answer)):
        return ["Nothing that could be done now promises more than doing nothing"]
    said = by_step.get(type(view.agenda[0]).__name__, Why()).told(answer)
    in_line = "That is its place in the line as he draws it up"
    return said or [in_line if isinstance(decision, PlaceUnit) else BEST]


def _of_one(book: Books, view: View, decision: AnyDecision, command: Commanded) -> str:
    """The weightiest reason for one of the orders of a plan."""
    first = next(iter(why(book, view, decision, command)), BEST)
    return f"{view.units[command.actor].name}: {first[0].lower()}{first[1:]}" if command.actor in view.units else first


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
