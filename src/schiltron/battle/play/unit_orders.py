"""Orders to the units of a side, one after the other until it finishes, or as a plan for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import FINISH, Command, Commanded, Plan, Planned
from schiltron.battle.state.field import commanded_by, commands
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


Asked: TypeAlias = Command | Plan
"""One order after the other, or all of them at once."""
Told: TypeAlias = Commanded | Planned


def open_to_orders(
    battle: Battle[B, U, S],
    side: str,
    alive: Callable[[Unit[U]], bool],
    held_back: Callable[[Battle[B, U, S], Unit[U]], list[Reason]],
) -> tuple[str, ...]:
    """Units commanded by a side that nothing keeps from being given an order."""
    return tuple([unit.id for unit in commanded_by(battle, side) if alive(unit) and not held_back(battle, unit)])


def judge_order(
    view: Battle[B, U, S],
    side: str,
    decision: Command,
    answer: Commanded,
    alive: Callable[[Unit[U]], bool],
    against: Callable[[Battle[B, U, S], Unit[U], Commanded], list[Reason]],
) -> list[Reason]:
    """Everything against an order to move a unit of the side, or to finish; `against` judges it for the unit."""
    if answer == FINISH:
        return []
    unit = view.units.get(answer.actor)
    if unit is None or not commands(view, side, unit) or not alive(unit):
        return [Reason(f"there is no unit {answer.actor!r} of yours to move", decision.rules)]
    return against(view, unit, answer)


def judge_order_or_plan(
    answer: Told,
    of_one: Callable[[Commanded], list[Reason]],
    of_plan: Callable[[Sequence[Commanded]], list[Reason]],
) -> list[Reason]:
    """Everything against an order, or to finish, where orders are given one by one; else against a plan of them."""
    if isinstance(answer, Planned):
        return of_plan(answer.commands)
    return [] if answer == FINISH else of_one(answer)


def told_twice(orders: Sequence[Commanded]) -> list[str]:
    """The units that a plan has more than one order for, as they come in it."""
    times = Counter(order.actor for order in orders)
    return [actor for actor in times if times[actor] > 1]


def called(battle: Battle[B, U, S], unit_id: str) -> str:
    """What a unit is called, and what to say of one that is not there."""
    unit = battle.units.get(unit_id)
    return unit.name if unit is not None else f"no unit {unit_id!r}"
