"""The clock of a battle: how long each player may take, and who is out of time.

It belongs to the server and is part of no journal. It runs only for players who are asked to decide. It rests while
dice are bound, while a friend has not joined, and when the battle is over. What follows when a time is out is an entry
of the journal like any other, so that a replay knows no clock.

The moments it is given are seconds since 1970: nothing here looks at a watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

MINUTE = 60
DAY = 86_400

End = Literal["captain", "lose", "shown"]
"""What follows when a time is out: a captain plays on, the side loses, or nothing but that it is seen."""


class LiveTime(Struct, frozen=True, tag_field="kind", tag="live", forbid_unknown_fields=True):
    """So many minutes for each side's whole battle, and some seconds more whenever it has done what was asked."""

    minutes: Annotated[int, Meta(ge=1, le=600)] = 20
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    end: End = "captain"

    @property
    def seconds(self) -> float:
        return self.minutes * MINUTE


class DaysTime(Struct, frozen=True, tag_field="kind", tag="days", forbid_unknown_fields=True):
    """So many days for each answer, by correspondence."""

    days: Annotated[int, Meta(ge=1, le=60)] = 3
    end: End = "captain"

    @property
    def seconds(self) -> float:
        return self.days * DAY


Terms = LiveTime | DaysTime
"""What the players agreed upon before the first move."""


class SeatTime(Struct, frozen=True):
    """What a seat has left, in seconds, at the moment `since` which its time runs; None while it rests."""

    left: float
    since: float | None = None

    def at(self, now: float) -> float:
        return self.left if self.since is None else self.left - max(0.0, now - self.since)


class Clock(Struct, frozen=True):
    """The terms, and the time of each player's seat."""

    terms: Terms
    seats: dict[str, SeatTime]

    @classmethod
    def fresh(cls, terms: Terms, seats: Iterable[str]) -> Clock:
        return cls(terms, {seat: SeatTime(float(terms.seconds)) for seat in seats})

    def moved(self, now: float, asked: Iterable[str], acted: str = "") -> Clock:
        """The battle has gone on: who is `asked` now, and the seat that has `acted`, if one has."""
        waited_for = set(asked)
        return replace(self, seats={seat: self._moved(seat, now, waited_for, acted) for seat in self.seats})

    def _moved(self, seat: str, now: float, asked: set[str], acted: str) -> SeatTime:
        time = self.seats[seat]
        left = time.at(now)
        goes_on = seat in asked
        match self.terms:
            case LiveTime(increment=increment):
                left += increment if seat == acted and time.since is not None and not goes_on and left > 0 else 0
            case DaysTime():
                left = float(self.terms.seconds) if seat == acted or time.since is None else left
        return SeatTime(left, now if goes_on else None)

    def without(self, seat: str) -> Clock:
        """A captain plays on at that seat, so no clock runs for it."""
        return replace(self, seats={one: time for one, time in self.seats.items() if one != seat})

    def out(self, now: float) -> str | None:
        """The seat whose time is out and for which something follows; of two, the one whose time was out first."""
        if self.terms.end == "shown":
            return None
        late = {
            seat: left for seat, time in self.seats.items() if (left := time.at(now)) <= 0 and time.since is not None
        }
        return min(late, key=late.__getitem__) if late else None

    @property
    def deadline(self) -> float | None:
        """When the next time with a consequence runs out, if no one acts before."""
        if self.terms.end == "shown":
            return None
        ends = [time.since + max(0.0, time.left) for time in self.seats.values() if time.since is not None]
        return min(ends, default=None)

    def after_a_gap(self, last: float, now: float) -> Clock:
        """The server was down between two moments: no live time has passed meanwhile."""
        if not isinstance(self.terms, LiveTime):
            return self
        return replace(self, seats={seat: _after_a_gap(time, last, now) for seat, time in self.seats.items()})

    def shown(self, now: float) -> ClockShown:
        seats = {seat: TimeShown(time.at(now), time.since is not None) for seat, time in self.seats.items()}
        return ClockShown(self.terms, seats)


def _after_a_gap(time: SeatTime, last: float, now: float) -> SeatTime:
    if time.since is None or time.since >= now:
        return time
    return SeatTime(time.left - max(0.0, last - time.since), now)


class TimeShown(Struct, frozen=True):
    """Seconds left, fewer than none where a time is out, and whether it runs."""

    left: float
    runs: bool


class ClockShown(Struct, frozen=True, tag="clock"):
    """The clock as it stands at the moment it is told."""

    terms: Terms
    seats: dict[str, TimeShown]


def said_terms(terms: Terms) -> str:
    """What was agreed upon, in a sentence."""
    match terms:
        case LiveTime(minutes=minutes, increment=increment):
            more = f" and {increment} seconds more for every turn handed over" if increment else ""
            how = f"{minutes} minute{'' if minutes == 1 else 's'} a side{more}"
        case DaysTime(days=days):
            how = f"{days} day{'' if days == 1 else 's'} for every answer"
    then = {
        "captain": "when a player's time runs out, a captain plays on",
        "lose": "a player whose time runs out has lost",
        "shown": "when a player's time runs out it is shown, and nothing else happens",
    }[terms.end]
    return f"{how}; {then}"


def said_left(seconds: float) -> str:
    """A time as people read it from a clock: 11:42, 1 day 4 h."""
    if seconds <= 0:
        return "out of time"
    whole = int(seconds)
    if whole >= DAY:
        days, hours = whole // DAY, whole % DAY // 3600
        return f"{days} day{'' if days == 1 else 's'} {hours} h"
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // MINUTE} min"
    return f"{whole // MINUTE}:{whole % MINUTE:02}"


def said_clock(clock: Clock, now: float, names: Mapping[str, str]) -> tuple[str, ...]:
    """The clock in words, for those who play by text: the terms, and what each has left."""
    left = [
        f"{names.get(seat, seat)} {said_left(time.at(now))}{' (running)' if time.since is not None else ''}"
        for seat, time in clock.seats.items()
    ]
    return (f"The clock: {said_terms(clock.terms)}. Left: {', '.join(left)}.",) if left else ()
