"""The marshal thinks ahead: he tries ideas in imagined battles under the same luck, and does what comes out best."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import ceil, inf, log2, sqrt
from random import Random
from typing import Final
from zlib import crc32

from msgspec import Struct

from schiltron.battle.state.decision import Answer, AnyDecision, Assign, PlaceFeature, PlaceUnit, Plan
from schiltron.captains.captain import Books, View
from schiltron.captains.chances import advantage_in, chance
from schiltron.captains.marshal import mixed
from schiltron.captains.marshal.budget import A_SECOND, Budget, Spending, Stopped, Turn, never
from schiltron.captains.marshal.candidates import ideas
from schiltron.captains.marshal.playouts import Idea, Late, Maker, Table

log = logging.getLogger("schiltron.captains")
FAILED: Final = "the marshal's imagination failed him over %r"

PASSES: Final = 3
"""How often the orders of a whole army are gone through."""
A_PASS: Final = 16
"""Playouts that one of these should have, if need be all there are."""
EACH: Final = 2
"""Playouts there must be for each idea, on the average; with fewer he thinks about fewer ideas."""
LEAST: Final = 3
"""Playouts of an idea before it is preferred to the captain's."""
SURE: Final = 0.5
"""By how many standard errors it must be better than his."""
CLEAR: Final = 4.0
"""By how many of them the choice is clear, and he stops thinking."""
BEFORE_CLEAR: Final = 5
"""Playouts of each idea before that can be said."""
ALIKE: Final = 2.0
"""For how many playouts of each idea it counts how much the others scatter: few of its own say little about that."""


class Trial(Struct):
    """An idea and how the battles imagined from it stood: as the side's part of all that was left, which is told, and
    as its chance to win with that, by which he chooses."""

    idea: Idea
    values: list[float]
    advantage: float = 1.0
    """How much an advantage counts in the book."""

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    @property
    def chances(self) -> list[float]:
        return [chance(value, self.advantage) for value in self.values]

    @property
    def prospect(self) -> float:
        """The chance to win on the average."""
        return sum(self.chances) / len(self.values) if self.values else 0.0

    def gain(self, other: Trial) -> tuple[float, float]:
        """By how much more it leaves than another under the same luck, and the standard error of that."""
        return _mean_and_error(self.values, other.values)

    def edge(self, other: Trial) -> tuple[float, float]:
        """By how much better the chances are, likewise."""
        return _mean_and_error(self.chances, other.chances)


def _mean_and_error(ones: list[float], others: list[float]) -> tuple[float, float]:
    pairs = [one - two for one, two in zip(ones, others, strict=False)]
    count = len(pairs)
    if count < 2:
        return (pairs[0] if pairs else 0.0), inf
    mean = sum(pairs) / count
    return mean, sqrt(sum((one - mean) ** 2 for one in pairs) / (count - 1) / count)


class Considered(Struct, frozen=True):
    """What he chose, and all he tried, the best first. `own` is what the captain would have done."""

    answer: Answer
    chosen: Trial | None = None
    own: Trial | None = None
    trials: tuple[Trial, ...] = ()
    playouts: int = 0
    fallen: Mapping[Idea, Mapping[str, int]] = {}
    """Figures that units lost in the battles imagined from an idea."""


