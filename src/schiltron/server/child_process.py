"""A process beside the server, at the other end of a pipe."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import Any


def go_with_parent() -> None:
    """A process leaves stopping to the server, and ends when the server is gone, however it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_go_with, args=(parent.sentinel,), daemon=True).start()


def _go_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def be_polite(politeness: int) -> None:
    """Leave the processor to others, where the system knows how."""
    with suppress(AttributeError, OSError):
        os.nice(politeness)


def answer_through(pipe: Connection, answer: Callable[..., object]) -> None:
    """What comes through a pipe is answered through it, one thing after the other, until nobody is at its other end."""
    while True:
        try:
            asked = pipe.recv()
        except EOFError:
            return
        pipe.send(answer(*asked))


class ChildProcess:
    """Started when it is first needed, and again after it has ended. `work` gets its end of the pipe, then the
    arguments."""

    def __init__(self, name: str, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        self.name = name
        self._work, self._arguments = work, arguments
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    @property
    def started(self) -> bool:
        return self._process is not None

    @property
    def pipe(self) -> Connection | None:
        """The server's end, if the process lives."""
        return self._pipe if self._process is not None and self._process.is_alive() else None

    def start(self) -> Connection:
        self.end()
        context = multiprocessing.get_context("spawn")
        pipe, theirs = context.Pipe()
        process = context.Process(target=self._work, args=(theirs, *self._arguments), name=self.name, daemon=True)
        self._pipe, self._process = pipe, process
        process.start()
        theirs.close()
        return pipe

    def kill(self) -> None:
        """From any thread: whoever waits at the pipe is told that nobody is there."""
        process = self._process
        if process is not None:
            process.kill()

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def close(self, users: Executor) -> None:
        """End now, in the middle of whatever is done, with the threads that wait for it."""
        self.kill()
        users.shutdown(cancel_futures=True)
        self.end()
