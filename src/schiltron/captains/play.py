"""Playing a battle to its end through the one door: dice from a source, answers from captains.

`play` is for battles by the million and keeps nothing; `play_on` writes a journal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from schiltron.battle.door.dice import DiceSource
from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import Answer
from schiltron.battle.state.event import AnyEvent
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.battle.state.waiting import due
from schiltron.captains.captain import Captain

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

MOST_ORDERS = 1_000_000
"""No battle takes so many; one that does will never end."""


class CaptainFault(Exception):
    """A captain gave an order that breaks a rule: a bug of the captain. Battle and answer are attached."""

    def __init__(self, battle: Battle[Any, Any, Any], seat: str, answer: Answer, illegal: Illegal) -> None:
        super().__init__(f"the captain of {seat!r} gave an illegal order: {illegal}\n{answer!r}")
        self.battle = battle
        self.answer = answer
        self.reasons = illegal.reasons


class DiceFault(Exception):
    """A source of dice gave what the roll cannot come to."""

    def __init__(self, illegal: Illegal) -> None:
        super().__init__(f"the dice do not fit the roll: {illegal}")


class Unending(Exception):
    """The battle does not come to an end."""

    def __init__(self, battle: Battle[Any, Any, Any], orders: int) -> None:
        super().__init__(f"no end after {orders} orders, in turn {battle.turn}; {due(battle)}")
        self.battle = battle


OnEvents = Callable[[Battle[B, U, S], tuple[AnyEvent, ...]], None]


def play(
    ruleset: Ruleset[B, U, S],
    battle: Battle[B, U, S],
    captains: Mapping[str, Captain],
    dice: DiceSource,
    *,
    on_events: OnEvents[B, U, S] | None = None,
    most_orders: int = MOST_ORDERS,
    to_the_end: bool = True,
) -> Battle[B, U, S]:
    """Play on until the battle is over. Captains are named by seat and asked with the view of that seat alone.

    Dice are thrown under the number of the order, as a journal would count it. `on_events` is told after each order.
    Unless `to_the_end`, the armies are only drawn up.
    """
    if battle.outcome is None and not battle.awaiting:
        begun = ruleset.begun(battle)
        battle = begun.battle
        if on_events is not None:
            on_events(battle, begun.events)
    obey, view, throw = ruleset.obey, ruleset.view, dice.throw
    for number in range(1, most_orders + 1):
        if battle.outcome is not None or (battle.turn and not to_the_end):
            return battle
        roll = battle.roll
        if roll is not None:
            obeyed = obey(battle, throw(roll, number))
            if isinstance(obeyed, Illegal):
                raise DiceFault(obeyed)
        else:
            decision = battle.decisions[0]
            seat = decision.seat
            answer = captains[seat].answer(view(battle, seat), decision)
            obeyed = obey(battle, Reply(seat, decision.id, answer))
            if isinstance(obeyed, Illegal):
                raise CaptainFault(battle, seat, answer, obeyed)
        battle = obeyed.battle
        if on_events is not None:
            on_events(battle, obeyed.events)
    if battle.outcome is not None:
        return battle
    raise Unending(battle, most_orders)


def play_on(
    journal: Journal[B, U, S],
    captains: Mapping[str, Captain],
    dice: DiceSource,
    *,
    after: Callable[[Journal[B, U, S]], None] | None = None,
    most_orders: int = MOST_ORDERS,
) -> Battle[B, U, S]:
    """Play a journal's battle to its end, every order and every die written down. `after` is called with each entry."""
    ruleset = journal.ruleset
    for _ in range(most_orders):
        battle = journal.battle
        if battle.outcome is not None:
            return battle
        if battle.roll is not None:
            obeyed = journal.obey(dice.throw(battle.roll, journal.next_number))
            if isinstance(obeyed, Illegal):
                raise DiceFault(obeyed)
        else:
            decision = battle.decisions[0]
            seat = decision.seat
            answer = captains[seat].answer(ruleset.view(battle, seat), decision)
            obeyed = journal.obey(Reply(seat, decision.id, answer))
            if isinstance(obeyed, Illegal):
                raise CaptainFault(battle, seat, answer, obeyed)
        if after is not None:
            after(journal)
    if journal.battle.outcome is not None:
        return journal.battle
    raise Unending(journal.battle, most_orders)
