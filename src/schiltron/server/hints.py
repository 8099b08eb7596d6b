"""Hints: what a captain would do in a player's place. Between people they are off unless all of them agree."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial

from msgspec import Struct

from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.captains.advising import advise
from schiltron.captains.marshal.budget import A_SECOND, Stopped, never
from schiltron.herald.hinting import said_hint
from schiltron.rulesets import ruleset
from schiltron.server.fault import Refusal
from schiltron.server.shown import HintsShown
from schiltron.server.store import Kept, KeptSeat, Store


class Hint(Struct, frozen=True):
    """What the captain would do: an answer, or one command of a plan; who is to act; in words, and why."""

    answer: Answer
    unit: str
    said: str
    why: tuple[str, ...]
    expected: float | None = None
    """The part of all that still stands that would be left to the player, where the order was tried."""


class Hints:
    """Whether hints may be asked for in one battle."""

    def __init__(self, kept: Kept, seats: Mapping[str, KeptSeat]) -> None:
        self._battle = kept.id
        self._seats = seats
        self._agreed = set(kept.hints)
        self._agreeing = asyncio.Lock()

    @property
    def _people(self) -> set[str]:
        return {seat.seat for seat in self._seats.values() if seat.who != "captain"}

    @property
    def allowed(self) -> bool:
        """Against captains and at one screen always; with a friend where both agree."""
        friends = any(seat.who == "friend" for seat in self._seats.values())
        return not friends or self._people <= self._agreed

    def shown(self) -> HintsShown:
        return HintsShown(self.allowed, tuple(sorted(self._agreed & self._people)))

    def check(self, seat: str | None) -> None:
        """Refusal where the seat may not ask."""
        if seat is None:
            raise Refusal(403, "you are watching: nobody asks you to decide", right="a seat at the table")
        if not self.allowed:
            raise Refusal(403, NOT_AGREED, right="both players switch hints on")

    async def agree(self, store: Store, seat: str, *, on: bool) -> None:
        """A player agrees to hints, or no longer does."""
        async with self._agreeing:
            await asyncio.wrap_future(store.keep_hints(self._battle, seat, on=on))
            (self._agreed.add if on else self._agreed.discard)(seat)


NOT_AGREED = "hints are off between people, unless both agree to them"


def hints(book: str, view: bytes, decision: str, stopped: Stopped = never) -> tuple[Hint, ...]:
    """What the captain of the book would do with a decision, from the view of the seat that is asked."""
    rules = ruleset(book)
    seen = rules.decode(view)
    asked: AnyDecision | None = seen.decision(decision)
    assert asked is not None, decision
    found = advise(rules, seen, asked, budget=A_SECOND, stopped=stopped, said=partial(said_hint, seen))
    return tuple(Hint(one.answer, one.unit, said_hint(seen, one.answer), one.why, one.expected) for one in found)
