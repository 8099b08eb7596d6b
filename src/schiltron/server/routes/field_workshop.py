"""The workshop: fields in the making."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from schiltron.server import jobs
from schiltron.server.field_workshop import FieldAsked, GroundAsked, palette_shown, ready_shown
from schiltron.server.http import address_of, backroom_of, charge, decoded, read_bytes, sent

router = APIRouter(prefix="/api/workshop/field")


@router.get("/palette/{book}")
async def field_palette(request: Request, book: str) -> Response:
    """What may be laid on a table of a book, and what it does there."""
    charge(request, 1)
    return sent(palette_shown(book))


@router.get("/ready/{scenario}")
async def ready_field(request: Request, scenario: str) -> Response:
    """A ready scenario as its file has it, to make another of it."""
    charge(request, 1)
    return sent(ready_shown(scenario))


@router.post("/look")
async def look_over_field(request: Request) -> Response:
    """What is to be said of a field as it stands."""
    charge(request, 2)
    asked = await read_bytes(request)
    decoded(asked, FieldAsked)
    return sent(await backroom_of(request).quick(address_of(request), "fields", jobs.LIST_SECONDS, jobs.field, asked))


@router.post("/roll")
async def roll_ground(request: Request) -> Response:
    """Ground as chance and the book's own procedure lay it."""
    charge(request, 4)
    asked = await read_bytes(request)
    decoded(asked, GroundAsked)
    return sent(
        await backroom_of(request).quick(address_of(request), "fields", jobs.QUESTION_SECONDS, jobs.ground, asked)
    )
