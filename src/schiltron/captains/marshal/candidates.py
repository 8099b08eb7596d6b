"""What the marshal thinks about: what the captain would do, or one of another temper, what the book suggests, to hold
back, to finish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import hypot
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
from schiltron.battle.state.field import nearest_enemies
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
ADVICE: Final = 0.15
"""The part of his time after which he asks nobody else."""
FAR_OFF: Final = 1_000_000_000
"""Farther than anything on a table."""


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
            yield from map(Idea, _plans(book, view, decision, first, advised))
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
    """To hold whom the captain would send, to do what another would, to stop short, to do something else with him, to
    finish, to do something with others."""
    if not isinstance(first, Commanded) or not first.actor:
        yield Idea(FINISH)
        yield from map(Idea, advised)
        _, others = _unlike(book, view, decision, (), spending)
        yield from map(Idea, others)
        return
    held = frozenset((first.actor,))
    second = _second(view, decision, held, captain())
    spending.afresh()
    yield Idea(FINISH) if second is None else Idea(second, held)
    yield from map(Idea, advised)
    yield from map(Idea, _short(first))
    his, others = _unlike(book, view, decision, held, spending)
    yield from map(Idea, his)
    yield Idea(FINISH)
    if second is not None:
        yield Idea(second)
    yield from map(Idea, others)


def _plans(book: Books, view: View, decision: Plan, plan: Answer, advised: Iterator[Answer]) -> Iterator[Planned]:
    """The plan with one unit held back, doing what another captain would have it do or what the book suggests, those
    nearest to the enemy before the others; as another would have it as a whole; without all who are to do the same,
    without anybody; with one unit stopping short."""
    if not isinstance(plan, Planned):
        return
    plans = [other for other in advised if isinstance(other, Planned)]
    singles = [*(command for other in plans for command in other.commands), *_single(book, view, decision)]
    orders: dict[str, list[Commanded]] = {command.actor: [] for command in (*plan.commands, *singles)}
    for command in singles:
        orders[command.actor].append(command)
    actors = sorted(orders, key=lambda one: _from_the_enemy(view, one))
    for actor in actors:
        yield _exchanged(plan, actor, None)
        yield from (_exchanged(plan, actor, command) for command in orders[actor][:1])
    yield from (_exchanged(plan, actor, command) for actor in actors for command in orders[actor][1:])
    yield from plans
    for action in dict.fromkeys(command.action for command in plan.commands):
        yield Planned(tuple(command for command in plan.commands if command.action != action))
    yield Planned(())
    yield from (_exchanged(plan, command.actor, short) for command in plan.commands for short in _short(command))


def _single(book: Books, view: View, decision: Plan) -> Iterator[Commanded]:
    """What the book suggests for single units, of each the first few."""
    found: Counter[str] = Counter()
    for plan in islice(book.suggest(view, decision), 200):
        if isinstance(plan, Planned) and len(plan.commands) == 1:
            (command,) = plan.commands
            found[command.actor] += 1
            if found[command.actor] <= A_UNIT:
                yield command


def _exchanged(plan: Planned, actor: str, command: Commanded | None) -> Planned:
    """The plan with another order for one unit, or with none."""
    new = () if command is None else (command,)
    place = next((number for number, one in enumerate(plan.commands) if one.actor == actor), len(plan.commands))
    return Planned((*plan.commands[:place], *new, *plan.commands[place + 1 :]))


def _from_the_enemy(view: View, actor: str) -> int:
    """How far a unit is from the nearest enemy, from middle to middle; nobody is near who does not stand there."""
    unit = view.units.get(actor)
    if unit is None or not unit.on_table:
        return FAR_OFF
    near = nearest_enemies(view, unit, 1)
    return round(hypot(unit.pose.x - near[0].outline.x, unit.pose.y - near[0].outline.y)) if near else FAR_OFF


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
) -> tuple[list[Answer], list[Answer]]:
    """What the book suggests: of each unit the first few; apart from each other those of the units named, and those of
    the others, in turns."""
    by_unit: dict[str, list[Answer]] = {unit: [] for unit in first}
    for answer in spending.in_time(islice(book.suggest(view, decision), 200)):
        actor = answer.actor if isinstance(answer, Commanded) else ""
        of_unit = by_unit.setdefault(actor, [])
        if len(of_unit) < (2 * A_UNIT if actor in first else A_UNIT):
            of_unit.append(answer)
    named = [answer for unit in first for answer in by_unit[unit]]
    others = [by_unit[unit] for unit in by_unit if unit not in first]
    return named, [group[turn] for turn in range(A_UNIT) for group in others if turn < len(group)]
