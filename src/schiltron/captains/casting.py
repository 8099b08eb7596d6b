"""Powers that units hold: which to call upon, tried through the door alone, whatever the power is.

Ideas come from what the book suggests for the aim of each power; each is carried out in an imagined battle up to the
end of the phase, a few times with the same luck, and what is then left is appraised, with what it promises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from math import hypot
from random import Random
from typing import Final

from msgspec import UNSET

from schiltron.battle.play.aimed_ground import middle, piece
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import FINISH, Answer, Command, Commanded, HeldCard, Played, Use
from schiltron.battle.state.field import opposing, standing_with
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order, Reply
from schiltron.captains.captain import Books, View
from schiltron.captains.marshal.same_luck import SameLuck
from schiltron.table.lengths import inches

_IDEAS: Final = 15
"""As many as are tried, those aimed at what is nearest first."""
_FINALISTS: Final = 3
"""As many as are looked at more closely."""
_LUCKS: Final = 4
"""Throws for each of them."""
_ORDERS: Final = 60
"""No phase takes so many, imagined or not."""
_SPARE: Final = inches(1)
"""How far beyond its reach something may seem to be in reach, to the eye."""


def best_play(
    book: Books,
    view: View,
    decision: Command,
    price: float,
    ahead: Callable[[AnyBattle, str], float] = lambda _, __: 0.0,
    *,
    hasty: bool = False,
) -> Answer:
    """The play that leaves one's own side best off against the others, if it does so by more than its price: what is
    used up is worth keeping for a better chance. `ahead` is what a side has to look forward to in a position, beyond
    what it has left. All ideas are tried once, and the best of them a few times more. Who is in haste tries fewer, and
    does not look ahead."""
    side = view.side_at(decision.seat)
    ideas = list(_shortlist(book, view, decision))[: _IDEAS // 3 if hasty else _IDEAS]
    if not ideas:
        return FINISH
    trial = _Trial(book, view, decision, side, None if hasty else ahead)
    gains = {number: trial.gain(idea, 1) - _kept(decision, idea, price) for number, idea in enumerate(ideas)}
    best: tuple[float, Answer] = (0.0, FINISH)
    for number in sorted(gains, key=lambda one: -gains[one])[: 1 if hasty else _FINALISTS]:
        gain = trial.gain(ideas[number], 2 if hasty else _LUCKS) - _kept(decision, ideas[number], price)
        if gain > best[0]:
            best = (gain, ideas[number])
    return best[1]


def _kept(decision: Command, idea: Commanded, price: float) -> float:
    """What is given away by using a power up for good: one that can be called upon twice in a row is not."""
    card, use = _called(decision, idea)
    return price if use.aim.at != "figure" and not card.key.endswith(":further") else 0.0


def _called(decision: Command, idea: Commanded) -> tuple[HeldCard, Use]:
    form = idea.form
    assert isinstance(form, Played)
    card = next(one for one in decision.hand if one.key == form.card)
    return card, next(one for one in card.uses if one.key == form.use)


# ---------------------------------------------------------------- ideas


def _shortlist(book: Books, view: View, decision: Command) -> Iterator[Commanded]:
    """What the book suggests, aimed at what seems to be in reach: of each power in turn the nearest first, and the
    middle of a unit before its ends."""
    found: dict[str, list[tuple[float, int, Commanded]]] = {}
    for number, one in enumerate(book.suggest(view, decision)):
        if isinstance(one, Commanded) and isinstance(one.form, Played):
            far = _distance(view, decision, one)
            if far is not None:
                found.setdefault(one.form.card, []).append((far, number, one))
    turns = zip_longest(*(_once_each(some) for some in found.values()))
    yield from (one for turn in turns for one in turn if one is not None)


def _once_each(found: list[tuple[float, int, Commanded]]) -> Iterator[Commanded]:
    seen: set[tuple[str, ...]] = set()
    for _, _, one in sorted(found, key=lambda entry: entry[:2]):
        form = one.form
        assert isinstance(form, Played)
        if not form.units or form.units not in seen:
            seen.add(form.units)
            yield one


def _distance(view: AnyBattle, decision: Command, idea: Commanded) -> float | None:
    """From who holds it to what it is aimed at; None where that is plainly out of reach, 0 where it is aimed at
    nobody."""
    card, use = _called(decision, idea)
    form = idea.form
    assert isinstance(form, Played)
    if card.holder is UNSET:
        return 0.0
    here = standing_with(view, view.units[card.holder]).outline
    feature = piece(view, form.feature) if form.feature is not UNSET else None
    if feature is not None:
        x, y = middle(feature)
        left, top, right, bottom = feature.bounds
        apart = max(0.0, hypot(here.x - x, here.y - y) - hypot(right - left, bottom - top) / 2)
    elif form.units:
        there = standing_with(view, view.units[form.units[0]]).outline
        apart = max(0.0, hypot(here.x - there.x, here.y - there.y) - here.radius - there.radius)
    else:
        return 0.0
    if use.aim.reach is not UNSET and apart > use.aim.reach + _SPARE:
        return None
    off = 0.0 if form.place is UNSET or not form.units else abs(form.place - view.units[form.units[0]].figures / 2)
    return apart + off


# ---------------------------------------------------------------- what comes of them


class _Trial:
    """Plays tried in imagined battles up to the end of the phase, each throw of luck for all of them alike."""

    def __init__(
        self,
        book: Books,
        view: View,
        decision: Command,
        side: str,
        ahead: Callable[[AnyBattle, str], float] | None,
    ) -> None:
        self._book, self._view, self._decision, self._side, self._ahead = book, view, decision, side, ahead
        self._values: dict[tuple[Answer, int], float] = {}

    def gain(self, answer: Answer, lucks: int) -> float:
        """How much better off one's own side is, on the average of so many lucks, than if nothing were played."""
        return sum(self._value(answer, luck) - self._value(FINISH, luck) for luck in range(lucks)) / lucks

    def _value(self, answer: Answer, luck: int) -> float:
        """What one's own side has left at the end of the phase and can look forward to, less the others."""
        key = (answer, luck)
        if key not in self._values:
            view, seat = self._view, self._decision.seat
            battle = self._book.imagined(view, seat, Random(f"{view.serial}:{luck}"))
            order = Reply(seat, self._decision.id, answer)
            end = _played(self._book, battle, order, SameLuck(f"{view.serial}:{luck}"))
            foes = sum(self._of(end, other) for other in opposing(end, self._side))
            self._values[key] = self._of(end, self._side) - foes
        return self._values[key]

    def _of(self, end: AnyBattle, side: str) -> float:
        left = self._book.appraise(end, side).total
        return left + (self._ahead(end, side) if self._ahead is not None and end.outcome is None else 0.0)


def _played(book: Books, battle: AnyBattle, order: Order, dice: SameLuck) -> AnyBattle:
    """The battle at the end of the phase, or of all that is due, if everybody else does what silence does."""
    phase = (battle.turn, battle.phase)
    for _ in range(_ORDERS):
        obeyed = book.obey(battle, order)
        if isinstance(obeyed, Illegal):
            return battle
        battle = obeyed.battle
        if battle.outcome is not None or (battle.turn, battle.phase) != phase:
            return battle
        if battle.roll is not None:
            order = dice.throw(battle.roll, 0)
        elif not battle.decisions:
            return battle
        else:
            one = battle.decisions[0]
            answer = one.default or next(iter(book.suggest(book.view(battle, one.seat), one)))
            order = Reply(one.seat, one.id, answer)
    return battle
