"""How the expected result moved: coarse first, then finer where it moved most, all positions under the same luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from msgspec import Struct

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import Roll
from schiltron.captains.captain import Books
from schiltron.captains.review.budget import CURVE, Purse
from schiltron.captains.review.course import Moment
from schiltron.captains.review.looking_ahead import LookingAhead, Results, results_of

LEAST: Final = 4
"""Lucks of a position; where the budget has not so many for all of them, not all of them are looked at."""
MOST: Final = 24
"""Lucks of a position, however much there is to spend."""
TOLD: Final = 1.0
"""Points by which something changes on the table that one would tell of."""


class Span(Struct, frozen=True):
    """From one moment of the course to another of the same turn. At the end of a `whole` turn one looks as far ahead as
    the next one does; within a turn, and so at the end of its parts, as far as that turn does."""

    start: int
    end: int
    turn: int
    whole: bool = False


class Gauge:
    """What positions of a course are worth under each luck; each is worked out once."""

    def __init__(self, book: Books, course: Sequence[Moment], seed: int, purse: Purse) -> None:
        self.course = course
        self.purse = purse
        self._book = book
        self._ahead = LookingAhead(book, seed)
        self._known: dict[tuple[int, int, int], Results] = {}
        self._thrown = [one.before.roll if one.cause == "dice" else None for one in course]
        plain = [results_of(book, one.battle) for one in course]
        self.jumps = [0.0, *(max(abs(b - a) for a, b in zip(*two, strict=True)) for two in pairwise(plain))]
        """How much what is on the table changed with each moment, without any looking ahead: a guide where to look."""

    def at(self, place: int, turn: int, luck: int) -> Results:
        """What the position at a place of the course is worth, seen from a turn."""
        battle = self.course[place].battle
        if battle.outcome is not None:
            return results_of(self._book, battle)
        key = (place, turn, luck)
        if key not in self._known:
            self._known[key] = self._ahead.results(battle, turn, luck, self.thrown(place, turn))
            self.purse.playouts += 1
        return self._known[key]

    def instead(self, place: int, turn: int, luck: int, battle: AnyBattle) -> Results:
        """The same of another position that might have come about at that place."""
        self.purse.playouts += 1
        return self._ahead.results(battle, turn, luck, self.thrown(place, turn))

    def thrown(self, place: int, turn: int) -> list[Roll]:
        """The rolls of a turn up to a place."""
        return [
            roll
            for number in range(1, place + 1)
            if (roll := self._thrown[number]) is not None and self.course[number - 1].battle.turn == turn
        ]

    def changes(self, span: Span, lucks: Sequence[int]) -> list[Results]:
        """What a span did to each side, luck by luck."""
        then = self.course[span.end].battle.turn if span.whole else span.turn
        pairs = ((self.at(span.start, span.turn, luck), self.at(span.end, then, luck)) for luck in lucks)
        return [
            tuple([later - earlier for earlier, later in zip(before, after, strict=True)]) for before, after in pairs
        ]


class Curve:
    """The spans of a course, and under how many lucks they were looked at."""

    def __init__(self, gauge: Gauge) -> None:
        self._gauge = gauge
        self.spans = _turns(gauge.course)
        self.lucks = 1

    def draw(self) -> Iterator[None]:
        """Look at as much as the budget allows. After every playout there is a pause."""
        gauge, purse = self._gauge, self._gauge.purse
        starts = [(span.start, span.turn) for span in self.spans]
        yield from self._look(starts, 0)
        every = [(place, span.turn) for span in self.spans for place in range(span.start, span.end + 1)]
        affordable = purse.affords(CURVE)
        if affordable >= LEAST * len(every):
            yield from self._look(every, 0)
            while self.lucks < MOST and purse.playouts + len(every) <= purse.affords(CURVE):
                yield from self._look(every, self.lucks)
                self.lucks += 1
            self.spans = [
                Span(place, place + 1, span.turn) for span in self.spans for place in range(span.start, span.end)
            ]
            return
        self.lucks = max(1, min(LEAST, affordable // (3 * len(starts))))
        for luck in range(1, self.lucks):
            yield from self._look(starts, luck)
        while purse.spent < CURVE:
            widest = max(self.spans, key=self._restless)
            if not self._restless(widest):
                return
            middle = _parted(gauge, widest)
            for luck in range(self.lucks):
                yield from self._look([(middle, widest.turn), (widest.end, widest.turn)], luck)
            place = self.spans.index(widest)
            parts = [Span(widest.start, middle, widest.turn), Span(middle, widest.end, widest.turn)]
            self.spans[place : place + 1] = parts

    def _look(self, marks: Sequence[tuple[int, int]], luck: int) -> Iterator[None]:
        for place, turn in marks:
            self._gauge.at(place, turn, luck)
            yield

    def _restless(self, span: Span) -> float:
        """How much moves within a span that can still be parted. Luck by luck, so that what goes up and down again
        under one luck and not under another is noticed too; and what befell the armies in it counts."""
        if span.end - span.start < 2:
            return 0.0
        changes = [one for of_luck in self._gauge.changes(span, range(self.lucks)) for one in of_luck]
        jump = max(self._gauge.jumps[span.start + 1 : span.end + 1])
        return sqrt(sum(one**2 for one in changes) / len(changes)) + jump / 2 + 1e-6 * (span.end - span.start)


def _turns(course: Sequence[Moment]) -> list[Span]:
    """The course turn by turn. The end of one is where the next begins."""
    turns = [one.battle.turn for one in course[:-1]]
    starts = [0, *(place for place in range(1, len(turns)) if turns[place] != turns[place - 1]), len(course) - 1]
    return [Span(start, end, turns[start], whole=True) for start, end in pairwise(starts)]


def _parted(gauge: Gauge, span: Span) -> int:
    """Where to part a span: before or after what changed most on the table; if nothing did, where a phase begins, as
    near its middle as may be."""
    within = range(span.start + 1, span.end + 1)
    most = max(within, key=lambda place: gauge.jumps[place])
    if gauge.jumps[most] >= TOLD:
        return most - 1 if most - 1 > span.start else most
    middle = (span.start + span.end) // 2
    phases = [place for place in within[:-1] if _phase(gauge, place) != _phase(gauge, place - 1)]
    return min(phases, key=lambda place: (abs(place - middle), place), default=middle)


def _phase(gauge: Gauge, place: int) -> tuple[str, str]:
    battle = gauge.course[place].battle
    return battle.phase, battle.active
