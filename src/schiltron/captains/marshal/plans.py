"""Orders for a whole army, changed for one unit at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import hypot
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.decision import Answer, Commanded, PathDrawn, Plan, Planned
from schiltron.battle.state.field import nearest_enemies
from schiltron.battle.state.manoeuvre import Advance
from schiltron.captains.captain import Books, View

A_UNIT: Final = 2
"""Suggestions for one unit."""
LOOKED_AT: Final = 200
"""Suggestions that are looked at."""
FAR_OFF: Final = 1_000_000_000
"""Farther than anything on a table."""


def plans_of(
    book: Books,
    view: View,
    decision: Plan,
    plan: Answer,
    thoughts: Iterator[Answer],
    advised: Iterator[Answer],
) -> Iterator[Planned]:
    """The plan with one unit held back, doing what else the captain thought of, what another would have it do or what
    the book suggests, those nearest to the enemy before the others; as another would have it as a whole; without all
    who are to do the same, without anybody; with one unit stopping short."""
    if not isinstance(plan, Planned):
        return
    plans = [other for other in advised if isinstance(other, Planned)]
    singles = [
        *(one for one in thoughts if isinstance(one, Commanded) and one not in plan.commands),
        *(command for other in plans for command in other.commands),
        *_single(book, view, decision),
    ]
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
    yield from (_exchanged(plan, command.actor, half) for command in plan.commands for half in short(command))


def _single(book: Books, view: View, decision: Plan) -> Iterator[Commanded]:
    """What the book suggests for single units, of each the first few."""
    found: Counter[str] = Counter()
    for plan in islice(book.suggest(view, decision), LOOKED_AT):
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


def short(command: Commanded) -> Iterator[Commanded]:
    """The same way, half of its last leg."""
    path = command.form.path if isinstance(command.form, PathDrawn) else ()
    last = path[-1] if path else None
    if isinstance(last, Advance):
        yield replace(command, form=PathDrawn((*path[:-1], Advance(last.distance // 2))))
