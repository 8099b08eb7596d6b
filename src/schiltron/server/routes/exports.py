"""What can be taken away from a battle: its history, its journal, a picture of any moment, a report."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from msgspec import Struct

from schiltron.battle.drawing import picture
from schiltron.battle.journal import DiceNote, Seen
from schiltron.battle.savefile import whole
from schiltron.battle.saving import encode
from schiltron.battle.state import AnyBattle, Battle
from schiltron.battle.view import heard_by
from schiltron.report.replay_page import replay_page
from schiltron.server.fault import Refusal
from schiltron.server.http import answer, claim_of, house_of, settings_of
from schiltron.server.live import LiveBattle
from schiltron.server.routes.battles import position_in
from schiltron.server.seating import seat_of
from schiltron.server.shown import step

router = APIRouter(prefix="/api/battles/{battle}")


class SeatJournal(Struct, frozen=True, tag_field="line", tag="schiltron journal of a seat"):
    """The first line of a running battle's journal as one seat may have it; `seen` lines follow."""

    seat: str | None
    ruleset: str
    dice: DiceNote
    start: AnyBattle


@router.get("/history")
async def history(
    request: Request,
    battle: str,
    after: Annotated[int, Query(ge=0)] = 0,
    most: Annotated[int | None, Query(ge=1)] = None,
) -> Response:
    """Steps after a position, as this seat may know them, as many as are given at once."""
    live = await house_of(request).battle(battle)
    seat = seat_of(live, claim_of(request))
    page = settings_of(request).limits.steps_per_page
    last = min(live.position, after + min(most or page, page))
    return answer(
        await asyncio.to_thread(_steps, live, seat, after, last), headers={"Last-Position": str(live.position)}
    )


def _steps(live: LiveBattle, seat: str | None, after: int, last: int) -> list[Struct]:
    return [step(live.journal, number, seat) for number in range(after + 1, last + 1)]


@router.get("/journal.jsonl")
async def journal(request: Request, battle: str) -> Response:
    """The journal: whole, with the seed, when the battle is over; until then as this seat may have it."""
    live = await house_of(request).battle(battle)
    seat = seat_of(live, claim_of(request))
    seed = live.dice.seed if live.dice is not None else None
    lines = whole(live.journal, seed) if live.battle.outcome is not None else _seen(live, seat)
    body = await asyncio.to_thread(b"".join, lines)
    return _download(body, "application/x-ndjson", f"{live.id}.jsonl")


def _seen(live: LiveBattle, seat: str | None) -> Iterator[bytes]:
    header = live.journal.header
    start = live.view(seat, 0)
    yield encode(SeatJournal(seat, header.ruleset, header.dice, start)) + b"\n"
    for number in range(1, live.position + 1):
        seen: Seen = live.journal.seen(number, seat)
        yield encode(seen) + b"\n"


@router.get("/moment.svg")
async def moment(
    request: Request,
    battle: str,
    at: Annotated[int | None, Query(ge=0)] = None,
    theme: Literal["light", "dark", "both"] = "light",
    width: Annotated[int, Query(ge=200, le=4000)] = 1440,
) -> Response:
    """The table at a position of the journal, as this seat sees it; without inches while nobody may measure."""
    live = await house_of(request).battle(battle)
    seat, position = seat_of(live, claim_of(request)), position_in(live, at)
    view: Battle = live.view(seat, position)  # type: ignore[type-arg]
    heard = heard_by(live.journal.events[live.position if position is None else position], seat)
    ruled = live.battle.outcome is not None or live.journal.ruleset.measures(view)
    drawn = await asyncio.to_thread(picture, view, width_px=width, theme=theme, events=heard, ruled=ruled)
    if drawn is None:
        raise Refusal(404, "this battle has no table to draw")
    return _download(drawn.encode(), "image/svg+xml", f"{live.id}.svg", inline=True)


@router.get("/report.html")
async def report(request: Request, battle: str) -> Response:
    """The whole battle as one page that needs nothing else; when it is over."""
    live = await house_of(request).battle(battle)
    seat_of(live, claim_of(request))
    if live.battle.outcome is None:
        raise Refusal(409, "the battle is not over yet", right="the report, when it is")
    if live.battle.board is None:
        raise Refusal(404, "this battle has no table to show")
    page = await asyncio.to_thread(replay_page, live.journal)
    return _download(page.encode(), "text/html; charset=utf-8", f"{live.id}.html")


def _download(body: bytes, kind: str, name: str, *, inline: bool = False) -> Response:
    manner = "inline" if inline else "attachment"
    headers = {"Content-Disposition": f'{manner}; filename="{name}"', "Cache-Control": "no-store"}
    return Response(body, headers=headers, media_type=kind)
