"""Battles: set up, list, look at, play."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from msgspec.structs import asdict

from schiltron.battle.state.battle import Side
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.order import Dice
from schiltron.captains.opponents import described
from schiltron.rulesets import NAMES, ruleset
from schiltron.server.battle_payloads import (
    Asked,
    BattleLine,
    CarriedOut,
    GivenOrder,
    NewBattle,
    SeatLine,
    SeatLink,
    WatchLink,
    WatchLinks,
)
from schiltron.server.catalogue import sides_of
from schiltron.server.fault import Refusal
from schiltron.server.http import address_of, answer, charge, claim_of, open_battles_of, read_body, sent
from schiltron.server.live import Carried, LiveBattle
from schiltron.server.new_battles import BattleWish
from schiltron.server.seats import Claim, invitation_link, may_give, seat_link, seat_of, watch_link
from schiltron.server.shown import step
from schiltron.server.snapshots import snapshot
from schiltron.server.store import KeptSeat, Listed, Standing
from schiltron.server.typed_dice import read_faces
from schiltron.server.visitors import remembered, visitor_of
from schiltron.server.what_if import PlayOn, played_on

router = APIRouter(prefix="/api/battles")

NOT_KNOWN: Final = Standing(0, "", "", (), None, {})


@router.post("", status_code=201)
async def set_up(request: Request) -> Response:
    """Set up a battle."""
    request.app.state.new_battles.take(address_of(request))
    charge(request, 10)
    wish = await read_body(request, BattleWish)
    claim = await visitor_of(request)
    live = await open_battles_of(request).create(wish, claim.visitor, address_of(request))
    return remembered(_made(live), request, claim)


@router.post("/{battle}/play-on", status_code=201)
async def play_on(request: Request, battle: str) -> Response:
    """Play on from a moment of a battle that is over, as a new one."""
    wish = await read_body(request, PlayOn)
    request.app.state.new_battles.take(address_of(request))
    charge(request, 20)
    open_battles = open_battles_of(request)
    old = await open_battles.battle(battle)
    claim = await visitor_of(request)
    live = await open_battles.admit_new(await asyncio.to_thread(played_on, old, wish, claim.visitor))
    return remembered(_made(live), request, claim)


def _made(live: LiveBattle) -> Response:
    links = {seat.seat: _first_link(live, seat) for seat in live.seating.seats.values()}
    return answer(NewBattle(live.id, links, WatchLink(watch_link(live.id))), 201)


def _first_link(live: LiveBattle, seat: KeptSeat) -> SeatLink | None:
    """One's own seat is held already, a friend's is to be taken, a captain needs no link."""
    if seat.who == "captain":
        return None
    for one in live.seating.invitations:
        if one.seat == seat.seat and one.open:
            return SeatLink(invitation_link(live.id, one.token), one.token)
    return SeatLink(seat_link(live.id, seat.seat))


@router.get("")
async def my_battles(request: Request) -> Response:
    """The battles of this visitor, the latest first."""
    visitor = claim_of(request).visitor
    found = await asyncio.to_thread(open_battles_of(request).store.held_by, visitor) if visitor else []
    now = open_battles_of(request).settings.now()
    return answer([_line(one, now) for one in found])


def _line(listed: Listed, now: float) -> BattleLine:
    standing = listed.standing or NOT_KNOWN
    return BattleLine(
        id=listed.id,
        title=listed.title,
        scenario=listed.scenario,
        ruleset=listed.ruleset,
        created=_moment(listed.created),
        updated=_moment(listed.updated),
        position=listed.entries,
        seats={one.seat: _seat_line(listed, one) for one in listed.seats},
        mine=tuple(one for one in listed.held if _plays(listed, one)),
        turn=standing.turn,
        turn_word=ruleset(listed.ruleset).turn_word if listed.ruleset in NAMES else "",
        phase=standing.phase,
        active=standing.active,
        waiting_for=standing.waiting_for,
        outcome=standing.outcome,
        strength=standing.strength,
        links=WatchLinks(watch_link(listed.id)),
        founded=listed.founded,
        damaged=listed.standing is None or listed.ruleset not in NAMES,
        following=listed.following,
        origin=listed.origin,
        clock=listed.clock.shown(now) if listed.clock is not None else None,
    )


def _plays(listed: Listed, seat: str) -> bool:
    """Whether who holds a seat plays there: not where a captain does, because the time was out."""
    return all(one.who != "captain" for one in listed.seats if one.seat == seat)


def _seat_line(listed: Listed, seat: KeptSeat) -> SeatLine:
    of_seat = [one for one in listed.invitations if one.seat == seat.seat]
    open_still = [one.token for one in of_seat if one.open and one.kind != "own"]
    link = invitation_link(listed.id, open_still[0]) if open_still and listed.founded else None
    taken = seat.who != "friend" or any(one.taken for one in of_seat)
    side = sides_of(listed.scenario).get(seat.seat) or Side(seat.seat, seat.seat.capitalize(), seat.seat)
    player = listed.players.get(seat.seat, "")
    captain = described(seat.captain).called if seat.captain else ""
    return SeatLine(seat.who, captain, link, taken, player, side.title, side.colour)


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


@router.get("/{battle}")
async def look(request: Request, battle: str, at: Annotated[int | None, Query(ge=0)] = None) -> Response:
    """The battle as this seat may know it, now or at an earlier position."""
    live = await open_battles_of(request).battle(battle)
    claim = claim_of(request)
    seat = seat_of(live, claim)
    charge(request, 2)
    return sent(await asyncio.to_thread(_snapshot, live, seat, claim, position_in(live, at)))


def _snapshot(live: LiveBattle, seat: str | None, claim: Claim, at: int | None) -> bytes:
    return encode(snapshot(live, seat, claim, at))


def position_in(live: LiveBattle, at: int | None) -> int | None:
    if at is not None and at > live.position:
        raise Refusal(404, f"the journal has no entry {at}", where="at", right=f"0 to {live.position}")
    return at


@router.post("/{battle}/orders")
async def give_order(request: Request, battle: str) -> Response:
    """Give an order. It is answered when it lies on disk."""
    given = await read_body(request, GivenOrder)
    live = await open_battles_of(request).battle(battle)
    seat = seat_of(live, claim_of(request, given.seat))
    order = read_faces(live.battle.roll, given.order) if isinstance(given.order, Dice) else given.order
    may_give(live, seat, order)
    came = await live.give(order, given.position)
    if isinstance(came, Carried):
        first, *rest = (step(live.journal, number, seat) for number in range(came.position, came.last + 1))
        return answer(CarriedOut(**asdict(first), then=tuple(rest)))
    what = "the battle has gone on" if came.stale else "this order breaks a rule"
    right = f"an order for position {live.position}" if came.stale else ""
    raise Refusal(409 if came.stale else 422, what, where="order", right=right, reasons=came.reasons)


@router.post("/{battle}/ask")
async def ask(request: Request, battle: str) -> Response:
    """Ask about a unit, an answer before it is given, a distance or a rule."""
    request.app.state.questions.take(address_of(request))
    asked = await read_body(request, Asked)
    live = await open_battles_of(request).battle(battle)
    seat = seat_of(live, claim_of(request, asked.seat))
    return sent(await open_battles_of(request).ask(live, seat, asked.question, address_of(request)))
