"""Limits on how often somebody may ask: buckets that fill up slowly, one for each address or connection."""

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
    """Holds as many requests as may be made at once, and fills up again."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance = allowance
        self._clock = clock
        self._left = allowance.burst
        self._at = clock()

    def take(self, weight: float = 1) -> float:
        """Take so much, and return 0; or, where too little is left, the seconds to wait. Costly requests weigh more."""
        self._fill()
        weight = min(weight, self._allowance.burst)
        if self._left >= weight:
            self._left -= weight
            return 0.0
        return (weight - self._left) / self._allowance.per_second

    def owe(self, weight: float) -> None:
        """Take what has been used already, even if that is more than was left."""
        self._fill()
        self._left -= weight

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._allowance.burst, self._left + (now - self._at) * self._allowance.per_second)
        self._at = now


class Buckets:
    """A bucket for each address. The addresses not heard of for longest are forgotten first."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance = allowance
        self._clock = clock
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, weight: float = 1) -> None:
        """Refusal when the address asks too much."""
        wait = self._bucket(address).take(weight)
        if wait:
            raise Refusal(
                429,
                "too many requests",
                right=f"wait {ceil(wait)} s; at most {self._allowance.burst:g} at once",
                retry_after=ceil(wait),
            )

    def owe(self, address: str, weight: float) -> None:
        self._bucket(address).owe(weight)

    def _bucket(self, address: str) -> Bucket:
        bucket = self._of.pop(address, None) or Bucket(self._allowance, self._clock)
        self._of[address] = bucket
        if len(self._of) > MOST_ADDRESSES:
            self._of.popitem(last=False)
        return bucket
