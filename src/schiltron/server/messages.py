"""What goes over a live connection. Steps and snapshots are in `shown`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.order import Order
from schiltron.server.clock import ClockShown
from schiltron.server.questions import AnyQuestion
from schiltron.server.shown import ChatShown, DiceShown, HintsShown, Player, Snapshot, Step, ThoughtsTold
from schiltron.server.store import ChatLine, NextBattle

Ref = Annotated[str, Meta(max_length=60)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None
"""A caller's own name for a message; the answer carries it back."""

# ---------------------------------------------------------------- from the page


class GiveOrder(Struct, frozen=True, tag="order", forbid_unknown_fields=True):
    """An order, and the position of the journal it answers."""

    position: int
    order: Order
    ref: Ref = None


class Ask(Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    question: AnyQuestion
    ref: Ref = None


class Ping(Struct, frozen=True, tag="ping"):
    ref: Ref = None


FromPage = GiveOrder | Ask | Ping

# ---------------------------------------------------------------- to the page


class ObeyedOrder(Struct, frozen=True, tag="obeyed"):
    """An order has been carried out and lies on disk; its steps have been sent. `position` is its entry."""

    ref: Ref
    position: int


class RefusedOrder(Struct, frozen=True, tag="refused"):
    """Nothing has changed. A stale order answered a position that is past; the steps since are on their way."""

    ref: Ref
    stale: bool
    reasons: tuple[Reason, ...]
    position: int


class Answered(Struct, frozen=True, tag="answer"):
    ref: Ref
    answer: Any


class SeatsTaken(Struct, frozen=True, tag="seats"):
    """Who is connected."""

    players: tuple[Player, ...]
    watchers: int


class DiceBeingBound(Struct, frozen=True, tag="dice"):
    """A player has added to the dice; when they are bound, the battle begins."""

    dice: DiceShown


class Over(Struct, frozen=True, tag="over"):
    """The battle is over: the seed of sealed dice is shown."""

    seed: str | None


class Pong(Struct, frozen=True, tag="pong"):
    ref: Ref = None


ToPage = (
    Snapshot
    | Step
    | ObeyedOrder
    | RefusedOrder
    | Answered
    | SeatsTaken
    | DiceBeingBound
    | Over
    | Pong
    | ChatLine
    | ChatShown
    | HintsShown
    | NextBattle
    | ClockShown
    | ThoughtsTold
)

from_page = msgspec.json.Decoder(FromPage)
