"""Links that give a seat to somebody: each is taken once, and the seat then belongs to the browser that took it.

The holder of a seat may make a link to it, for another device or in case this browser forgets: both hold it then. The
player who set the battle up may give a friend's seat anew when the friend has lost it, but never behind the friend's
back: everybody at the table sees that a link is open and how often the seat has been given anew, the link is void as
soon as the friend comes back, and once it is taken nobody else holds the seat.
"""

from __future__ import annotations

import asyncio
import time

from msgspec.structs import replace

from schiltron.server.fault import Refusal, not_your_seat
from schiltron.server.live import LiveBattle
from schiltron.server.seats import fresh_invitation
from schiltron.server.store import Conflict, Invitation, Store, key_of


async def take(live: LiveBattle, store: Store, token: str, visitor: str, *, also: bool = False) -> str:
    """Give the seat of a link to the visitor; Refusal if somebody else was first."""
    name = await asyncio.to_thread(store.name_of, visitor)
    async with live.seating.lock:
        found = look(live, token, visitor, also=also)
        if (visitor, found.seat) in live.seating.holders:
            return found.seat
        taken = replace(found, token="", taken=time.time(), taker=visitor)
        try:
            await asyncio.wrap_future(store.take(live.id, taken))
        except Conflict as conflict:
            raise _no_longer_open(taken) from conflict
        _put(live, taken)
        if taken.kind == "anew":
            live.seating.holders = {(one, seat) for one, seat in live.seating.holders if seat != taken.seat}
        live.seating.holders.add((visitor, taken.seat))
        live.seating.rename(visitor, name)
    await live.joined()
    live.tell_who_is_here()
    return taken.seat


def look(live: LiveBattle, token: str, visitor: str, *, also: bool = False) -> Invitation:
    """What a link would open for a visitor, without taking it; Refusal if it would open nothing."""
    key = key_of(token)
    found = next((one for one in live.seating.invitations if one.key == key), None)
    if found is None:
        raise Refusal(403, "this link opens no seat of this battle", right="the whole link, as you were sent it")
    if visitor and (visitor, found.seat) in live.seating.holders:
        return found
    if not found.open:
        raise _no_longer_open(found)
    if not also and found.kind != "own" and any(one == visitor for one, _ in live.seating.holders):
        what = "this link is for another player: you set this battle up, or hold a seat of it already"
        raise Refusal(409, what, where="also", right="also: true, to play more than one side at this screen")
    return found


def _no_longer_open(found: Invitation) -> Refusal:
    what = "has been taken already" if found.taken else "is no longer good: it was called back, or a newer one was made"
    right = "another link from whoever sent you this one; to look on, the part before the # is enough"
    return Refusal(410, f"this invitation {what}", right=right)


async def offer(live: LiveBattle, store: Store, seat: str, visitor: str) -> Invitation:
    """A link to a seat: one's own, or a friend's in a battle one has set up. It replaces any other link."""
    async with live.seating.lock:
        who = live.seating.seats[seat].who if seat in live.seating.seats else "captain"
        if visitor and (visitor, seat) in live.seating.holders:
            made = fresh_invitation(seat, "own")
        elif who == "friend" and visitor and (visitor, "") in live.seating.holders:
            if live.audience.of(seat):
                raise Refusal(409, "your friend is at the table", right="pass a seat on only when it is lost")
            held = any(one == seat for _, one in live.seating.holders)
            made = fresh_invitation(seat, "anew" if held else "first")
        else:
            raise not_your_seat()
        await asyncio.wrap_future(store.invite(live.id, made))
        live.seating.invitations = [
            replace(one, token="") if one.seat == seat else one for one in live.seating.invitations
        ]
        live.seating.invitations.append(made)
    live.tell_who_is_here()
    return made


async def came_back(live: LiveBattle, store: Store, seat: str) -> None:
    """The holder of a seat is here: a link that would give it to somebody else is void."""
    async with live.seating.lock:
        offered = [one for one in live.seating.invitations if one.seat == seat and one.open and one.kind == "anew"]
        if not offered:
            return
        await asyncio.wrap_future(store.close_invitation(live.id, seat))
        for one in offered:
            _put(live, replace(one, token=""))
    live.tell_who_is_here()


def _put(live: LiveBattle, changed: Invitation) -> None:
    live.seating.invitations = [changed if one.key == changed.key else one for one in live.seating.invitations]
