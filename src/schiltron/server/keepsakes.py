"""What was dear to make and never changes: kept by its name, as much as there is room for, and made once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

Key = tuple[Any, ...]


class Keepsakes:
    """Bytes by name. What was not asked for longest goes first."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[Key, asyncio.Task[bytes]] = {}

    async def get(self, name: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """What is kept by that name, else made; whoever comes while it is made waits for it."""
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        if name not in self._making:
            self._making[name] = asyncio.create_task(self._made(name, make))
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
