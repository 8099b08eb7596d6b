"""The gate: which connections are open, and which are closed because nothing comes through them.

A connection that sends half a request, does not read what it is sent, or will not be closed is cut. One address may
open only so many, and one that keeps asking although it is refused is shut out for a while.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from schiltron.server.fault import Refusal
from schiltron.server.limits import Bucket
from schiltron.server.settings import Settings

SHUT_OUT_SECONDS: Final = 10
MOST_SHUT_OUT: Final = 10_000
LOW_WATER: Final = 16_384
"""Bytes that may lie unsent without anybody being called slow."""


def party(host: str) -> str:
    """The callers who are counted as one: an address, or for IPv6 the network of a household."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"


class Gate:
    """The connections that are open now."""

    def __init__(self, settings: Settings) -> None:
        self.limits = settings.limits
        self._proxy = settings.proxy
        self._open: Counter[str] = Counter()
        self._refused: dict[str, Bucket] = {}
        self._shut_out: dict[str, float] = {}

    @property
    def lines(self) -> int:
        return self._open.total()

    def enter(self, host: str) -> Refusal | None:
        """The reason why a connection from there may not be opened. Callers behind a proxy look alike here."""
        address = party(host)
        if host != self._proxy:
            if self.is_shut_out(address):
                return _refusal("you go on asking although you were refused", SHUT_OUT_SECONDS)
            if self._open[address] >= self.limits.sockets_per_address:
                return _refusal("too many lines are open from your address", 10)
        if self.lines >= self.limits.sockets:
            return Refusal(503, "too many lines are open", right="try again in a moment", retry_after=10)
        self._open[address] += 1
        return None

    def leave(self, host: str) -> None:
        address = party(host)
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]

    def note_refusal(self, address: str) -> None:
        """An address was refused; if that happens again and again, it is shut out for a while."""
        if address not in self._refused and len(self._refused) >= MOST_SHUT_OUT:
            self._refused.clear()
        if self._refused.setdefault(address, Bucket(self.limits.refusals)).take():
            if len(self._shut_out) >= MOST_SHUT_OUT:
                self._shut_out.clear()
            self._shut_out[address] = time.monotonic() + SHUT_OUT_SECONDS

    def is_shut_out(self, address: str) -> bool:
        until = self._shut_out.get(address)
        if until is not None and until < time.monotonic():
            del self._shut_out[address]
            return False
        return until is not None


def _refusal(what: str, seconds: int) -> Refusal:
    return Refusal(429, what, right=f"wait {seconds} s", retry_after=seconds)


def written(refusal: Refusal, phrase: str) -> bytes:
    """A refusal as the bytes of a complete HTTP answer."""
    body = msgspec.json.encode(refusal.body)
    head = [
        f"HTTP/1.1 {refusal.status} {phrase}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        f"Retry-After: {refusal.retry_after or 1}",
        "Connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body


class _Watch:
    """Looks at a line every now and then, and cuts it when it is stuck."""

    def __init__(self, transport: asyncio.Transport, gate: Gate, host: str) -> None:
        self._transport, self._gate, self._host = transport, gate, host
        self._limits = gate.limits
        self._read_at = time.monotonic()
        self.asked_at: float | None = time.monotonic()
        """Since when a request is under way that has not come in whole."""
        self.on_late = transport.abort
        self._timer: asyncio.TimerHandle | None = None
        self._look_later()

    def _look_later(self) -> None:
        soon = min(5.0, self._limits.request_seconds / 2, self._limits.stalled_seconds / 2)
        self._timer = asyncio.get_running_loop().call_later(soon, self._look)

    def _look(self) -> None:
        now = time.monotonic()
        if self._transport.get_write_buffer_size() <= LOW_WATER:
            self._read_at = now
        if self._transport.is_closing() or now - self._read_at > self._limits.stalled_seconds:
            self._transport.abort()
        elif self.asked_at is not None and now - self.asked_at > self._limits.request_seconds:
            self.on_late()
        self._look_later()

    def end(self) -> None:
        """The line is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._gate.leave(self._host)


class WatchedHttp(H11Protocol):
    """HTTP over a line that is watched."""

    gate: Gate
    watch: _Watch | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client is not None else ""
        refusal = self.gate.enter(host)
        if refusal is not None:
            transport.write(written(refusal, "Too Many Requests" if refusal.status == 429 else "Service Unavailable"))
            transport.close()
            return
        self.watch = _Watch(transport, self.gate, host)
        self.watch.on_late = self._too_late

    def data_received(self, data: bytes) -> None:
        if self.watch is None:
            return
        super().data_received(data)
        self._mark()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._mark()

    def _mark(self) -> None:
        """Note whether a request is half here. When it is not, uvicorn itself closes the line after a while."""
        if self.watch is None:
            return
        half = self.conn.their_state is h11.SEND_BODY or (
            self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        )
        if not half:
            self.watch.asked_at = None
        elif self.watch.asked_at is None:
            self.watch.asked_at = time.monotonic()

    def _too_late(self) -> None:
        answering = getattr(self.cycle, "response_started", False) and not self.cycle.response_complete
        if not answering:
            late = Refusal(408, "the request did not come in whole", right="send it at once", retry_after=1)
            self.transport.write(written(late, "Request Timeout"))
        self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        protocol: Any = self.transport.get_protocol()
        if isinstance(protocol, WatchedSocket):
            protocol.watch, self.watch = self.watch, None
        if protocol.watch is not None:
            protocol.watch.asked_at = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.watch is not None:
            self.watch.end()


class WatchedSocket(WebSocketsSansIOProtocol):
    """A live connection over a line that is watched."""

    watch: _Watch | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.watch is not None:
            self.watch.end()


def watched(gate: Gate) -> tuple[type[WatchedHttp], type[WatchedSocket]]:
    """The protocols of a server with this gate."""
    return type("Http", (WatchedHttp,), {"gate": gate}), WatchedSocket
