"""What the marshal thinks about: what the captain would do, or one of another temper, what the book suggests, to hold
back, to finish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    Played,
)
from schiltron.battle.state.order import Reply
from schiltron.captains.captain import Books, Captain, View
from schiltron.captains.marshal.budget import Budget, Spending
from schiltron.captains.marshal.plans import A_UNIT, LOOKED_AT, plans_of, short
from schiltron.captains.marshal.playouts import Idea, without

Asked = Callable[[], Captain]
"""Makes the captain who is asked what he would do."""
MOST: Final = 12
"""Ideas for one decision."""
A_PLAN: Final = 24
"""Ideas for the orders of a whole army."""
OPTIONS: Final = 6
"""Options that are all looked at."""
HIS: Final = 3
"""Other orders for the unit that the captain would send."""
ADVICE: Final = 0.15
"""The part of his time after which he asks nobody else."""


def ideas(
    book: Books,
    view: View,
    decision: AnyDecision,
    captain: Asked,
    first: Answer | None = None,
    spending: Spending | None = None,
    advisers: Sequence[Asked] = (),
) -> list[Idea]:
    """Ideas that the door would let in, none twice: at the head what he has in mind already, else the captain's own.
    No more than there is time to find. Advisers are captains of another temper."""
    spending = spending or Budget().begun()
    found: list[Idea] = []
    told: set[tuple[Answer, frozenset[str]]] = set()
    first = first or captain().answer(view, decision)
    if not isinstance(decision, Command):
        spending.afresh()  # the captain is not asked again
    for idea in spending.in_time(_all(book, view, decision, captain, first, spending, advisers)):
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
    book: Books,
    view: View,
    decision: AnyDecision,
    captain: Asked,
    first: Answer,
    spending: Spending,
    advisers: Sequence[Asked],
) -> Iterator[Idea]:
    yield Idea(first)
    advised = (adviser().answer(view, decision) for adviser in advisers if spending.part < ADVICE)
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
            yield from _commands(book, view, decision, first, captain, spending, advised)
            return
        case Plan():
            thoughts = _second_thoughts(captain(), view, decision, spending)
            yield from map(Idea, plans_of(book, view, decision, first, spending.in_time(thoughts), advised))
            return
    yield from map(Idea, islice(book.suggest(view, decision), MOST))


def _commands(
    book: Books,
    view: View,
    decision: Command,
    first: Answer,
    captain: Asked,
    spending: Spending,
    advised: Iterator[Answer],
) -> Iterator[Idea]:
    """To hold whom the captain would send, to send him elsewhere, to do what another captain would, to finish, to stop
    short, to do something with others."""
    if not isinstance(first, Commanded) or not first.actor:
        yield Idea(FINISH)
        if isinstance(first, Commanded) and isinstance(first.form, Played) and decision.actors:
            yield Idea(captain().answer(view, replace(decision, hand=())))
        for source in (_second_thoughts(captain(), view, decision, spending), advised, book.suggest(view, decision)):
            yield from map(Idea, _in_turns(source, spending, A_UNIT))
        return
    held = frozenset((first.actor,))
    second = _second(view, decision, held, captain())
    spending.afresh()
    yield Idea(FINISH) if second is None else Idea(second, held)
    his, others = _parted(_second_thoughts(captain(), view, decision, spending), first.actor, spending)
    yield from map(Idea, his[:HIS])
    yield from map(Idea, advised)
    yield Idea(FINISH)
    if second is not None:
        yield Idea(second)
    yield from map(Idea, short(first))
    yield from map(Idea, others)
    his, others = _parted(book.suggest(view, decision), first.actor, spending)
    yield from map(Idea, his)
    yield from map(Idea, others)


def _second(view: View, decision: Command, held: frozenset[str], captain: Captain) -> Answer | None:
    """What the captain would do if those could do nothing; None if nothing."""
    left = without(decision, held)
    assert isinstance(left, Command)
    if not left.actors:
        return None
    answer = captain.answer(view, replace(left, hand=()))
    return answer if isinstance(answer, Commanded) and answer.actor in left.actors else None


def _second_thoughts(captain: Captain, view: View, decision: Command | Plan, spending: Spending) -> Iterator[Answer]:
    """What else the captain might do, if he is one who can say it."""
    thoughts = getattr(captain, "second_thoughts", None)
    if thoughts is not None and spending.part < ADVICE:
        yield from thoughts(view, decision)


def _parted(found: Iterable[Answer], actor: str, spending: Spending) -> tuple[list[Answer], list[Answer]]:
    """Orders for one unit, of which there may be more, and those for the others in turns."""
    by_unit = _by_unit(found, spending, {actor: 2 * A_UNIT})
    return by_unit.pop(actor, []), _each_in_turn(by_unit)


def _in_turns(found: Iterable[Answer], spending: Spending, most: int) -> list[Answer]:
    """Of each unit the first few, and all their first ones before the others."""
    return _each_in_turn(_by_unit(found, spending, {}, most))


def _by_unit(
    found: Iterable[Answer], spending: Spending, more: Mapping[str, int], most: int = A_UNIT
) -> dict[str, list[Answer]]:
    by_unit: dict[str, list[Answer]] = {}
    for answer in spending.in_time(islice(found, LOOKED_AT)):
        actor = answer.actor if isinstance(answer, Commanded) else ""
        of_unit = by_unit.setdefault(actor, [])
        if len(of_unit) < more.get(actor, most):
            of_unit.append(answer)
    return by_unit


def _each_in_turn(by_unit: Mapping[str, list[Answer]]) -> list[Answer]:
    most = max(map(len, by_unit.values()), default=0)
    return [group[turn] for turn in range(most) for group in by_unit.values() if turn < len(group)]
