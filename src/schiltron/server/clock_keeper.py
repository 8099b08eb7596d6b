"""The time keeper of one live battle: its clock, and the watch that drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.order import Dice, Order, TimeOut
from schiltron.captains.roster import quickest
from schiltron.server.clock import Clock, ClockShown, said_clock
from schiltron.server.store import KeptSeat


class TimeKeeper:
    """Keeps the time of one battle. `clock` is None where the players may take as long as they like."""

    def __init__(self, clock: Clock | None, now: Callable[[], float]) -> None:
        self.clock = clock
        self._now = now

    @property
    def late(self) -> bool:
        """Whether somebody's time is out and something follows from it."""
        return self.clock is not None and self.clock.out(self._now()) is not None

    def due(self, journal: Journal[Any, Any, Any]) -> TimeOut | None:
        """The entry that follows for a player who is out of time."""
        seat = self.clock.out(self._now()) if self.clock is not None else None
        if self.clock is None or seat is None:
            return None
        return TimeOut(seat, quickest(journal.ruleset.name) if self.clock.terms.end == "captain" else "")

    def moved(self, asked: Iterable[str], order: Order | None = None) -> KeptSeat | None:
        """The battle has gone on, by an order or because a player joined. Returns the captain who plays on at a seat
        whose time is out."""
        if self.clock is None:
            return None
        relieved = None
        if isinstance(order, TimeOut) and order.captain:
            relieved = KeptSeat(order.seat, "captain", order.captain)
            self.clock = self.clock.without(order.seat)
        acted = "" if order is None or isinstance(order, Dice | TimeOut) else order.seat
        self.clock = self.clock.moved(self._now(), asked, acted)
        return relieved

    @property
    def shown(self) -> ClockShown | None:
        return self.clock.shown(self._now()) if self.clock is not None else None

    def said(self, battle: AnyBattle) -> tuple[str, ...]:
        """The clock in words."""
        sides = {one.id: one.title for one in battle.sides}
        names = {one.id: sides.get(one.side, one.id) for one in battle.seats}
        return said_clock(self.clock, self._now(), names) if self.clock is not None else ()
