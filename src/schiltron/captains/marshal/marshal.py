"""The marshal thinks ahead: he tries ideas in imagined battles under the same luck, and does what comes out best."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import ceil, log2
from random import Random
from typing import Final
from zlib import crc32

from msgspec import Struct

from schiltron.battle.state.decision import Answer, AnyDecision, Assign, PlaceFeature, PlaceUnit, Plan
from schiltron.captains.captain import Books, View
from schiltron.captains.chances import advantage_in
from schiltron.captains.marshal import mixed
from schiltron.captains.marshal.budget import A_SECOND, Budget, Spending, Stopped, Turn, never
from schiltron.captains.marshal.candidates import ideas
from schiltron.captains.marshal.playouts import Idea, Late, Maker, Table
from schiltron.captains.marshal.tried_ideas import Trial, chosen_of, clear, rank

log = logging.getLogger("schiltron.captains")
FAILED: Final = "the marshal's imagination failed him over %r"

PASSES: Final = 3
"""How often the orders of a whole army are gone through."""
A_PASS: Final = 16
"""Playouts that one of these should have, if need be all there are."""
FIRST: Final = 0.33
"""What part of what there is to spend may go for trying ideas once; then there are no more."""
GLANCING: Final = 0.25
"""What part of what there is to spend may go for looking at ideas to the end of the turn, where there are more of them
than may be tried once."""
MOSTLY: Final = 0.75
"""What part of a round of those that are left there must be time for in a stage."""
BEFORE_CLEAR: Final = 5
"""Playouts of each idea before that can be said."""


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
                again = self._thought(table, spending, f"{luck}:{number}", considered.answer, share)
                if not again.trials:
                    break
                considered = again
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
        chosen = chosen_of(own, trials)
        tried = tuple(sorted((one for one in trials if one.values), key=rank))
        return Considered(chosen.idea.answer, chosen, own, tried, spending.playouts, table.fallen)


class _Thinking:
    """One decision being thought about."""

    def __init__(self, table: Table, spending: Spending, luck: str, share: float) -> None:
        self._share = share
        self._table = table
        self._spending = spending
        self._luck = luck
        self._number = 0
        self._glancing = 0.0
        self._before = spending.playouts

    def through(self, trials: list[Trial]) -> None:
        """Successive halving: all are tried under the same luck, the worse half is dropped, the others go on. How long
        each stage lasts is seen as it goes: the first battles take longest, and nothing of what there is to spend is
        to be left over."""
        own, began = trials[0], self._spending.used
        self._try([own])
        if not own.values:
            return
        end = self._end(began)
        left = self._first_tried(self._hopeful_first(trials, began, end), began, end)
        stages = max(1, ceil(log2(len(left))))
        start = self._spending.used
        for stage in range(1, stages + 1):
            until = start + (end - start) * stage / stages
            while len(left) > 1 and self._fits(left, began, until, last=stage == stages):
                self._number += 1
                self._try(left)
                left = [one for one in left if one.values]
                if len(own.values) >= BEFORE_CLEAR and clear(left):
                    return
            others = sorted((one for one in left if one is not own), key=rank)
            left = [own, *others[: max(1, len(others) // 2)]]

    def _fits(self, left: list[Trial], began: float, until: float, *, last: bool) -> bool:
        """Whether most of another round still belongs to a stage; the last goes on until all is spent."""
        if self._spending.over:
            return False
        rounding = 0.0 if last else MOSTLY * len(left) * self._a_battle(began)
        return self._spending.used + rounding < until

    def _end(self, began: float) -> float:
        """What part of all there is may be spent when this is over."""
        return min(1.0, max(self._share, began + A_PASS * self._a_battle(began)))

    def _a_battle(self, began: float) -> float:
        """What part of all there is goes for one battle imagined, by those since then."""
        return (self._spending.used - began - self._glancing) / max(1, self._spending.playouts - self._before)

    def _hopeful_first(self, trials: list[Trial], began: float, end: float) -> list[Trial]:
        """The captain's, and the others by how it stands when the turn is over, where there is no time to try them all.
        That takes a fifth of a battle, and is not lost when one is tried."""
        own, *others = trials
        if len(trials) * self._a_battle(began) <= FIRST * (end - began):
            return trials
        start = self._spending.used
        looks: dict[int, float] = {}
        for number, one in enumerate(others):
            if self._spending.over or self._spending.used >= began + GLANCING * (end - began):
                break
            look = self._table.glance(one.idea, f"{self._luck}:{self._number}", self._spending)
            looks[number] = -1.0 if look is None else look
        self._glancing = self._spending.used - start
        seen = sorted(looks, key=lambda number: -looks[number])
        return [own, *(others[number] for number in seen), *others[len(looks) :]]

    def _first_tried(self, trials: list[Trial], began: float, end: float) -> list[Trial]:
        """Those that were tried once: as many as there is time for, if they are to be tried again."""
        for number, one in enumerate(trials[1:], 1):
            if self._spending.over or (number > 1 and self._spending.used >= began + FIRST * (end - began)):
                return [one for one in trials[:number] if one.values]
            self._try([one])
        return [one for one in trials if one.values]

    def _try(self, trials: list[Trial]) -> None:
        for one in trials:
            if self._spending.over:
                return
            value = self._table.value(one.idea, f"{self._luck}:{self._number}", self._spending)
            if value is None:
                one.values.clear()
            else:
                one.values.append(value)