class Marshal:
    """Plays any book that suggests, obeys and appraises."""

    def __init__(
        self,
        book: Books,
        captain: Maker,
        quick: Maker,
        seed: int = 0,
        budget: Budget = A_SECOND,
        advisers: Sequence[Maker] = (),
    ) -> None:
        """Ideas begin with what the captain would do; the quick one plays on in the battles imagined. Advisers are
        asked for ideas too."""
        self._book = book
        self._captain = captain
        self._quick = quick
        self._seed = seed
        self._budget = budget
        self._advisers = tuple(advisers)
        self._advantage = advantage_in(book.name)
        self.turn = Turn()
        """What he has spent of this one; whoever is to go on where another was may be given it."""

    def answer(self, view: View, decision: AnyDecision) -> Answer:
        return self.consider(view, decision).answer

    def consider(
        self, view: View, decision: AnyDecision, budget: Budget | None = None, stopped: Stopped = never
    ) -> Considered:
        """The answer, with what was tried for it; on another budget than his own if one is given, which then is no
        part of his turn. When he is stopped he says at once what he has."""
        turn = self.turn.at(view, decision)
        spending = (budget or turn.share(self._budget, decision)).begun(stopped)
        considered = self._considered(view, decision, spending)
        if budget is None:
            self.turn = turn.after(spending)
        return considered

    def _considered(self, view: View, decision: AnyDecision, spending: Spending) -> Considered:
        if isinstance(decision, PlaceUnit | PlaceFeature) or not view.turn:
            return Considered(self._captain(self._seed).answer(view, decision))
        table = Table(self._book, view, decision, self._quick)
        luck = f"{self._seed}:{view.serial}:{decision.id}"
        if mixed.mixes(decision):
            hidden = self._hidden(table, spending, luck)
            if hidden is not None or isinstance(decision, Assign):
                return hidden or Considered(self._captain(self._mind(view, decision)).answer(view, decision))
        considered = self._thought(table, spending, luck, None, 1 / PASSES if isinstance(decision, Plan) else 1.0)
        if isinstance(decision, Plan):
            # Orders for a whole army are bettered one unit at a time.
            for number in range(1, PASSES):
                if considered.chosen is considered.own or spending.over:
                    break
                share = (number + 1) / PASSES
                considered = self._thought(table, spending, f"{luck}:{number}", considered.answer, share)
        return considered

    def _hidden(self, table: Table, spending: Spending, luck: str) -> Considered | None:
        """An answer drawn by chance where somebody else chooses in secret at the same time; None where nobody does, or
        there is no time to think about it."""
        mind = self._mind(table.view, table.decision)
        try:
            battle = table.imagined(luck)
            other = mixed.rival(battle, table.decision)
            if other is None:
                return None
            mine = mixed.answers(self._book, table.view, table.decision, self._captain, mind)
            theirs = mixed.answers(self._book, self._book.view(battle, other.seat), other, self._quick, mind)
            if len(mine) < 2 or not theirs:
                return None
            spending.afresh()
            worths = mixed.worths(table, mine, theirs, other, luck, spending)
        except Late:
            return None
        except Exception:
            log.exception(FAILED, table.decision)
            return None
        if not worths:
            return None
        (answer,) = Random(mind).choices(mine[: len(worths)], mixed.mixture(worths))
        return Considered(answer, playouts=spending.playouts)

    def _mind(self, view: View, decision: AnyDecision) -> int:
        """The captain he asks draws by chance otherwise each time, and the same if he is asked again."""
        return crc32(f"{self._seed}:{view.serial}:{decision.id}".encode())

    def _thought(self, table: Table, spending: Spending, luck: str, first: Answer | None, share: float) -> Considered:
        """What comes of thinking until a share of the budget is spent, about ideas that begin with a first one."""
        mind = self._mind(table.view, table.decision)
        first = first or self._captain(mind).answer(table.view, table.decision)
        try:
            advisers = [partial(adviser, mind) for adviser in self._advisers]
            found = ideas(
                self._book, table.view, table.decision, partial(self._captain, mind), first, spending, advisers
            )
            trials = [Trial(idea, [], self._advantage) for idea in found]
            own = trials[0]
            if len(trials) == 1:
                return Considered(own.idea.answer)
            spending.afresh()
            with suppress(Late):
                _Thinking(table, spending, luck, share).through(trials)
        except Exception:
            # A fault of the rules, met in a battle that is only imagined, must not stop the one that is played.
            log.exception(FAILED, table.decision)
            return Considered(first)
        chosen = _chosen(own, trials)
        tried = tuple(sorted((one for one in trials if one.values), key=_rank))
        return Considered(chosen.idea.answer, chosen, own, tried, spending.playouts, table.fallen)


class _Thinking:
    """One decision being thought about."""

    def __init__(self, table: Table, spending: Spending, luck: str, share: float) -> None:
        self._share = share
        self._table = table
        self._spending = spending
        self._luck = luck
        self._number = 0

    def through(self, trials: list[Trial]) -> None:
        """Successive halving: all are tried under the same luck, the worse half is dropped, the others go on."""
        own = trials[0]
        self._try([own])
        whole = self._spending.capacity()
        capacity = min(whole, max(A_PASS, int(self._share * whole)))
        afresh = capacity - self._spending.playouts
        if not own.values or afresh < LEAST:
            return
        left = trials[: max(2, min(len(trials), afresh // EACH))]
        self._try(left[1:])
        rounds = max(1, ceil(log2(len(left))))
        for turn in range(rounds):
            quota = (capacity - self._spending.playouts) // (rounds - turn)
            for _ in range(max(1, quota // len(left))):
                if self._spending.over:
                    return
                self._number += 1
                self._try(left)
                left = [one for one in left if one.values]
                if len(left) < 2 or (len(own.values) >= BEFORE_CLEAR and _clear(left)):
                    return
            others = sorted((one for one in left if one is not own), key=_rank)
            left = [own, *others[: max(1, len(others) // 2)]]

    def _try(self, trials: list[Trial]) -> None:
        for one in trials:
            value = self._table.value(one.idea, f"{self._luck}:{self._number}", self._spending)
            if value is None:
                one.values.clear()
            else:
                one.values.append(value)


def _chosen(own: Trial, trials: list[Trial]) -> Trial:
    """The best idea if it is surely better than the captain's, else his."""
    tried = [one for one in trials if one is not own and len(one.values) >= LEAST]
    scatter = _scatter(own, tried)
    best, most = own, 0.0
    for one in tried:
        gain, error = one.edge(own)
        count = len(one.values)
        variance = ((count - 1) * error * error * count + ALIKE * scatter) / (count - 1 + ALIKE)
        if gain > max(most, SURE * sqrt(variance / count)):
            best, most = one, gain
    return best


def _scatter(own: Trial, tried: list[Trial]) -> float:
    """The variance of what a playout says about an idea, on the average of all."""
    free = sum(len(one.values) - 1 for one in tried)
    squares = sum((len(one.values) - 1) * len(one.values) * one.edge(own)[1] ** 2 for one in tried)
    return squares / free if free else 0.0


def _rank(one: Trial) -> tuple[int, float]:
    return -len(one.values), -one.prospect


def _clear(left: list[Trial]) -> bool:
    """Whether more thinking would hardly change the choice: all come to the same, or one is far ahead of the rest."""
    best = max(left, key=lambda one: one.prospect)
    gains = (best.edge(one) for one in left if one is not best)
    return all(gain > CLEAR * error or not (gain or error) for gain, error in gains)
