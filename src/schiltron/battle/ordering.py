"""Orders to the units of a side, one after the other until it finishes, or as a plan for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from schiltron.battle.decision import FINISH, Answer, AnyDecision, Command, Commanded, Plan, Planned
from schiltron.battle.illegal import Reason
from schiltron.battle.state import Battle
from schiltron.battle.unit import Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


def open_to_orders(
    battle: Battle[B, U, S],
    side: str,
    alive: Callable[[Unit[U]], bool],
    held_back: Callable[[Battle[B, U, S], Unit[U]], list[Reason]],
) -> tuple[str, ...]:
    """Units of a side that nothing keeps from being given an order."""
    return tuple(
        unit.id for unit in battle.units.values() if unit.side == side and alive(unit) and not held_back(battle, unit)
    )


def judge_order(
    view: Battle[B, U, S],
    side: str,
    decision: AnyDecision,
    answer: Answer,
    alive: Callable[[Unit[U]], bool],
    against: Callable[[Battle[B, U, S], Unit[U], Commanded], list[Reason]],
) -> list[Reason]:
    """Everything against an order to move a unit of the side, or to finish; `against` judges it for the unit."""
    if not isinstance(answer, Commanded):
        return [_one_or_none(decision)]
    if answer == FINISH:
        return []
    unit = view.units.get(answer.actor)
    if unit is None or unit.side != side or not alive(unit):
        return [Reason(f"there is no unit {answer.actor!r} of yours to move", decision.rules)]
    return against(view, unit, answer)


def judge_order_or_plan(
    decision: AnyDecision,
    answer: Answer,
    of_one: Callable[[Commanded], list[Reason]],
    of_plan: Callable[[Sequence[Commanded]], list[Reason]],
) -> list[Reason]:
    """Everything against an order, or to finish, where orders are given one by one; else against a plan of them."""
    if isinstance(decision, Command):
        if not isinstance(answer, Commanded):
            return [_one_or_none(decision)]
        return [] if answer == FINISH else of_one(answer)
    if not isinstance(answer, Planned) or not isinstance(decision, Plan):
        return [Reason("a plan for the phase is asked", decision.rules)]
    return of_plan(answer.commands)


def told_twice(orders: Sequence[Commanded]) -> list[str]:
    """The units that a plan has more than one order for, as they come in it."""
    times = Counter(order.actor for order in orders)
    return [actor for actor in times if times[actor] > 1]


def called(battle: Battle[B, U, S], unit_id: str) -> str:
    """What a unit is called, and what to say of one that is not there."""
    unit = battle.units.get(unit_id)
    return unit.name if unit is not None else f"no unit {unit_id!r}"


def _one_or_none(decision: AnyDecision) -> Reason:
    return Reason("a command for one unit is asked, or to finish", decision.rules)
