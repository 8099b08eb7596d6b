"""Figures to be looked at before a battle: an army list drawn up, and creatures of the role-playing game converted."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from schiltron.battle.state.encoding import encode
from schiltron.muster import load_list, ready_armies
from schiltron.server import jobs
from schiltron.server.cached_answers import Shelf
from schiltron.server.converting import SheetAsked, ready_sheets
from schiltron.server.fault import Refusal
from schiltron.server.http import address_of, backroom_of, charge, decoded, read_bytes, sent
from schiltron.server.pictured_lists import PictureAsked
from schiltron.server.workshop import ListOpened

router = APIRouter(prefix="/api/workshop")


@router.post("/picture")
async def picture(request: Request) -> Response:
    """The units of a list as they will stand."""
    charge(request, 2)
    asked = await read_bytes(request)
    decoded(asked, PictureAsked)
    return sent(
        await backroom_of(request).quick(address_of(request), "lists", jobs.LIST_SECONDS, jobs.pictured_list, asked)
    )


@router.get("/ready/{book}/{army}")
async def ready_list(book: str, army: str) -> Response:
    """A ready army as a list to begin with: what it brings of its own goes by its names."""
    name = f"{book}/{army}"
    if name not in ready_armies():
        raise Refusal(404, "there is no such army", where="army", right="an id of /api/armies")
    return sent(encode(ListOpened(load_list(name), ())))


@router.get("/creatures")
async def creatures(request: Request) -> Response:
    """The creatures and parties that are ready to be converted, with their sheets."""
    shelf: Shelf = request.app.state.shelf

    async def found() -> bytes:
        return encode(ready_sheets())

    return (await shelf.get("creatures", found)).sent(request)


@router.post("/convert")
async def convert(request: Request) -> Response:
    """What every book makes of a creature or a party."""
    charge(request, 3)
    asked = await read_bytes(request)
    decoded(asked, SheetAsked)
    return sent(
        await backroom_of(request).quick(address_of(request), "sheets", jobs.LIST_SECONDS, jobs.converted_sheet, asked)
    )
