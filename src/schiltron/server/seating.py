"""Who may do what. A seat is held by its token (the unguessable part of its link) or by a visitor's cookie."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from msgspec import Struct

from schiltron.battle.dice import TYPED
from schiltron.battle.order import Dice, Order
from schiltron.server.fault import Refusal, no_such_seat, not_at_the_table
from schiltron.server.live import LiveBattle
from schiltron.server.shown import Held
from schiltron.server.store import KeptSeat

COOKIE: Final = "schiltron_visitor"
COOKIE_SECONDS: Final = 365 * 24 * 3600
_LONGEST: Final = 200


class Claim(Struct, frozen=True):
    """How a caller says who they are: the token of a link, a cookie, a seat among those the cookie holds."""

    token: str = ""
    cookie: str = ""
    seat: str = ""
    watch: bool = False

    @property
    def visitor(self) -> str:
        """What the store knows a cookie by: whoever reads the store cannot pose as a visitor."""
        return sha256(self.cookie.encode()).hexdigest() if 0 < len(self.cookie) <= _LONGEST else ""


def fresh_cookie() -> str:
    return secrets.token_urlsafe(32)


def fresh_token() -> str:
    return secrets.token_urlsafe(24)


def fresh_id() -> str:
    """The id of a battle is the spectators' link, so it cannot be guessed either."""
    return secrets.token_urlsafe(12)


def seat_of(live: LiveBattle, claim: Claim) -> str | None:
    """The seat a caller sits at; None for one who watches. A token that fits no seat is refused."""
    if claim.token:
        for one in live.seats.values():
            if one.token and compare_digest(one.token.encode(), claim.token.encode()):
                return one.seat
        raise no_such_seat()
    held = held_seats(live, claim)
    if claim.seat:
        if claim.seat not in [one.seat for one in held]:
            raise no_such_seat()
        return claim.seat
    return held[0].seat if held and not claim.watch else None


def held_seats(live: LiveBattle, claim: Claim) -> list[KeptSeat]:
    """The seats a visitor's cookie holds, in the order of the battle."""
    visitor = claim.visitor
    return [one for one in live.seats.values() if visitor and one.token and (visitor, one.seat) in live.holders]


def mine(live: LiveBattle, claim: Claim) -> tuple[Held, ...]:
    return tuple(Held(one.seat, one.token, seat_link(live.id, one.token)) for one in held_seats(live, claim))


def seat_link(battle: str, token: str) -> str:
    return f"/battles/{battle}?token={token}"


def watch_link(battle: str) -> str:
    return f"/battles/{battle}"


def may_give(live: LiveBattle, seat: str | None, order: Order) -> None:
    """Nobody gives another seat's orders, and nobody but the server throws sealed dice."""
    if seat is None:
        raise not_at_the_table()
    if isinstance(order, Dice):
        _may_throw(live, seat, order)
    elif order.seat != seat:
        raise Refusal(403, f"you sit at {seat!r}, and this order is {order.seat!r}'s", where="order.seat", right=seat)


def _may_throw(live: LiveBattle, seat: str, order: Dice) -> None:
    if live.dice is not None and live.journal.header.dice.kind != TYPED:
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
