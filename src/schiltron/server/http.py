"""Request and response bodies. Requests are limited in size and decoded strictly; responses are engine JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from fastapi import Request, Response
from starlette.requests import HTTPConnection

from schiltron.battle.state.encoding import encode
from schiltron.server.background_work import Backroom
from schiltron.server.connections import party
from schiltron.server.fault import Refusal
from schiltron.server.open_battles import OpenBattles
from schiltron.server.seats import COOKIE, Claim
from schiltron.server.settings import Settings

T = TypeVar("T")


def open_battles_of(connection: HTTPConnection) -> OpenBattles:
    open_battles: OpenBattles = connection.app.state.open_battles
    return open_battles


def settings_of(connection: HTTPConnection) -> Settings:
    settings: Settings = connection.app.state.settings
    return settings


def backroom_of(connection: HTTPConnection) -> Backroom:
    return open_battles_of(connection).backroom


def charge(connection: HTTPConnection, weight: float) -> None:
    """Charge a costly request more than the one request that was counted at the door."""
    connection.app.state.requests.take(address_of(connection), weight - 1)


def address_of(connection: HTTPConnection) -> str:
    return party(connection.client.host) if connection.client is not None else ""


def claim_of(connection: HTTPConnection, seat: str = "", *, watch: bool = False) -> Claim:
    """Who the caller says they are: the cookie, and `seat` in the address or the body."""
    query = connection.query_params
    cookie = connection.cookies.get(COOKIE, "")
    return Claim(
        cookie=cookie,
        known_as=open_battles_of(connection).devices.get(Claim(cookie).device, ""),
        seat=seat or query.get("seat", ""),
        watch=watch or query.get("watch", "") in ("1", "true"),
    )


def same_origin(connection: HTTPConnection) -> None:
    """Another site's page may not act with the visitor's cookie."""
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != connection.headers.get("host"):
        raise Refusal(403, "the request comes from another site", where="origin", right="the server's own page")


async def read_body(request: Request, kind: type[T]) -> T:
    """The body of a request as a value of the kind."""
    body: T = decoded(await read_bytes(request), kind)
    return body


async def read_bytes(request: Request) -> bytes:
    """The body of a request that may change something."""
    same_origin(request)
    most = settings_of(request).limits.body_bytes
    declared = request.headers.get("content-length", "0")
    if declared.isascii() and declared.isdigit() and int(declared) > most:
        raise _too_large(most)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise _too_large(most)
    return bytes(data)


def decoded(data: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `")
        raise Refusal(422, what, where=where.rstrip("`"), right="see /api/openapi.json") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(400, f"this is not JSON: {error}", right="a JSON object") from error


def _too_large(most: int) -> Refusal:
    return Refusal(413, "the body is too large", right=f"at most {most} bytes")


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A value as JSON, never cached: battles go on."""
    return sent(encode(value), headers, status)


def sent(body: bytes, headers: Mapping[str, str] | None = None, status: int = 200) -> Response:
    """JSON that is written already."""
    return Response(body, status, {"Cache-Control": "no-store", **(headers or {})}, media_type="application/json")


def refused(refusal: Refusal) -> Response:
    headers = {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
    return answer(refusal.body, refusal.status, headers)
