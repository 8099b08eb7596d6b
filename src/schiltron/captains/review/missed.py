"""What was missed: the best answers that the marshal finds from the same view, valued as what was played was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.decision import Answer, AnyDecision, Commanded, SetDown
from schiltron.battle.state.event import Moved
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order, Reply
from schiltron.captains.advising import why
from schiltron.captains.captain import Books, View
from schiltron.captains.marshal.budget import Budget
from schiltron.captains.marshal.marshal import Considered, Marshal
from schiltron.captains.review.curve import Gauge
from schiltron.captains.review.looking_ahead import Results
from schiltron.captains.review.reviewed import Alternative
from schiltron.captains.roster import MARSHAL, captain_named, captains_for

MOST: Final = 3


class Missed:
    """Looks for better answers than those that were given."""

    def __init__(self, book: Books, gauge: Gauge, seed: int) -> None:
        self._book = book
        self._gauge = gauge
        self._seed = seed
        self.found: tuple[Alternative, ...] = ()

    def look(self, place: int, order: Order, after: Results, lucks: int, budget: Budget) -> Iterator[None]:
        """Find and value others at a place of the course. `after` is what the one that was given came to; it is
        compared with it under the same luck."""
        self.found = ()
        before = self._gauge.course[place].before
        if not isinstance(order, Reply) or MARSHAL not in captains_for(self._book.name):
            return
        view = self._book.view(before, order.seat)
        decision = view.decision(order.decision)
        if decision is None:
            return
        player = captain_named(MARSHAL, self._book, self._seed)
        assert isinstance(player, Marshal)
        considered = player.consider(view, decision, budget)
        self._gauge.purse.playouts += considered.playouts
        yield
        found = []
        for answer in _others(considered, order.answer):
            obeyed = self._book.obey(before, Reply(order.seat, order.decision, answer))
            if isinstance(obeyed, Illegal):
                continue
            turn = self._gauge.course[place - 1].battle.turn
            gains = []
            for luck in range(lucks):
                other = self._gauge.instead(place, turn, luck, obeyed.battle)
                gains.append([one - two for one, two in zip(other, self._gauge.at(place, turn, luck), strict=True)])
                yield
            result = [value + sum(one[side] for one in gains) / lucks for side, value in enumerate(after)]
            moved = tuple(event for event in obeyed.events if isinstance(event, Moved))
            found.append(self._alternative(view, decision, answer, result, moved))
        side = before.side_at(order.seat)
        self.found = tuple(sorted(found, key=lambda one: -one.result[side]))

    def _alternative(
        self, view: View, decision: AnyDecision, answer: Answer, result: list[float], moved: tuple[Moved, ...]
    ) -> Alternative:
        sides = [side.id for side in view.sides]
        bounded = {side: max(-100.0, min(100.0, value)) for side, value in zip(sides, result, strict=True)}
        return Alternative(answer, _actor(answer), bounded, tuple(why(self._book, view, decision, answer)), moved)


def _others(considered: Considered, played: Answer) -> list[Answer]:
    """The best few that he thought of, and what he would do himself; not what was played."""
    tried = sorted(considered.trials, key=lambda one: -one.mean)
    answers = dict.fromkeys((considered.answer, *(one.idea.answer for one in tried)))
    answers.pop(played, None)
    return list(answers)[:MOST]


def _actor(answer: Answer) -> str:
    if isinstance(answer, Commanded):
        return answer.actor
    return answer.unit if isinstance(answer, SetDown) else ""
