"""A captain asked about a position."""

from __future__ import annotations

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.captains.battlesystem.captain import BattlesystemCaptain
from schiltron.rulesets.battlesystem.movement.phase import Moves, order_of
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.state import Battle
from tests.captains.asking import Asked
from tests.rulesets.battlesystem.positions import Played

CAPTAIN = Asked(Played, BattlesystemCaptain)
answer, chosen, orders = CAPTAIN.answer, CAPTAIN.chosen, CAPTAIN.orders


def moved(battle: Battle, side: str = "blue") -> dict[str, Commanded]:
    return orders(battle, Moves(side), seat=side)


def attacked(battle: Battle, unit: str, side: str = "blue") -> str:
    """The enemy a unit's order leads to; "" for nobody."""
    order = moved(battle, side).get(unit)
    if order is None or not isinstance(order.form, PathDrawn):
        return ""
    met = walk(battle, order_of(order)).met
    return met.id if met is not None else ""
