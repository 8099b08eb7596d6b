"""Answers that stay the same while the server runs: written once, packed once, and not sent again to a browser that has
them.

Everybody asks for them and nobody is charged much, so they must cost next to nothing to give.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from hashlib import sha256

from fastapi import Request, Response


class Shelved:
    def __init__(self, body: bytes) -> None:
        self.body = body
        self.packed = gzip.compress(body, mtime=0)
        self.tag = f'"{sha256(body).hexdigest()[:24]}"'

    def sent(self, request: Request) -> Response:
        """Packed for a browser that can unpack it; a browser that has it already is only told that it is unchanged."""
        headers = {"Cache-Control": "max-age=300", "ETag": self.tag, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, headers=headers, media_type="application/json")
        headers["Content-Encoding"] = "gzip"
        return Response(self.packed, headers=headers, media_type="application/json")


class Shelf:
    """Answers by name. Only names that exist may be asked for."""

    def __init__(self) -> None:
        self._kept: dict[str, Shelved] = {}

    async def get(self, name: str, write: Callable[[], Awaitable[bytes]]) -> Shelved:
        if name not in self._kept:
            self._kept[name] = await asyncio.to_thread(Shelved, await write())
        return self._kept[name]
