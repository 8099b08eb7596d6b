"""The listeners of a battle: each has a queue, so that nobody waits for a slow connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from schiltron.battle.state.encoding import encode

BEHIND: Final = 1013
"""Close code: try again later. The listener fell too far behind and will get the rest when it resumes."""
AWAY: Final = 1012
"""Close code: the server goes away, or has to read the battle anew; come back and resume."""

POLICY: Final = 1008
"""Close code: the caller did not keep to the limits."""


class Hangup(Struct, frozen=True):
    """The last thing in a queue: close the line with this code."""

    code: int
    why: str


class Listener:
    """One live connection. `seat` is None for those who watch."""

    def __init__(self, seat: str | None, most: int, most_bytes: int) -> None:
        self.seat = seat
        self._queue: asyncio.Queue[bytes | Hangup] = asyncio.Queue()
        self._most, self._most_bytes = most, most_bytes
        self._bytes = 0
        self._closing = False

    def say(self, message: bytes) -> None:
        if self._closing:
            return
        if self._queue.qsize() >= self._most or self._bytes > self._most_bytes:
            self.hang_up(BEHIND, "you have fallen behind; connect again and resume")
        else:
            self._bytes += len(message)
            self._queue.put_nowait(message)

    def tell(self, message: Struct) -> None:
        self.say(encode(message))

    def hang_up(self, code: int, why: str) -> None:
        if not self._closing:
            self._closing = True
            self._queue.put_nowait(Hangup(code, why))

    async def next(self) -> bytes | Hangup:
        message = await self._queue.get()
        if isinstance(message, bytes):
            self._bytes -= len(message)
        return message


class Audience:
    """All listeners of a battle."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def __len__(self) -> int:
        return len(self._listeners)

    def join(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def of(self, seat: str | None) -> list[Listener]:
        return [one for one in list(self._listeners) if one.seat == seat]

    @property
    def seats(self) -> set[str | None]:
        return {one.seat for one in list(self._listeners)}

    def present(self, seats: Iterable[str]) -> dict[str, int]:
        """How many lines each seat has open."""
        return {seat: len(self.of(seat)) for seat in seats}

    def tell(self, message: Struct) -> None:
        data = encode(message)
        for one in list(self._listeners):
            one.say(data)

    def tell_those(self, message: Struct, may_hear: Callable[[str | None], bool]) -> None:
        data = encode(message)
        for one in list(self._listeners):
            if may_hear(one.seat):
                one.say(data)

    def dismiss(self, why: str) -> None:
        for one in list(self._listeners):
            one.hang_up(AWAY, why)
