"""What the marshal thinks about: what the captain would do, what the book suggests, to hold back, to finish."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.decision import (
    FINISH,
    Answer,
    AnyDecision,
    Choose,
    Chosen,
    Command,
    Commanded,
    Move,
    PathDrawn,
    PlaceFeature,
    PlaceUnit,
    Plan,
    Planned,
)
from schiltron.battle.state.manoeuvre import Advance
from schiltron.battle.state.order import Reply
from schiltron.captains.captain import Books, Captain, View
from schiltron.captains.marshal.budget import Budget, Spending
from schiltron.captains.marshal.playouts import Idea, without

Asked = Callable[[], Captain]
"""Makes the captain who is asked what he would do."""
MOST: Final = 12
"""Ideas for one decision."""
A_PLAN: Final = 24
"""Ideas for the orders of a whole army."""
OPTIONS: Final = 6
"""Options that are all looked at."""
A_UNIT: Final = 2
"""Suggestions for one unit."""


def ideas(
    book: Books,
    view: View,
    decision: AnyDecision,
    captain: Asked,
    first: Answer | None = None,
    spending: Spending | None = None,
) -> list[Idea]:
    """Ideas that the door would let in, none twice: at the head what he has in mind already, else the captain's own.
    No more than there is time to find."""
    spending = spending or Budget().begun()
    found: list[Idea] = []
    told: set[tuple[Answer, frozenset[str]]] = set()
    first = first or captain().answer(view, decision)
    if not isinstance(decision, Command):
        spending.afresh()  # the captain is not asked again
    for idea in spending.in_time(_all(book, view, decision, captain, first, spending)):
        key = (idea.answer, idea.held)
        if key in told:
            continue
        told.add(key)
        if not found or not book.reasons(view, Reply(decision.seat, decision.id, idea.answer)):
            found.append(idea)
        if len(found) == (A_PLAN if isinstance(decision, Plan) else MOST):
            break
    return found


def _all(
    book: Books, view: View, decision: AnyDecision, captain: Asked, first: Answer, spending: Spending
) -> Iterator[Idea]:
    yield Idea(first)
    match decision:
        case PlaceUnit() | PlaceFeature():
            return
        case Choose(options=options, least=least, most=most):
            if decision.default is not None:
                yield Idea(decision.default)
            if least == 0:
                yield Idea(Chosen(()))
            if least <= 1 <= most and len(options) <= OPTIONS:
                yield from (Idea(Chosen((one.key,))) for one in options)
        case Move():
            yield Idea(PathDrawn(()))
        case Command():
            yield from _commands(book, view, decision, first, captain, spending)
            return
        case Plan():
            yield from _plans(first)
            return
    yield from map(Idea, islice(book.suggest(view, decision), MOST))


def _commands(
    book: Books, view: View, decision: Command, first: Answer, captain: Asked, spending: Spending
) -> Iterator[Idea]:
    """To hold whom the captain would send, to stop short, to do something else with him or with others, to finish."""
    if not isinstance(first, Commanded) or not first.actor:
        yield Idea(FINISH)
        yield from map(Idea, _unlike(book, view, decision, (), spending))
        return
    held = frozenset((first.actor,))
    second = _second(view, decision, held, captain())
    spending.afresh()
    yield Idea(FINISH) if second is None else Idea(second, held)
    yield from map(Idea, _short(first))
    yield from map(Idea, _unlike(book, view, decision, held, spending))
    if second is not None:
        yield Idea(second)
    yield Idea(FINISH)


def _plans(plan: Answer) -> Iterator[Idea]:
    """A plan with one unit held back, or stopping short."""
    if not isinstance(plan, Planned):
        return
    for number, command in enumerate(plan.commands):
        before, after = plan.commands[:number], plan.commands[number + 1 :]
        yield Idea(Planned((*before, *after)))
        yield from (Idea(Planned((*before, short, *after))) for short in _short(command))


def _short(command: Commanded) -> Iterator[Commanded]:
    """The same way, half of its last leg."""
    path = command.form.path if isinstance(command.form, PathDrawn) else ()
    last = path[-1] if path else None
    if isinstance(last, Advance):
        yield replace(command, form=PathDrawn((*path[:-1], Advance(last.distance // 2))))


def _second(view: View, decision: Command, held: frozenset[str], captain: Captain) -> Answer | None:
    """What the captain would do if those could do nothing; None if nothing."""
    left = without(decision, held)
    assert isinstance(left, Command)
    if not left.actors:
        return None
    answer = captain.answer(view, replace(left, hand=()))
    return answer if isinstance(answer, Commanded) and answer.actor in left.actors else None


def _unlike(
    book: Books, view: View, decision: Command, first: frozenset[str] | tuple[str, ...], spending: Spending
) -> list[Answer]:
    """What the book suggests: of each unit the first few, those of the units named before the others, in turns."""
    by_unit: dict[str, list[Answer]] = {unit: [] for unit in first}
    for answer in spending.in_time(islice(book.suggest(view, decision), 200)):
        actor = answer.actor if isinstance(answer, Commanded) else ""
        of_unit = by_unit.setdefault(actor, [])
        if len(of_unit) < (2 * A_UNIT if actor in first else A_UNIT):
            of_unit.append(answer)
    mine = [answer for unit in first for answer in by_unit[unit]]
    others = [by_unit[unit] for unit in by_unit if unit not in first]
    return mine + [group[turn] for turn in range(A_UNIT) for group in others if turn < len(group)]
