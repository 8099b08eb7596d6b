"""Lessons: which there are, one opened as a battle, how far it has come, and going on without it."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from schiltron.server.battle_payloads import NewBattle, SeatLink, WatchLink
from schiltron.server.fault import Refusal, not_at_the_table
from schiltron.server.http import address_of, answer, charge, claim_of, open_battles_of, read_body
from schiltron.server.lesson_battles import (
    GoneFree,
    LessonWish,
    gone_on_freely,
    lesson_lines,
    lesson_shown,
    opened_lesson,
)
from schiltron.server.live import LiveBattle
from schiltron.server.new_battles import Opened
from schiltron.server.seats import seat_link, seat_of, watch_link
from schiltron.server.visitors import remembered, visitor_of

router = APIRouter(prefix="/api")


@router.get("/lessons")
async def all_lessons() -> Response:
    """The lessons of all books, in the order in which they are learnt."""
    return answer(await asyncio.to_thread(lesson_lines))


@router.post("/lessons", status_code=201)
async def begin(request: Request) -> Response:
    """Open a lesson as a battle of one's own."""
    request.app.state.new_battles.take(address_of(request))
    charge(request, 5)
    wish = await read_body(request, LessonWish)
    claim = await visitor_of(request)
    new = await asyncio.to_thread(opened_lesson, wish.lesson, claim.visitor)
    return remembered(await _admitted(request, new), request, claim)


@router.get("/battles/{battle}/lesson")
async def how_far(request: Request, battle: str) -> Response:
    """How far a lesson has come, and the answer that would do its next step."""
    live = await _lesson(request, battle)
    assert live.course is not None
    return answer(await asyncio.to_thread(lesson_shown, live.course))


@router.post("/battles/{battle}/lesson/free", status_code=201)
async def go_on_freely(request: Request, battle: str) -> Response:
    """Play on from here against a captain, as a new battle."""
    given = await read_body(request, GoneFree)
    live = await _lesson(request, battle, given.seat)
    assert live.course is not None
    request.app.state.new_battles.take(address_of(request))
    claim = claim_of(request)
    new = await asyncio.to_thread(gone_on_freely, live.course, live.position, claim.visitor)
    return await _admitted(request, new)


async def _lesson(request: Request, battle: str, seat: str = "") -> LiveBattle:
    live = await open_battles_of(request).battle(battle)
    if live.course is None:
        raise Refusal(404, "this battle is no lesson", where="battle", right="one opened under /api/lessons")
    if seat_of(live, claim_of(request, seat)) is None:
        raise not_at_the_table()
    return live


async def _admitted(request: Request, new: Opened) -> Response:
    live = await open_battles_of(request).admit_new(new)
    links = {
        seat.seat: None if seat.who == "captain" else SeatLink(seat_link(live.id, seat.seat))
        for seat in live.seating.seats.values()
    }
    return answer(NewBattle(live.id, links, WatchLink(watch_link(live.id))), 201)
