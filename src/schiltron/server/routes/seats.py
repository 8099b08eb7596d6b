"""Before play: seats are taken by an invitation or given away, and players add to the dice."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from schiltron.server import invitations
from schiltron.server.battle_payloads import AddedToDice, GivenSeat, SeatLink, TakenSeat
from schiltron.server.fault import not_at_the_table
from schiltron.server.http import answer, claim_of, open_battles_of, read_body
from schiltron.server.seats import invitation_link, seat_link, seat_of
from schiltron.server.shown import Held
from schiltron.server.visitors import remembered, visitor_of

router = APIRouter(prefix="/api/battles/{battle}")


@router.post("/seats")
async def take_seat(request: Request, battle: str) -> Response:
    """Take a seat by an invitation: it is this browser's from now on, and the invitation nobody's."""
    body = await read_body(request, TakenSeat)
    open_battles = open_battles_of(request)
    live = await open_battles.battle(battle)
    claim = await visitor_of(request)
    seat = await invitations.take(live, open_battles.store, body.token, claim.visitor, also=body.also)
    return remembered(answer(Held(seat, seat_link(live.id, seat))), request, claim)


@router.post("/seats/link", status_code=201)
async def give_seat(request: Request, battle: str) -> Response:
    """Make a link to a seat that works once: to one's own, or to a friend's seat in a battle one has set up."""
    body = await read_body(request, GivenSeat)
    open_battles = open_battles_of(request)
    live = await open_battles.battle(battle)
    made = await invitations.offer(live, open_battles.store, body.seat, claim_of(request).visitor)
    return answer(SeatLink(invitation_link(live.id, made.token), made.token), 201)


@router.post("/dice")
async def add_to_dice(request: Request, battle: str) -> Response:
    """Add to the dice of a battle before it begins: first the fingerprint of a secret, then the secret."""
    body = await read_body(request, AddedToDice)
    live = await open_battles_of(request).battle(battle)
    seat = seat_of(live, claim_of(request, body.seat))
    if seat is None:
        raise not_at_the_table()
    await live.add_share(seat, body.fingerprint, body.secret, body.instead)
    return answer(live.dice_shown)
