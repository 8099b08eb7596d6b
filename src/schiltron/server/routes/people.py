"""People: what they call themselves, what they say at a table, who invites them, and what they fight next."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from schiltron.captains.opponents import described
from schiltron.server import devices, invitations
from schiltron.server.fault import Refusal, not_at_the_table
from schiltron.server.http import address_of, answer, charge, claim_of, open_battles_of, read_body
from schiltron.server.live import LiveBattle
from schiltron.server.own_place import MOST_RATED, places_of
from schiltron.server.people_payloads import (
    ChatAgreed,
    CodeSaid,
    HintsAgreed,
    InvitationSeen,
    InvitationShown,
    Me,
    NameSaid,
    Opponent,
    OwnCode,
    Plain,
    RematchWished,
    WordsSaid,
)
from schiltron.server.player_names import plain_name
from schiltron.server.seats import seat_of
from schiltron.server.visitors import remembered, visitor_of

router = APIRouter(prefix="/api")


@router.get("/me")
async def me(request: Request) -> Response:
    """What this visitor calls themselves, and on how many devices."""
    return answer(await _me(request, claim_of(request).visitor))


async def _me(request: Request, visitor: str) -> Me:
    open_battles = open_battles_of(request)
    if not visitor:
        return Me()
    name = await asyncio.to_thread(open_battles.store.name_of, visitor)
    coded = await asyncio.to_thread(open_battles.store.has_code, visitor)
    return Me(name, coded, sum(1 for one in open_battles.devices.values() if one == visitor))


@router.get("/me/ladder")
async def my_place(request: Request) -> Response:
    """How strong this visitor is in each book, by the battles against computer players."""
    charge(request, 3)
    visitor = claim_of(request).visitor
    found = await asyncio.to_thread(open_battles_of(request).store.held_by, visitor, MOST_RATED) if visitor else []
    return answer(places_of(found))


@router.post("/me/code", status_code=201)
async def make_code(request: Request) -> Response:
    """A code of one's own for another device; the one before is void."""
    await read_body(request, Plain)
    charge(request, 20)
    claim = await visitor_of(request)
    code = await devices.make_code(open_battles_of(request), claim.visitor)
    return remembered(answer(OwnCode(code, f"/mine#code={code}"), 201), request, claim)


@router.post("/me/enter")
async def enter(request: Request) -> Response:
    """Be at this device who one is at another, by the code of that."""
    body = await read_body(request, CodeSaid)
    charge(request, 20)
    claim = await devices.enter(open_battles_of(request), claim_of(request), body.code, bring=body.bring)
    return remembered(answer(await _me(request, claim.visitor)), request, claim)


@router.post("/me/devices/forget")
async def send_away(request: Request) -> Response:
    """Send all other devices away that came by the code; the code is void."""
    await read_body(request, Plain)
    charge(request, 10)
    claim = claim_of(request)
    if not claim.visitor:
        raise Refusal(403, "nobody is known by this browser", right="a battle, or a name")
    await devices.send_away(open_battles_of(request), claim.visitor, claim.device)
    return answer(await _me(request, claim.visitor))


@router.post("/me")
async def be_called(request: Request) -> Response:
    """Say what one is called: everybody one plays with sees it from now on."""
    body = await read_body(request, NameSaid)
    charge(request, 10)
    name = plain_name(body.name)
    claim = await visitor_of(request)
    await open_battles_of(request).rename(claim.visitor, name)
    return remembered(answer(await _me(request, claim.visitor)), request, claim)


@router.post("/battles/{battle}/seats/look")
async def look_at_invitation(request: Request, battle: str) -> Response:
    """Who invites, to which side: an invitation before it is taken."""
    body = await read_body(request, InvitationSeen)
    live = await open_battles_of(request).battle(battle)
    visitor = claim_of(request).visitor
    found = invitations.look(live, body.token, visitor)

    def opponent(seat: str) -> Opponent:
        side, of_seat = live.battle.side_named(live.battle.side_at(seat)), live.seating.seats[seat]
        name = f"the {described(of_seat.captain).called}" if of_seat.who == "captain" else live.seating.name_of(seat)
        return Opponent(side.colour or side.id, side.title, name)

    ours = opponent(found.seat)
    return answer(
        InvitationShown(
            kind=found.kind,
            seat=found.seat,
            side=ours.side,
            called=ours.called,
            title=live.title,
            ruleset=live.journal.ruleset.name,
            book=live.journal.ruleset.title,
            held=bool(visitor) and (visitor, found.seat) in live.seating.holders,
            by=live.seating.name_of(""),
            against=tuple(opponent(seat) for seat in live.seating.seats if seat != found.seat),
            clock=live.time.clock.terms if live.time.clock is not None else None,
        )
    )


@router.post("/battles/{battle}/chat", status_code=201)
async def say(request: Request, battle: str) -> Response:
    """Say something to the other players."""
    body = await read_body(request, WordsSaid)
    charge(request, 10)
    live, seat = await _at_the_table(request, battle, body.seat)
    said = await live.table_talk.say(open_battles_of(request).store, seat, body.text)
    live.audience.tell_those(said, live.table_talk.may_read)
    return answer(said, 201)


@router.post("/battles/{battle}/chat/open")
async def let_watchers_read(request: Request, battle: str) -> Response:
    """Let those who watch read what is said, or no longer; they do where all players agree."""
    body = await read_body(request, ChatAgreed)
    charge(request, 10)
    live, seat = await _at_the_table(request, battle, body.seat)
    await live.table_talk.agree(open_battles_of(request).store, seat, on=body.on)
    for one in live.audience.seats:
        for listener in live.audience.of(one):
            if (shown := live.table_talk.shown(one)) is not None:
                listener.tell(shown)
    return answer(live.table_talk.shown(seat))


@router.post("/battles/{battle}/hints")
async def agree_to_hints(request: Request, battle: str) -> Response:
    """Agree that players may ask what a captain would do, or no longer; between people they may where all agree."""
    body = await read_body(request, HintsAgreed)
    charge(request, 10)
    live, seat = await _at_the_table(request, battle, body.seat)
    await live.hints.agree(open_battles_of(request).store, seat, on=body.on)
    for one in live.audience.seats:
        for listener in live.audience.of(one):
            listener.tell(live.hints.shown())
    return answer(live.hints.shown())


@router.post("/battles/{battle}/rematch", status_code=201)
async def go_on(request: Request, battle: str) -> Response:
    """After the end: the same battle again, with sides swapped, or the next scenario of the book."""
    body = await read_body(request, RematchWished)
    request.app.state.new_battles.take(address_of(request))
    charge(request, 10)
    live, seat = await _at_the_table(request, battle, body.seat)
    following = await open_battles_of(request).go_on(live, seat, body.kind, claim_of(request).visitor)
    return answer(following, 201)


async def _at_the_table(request: Request, battle: str, seat: str) -> tuple[LiveBattle, str]:
    live = await open_battles_of(request).battle(battle)
    sits = seat_of(live, claim_of(request, seat))
    if sits is None:
        raise not_at_the_table()
    if live.seating.seats[sits].who == "captain":
        raise Refusal(409, "a captain sits there", where="seat")
    return live, sits
