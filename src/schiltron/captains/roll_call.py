"""Units that are told one by one what to do in a phase: whoever has been thought about is not asked again."""

from __future__ import annotations

from collections.abc import Iterable


class RollCall:
    """Who has had his turn in the phase that is being played; a new phase begins with nobody."""

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
