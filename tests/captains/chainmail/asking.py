"""A captain asked about a position."""

from __future__ import annotations

from schiltron.battle.state.decision import Commanded, PathDrawn, Planned
from schiltron.battle.state.order import Reply
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.movement.phase import Moves, order_of
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.captains.asking import Asked
from tests.rulesets.chainmail.positions import Played, play

CAPTAIN = Asked(Played, ChainmailCaptain)
answer, chosen, orders = CAPTAIN.answer, CAPTAIN.chosen, CAPTAIN.orders


def moved(battle: Battle, side: str = "blue") -> dict[str, Commanded]:
    return orders(battle, Moves(side), seat=side)


def written(battle: Battle, seat: str = "blue") -> dict[str, Commanded]:
    """The orders a captain writes where both sides move at once."""
    played = play(battle, WriteOrders())
    decision = next(one for one in played.battle.decisions if one.seat == seat)
    said = ChainmailCaptain().answer(CHAINMAIL.view(played.battle, seat), decision)
    assert isinstance(said, Planned)
    assert not CHAINMAIL.reasons(played.battle, Reply(seat, decision.id, said))
    return {one.actor: one for one in said.commands}


def attacked(battle: Battle, unit: str, side: str = "blue") -> str:
    """The enemy a unit's order leads to; "" for nobody."""
    order = moved(battle, side).get(unit)
    if order is None or not isinstance(order.form, PathDrawn):
        return ""
    met = walk(battle, order_of(unit, order)).met
    return met.id if met is not None else ""
