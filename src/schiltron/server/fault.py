"""Answers to a wrong request: always a 4xx with a sentence, never a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from schiltron.battle.state.illegal import Reason
from schiltron.muster import MusterFault
from schiltron.muster.reading import MOST_FAULTS


class Said(Struct, frozen=True):
    """What is wrong, where in the request, what would be right, and for orders every reason with its rules."""

    what: str
    where: str = ""
    right: str = ""
    reasons: tuple[Reason, ...] = ()


class ErrorBody(Struct, frozen=True):
    """The body of every answer that is not a success."""

    error: Said


class Refusal(Exception):
    """A request that is refused, with the status it is answered with."""

    def __init__(
        self,
        status: int,
        what: str,
        *,
        where: str = "",
        right: str = "",
        reasons: Iterable[Reason] = (),
        retry_after: int | None = None,
    ) -> None:
        super().__init__(what)
        self.status = status
        self.said = Said(what, where, right, tuple(reasons))
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        """Refusals come back from other processes."""
        return _refusal, (self.status, self.said, self.retry_after)

    @property
    def body(self) -> ErrorBody:
        return ErrorBody(self.said)


def _refusal(status: int, said: Said, retry_after: int | None) -> Refusal:
    return Refusal(status, said.what, where=said.where, right=said.right, reasons=said.reasons, retry_after=retry_after)


def store_fails() -> Refusal:
    return Refusal(503, "the store does not answer; nothing has changed", right="try again in a moment", retry_after=2)


def no_such_battle() -> Refusal:
    return Refusal(404, "there is no such battle", right="the whole link, as it was given when the battle was set up")


def not_your_seat() -> Refusal:
    return Refusal(403, "you do not hold this seat of this battle", where="seat", right="the link you were sent")


def not_at_the_table() -> Refusal:
    return Refusal(403, "you are watching: only those who hold a seat may do this", right="the link of a seat")


def not_to_be_used(fault: MusterFault) -> Refusal:
    """An army list or a scenario with everything wrong with it."""
    first, *_ = shown = fault.faults[:MOST_FAULTS]
    reasons = tuple(Reason(f"{one.place}: {one.wrong}. {one.right}", one.rules) for one in shown)
    return Refusal(422, first.wrong, where=first.place, right=first.right, reasons=reasons)
