"""Roster sheets to print, of what is ready on the shelves."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from schiltron.muster.library import ready_names
from schiltron.report.typeset import NoPrinter, Paper, can_print
from schiltron.server import jobs
from schiltron.server.catalogue import sides_of
from schiltron.server.fault import Refusal
from schiltron.server.http import address_of, backroom_of, charge
from schiltron.server.worker_processes import Job

router = APIRouter(prefix="/api")

Size = Annotated[Literal["a4", "letter"], Query(description="what it will be printed on")]


@router.get("/armies/{book}/{army}/rosters.pdf")
async def army_rosters(request: Request, book: str, army: str, paper: Size = "a4") -> Response:
    """The roster sheets of a ready army."""
    name = f"{book}/{army}"
    if name not in ready_names("armies"):
        raise Refusal(404, "there is no such army", where="army", right="an id of /api/armies")
    return _sent(await _printed(request, jobs.army_rosters, name, _paper(paper)), f"{army}.pdf")


@router.get("/scenarios/{scenario}/rosters.pdf")
async def scenario_rosters(request: Request, scenario: str, side: str | None = None, paper: Size = "a4") -> Response:
    """The roster sheets of a ready scenario, of one side or of all."""
    if scenario not in ready_names("scenarios"):
        raise Refusal(404, "there is no such scenario", where="scenario", right="an id of /api/scenarios")
    known = sides_of(scenario)
    if side is not None and side not in known:
        raise Refusal(422, f"there is no side {side!r}", where="side", right=f"one of {', '.join(known)}")
    body = await _printed(request, jobs.scenario_rosters, scenario, side, _paper(paper))
    return _sent(body, f"{scenario}-{side}.pdf" if side else f"{scenario}.pdf")


async def _printed(request: Request, job: Job, *what: str | None) -> bytes:
    if not can_print():
        raise Refusal(501, str(NoPrinter()))
    charge(request, 10)
    return await backroom_of(request).dear(address_of(request), what, job, *what)


def _paper(size: Literal["a4", "letter"]) -> Paper:
    return "us-letter" if size == "letter" else "a4"


def _sent(body: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "max-age=300"}
    return Response(body, headers=headers, media_type="application/pdf")
