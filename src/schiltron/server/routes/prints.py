"""The workshop: what is made there, on paper."""

from __future__ import annotations

from hashlib import sha256

from fastapi import APIRouter, Request, Response

from schiltron.report.typeset import NoPrinter, can_print
from schiltron.server import jobs
from schiltron.server.fault import Refusal
from schiltron.server.http import address_of, backroom_of, charge, read_body
from schiltron.server.printing import PAPERS, PrintAsked, Printed

router = APIRouter(prefix="/api/workshop/print")


@router.post("/army")
async def print_army(request: Request) -> Response:
    """An army list on one page."""
    return await _printed(request, "list")


@router.post("/rosters")
async def print_army_rosters(request: Request) -> Response:
    """The roster sheets of an army list that is by the book."""
    return await _printed(request, "rosters")


@router.post("/scenario")
async def print_scenario(request: Request) -> Response:
    """A scenario that may be fought, with its map."""
    return await _printed(request, "scenario")


async def _printed(request: Request, what: Printed) -> Response:
    if not can_print():
        raise Refusal(501, str(NoPrinter()))
    charge(request, 10)
    asked = await read_body(request, PrintAsked)
    name = (what, asked.paper, sha256(asked.toml.encode()).hexdigest())
    paper = PAPERS[asked.paper]
    body = await backroom_of(request).dear(address_of(request), name, jobs.workshop_print, what, asked.toml, paper)
    return Response(body, media_type="application/pdf")
