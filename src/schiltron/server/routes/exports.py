"""What can be taken away from a battle: its history, its journal, a picture of any moment, a report."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from schiltron.battle.record.savefile_writer import whole
from schiltron.battle.state.drawn import drawn_units
from schiltron.drawing.small import draw_small
from schiltron.muster.after_battle import army_after
from schiltron.muster.list_text import written
from schiltron.server import jobs
from schiltron.server.fault import Refusal
from schiltron.server.http import address_of, answer, backroom_of, charge, claim_of, open_battles_of, sent, settings_of
from schiltron.server.live import LiveBattle
from schiltron.server.routes.battles import position_in
from schiltron.server.seats import seat_of
from schiltron.server.worker_processes import Job

router = APIRouter(prefix="/api/battles/{battle}")


@router.get("/history")
async def history(
    request: Request,
    battle: str,
    after: Annotated[int, Query(ge=0)] = 0,
    most: Annotated[int | None, Query(ge=1)] = None,
) -> Response:
    """Steps after a position, as this seat may know them, as many as are given at once."""
    live = await open_battles_of(request).battle(battle)
    seat = seat_of(live, claim_of(request))
    page = settings_of(request).limits.steps_per_page
    position = live.position
    last = min(position, after + min(most or page, page))
    steps = await _worked_out(request, live, 5, jobs.history, seat, after, last) if after < last else b"[]"
    return sent(steps, {"Last-Position": str(position)})


@router.get("/thoughts")
async def thoughts(request: Request, battle: str, after: Annotated[int, Query(ge=0)] = 0) -> Response:
    """Why computer players gave their orders, after an entry, as far as it may be told."""
    live = await open_battles_of(request).battle(battle)
    seat_of(live, claim_of(request))
    charge(request, 2)
    live.tell_reasons()
    return answer(await live.reasons.all_told(open_battles_of(request).store, after))


async def _worked_out(request: Request, live: LiveBattle, weight: float, job: Job, *what: Any) -> bytes:
    """What never changes of a battle: it is told by another process, once."""
    charge(request, weight)
    script = live.script()
    name = (live.id, script.dice, *what)
    return await backroom_of(request).dear(address_of(request), name, job, script, *what)


@router.get("/armies/{side}.toml")
async def army_left(request: Request, battle: str, side: str) -> Response:
    """Who is left of a side of a battle that is over, as an army list for the next one."""
    live = await open_battles_of(request).battle(battle)
    seat_of(live, claim_of(request))
    charge(request, 1)
    if live.battle.outcome is None:
        raise Refusal(409, "the battle is not over", right="play it to its end")
    if side not in [one.id for one in live.battle.sides]:
        raise Refusal(404, "there is no such side", where="side")
    text = written(army_after(live.battle, side))
    headers = {"Content-Disposition": f'attachment; filename="{side}.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


@router.get("/journal.jsonl")
async def journal(request: Request, battle: str) -> Response:
    """The journal: whole, with the seed, when the battle is over; until then as this seat may have it."""
    live = await open_battles_of(request).battle(battle)
    seat = seat_of(live, claim_of(request))
    if live.battle.outcome is None:
        body = await _worked_out(request, live, 10, jobs.seen_lines, seat, live.position)
    else:
        charge(request, 10)
        seed = live.dice.source.seed if live.dice.source is not None else None
        body = await asyncio.to_thread(b"".join, whole(live.journal, seed, live.seating.leaders(live.battle)))
    return _download(body, "application/x-ndjson", f"{live.id}.jsonl")


@router.get("/moment.svg")
async def moment(
    request: Request,
    battle: str,
    at: Annotated[int | None, Query(ge=0)] = None,
    theme: Literal["light", "dark", "both"] = "light",
    width: Annotated[int, Query(ge=200, le=4000)] = 1440,
) -> Response:
    """The table at a position of the journal, as this seat sees it; without inches while nobody may measure."""
    live = await open_battles_of(request).battle(battle)
    seat, position = seat_of(live, claim_of(request)), position_in(live, at)
    if live.battle.board is None:
        raise Refusal(404, "this battle has no table to draw")
    when = live.position if position is None else position
    inches = "shown" if live.battle.outcome is not None else "if they may be measured"
    drawn = await _worked_out(request, live, 4, jobs.moment, seat, when, theme, width, inches)
    return _download(drawn, "image/svg+xml", f"{live.id}.svg", inline=True)


@router.get("/small.svg")
async def small(request: Request, battle: str) -> Response:
    """The table as it stands, as small as a stamp, as this seat sees it. It is painted by the page that shows it."""
    live = await open_battles_of(request).battle(battle)
    seat = seat_of(live, claim_of(request))
    charge(request, 2)
    view = live.view(seat)
    if view.board is None:
        raise Refusal(404, "this battle has no table to draw")
    drawn = await asyncio.to_thread(draw_small, view.board, drawn_units(view))
    return _download(drawn.encode(), "image/svg+xml", f"{live.id}.svg", inline=True)


@router.get("/report.html")
async def report(request: Request, battle: str) -> Response:
    """The whole battle as one page that needs nothing else; when it is over."""
    live = await open_battles_of(request).battle(battle)
    seat_of(live, claim_of(request))
    if live.battle.outcome is None:
        raise Refusal(409, "the battle is not over yet", right="the report, when it is")
    if live.battle.board is None:
        raise Refusal(404, "this battle has no table to show")
    live.tell_reasons()
    why = tuple((one.entry, one.lines) for one in await live.reasons.all_told(open_battles_of(request).store))
    page = await _worked_out(request, live, 20, jobs.report, tuple(live.seating.leaders(live.battle).items()), why)
    return _download(page, "text/html; charset=utf-8", f"{live.id}.html")


@router.get("/review")
async def review(request: Request, battle: str) -> Response:
    """What turned the battle, when it is over; or how far the review has come. Whoever asks first has it made."""
    live = await open_battles_of(request).battle(battle)
    seat_of(live, claim_of(request))
    if live.battle.outcome is None:
        raise Refusal(409, "the battle is not over yet", right="the review, when it is")
    reviews, script = backroom_of(request).reviews, live.script()
    if not reviews.known(script):
        charge(request, 20)
    return sent(await reviews.look(address_of(request), script))


def _download(body: bytes, kind: str, name: str, *, inline: bool = False) -> Response:
    manner = "inline" if inline else "attachment"
    headers = {"Content-Disposition": f'{manner}; filename="{name}"', "Cache-Control": "no-store"}
    return Response(body, headers=headers, media_type=kind)
