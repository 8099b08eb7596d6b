"""A captain asked about a position."""

from __future__ import annotations

from schiltron.battle.decision import Answer, Chosen, Commanded, Marched, Planned
from schiltron.battle.order import Reply
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.movement.phase import order_of
from schiltron.rulesets.chainmail.movement.steps import Moves
from schiltron.rulesets.chainmail.movement.walk import walk
from schiltron.rulesets.chainmail.state import Battle, Step
from schiltron.rulesets.chainmail.written.steps import WriteOrders
from tests.rulesets.chainmail.positions import Played, play


def answer(played: Played, captain: ChainmailCaptain | None = None) -> Answer:
    """What a captain says to the first open decision."""
    decision = played.battle.decisions[0]
    view = CHAINMAIL.view(played.battle, decision.seat)
    return (captain or ChainmailCaptain()).answer(view, decision)


def orders(battle: Battle, *steps: Step, seat: str = "blue") -> dict[str, Commanded]:
    """What a captain commands until dice are due, somebody else is asked or all is done; the first order of a unit."""
    captain = ChainmailCaptain()
    played = play(battle, *steps)
    given: dict[str, Commanded] = {}
    while played.battle.decisions and played.decision.seat == seat:
        said = answer(played, captain)
        if isinstance(said, Commanded) and said.actor:
            given.setdefault(said.actor, said)
        played = played.then(said)
    return given


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


def chosen(played: Played) -> str:
    said = answer(played)
    assert isinstance(said, Chosen)
    return said.keys[0]


def attacked(battle: Battle, unit: str, side: str = "blue") -> str:
    """The enemy a unit's order leads to; "" for nobody."""
    order = moved(battle, side).get(unit)
    if order is None or not isinstance(order.form, Marched):
        return ""
    met = walk(battle, order_of(unit, order)).met
    return met.id if met is not None else ""
