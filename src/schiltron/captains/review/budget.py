"""What a review may spend, and what it has spent: playouts, or seconds of work.

Seconds are those of the processor, as the marshal counts them: on a busy machine a review takes longer and is as good.
"""

from __future__ import annotations

from math import inf
from time import thread_time
from typing import Final

from schiltron.captains.marshal.budget import Budget

CURVE: Final = 0.5
"""The part of all that is spent on the curve."""
POINTS: Final = 0.75
"""The part by which its turning points have been looked at again; what is left is for what was missed."""


class Purse:
    """Only work counts, not time that passes between one piece of it and the next."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began: float | None = None
        self._worked = 0.0
        self.playouts = 0

    @property
    def spent(self) -> float:
        """The part of the budget that is gone."""
        return max(self.playouts / self._budget.playouts, self.worked / self._budget.seconds)

    @property
    def worked(self) -> float:
        """Seconds of work so far."""
        return self._worked + (thread_time() - self._began if self._began is not None else 0.0)

    def open(self) -> None:
        """Work begins."""
        self._began = thread_time()

    def close(self) -> None:
        """Work rests."""
        self._worked, self._began = self.worked, None

    def affords(self, part: float) -> int:
        """How many playouts there may be in all until a part of the budget is spent, if the others take as long as
        those so far."""
        most = part * self._budget.playouts
        if self._budget.seconds < inf and self.playouts:
            most = min(most, part * self._budget.seconds * self.playouts / max(self.worked, 1e-6))
        return int(most)

    def thinking(self, part: float) -> Budget:
        """A part of the whole budget, for who thinks by himself."""
        if self._budget.seconds < inf:
            return Budget(seconds=part * self._budget.seconds)
        return Budget(playouts=max(1, int(part * self._budget.playouts)))
