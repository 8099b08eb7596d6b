"""Work that may take long runs in processes beside the server, each job with a time limit.

The server's own process is left to orders. A job is a function of a module and plain values; its result is bytes. A job
that takes too long is ended with its process, and a new process is started for the next.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

from schiltron.server.child_process import ChildProcess, answer_through, be_polite, go_with_parent
from schiltron.server.fault import Refusal

log = logging.getLogger("schiltron.server")

Job = Callable[..., bytes]

START_SECONDS: Final = 120.0
"""In which a process that is still alive gets ready."""
MOST_WAITING: Final = 64
"""For one bench."""
MOST_OF_ONE: Final = 16
"""Of them, from one address."""
_FAULTY: Final = 500


# ---------------------------------------------------------------- in the process


def _work(pipe: Connection, get_ready: Callable[[], None], politeness: int) -> None:
    go_with_parent()
    get_ready()
    be_polite(politeness)
    pipe.send(None)
    answer_through(pipe, _result)


def _result(job: Job, arguments: tuple[Any, ...]) -> bytes | Refusal:
    try:
        return job(*arguments)
    except Refusal as refusal:
        return refusal
    except Exception as error:  # noqa: BLE001 - the server is told, and logs it
        return Refusal(_FAULTY, repr(error)[:1000])


# ---------------------------------------------------------------- in the server


class Work(NamedTuple):
    """The result of a job, and the seconds it took."""

    result: bytes | Refusal
    seconds: float


class Bench:
    """One process and its queue. Without a process the work is done in a thread."""

    def __init__(self, name: str, politeness: int, get_ready: Callable[[], None], *, own_process: bool) -> None:
        self._own_process = own_process
        self._child = ChildProcess(name, _work, (get_ready, politeness))
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._closed = False
        self.waiting: Counter[str] = Counter()
        self.used_at = time.monotonic()

    async def do(self, address: str, most_seconds: float, job: Job, arguments: tuple[Any, ...]) -> Work:
        """Wait for one's turn and for the work. A caller who hangs up meanwhile still counts as waiting."""
        self.waiting[address] += 1
        under_way = asyncio.get_running_loop().run_in_executor(self._thread, self._done, most_seconds, job, arguments)
        under_way.add_done_callback(lambda _: self._leave(address))
        return await asyncio.shield(under_way)

    def _leave(self, address: str) -> None:
        self.waiting[address] -= 1
        if not self.waiting[address]:
            del self.waiting[address]

    def _done(self, most_seconds: float, job: Job, arguments: tuple[Any, ...]) -> Work:
        if not self._own_process:
            started = time.monotonic()
            return Work(_result(job, arguments), time.monotonic() - started)
        try:
            pipe = self._ready()
            started = time.monotonic()
            pipe.send((job, arguments))
            if pipe.poll(most_seconds):
                result: bytes | Refusal = pipe.recv()
            else:
                self._child.end()
                result = Refusal(422, f"this takes longer than {most_seconds:g} seconds", right="something smaller")
            self.used_at = time.monotonic()
            return Work(result, self.used_at - started)
        except (EOFError, OSError):
            if not self._closed:
                log.warning("the process %s is gone: the next job starts another", self._child.name)
            self._child.end()
            return Work(Refusal(503, "the server lost its thread", right="try again", retry_after=1), 0.0)

    def _ready(self) -> Connection:
        if self._closed:
            raise EOFError
        if (pipe := self._child.pipe) is not None:
            return pipe
        pipe = self._child.start()
        if not pipe.poll(START_SECONDS):
            raise EOFError
        pipe.recv()
        return pipe

    def rest(self, since: float) -> None:
        """End the process if it was not needed since then; the next job starts another."""
        if self._child.started and not self.waiting and self.used_at < since:
            self._thread.submit(self._child.end)

    def close(self) -> None:
        """End now. Everybody who waits is told so."""
        self._closed = True
        self._child.close(self._thread)


class Workshop:
    """Benches by name, each with how much less claim to the processor it has than orders have.

    Each takes only so many jobs at once, and from one address fewer still.
    """

    def __init__(self, benches: Mapping[str, int], get_ready: Callable[[], None], *, processes: bool) -> None:
        self._benches = {
            name: Bench(name, politeness, get_ready, own_process=processes) for name, politeness in benches.items()
        }

    async def do(self, bench: str, address: str, most_seconds: float, job: Job, *arguments: Any) -> Work:
        """The result of a job; Refusal if too many wait."""
        place = self._benches[bench]
        if place.waiting[address] >= MOST_OF_ONE:
            right = "wait for what you have asked for already"
            raise Refusal(429, "you ask for too much at once", right=right, retry_after=2)
        if place.waiting.total() >= MOST_WAITING:
            raise Refusal(503, "too many are waiting for this", right="try again in a moment", retry_after=5)
        work = await place.do(address, most_seconds, job, arguments)
        if isinstance(work.result, Refusal) and work.result.status == _FAULTY:
            log.error("%s broke down: %s", job.__name__, work.result)
            failed = Refusal(_FAULTY, "the server failed over this; it has been noted, and nothing has changed")
            return Work(failed, work.seconds)
        return work

    def rest(self, seconds: float) -> None:
        for bench in self._benches.values():
            bench.rest(time.monotonic() - seconds)

    def close(self) -> None:
        for bench in self._benches.values():
            bench.close()
