"""Things to think about in a process of its own, for the tests of thinkers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable


def until_stopped(stopped: Callable[[], bool], seconds: float) -> bytes:
    """Thinks for so long, and heeds being stopped."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and not stopped():
        time.sleep(0.005)
    return str(os.getpid()).encode()


def stubborn(_: Callable[[], bool], seconds: float) -> bytes:
    """Heeds nothing."""
    time.sleep(seconds)
    return str(os.getpid()).encode()


def said(_: Callable[[], bool], word: bytes) -> bytes:
    return word


def fails(_: Callable[[], bool]) -> bytes:
    raise ZeroDivisionError


def dies(_: Callable[[], bool]) -> bytes:
    os._exit(1)
