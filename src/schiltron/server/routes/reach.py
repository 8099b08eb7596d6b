"""From where the server can be reached: asked by the page that shows invitations."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.requests import HTTPConnection

from schiltron.server.addresses import (
    AddressSaid,
    Listening,
    Reach,
    Reaching,
    TriedAddress,
    Word,
    answers_at,
    is_loopback,
    plain_address,
)
from schiltron.server.fault import Refusal
from schiltron.server.http import answer, charge, read_body, settings_of

router = APIRouter(prefix="/api/reach")

_PASSED_ON: Final = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")


def reaching_of(connection: HTTPConnection) -> Reaching:
    reaching: Reaching = connection.app.state.reaching
    return reaching


def at_home(connection: HTTPConnection) -> bool:
    """Whether the caller sits at the server's own computer: by address, by the name they call it, and by no proxy."""
    client = connection.client.host if connection.client is not None else ""
    called = connection.headers.get("host", "").rpartition(":")
    name = called[0] if called[2].isdigit() else "".join(called)
    passed_on = any(header in connection.headers for header in _PASSED_ON)
    return not settings_of(connection).proxy and is_loopback(client) and is_loopback(name) and not passed_on


def _only_at_home(request: Request) -> None:
    if not at_home(request):
        raise Refusal(403, "only whoever sits at the server's computer may do this", right="open the page there")


@router.get("")
async def reach(request: Request) -> Response:
    """From where the server can be reached."""
    if not at_home(request):
        return answer(Reach(at_home=False))
    charge(request, 5)
    return answer(await reaching_of(request).shown())


@router.get("/word")
async def word(request: Request) -> Response:
    """A word of this server's, by which it knows itself."""
    return answer(Word(reaching_of(request).word))


@router.post("/listen")
async def listen(request: Request) -> Response:
    """Listen on the network as well as on this computer, or no longer."""
    body = await read_body(request, Listening)
    _only_at_home(request)
    charge(request, 5)
    reaching = reaching_of(request)
    await (reaching.listen() if body.on else reaching.stop())
    return answer(await reaching.shown())


@router.post("/check")
async def check(request: Request) -> Response:
    """Whether this server answers at an address that it was given elsewhere: by a router, a tunnel or a proxy."""
    body = await read_body(request, AddressSaid)
    _only_at_home(request)
    charge(request, 10)
    address = plain_address(body.address)
    why = await asyncio.to_thread(answers_at, address, reaching_of(request).word)
    return answer(TriedAddress(address, not why, why))
