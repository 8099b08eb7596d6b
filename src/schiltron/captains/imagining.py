"""Captains in battles that are only imagined: they play thousands of them, and ask nobody twice who wants to stand."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from schiltron.captains.captain import Captain, View


def about(figures: int) -> int:
    """A number of figures, the more roughly the more there are."""
    step = 1 + figures // 7
    return max(1, step * round(figures / step))


class Stood:
    """Who stood when he was asked in a phase."""

    def __init__(self) -> None:
        self._when: tuple[int, str] = (0, "")
        self._units: set[str] = set()

    def at(self, view: View) -> set[str]:
        """Those who stood in this phase so far."""
        if self._when != (view.turn, view.phase):
            self._when, self._units = (view.turn, view.phase), set()
        return self._units


@runtime_checkable
class Imagines(Protocol):
    def imagining(self) -> Captain:
        """The same captain for one battle that is imagined. He remembers who stood in a phase, as others must not."""
        ...


def imagining(captain: Captain) -> Captain:
    """A captain for one battle that is imagined; himself where his book has no quicker one."""
    return captain.imagining() if isinstance(captain, Imagines) else captain
