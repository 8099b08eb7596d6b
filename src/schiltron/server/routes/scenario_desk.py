"""The workshop: scenarios in the making, and the schemas by which editors check a file."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from schiltron.battle.state.encoding import encode
from schiltron.muster.book_schemas import Kind, book_schema
from schiltron.rulesets import NAMES
from schiltron.server import jobs
from schiltron.server.cached_answers import Shelf
from schiltron.server.fault import Refusal
from schiltron.server.http import address_of, backroom_of, charge, decoded, read_bytes, sent
from schiltron.server.scenario_desk import ScenarioAsked

router = APIRouter(prefix="/api/workshop")


@router.post("/scenario")
async def scenario(request: Request) -> Response:
    """A scenario as it was read, its text, and what keeps a battle from beginning with it."""
    charge(request, 2)
    asked = await read_bytes(request)
    decoded(asked, ScenarioAsked)
    return sent(
        await backroom_of(request).quick(address_of(request), "lists", jobs.LIST_SECONDS, jobs.scenario_asked, asked)
    )


@router.get("/schemas/{book}/{kind}")
async def schema(request: Request, book: str, kind: Kind) -> Response:
    """The JSON Schema of the files of a book."""
    if book not in NAMES:
        raise Refusal(404, f"there is no book {book!r}", where="book", right=f"one of {', '.join(NAMES)}")
    shelf: Shelf = request.app.state.shelf
    found = await shelf.get(
        f"schema of {book} {kind}", lambda: asyncio.to_thread(lambda: encode(book_schema(book, kind)))
    )
    return found.sent(request)
