"""A captain asked about a position."""

from __future__ import annotations

from schiltron.battle.decision import Answer, Chosen, Commanded, Marched
from schiltron.captains.battlesystem.captain import BattlesystemCaptain
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.movement.phase import order_of
from schiltron.rulesets.battlesystem.movement.steps import Moves
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.state import Battle, Step
from tests.rulesets.battlesystem.positions import Played, play


def answer(played: Played, captain: BattlesystemCaptain | None = None) -> Answer:
    """What a captain says to the first open decision."""
    decision = played.battle.decisions[0]
    view = BATTLESYSTEM.view(played.battle, decision.seat)
    return (captain or BattlesystemCaptain()).answer(view, decision)


def orders(battle: Battle, *steps: Step, seat: str = "blue") -> dict[str, Commanded]:
    """What a captain commands until dice are due, somebody else is asked or all is done; the first order of a unit."""
    captain = BattlesystemCaptain()
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


def chosen(played: Played) -> str:
    said = answer(played)
    assert isinstance(said, Chosen)
    return said.keys[0]


def attacked(battle: Battle, unit: str, side: str = "blue") -> str:
    """The enemy a unit's order leads to; "" for nobody."""
    order = moved(battle, side).get(unit)
    if order is None or not isinstance(order.form, Marched):
        return ""
    met = walk(battle, order_of(order)).met
    return met.id if met is not None else ""
