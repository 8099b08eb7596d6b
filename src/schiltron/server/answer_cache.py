"""Costly answers that never change: kept by name, within a limit of memory, and made once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

Key = tuple[Any, ...]


class Keepsakes:
    """Bytes by name. The entry that was not asked for longest is dropped first."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[Key, asyncio.Task[bytes]] = {}

    def __contains__(self, name: Key) -> bool:
        return name in self._kept

    async def get(self, name: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The bytes of that name, made if they are not kept; a caller who comes while they are made waits for them."""
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        if name not in self._making:
            making = self._making[name] = asyncio.create_task(self._made(name, make))
            making.add_done_callback(lambda one: one.cancelled() or one.exception())  # also if nobody waits any longer
        return await asyncio.shield(self._making[name])

    async def _made(self, name: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            made = await make()
        finally:
            del self._making[name]
        if len(made) <= self._most:
            self._kept[name] = made
            self._size += len(made)
        while self._size > self._most:
            self._size -= len(self._kept.popitem(last=False)[1])
        return made
