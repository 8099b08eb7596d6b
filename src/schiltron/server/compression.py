"""Answers are compressed for clients that accept it: large ones in a thread, so that nobody waits meanwhile."""

from __future__ import annotations

import asyncio
import gzip
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALL: Final = 2_000
LARGE: Final = 20_000
LEVEL: Final = 5


class Packing:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self._app(scope, receive, send)
            return
        begun: Message | None = None

        async def packed(message: Message) -> None:
            """Answers come in two messages, head and body; one that comes in pieces is left as it is."""
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = message
                return
            if begun is None:
                await send(message)
                return
            head, begun = begun, None
            body: bytes = message.get("body", b"")
            headers = MutableHeaders(scope=head)
            headers.add_vary_header("Accept-Encoding")
            if "content-encoding" not in headers and not message.get("more_body", False) and len(body) >= SMALL:
                body = await asyncio.to_thread(_pack, body) if len(body) >= LARGE else _pack(body)
                headers["Content-Encoding"] = "gzip"
                headers["Content-Length"] = str(len(body))
                message = {**message, "body": body}
            await send(head)
            await send(message)

        await self._app(scope, receive, packed)


def _pack(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)
