"""The only writer. Everything that waits is written in one transaction, so that many battles share the cost of a sync.

A job's writes are on disk when its future is done; if it failed, nothing of it is.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from sqlalchemy import Connection, Engine

Job = Callable[[Connection], Any]
_Waiting = tuple[Job, "Future[Any]"]

TOGETHER: Final = 100


class Scribe:
    """A thread that writes what it is given, in the order in which it is given."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(writes=True)
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="scribe", daemon=True)
        self._closed = False
        self._thread.start()

    def write(self, job: Job) -> Future[Any]:
        if self._closed:
            raise RuntimeError("the store is closed")
        future: Future[Any] = Future()
        self._waiting.put((job, future))
        return future

    def close(self) -> None:
        """Write what is waiting, then stop."""
        if not self._closed:
            self._closed = True
            self._waiting.put(None)
            self._thread.join()

    def _work(self) -> None:
        while True:
            first = self._waiting.get()
            if first is None:
                return
            batch, last = self._with_more(first)
            # What nobody waits for any more is not written; once it is begun it can be called off no more.
            batch = [one for one in batch if one[1].set_running_or_notify_cancel()]
            if batch and not self._written(batch):
                for one in batch:
                    self._written([one], alone=True)
            if last:
                return

    def _with_more(self, first: _Waiting) -> tuple[list[_Waiting], bool]:
        """What is waiting besides; and whether it was the last."""
        batch = [first]
        while len(batch) < TOGETHER:
            try:
                more = self._waiting.get_nowait()
            except Empty:
                break
            if more is None:
                return batch, True
            batch.append(more)
        return batch, False

    def _written(self, batch: list[_Waiting], *, alone: bool = False) -> bool:
        """Whether all of it is on disk. One that cannot be written does not drag others down: each is tried alone."""
        try:
            with self._engine.begin() as connection:
                results = [job(connection) for job, _ in batch]
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait are told
            if alone or len(batch) == 1:
                batch[0][1].set_exception(error)
                return True
            return False
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)
        return True
