"""The marshal thinks ahead: he tries ideas in imagined battles under the same luck, and does what comes out best."""

from __future__ import annotations

import logging
from contextlib import suppress
from math import ceil, inf, log2, sqrt
from typing import Final
from zlib import crc32

from msgspec import Struct

from schiltron.battle.state.decision import Answer, AnyDecision, Assign, PlaceFeature, PlaceUnit, Plan
from schiltron.captains.captain import Books, View
from schiltron.captains.marshal.budget import A_SECOND, Budget, Spending, Stopped, Turn, never
from schiltron.captains.marshal.candidates import ideas
from schiltron.captains.marshal.playouts import Idea, Late, Maker, Table

log = logging.getLogger("schiltron.captains")

PASSES: Final = 3
"""How often the orders of a whole army are gone through."""
EACH: Final = 8
"""Playouts there must be for each idea, on the average; with fewer he thinks about fewer ideas."""
LEAST: Final = 5
"""Playouts of an idea before it is preferred to the captain's."""
SURE: Final = 1.0
"""By how many standard errors it must be better than his."""
CLEAR: Final = 4.0
"""By how many of them the choice is clear, and he stops thinking."""


class Trial(Struct):
    """An idea and how the battles imagined from it stood."""

    idea: Idea
    values: list[float]

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    def gain(self, other: Trial) -> tuple[float, float]:
        """By how much it is better than another under the same luck, and the standard error of that."""
        pairs = [one - two for one, two in zip(self.values, other.values, strict=False)]
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


class Marshal:
    """Plays any book that suggests, obeys and appraises."""

    def __init__(self, book: Books, captain: Maker, quick: Maker, seed: int = 0, budget: Budget = A_SECOND) -> None:
        """Ideas begin with what the captain would do; the quick one plays on in the battles imagined."""
        self._book = book
        self._captain = captain
        self._quick = quick
        self._seed = seed
        self._budget = budget
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
        if decision.sealed and isinstance(decision, Assign):
            # What is shared out in secret must not be foreseen: the captain draws it from what does nearly as well.
            return Considered(self._captain(self._mind(view, decision)).answer(view, decision))
        table = Table(self._book, view, decision, self._quick)
        luck = f"{self._seed}:{view.serial}:{decision.id}"
        considered = self._thought(table, spending, luck, None, 1 / PASSES if isinstance(decision, Plan) else 1.0)
        if isinstance(decision, Plan):
            # Orders for a whole army are bettered one unit at a time.
            for number in range(1, PASSES):
                if considered.chosen is considered.own or spending.over:
                    break
                share = (number + 1) / PASSES
                considered = self._thought(table, spending, f"{luck}:{number}", considered.answer, share)
        return considered

    def _mind(self, view: View, decision: AnyDecision) -> int:
        """The captain he asks draws by chance otherwise each time, and the same if he is asked again."""
        return crc32(f"{self._seed}:{view.serial}:{decision.id}".encode())

    def _thought(self, table: Table, spending: Spending, luck: str, first: Answer | None, share: float) -> Considered:
        """What comes of thinking until a share of the budget is spent, about ideas that begin with a first one."""
        mind = self._mind(table.view, table.decision)
        first = first or self._captain(mind).answer(table.view, table.decision)
        try:
            found = ideas(self._book, table.view, table.decision, lambda: self._captain(mind), first, spending)
            trials = [Trial(idea, []) for idea in found]
            own = trials[0]
            if len(trials) == 1:
                return Considered(own.idea.answer)
            spending.afresh()
            with suppress(Late):
                _Thinking(table, spending, luck, share).through(trials)
        except Exception:
            # A fault of the rules, met in a battle that is only imagined, must not stop the one that is played.
            log.exception("the marshal's imagination failed him over %r", table.decision)
            return Considered(first)
        chosen = _chosen(own, trials)
        tried = tuple(sorted((one for one in trials if one.values), key=_rank))
        return Considered(chosen.idea.answer, chosen, own, tried, spending.playouts)


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
        capacity = int(self._share * self._spending.capacity())
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
                if len(left) < 2 or (len(own.values) >= LEAST and _clear(left)):
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
    best, most = own, 0.0
    for one in trials:
        gain, error = one.gain(own)
        if len(one.values) >= LEAST and gain > max(most, SURE * error):
            best, most = one, gain
    return best


def _rank(one: Trial) -> tuple[int, float]:
    return -len(one.values), -one.mean


def _clear(left: list[Trial]) -> bool:
    """Whether more thinking would hardly change the choice: all come to the same, or one is far ahead of the rest."""
    best = max(left, key=lambda one: one.mean)
    gains = (best.gain(one) for one in left if one is not best)
    return all(gain > CLEAR * error or not (gain or error) for gain, error in gains)
