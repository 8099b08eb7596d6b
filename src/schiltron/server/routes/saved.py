"""What visitors save in the workshop, and the links by which others read or write it."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from schiltron.server import jobs
from schiltron.server.http import (
    address_of,
    answer,
    backroom_of,
    charge,
    claim_of,
    open_battles_of,
    read_body,
    same_origin,
    settings_of,
)
from schiltron.server.people_payloads import Plain
from schiltron.server.shelf import Shelf, TextSaved, ThingSaved, shown, version_asked
from schiltron.server.store import SavedKind, SavedThing
from schiltron.server.visitors import remembered, visitor_of
from schiltron.server.workshop import Known

router = APIRouter(prefix="/api/workshop")
KEY = "x-edit-key"


@router.get("/saved")
async def my_things(request: Request) -> Response:
    """All that this browser has saved, the latest first."""
    charge(request, 2)
    return answer(await _shelf(request).of(claim_of(request).visitor))


@router.post("/saved", status_code=201)
async def keep(request: Request) -> Response:
    """Save an army list, a scenario or house rules."""
    request.app.state.saves.take(address_of(request))
    saved = await read_body(request, ThingSaved)
    known = await _known(request, saved.kind, saved.text)
    claim = await visitor_of(request)
    thing = await _shelf(request).keep(claim.visitor, saved, known)
    return remembered(_whole(thing, claim.visitor, 201), request, claim)


@router.get("/saved/{thing}")
async def one_thing(request: Request, thing: str) -> Response:
    """A saved thing with its text."""
    return _whole(await _found(request, thing), claim_of(request).visitor)


@router.put("/saved/{thing}")
async def write(request: Request, thing: str) -> Response:
    """Save over it, if nobody else has meanwhile."""
    charge(request, 2)
    saved = await read_body(request, TextSaved)
    before = version_asked(request.headers.get("if-match"), needed="must be said")
    assert before is not None
    found = await _found(request, thing)
    known = await _known(request, found.kind, saved.text)
    written = await _shelf(request).write(found, saved.text, known, before)
    return _whole(written, claim_of(request).visitor)


@router.delete("/saved/{thing}", status_code=204)
async def forget(request: Request, thing: str) -> Response:
    """Delete it, with its links."""
    same_origin(request)
    before = version_asked(request.headers.get("if-match"), needed="may be said")
    await _shelf(request).forget(await _found(request, thing, own=True), before)
    return Response(status_code=204, headers={"Cache-Control": "no-store"})


@router.post("/saved/{thing}/share")
async def share(request: Request, thing: str) -> Response:
    """Give it a link that anybody may read it by."""
    await read_body(request, Plain)
    return _whole(await _shelf(request).share(await _found(request, thing, own=True)), claim_of(request).visitor)


@router.delete("/saved/{thing}/share")
async def withdraw(request: Request, thing: str) -> Response:
    """Make that link void."""
    same_origin(request)
    return _whole(await _shelf(request).withdraw(await _found(request, thing, own=True)), claim_of(request).visitor)


@router.post("/saved/{thing}/edit-link")
async def edit_link(request: Request, thing: str) -> Response:
    """Give it a link that anybody may write it by; the one before is void."""
    await read_body(request, Plain)
    return answer(await _shelf(request).edit_link(await _found(request, thing, own=True)))


@router.delete("/saved/{thing}/edit-link", status_code=204)
async def close_edit_link(request: Request, thing: str) -> Response:
    """Make that link void."""
    same_origin(request)
    await _shelf(request).close_edit_link(await _found(request, thing, own=True))
    return Response(status_code=204, headers={"Cache-Control": "no-store"})


@router.get("/shared/{share}")
async def shared(request: Request, share: str) -> Response:
    """What a link for readers opens, as a copy."""
    charge(request, 2)
    return answer(await _shelf(request).copy(share))


def _shelf(request: Request) -> Shelf:
    return Shelf(open_battles_of(request).store, settings_of(request).limits)


async def _found(request: Request, thing: str, *, own: bool = False) -> SavedThing:
    claim = claim_of(request)
    return await _shelf(request).found(thing, claim.visitor, request.headers.get(KEY, ""), own=own)


async def _known(request: Request, kind: SavedKind, text: str) -> Known:
    """What a file says of itself; Refusal where it cannot be read."""
    body = await backroom_of(request).quick(address_of(request), "lists", jobs.LIST_SECONDS, jobs.known, kind, text)
    return msgspec.json.decode(body, type=Known)


def _whole(thing: SavedThing, visitor: str, status: int = 200) -> Response:
    return answer(shown(thing, visitor, whole=True), status, {"ETag": f'"{thing.version}"'})
