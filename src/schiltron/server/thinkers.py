"""Processes in which somebody thinks for long: whoever waits is served in turn, and a thought can be stopped at once.

A thought is a function of a module that is told how to see whether it is still wanted, and plain values; its result is
bytes. One that does not stop when it is told is ended with its process, and the next thought starts another.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final

from schiltron.server.child_process import ChildProcess, answer_through, be_polite, go_with_parent

log = logging.getLogger("schiltron.server")

Job = Callable[..., bytes]
HEED_SECONDS: Final = 0.25
"""In which a thought that is stopped ends by itself, or is ended."""


class ThoughtLost(Exception):
    """The process in which it was thought is gone, or the thought failed there."""


# ---------------------------------------------------------------- in the process


def _work(pipe: Connection, unwanted: Any, politeness: int) -> None:
    go_with_parent()
    be_polite(politeness)
    answer_through(pipe, partial(_thought, unwanted))


def _reached(unwanted: Any, number: int) -> bool:
    return bool(unwanted.value >= number)


def _thought(unwanted: Any, number: int, job: Job, arguments: tuple[Any, ...]) -> bytes | str:
    """What came of it; as text, what went wrong."""
    try:
        return job(partial(_reached, unwanted, number), *arguments)
    except Exception as error:
        log.exception("a thought failed")
        return repr(error)[:1000]


# ---------------------------------------------------------------- in the server


class Thinker:
    """One process, or a thread where there are to be none."""

    def __init__(self, name: str, politeness: int, *, own_process: bool) -> None:
        self._name = name
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        context = multiprocessing.get_context("spawn") if own_process else None
        self._unwanted: Any = context.RawValue("Q", 0) if context is not None else _Number()
        self._child = ChildProcess(name, _work, (self._unwanted, politeness)) if context is not None else None
        self._number = 0
        self._closed = False

    async def think(self, job: Job, arguments: tuple[Any, ...]) -> bytes:
        """What comes of a thought; ThoughtLost if nothing does. A process that died is replaced, and asked again."""
        self._number += 1
        number = self._number
        loop = asyncio.get_running_loop()
        try:
            came = await loop.run_in_executor(self._thread, self._thought, number, job, arguments)
        except (EOFError, OSError) as gone:
            if self._closed or _reached(self._unwanted, number):
                raise ThoughtLost("stopped") from gone
            log.warning("the process %s is gone: another is started", self._name)
            came = await loop.run_in_executor(self._thread, self._thought, number, job, arguments)
        finally:
            self._number += 1  # nothing is thought any more
        if isinstance(came, str):
            raise ThoughtLost(came)
        return came

    def stop(self) -> None:
        """What is being thought is wanted no longer."""
        number = self._number
        self._unwanted.value = number
        asyncio.get_running_loop().call_later(HEED_SECONDS, self._insist, number)

    def _insist(self, number: int) -> None:
        if self._number == number and self._child is not None:
            self._child.kill()

    def _thought(self, number: int, job: Job, arguments: tuple[Any, ...]) -> bytes | str:
        if self._closed:
            raise EOFError
        if self._child is None:
            return _thought(self._unwanted, number, job, arguments)
        try:
            pipe = self._child.pipe or self._child.start()
            pipe.send((number, job, arguments))
            came: bytes | str = pipe.recv()
        except (EOFError, OSError):
            self._child.end()
            raise
        return came

    def close(self) -> None:
        """End now, in the middle of a thought."""
        self._closed = True
        self._unwanted.value = self._number
        if self._child is not None:
            self._child.close(self._thread)
        else:
            self._thread.shutdown(cancel_futures=True)


class _Number:
    """What a thread sees of the number of the last thought that is not wanted."""

    def __init__(self) -> None:
        self.value = 0


class _Thought:
    """Something to be thought about, and who will have it."""

    def __init__(self, job: Job, arguments: tuple[Any, ...], result: asyncio.Future[bytes]) -> None:
        self.job, self.arguments, self.result = job, arguments, result
        self.thinker: Thinker | None = None


class Council:
    """So many thinkers, with so much less claim to the processor than orders have. Who waits is served in turn."""

    def __init__(self, name: str, size: int, politeness: int, *, own_processes: bool) -> None:
        names = (f"{name} {number}" for number in range(1, max(1, size) + 1))
        self._free = [Thinker(one, politeness, own_process=own_processes) for one in names]
        self._all = tuple(self._free)
        self._waiting: deque[_Thought] = deque()
        self._under_way: set[asyncio.Task[None]] = set()

    async def think(self, job: Job, *arguments: Any) -> bytes:
        """What comes of a thought. Whoever is cancelled while waiting for it stops it."""
        thought = _Thought(job, arguments, asyncio.get_running_loop().create_future())
        self._waiting.append(thought)
        self._serve()
        try:
            return await thought.result
        except asyncio.CancelledError:
            if thought.thinker is not None:
                thought.thinker.stop()
            with suppress(ValueError):
                self._waiting.remove(thought)
            raise

    def _serve(self) -> None:
        while self._free and self._waiting:
            thought = self._waiting.popleft()
            thought.thinker = self._free.pop(0)
            task = asyncio.create_task(self._have_thought(thought, thought.thinker))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _have_thought(self, thought: _Thought, thinker: Thinker) -> None:
        try:
            came = await thinker.think(thought.job, thought.arguments)
        except Exception as lost:  # noqa: BLE001 - whoever waits for it is told
            if not thought.result.done():
                thought.result.set_exception(lost)
        else:
            if not thought.result.done():
                thought.result.set_result(came)
        finally:
            thought.thinker = None
            self._free.append(thinker)
            self._serve()

    def close(self) -> None:
        for thinker in self._all:
            thinker.close()
