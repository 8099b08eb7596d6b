"""Units that get their orders one by one in a phase: a unit that has been considered is not asked again."""

from __future__ import annotations

from collections.abc import Iterable


class RollCall:
    """The units that have had their turn in the phase being played; a new phase begins with none."""

    def __init__(self) -> None:
        self._phase: tuple[int, str] = (0, "")
        self._called: set[str] = set()

    def waiting(self, turn: int, side: str, actors: Iterable[str]) -> tuple[str, ...]:
        """Those of the actors of a side who have not had their turn in this phase."""
        if self._phase != (turn, side):
            self._phase, self._called = (turn, side), set()
        return tuple(one for one in actors if one not in self._called)

    def call(self, *actors: str) -> None:
        """These have had their turn."""
        self._called |= set(actors)
