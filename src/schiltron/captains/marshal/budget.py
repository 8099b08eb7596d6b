"""How long the marshal thinks: so many battles imagined, or so many seconds of the clock."""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Final

from msgspec import Struct

MANY: Final = 1_000_000


class Budget(Struct, frozen=True):
    """What may be spent on one decision. Counted in playouts the same seed gives the same game on any machine; counted
    in seconds a faster one plays better."""

    playouts: int = MANY
    seconds: float = inf

    def begun(self) -> Spending:
        return Spending(self, perf_counter())


A_SECOND: Final = Budget(seconds=1.0)


class Spending:
    """What is left while he thinks."""

    def __init__(self, budget: Budget, began: float) -> None:
        self._budget = budget
        self._began = began
        self._playing = 0.0
        self.playouts = 0

    @property
    def late(self) -> bool:
        """Whether the time is up, in the middle of a playout too."""
        return perf_counter() - self._began >= self._budget.seconds

    @property
    def over(self) -> bool:
        return self.playouts >= self._budget.playouts or self.late

    def count(self, took: float) -> None:
        """One more playout, and how long it took."""
        self.playouts += 1
        self._playing += took

    def capacity(self) -> int:
        """How many playouts there may be in all, if the others take as long as those so far."""
        if self._budget.seconds == inf or not self._playing:
            return self._budget.playouts
        left = self._budget.seconds - (perf_counter() - self._began)
        return min(self._budget.playouts, self.playouts + int(max(0.0, left) * self.playouts / self._playing))
