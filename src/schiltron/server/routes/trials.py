"""The workshop: is a list any good, is a scenario even? Many quick battles tell."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from schiltron.server.http import address_of, backroom_of, charge, read_body, same_origin, sent
from schiltron.server.trial_wishes import TrialWish
from schiltron.server.visitors import visitor_of

router = APIRouter(prefix="/api/workshop")


@router.post("/trials", status_code=202)
async def begin(request: Request) -> Response:
    """Try a list or a scenario out."""
    charge(request, 5)
    wish = await read_body(request, TrialWish)
    claim = await visitor_of(request)
    address = address_of(request)
    owner = claim.visitor if request.cookies else address
    return sent(await backroom_of(request).trials.begin(owner, address, wish), status=202)


@router.get("/trials/{trial}")
async def look(request: Request, trial: str, after: Annotated[int | None, Query(ge=0)] = None) -> Response:
    """How far a trial has come, and what it has shown."""
    return sent(await backroom_of(request).trials.look(trial, after))


@router.delete("/trials/{trial}")
async def stop(request: Request, trial: str) -> Response:
    """Stop a trial; what it has shown stays for a while."""
    same_origin(request)
    return sent(await backroom_of(request).trials.stop(trial))
