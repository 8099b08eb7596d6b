"""Stands before all routes: counts requests, answers errors, and adds the security headers."""

from __future__ import annotations

import logging
from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schiltron.server.addresses import Reaching
from schiltron.server.connections import Gate
from schiltron.server.fault import Refusal, store_fails
from schiltron.server.http import address_of, refused
from schiltron.server.limits import Buckets

log = logging.getLogger("schiltron.server")

TOO_MANY: Final = 429
_SAFETY = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # links of seats are secrets
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}


class Doorkeeper:
    """Every request passes here, and every answer leaves with the security headers."""

    def __init__(self, app: ASGIApp, requests: Buckets, gate: Gate, reaching: Reaching) -> None:
        self._app = app
        self._requests = requests
        self._gate = gate
        self._reaching = reaching

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False
        self._reaching.note(scope.get("server"), (scope.get("client") or ("",))[0])
        address = address_of(HTTPConnection(scope))

        async def safely(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in _SAFETY.items():
                    headers.setdefault(name, value)
                if message["status"] == TOO_MANY:
                    self._gate.note_refusal(address)
                    if self._gate.is_shut_out(address):
                        headers["Connection"] = "close"
            await send(message)

        try:
            self._requests.take(address)
            await self._app(scope, receive, safely)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, safely)
        except ClientDisconnect:
            return
        except SQLAlchemyError:
            log.exception("the store fails")
            await refused(store_fails())(scope, receive, safely)
        except Exception:
            log.exception("%s %s broke down", scope["method"], scope["path"])
            if not started:
                failed = Refusal(500, "the server failed over this; it has been noted, and nothing has changed")
                await refused(failed)(scope, receive, safely)
