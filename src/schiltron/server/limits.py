"""Nobody may ask without end: buckets that fill up slowly, one for each address or connection."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from typing import Final

from schiltron.server.fault import Refusal
from schiltron.server.settings import Allowance

MOST_ADDRESSES: Final = 10_000


class Bucket:
    """Holds as many as may be asked at once, and fills up again."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance = allowance
        self._clock = clock
        self._left = allowance.burst
        self._at = clock()

    def take(self) -> float:
        """0 if there was one left; else the seconds until there is."""
        now = self._clock()
        self._left = min(self._allowance.burst, self._left + (now - self._at) * self._allowance.per_second)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._allowance.per_second


class Buckets:
    """A bucket an address. The addresses heard of longest ago are forgotten first."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance = allowance
        self._clock = clock
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Refusal when the address asks too much."""
        bucket = self._of.pop(address, None) or Bucket(self._allowance, self._clock)
        self._of[address] = bucket
        if len(self._of) > MOST_ADDRESSES:
            self._of.popitem(last=False)
        wait = bucket.take()
        if wait:
            raise Refusal(
                429,
                "too many requests",
                right=f"wait {ceil(wait)} s; at most {self._allowance.burst:g} at once",
                retry_after=ceil(wait),
            )
