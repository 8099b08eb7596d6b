"""Whether an order still answers the decision it was given for.

An order names the position of the journal that its giver had seen. It is stale when the journal has gone on, unless its
decision is still open and has not changed: two seats that decide at the same time do not make each other stale.
"""

from __future__ import annotations

from typing import Any

from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.order import Agree, AtWill, Concede, Dice, Order, Reply, Withdraw


def stale(journal: Journal[Any, Any, Any], order: Order, position: int) -> bool:
    last = len(journal.entries)
    if position == last:
        return False
    if not 0 <= position < last:
        return True
    if isinstance(order, Concede | AtWill):
        return False
    asked = _asked(order, journal.battle_at(position))
    return asked is None or asked != _asked(order, journal.battle)


def _asked(order: Order, battle: AnyBattle) -> Any:
    """What the order answers, as it stood in this battle; None where it was not asked or is nothing lasting."""
    match order:
        case Reply():
            return battle.decision(order.decision)
        case Dice():
            return battle.roll if battle.roll is not None and battle.roll.id == order.roll else None
        case Withdraw():
            return next((one for one in battle.commitments if one.decision.id == order.decision), None)
        case Agree():
            return next((one.matter for one in battle.proposals if one.id == order.proposal), None)
        case _:
            return None
