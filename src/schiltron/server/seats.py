"""Seats and permissions. A seat is held by a visitor's cookie, made by the server; an invitation gives it away."""

from __future__ import annotations

import secrets
import time
from hashlib import sha256
from typing import Final

from msgspec import Struct

from schiltron.battle.door.dice import TYPED
from schiltron.battle.state.order import Dice, Order, TimeOut
from schiltron.server.fault import Refusal, not_at_the_table, not_your_seat
from schiltron.server.live import LiveBattle
from schiltron.server.shown import Held
from schiltron.server.store import Invitation, InvitationKind, KeptSeat, key_of

COOKIE: Final = "schiltron_visitor"
_LONGEST: Final = 200


class Claim(Struct, frozen=True):
    """How a caller says who they are: a cookie, and a seat among those it holds."""

    cookie: str = ""
    seat: str = ""
    watch: bool = False
    known_as: str = ""
    """The visitor whose device this is, where it is not the first."""

    @property
    def visitor(self) -> str:
        """The visitor who asks: the device itself, or the player it belongs to."""
        return self.known_as or self.device

    @property
    def device(self) -> str:
        """The hash by which the store knows a cookie, so that a reader of the store cannot pose as a visitor."""
        return sha256(self.cookie.encode()).hexdigest() if 0 < len(self.cookie) <= _LONGEST else ""


def fresh_cookie() -> str:
    return secrets.token_urlsafe(32)


def fresh_invitation(seat: str, kind: InvitationKind) -> Invitation:
    token = secrets.token_urlsafe(24)
    return Invitation(key_of(token), seat, kind, token, time.time())


def fresh_id() -> str:
    """A battle id that cannot be guessed, because it is also the spectators' link."""
    return secrets.token_urlsafe(12)


def seat_of(live: LiveBattle, claim: Claim) -> str | None:
    """The seat a caller sits at; None for one who watches. A seat that is not theirs is refused."""
    held = held_seats(live, claim)
    if claim.seat:
        if claim.seat not in [one.seat for one in held]:
            raise not_your_seat()
        return claim.seat
    return held[0].seat if held and not claim.watch else None


def held_seats(live: LiveBattle, claim: Claim) -> list[KeptSeat]:
    """The seats a visitor's cookie holds, in the order of the battle."""
    visitor = claim.visitor
    return [one for one in live.seating.seats.values() if visitor and (visitor, one.seat) in live.seating.holders]


def lost_seats(live: LiveBattle, claim: Claim) -> tuple[str, ...]:
    """The seats that a visitor once held and that have been given anew."""
    took = {one.seat for one in live.seating.invitations if claim.visitor and one.taker == claim.visitor}
    return tuple(sorted(seat for seat in took if (claim.visitor, seat) not in live.seating.holders))


def mine(live: LiveBattle, claim: Claim) -> tuple[Held, ...]:
    return tuple(Held(one.seat, seat_link(live.id, one.seat)) for one in held_seats(live, claim))


def seat_link(battle: str, seat: str) -> str:
    """The address of a seat for the browser that holds it; it opens nothing for anybody else."""
    return f"/battles/{battle}?seat={seat}"


def invitation_link(battle: str, token: str) -> str:
    """A link that opens a seat once. Browsers do not send the part after the #, so no log and no referrer has it."""
    return f"/battles/{battle}#invitation={token}"


def watch_link(battle: str) -> str:
    return f"/battles/{battle}"


def may_give(live: LiveBattle, seat: str | None, order: Order) -> None:
    """Nobody gives another seat's orders, and nobody but the server throws sealed dice."""
    if seat is None:
        raise not_at_the_table()
    if live.seating.seats[seat].who == "captain":
        raise Refusal(409, "your time ran out: a captain plays on here", where="order", right="look on")
    if isinstance(order, TimeOut):
        raise Refusal(403, "the server keeps the clock", where="order")
    if isinstance(order, Dice):
        _may_throw(live, seat, order)
    elif order.seat != seat:
        raise Refusal(403, f"you sit at {seat!r}, and this order is {order.seat!r}'s", where="order.seat", right=seat)


def _may_throw(live: LiveBattle, seat: str, order: Dice) -> None:
    if live.dice.sealed and live.journal.header.dice.kind != TYPED:
        raise Refusal(403, "the dice of this battle are sealed: the server throws them", where="order")
    roll = live.battle.roll
    if roll is not None and roll.drawn:
        raise Refusal(403, "this is drawn, not thrown: the server draws it", where="order")
    if roll is not None and roll.audience and seat not in roll.audience:
        raise Refusal(403, "these dice are not yours to throw", where="order")
    if any(not thrown.faces for thrown in order.pools):
        raise Refusal(
            422, "the faces of the dice are missing", where="order.pools", right="the faces as they lie, [3, 5, 6]"
        )
