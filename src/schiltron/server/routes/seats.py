"""Seats: taken by an invitation, given to another device, given anew."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from schiltron.server import invitations
from schiltron.server.battle_bodies import GivenSeat, SeatLink, TakenSeat
from schiltron.server.http import answer, claim_of, house_of, read_body
from schiltron.server.seating import invitation_link, seat_link
from schiltron.server.shown import Held
from schiltron.server.visitors import remembered, visitor_of

router = APIRouter(prefix="/api/battles/{battle}/seats")


@router.post("")
async def take_seat(request: Request, battle: str) -> Response:
    """Take a seat by an invitation: it is this browser's from now on, and the invitation nobody's."""
    body = await read_body(request, TakenSeat)
    house = house_of(request)
    live = await house.battle(battle)
    claim = await visitor_of(request)
    seat = await invitations.take(live, house.store, body.token, claim.visitor, also=body.also)
    return remembered(answer(Held(seat, seat_link(live.id, seat))), request, claim)


@router.post("/link", status_code=201)
async def give_seat(request: Request, battle: str) -> Response:
    """Make a link to a seat that works once: to one's own, or to a friend's seat in a battle one has set up."""
    body = await read_body(request, GivenSeat)
    house = house_of(request)
    live = await house.battle(battle)
    made = await invitations.offer(live, house.store, body.seat, claim_of(request).visitor)
    return answer(SeatLink(invitation_link(live.id, made.token), made.token), 201)
