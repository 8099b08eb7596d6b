"""The reviewer: goes back over a battle that is over, and says what moved its expected result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from time import perf_counter
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.order import Dice, Order
from schiltron.captains.marshal.budget import Budget
from schiltron.captains.review.budget import POINTS, Purse
from schiltron.captains.review.chances import chance_of
from schiltron.captains.review.course import AnyJournal, Moment, course
from schiltron.captains.review.curve import LEAST, Curve, Gauge, Span
from schiltron.captains.review.looking_ahead import Results, results_of
from schiltron.captains.review.missed import Missed
from schiltron.captains.review.reviewed import BySide, Kind, Review, Shares, Stretch, TurningPoint, TurnShares

MOST_POINTS: Final = 5
LOOKED_AT: Final = 10
"""Steps of which it is asked a second time whether they are turning points: of many, some only seem to be."""
FEWEST: Final = 3
"""Such steps, where there is little time."""
AGAIN: Final = 16
"""Lucks of that second look."""
OFTEN: Final = 6
"""Lucks of it without which it is not worth while."""
WORTH: Final = 3.0
"""Points of a hundred below which nothing has turned."""
SURE: Final = 2.0
"""Standard errors below which it may have been nothing."""
COMPARED: Final = 12
"""Lucks under which answers are compared, at most."""


class Reviewer:
    """One review at work. It can be left between any two playouts and gone on with later."""

    def __init__(self, journal: AnyJournal, budget: Budget, seed: int = 0) -> None:
        """NothingToReview if there is no battle to look back on."""
        self._book = journal.ruleset
        self._orders = {entry.number: entry.order for entry in journal.entries}
        self._course = course(journal)
        self._purse = Purse(budget)
        self._gauge = Gauge(self._book, self._course, seed, self._purse)
        self._curve = Curve(self._gauge)
        self._missed = Missed(self._book, self._gauge, seed)
        self._sides = tuple(side.id for side in journal.battle.sides)
        self._changes: dict[Span, tuple[Results, float]] = {}
        self._work = self._through()
        self.review: Review | None = None

    @property
    def progress(self) -> float:
        """From 0 to 1."""
        return 1.0 if self.review is not None else min(0.99, self._purse.spent)

    def work(self, seconds: float | None = None) -> Review | None:
        """Go on until it is done, or for so long by the clock on the wall. The review, when it is there."""
        self._purse.open()
        until = perf_counter() + seconds if seconds is not None else None
        for _ in self._work:
            if until is not None and perf_counter() >= until:
                break
        self._purse.close()
        return self.review

    # ------------------------------------------------------------ looking

    def _through(self) -> Iterator[None]:
        yield from self._curve.draw()
        lucks = self._curve.lucks
        for span in self._curve.spans:
            self._changes[span] = _mean(self._gauge.changes(span, range(lucks)))
        single = [one for one in self._curve.spans if self._kind(one) != "rest" and one.end - one.start == 1]
        ranked = sorted(single, key=self._size)[-self._looked_at() :]
        again = dict.fromkeys(reversed(ranked), lucks)
        for luck in range(lucks, lucks + AGAIN):
            for span in again:
                if self._purse.spent < POINTS:
                    self._gauge.changes(span, (luck,))
                    again[span] = luck + 1
                    yield
        for span, looks in again.items():
            self._changes[span] = _mean(self._gauge.changes(span, range(looks)))
        turned = [
            one
            for one, looks in again.items()
            if looks >= LEAST and self._size(one) >= max(WORTH, SURE * self._changes[one][1])
        ]
        turned = sorted(sorted(turned, key=self._size)[-MOST_POINTS:], key=lambda one: one.start)
        stretches = self._stretches()
        points = []
        decided = sum(self._course[one.end].cause == "decision" for one in turned)
        for number, span in enumerate(turned, 1):
            point = self._point(number, span, stretches[span])
            if point.kind == "decision":
                share = (1.0 - POINTS) / decided / 2
                after = tuple(point.after[side] for side in self._sides)
                compared = min(COMPARED, again[span])
                yield from self._missed.look(
                    span.end, self._orders[point.entry], after, compared, self._purse.thinking(share)
                )
                point = replace(point, missed=self._missed.found, playouts=compared if self._missed.found else 0)
            points.append(point)
        self.review = self._reviewed(stretches, points)

    def _looked_at(self) -> int:
        """How many steps there is time to look at again, each often enough to be sure of it."""
        left = self._purse.affords(POINTS) - self._purse.playouts
        return max(FEWEST, min(LOOKED_AT, left // (2 * OFTEN)))

    def _size(self, span: Span) -> float:
        return max(abs(one) for one in self._changes[span][0])

    def _kind(self, span: Span) -> Kind:
        """What moved a span: dice alone, decisions of one side alone, or more than one can say."""
        causes = {(one.cause, one.side if one.cause == "decision" else "") for one in self._within(span)}
        if span.whole or len(causes) > 1:
            return "rest"
        ((cause, side),) = causes
        return "dice" if cause == "dice" else "decision" if cause == "decision" and side else "rest"

    def _within(self, span: Span) -> Sequence[Moment]:
        return self._course[span.start + 1 : span.end + 1]

    # ------------------------------------------------------------ putting it together

    def _stretches(self) -> dict[Span | int, Stretch]:
        """The curve, piece by piece; under a turn what came to light when that turn began."""
        found: dict[Span | int, Stretch] = {}
        now: Results = ()
        for place, span in enumerate(self._curve.spans):
            if not place or span.turn != self._curve.spans[place - 1].turn:
                seen = self._seen(span.start, span.turn)
                if now:
                    found[span.turn] = self._stretch(Span(span.start, span.start, span.turn), "rest", now, seen)
                now = seen
            after = tuple(_bounded(one + change) for one, change in zip(now, self._changes[span][0], strict=True))
            found[span] = self._stretch(span, self._kind(span), now, after)
            now = after
        last = len(self._course) - 1
        battle = self._course[last].battle
        end = results_of(self._book, battle) if battle.outcome is not None else now
        found[-1] = self._stretch(Span(last, last, self._curve.spans[-1].turn), "rest", now, end)
        return found

    def _seen(self, place: int, turn: int) -> Results:
        lucks = [self._gauge.at(place, turn, luck) for luck in range(self._curve.lucks)]
        return tuple(sum(one) / len(one) for one in zip(*lucks, strict=True))

    def _stretch(self, span: Span, kind: Kind, before: Results, after: Results) -> Stretch:
        start, end = self._course[span.start], self._course[span.end]
        whose = {one.side for one in self._within(span)}
        return Stretch(
            since=start.entry,
            entry=end.entry,
            turn=span.turn,
            phase=end.before.phase if span.end > span.start else start.battle.phase,
            active=end.before.active if span.end > span.start else start.battle.active,
            kind=kind,
            side=whose.pop() if len(whose) == 1 and kind != "rest" else "",
            before=self._by_side(before),
            after=self._by_side(after),
        )

    def _by_side(self, results: Results) -> BySide:
        return dict(zip(self._sides, results, strict=True))

    def _point(self, number: int, span: Span, stretch: Stretch) -> TurningPoint:
        moment = self._course[span.end]
        order: Order = self._orders[moment.entry]
        roll = moment.before.roll
        return TurningPoint(
            number=number,
            entry=moment.entry,
            turn=stretch.turn,
            phase=stretch.phase,
            active=stretch.active,
            seat=moment.seat,
            side=stretch.side,
            kind=stretch.kind,
            before=stretch.before,
            after=stretch.after,
            error=self._changes[span][1],
            chance=chance_of(roll, order.pools) if isinstance(order, Dice) and roll is not None else None,
        )

    def _reviewed(self, stretches: dict[Span | int, Stretch], points: Sequence[TurningPoint]) -> Review:
        curve = tuple(stretches.values())
        turns = []
        for turn in dict.fromkeys(one.turn for one in curve):
            of_turn = [one for one in curve if one.turn == turn]
            shares = {side: self._shares(of_turn, side) for side in self._sides}
            turns.append(TurnShares(turn, of_turn[-1].entry, of_turn[-1].after, shares))
        return Review(
            sides=self._sides,
            first=curve[0].before,
            last=curve[-1].after,
            curve=curve,
            turns=tuple(turns),
            shares={side: self._shares(curve, side) for side in self._sides},
            points=tuple(points),
            lucks=self._curve.lucks,
            playouts=self._purse.playouts,
            whole=all(one.end - one.start == 1 for one in self._curve.spans),
        )

    def _shares(self, curve: Sequence[Stretch], side: str) -> Shares:
        decisions = dict.fromkeys(self._sides, 0.0)
        for one in curve:
            if one.kind == "decision":
                decisions[one.side] += one.change(side)
        dice = sum(one.change(side) for one in curve if one.kind == "dice")
        return Shares(dice, decisions, sum(one.change(side) for one in curve if one.kind == "rest"))


def _bounded(result: float) -> float:
    """Steps are looked at one by one, so that their sum may go a little beyond what there is."""
    return max(-100.0, min(100.0, result))


def _mean(changes: Sequence[Results]) -> tuple[Results, float]:
    """What a span did on the average, and the greatest standard error of it for any side."""
    count = len(changes)
    means = tuple(sum(one) / count for one in zip(*changes, strict=True))
    if count < 2:
        return means, inf
    spread = [
        sqrt(sum((one - mean) ** 2 for one in of_side) / (count - 1) / count)
        for of_side, mean in zip(zip(*changes, strict=True), means, strict=True)
    ]
    return means, max(spread)
