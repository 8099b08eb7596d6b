"""How long the marshal thinks: so many battles imagined, or so many seconds, of a decision and of a turn.

Seconds are those of the processor that thinks: others who use it too make him slower, not weaker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf
from time import thread_time
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.decision import AnyDecision, Command
from schiltron.battle.state.field import commanded_by
from schiltron.captains.captain import View

T = TypeVar("T")

MANY: Final = 1_000_000
GRACE: Final = 0.1
"""Seconds by which a thought may take longer than it should."""
A_TURN: Final = 10
"""How many decisions' worth of time there is for a whole turn."""

Stopped = Callable[[], bool]
"""Whether nobody wants the answer any more."""


def never() -> bool:
    return False


class Budget(Struct, frozen=True):
    """What may be spent on one decision, and on all of a turn. Counted in playouts the same seed gives the same game on
    any machine; counted in seconds a faster one plays better."""

    playouts: int = MANY
    seconds: float = inf
    turn: float = inf
    """Seconds for all decisions of a turn."""

    def begun(self, stopped: Stopped = never) -> Spending:
        return Spending(self, thread_time(), stopped)


def of_seconds(seconds: float) -> Budget:
    """So many for a decision, and ten times as many for a turn."""
    return Budget(seconds=seconds, turn=A_TURN * seconds)


A_SECOND: Final = of_seconds(1.0)


class Spending:
    """What is left while he thinks."""

    def __init__(self, budget: Budget, began: float, stopped: Stopped = never) -> None:
        self._budget = budget
        self._began = self._looked = began
        self._longest = 0.0
        self._playing = 0.0
        self._stopped = stopped
        self.playouts = 0

    @property
    def seconds(self) -> float:
        """Spent so far."""
        return thread_time() - self._began

    @property
    def part(self) -> float:
        """What part of the time is spent; none where only playouts are counted."""
        return self.seconds / self._budget.seconds if self._budget.seconds else 1.0

    @property
    def used(self) -> float:
        """What part of all there is to spend is spent, of time or of playouts."""
        return max(self.part, self.playouts / self._budget.playouts)

    @property
    def late(self) -> bool:
        """Whether to stop now, in the middle of a playout too: the time is up, or would be exceeded by more than a
        little if what comes next took as long as the longest thing so far, from one look to the next."""
        now = thread_time()
        self._longest = max(self._longest, now - self._looked)
        self._looked = now
        return self._stopped() or now - self._began + max(0.0, self._longest - GRACE) >= self._budget.seconds

    def afresh(self) -> None:
        """Something else begins: how long things took until now says nothing about it."""
        self._looked, self._longest = thread_time(), 0.0

    def in_time(self, found: Iterable[T]) -> Iterator[T]:
        """As many as there is time to look for."""
        for one in found:
            yield one
            if self.late:
                return

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
        left = self._budget.seconds - self.seconds
        return min(self._budget.playouts, self.playouts + int(max(0.0, left) * self.playouts / self._playing))


class Turn(Struct, frozen=True):
    """What he has spent in a turn so far, and how many decisions he expects of it: as many as the turn before had."""

    number: int = 0
    seconds: float = 0.0
    decisions: int = 0
    expected: int = 0

    def at(self, view: View, decision: AnyDecision) -> Turn:
        """The same if it is still that turn; else one that has just begun. Before there was any, each unit is expected
        to be asked about once."""
        if self.number == view.turn:
            return self
        units = commanded_by(view, view.side_at(decision.seat))
        return Turn(view.turn, expected=self.decisions or sum(1 for unit in units if unit.figures))

    def share(self, budget: Budget, decision: AnyDecision) -> Budget:
        """What there is for this decision: of what is left of the turn an equal part of all that are still expected."""
        if budget.turn == inf:
            return budget
        actors = len(decision.actors) if isinstance(decision, Command) else 1
        still = max(1, actors, self.expected - self.decisions)
        return replace(budget, seconds=min(budget.seconds, max(0.0, budget.turn - self.seconds) / still))

    def after(self, spending: Spending) -> Turn:
        return replace(self, seconds=self.seconds + spending.seconds, decisions=self.decisions + 1)
