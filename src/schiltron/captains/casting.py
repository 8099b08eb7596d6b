"""Powers that units hold: which to call upon, tried through the door alone, whatever the power is.

Ideas come from what the book suggests for the aim of each power; each is carried out in an imagined battle up to the
end of the phase, a few times with the same luck, and what is then left is appraised.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random
from typing import Final

from msgspec import UNSET

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import FINISH, Answer, Command, Commanded, Played
from schiltron.battle.state.field import opposing, standing_with
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order, Reply
from schiltron.captains.captain import Books, View
from schiltron.captains.marshal.same_luck import SameLuck
from schiltron.table.lengths import inches

_IDEAS: Final = 10
"""As many as are tried, those aimed at what is nearest first."""
_LUCKS: Final = 4
"""Throws for each idea."""
_ORDERS: Final = 60
"""No phase takes so many, imagined or not."""
_SPARE: Final = inches(1)
"""How far beyond its reach something may seem to be in reach, to the eye."""


def best_play(book: Books, view: View, decision: Command, price: float, *, hasty: bool = False) -> Answer:
    """The play that leaves one's own side best off against the others, if it does so by more than its price: what is
    used up is worth keeping for a better chance. Who is in haste tries fewer."""
    side = view.side_at(decision.seat)
    lucks = 2 if hasty else _LUCKS
    ideas = list(_shortlist(book, view, decision))[: _IDEAS // 2 if hasty else _IDEAS]
    idle = _value(book, view, decision, FINISH, side, lucks) if ideas else 0.0
    best: tuple[float, Answer] = (0.0, FINISH)
    for idea in ideas:
        kept = price if _is_used_up(decision, idea) else 0.0
        gain = _value(book, view, decision, idea, side, lucks) - idle - kept
        if gain > best[0]:
            best = (gain, idea)
    return best[1]


def _is_used_up(decision: Command, idea: Commanded) -> bool:
    """Whether a power is used up for good: one that can be called upon twice in a row is not."""
    form = idea.form
    assert isinstance(form, Played)
    card = next(one for one in decision.hand if one.key == form.card)
    return card.uses[0].aim.at != "figure"


# ---------------------------------------------------------------- ideas


def _shortlist(book: Books, view: View, decision: Command) -> Iterator[Commanded]:
    """What the book suggests, aimed at somebody who seems to be in reach, the nearest first; the middle of a unit
    before its ends."""
    found: list[tuple[float, int, Commanded]] = []
    for number, one in enumerate(book.suggest(view, decision)):
        if isinstance(one, Commanded) and isinstance(one.form, Played):
            far = _distance(view, decision, one.form)
            if far is not None:
                found.append((far, number, one))
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for _, _, one in sorted(found, key=lambda entry: entry[:2]):
        form = one.form
        assert isinstance(form, Played)
        key = (form.card, form.units)
        if key not in seen or form.feature is not UNSET:
            seen.add(key)
            yield one


def _distance(view: AnyBattle, decision: Command, form: Played) -> float | None:
    """From who holds it to what it is aimed at; None where that is plainly out of reach, 0 where it is aimed at
    nobody."""
    card = next(one for one in decision.hand if one.key == form.card)
    use = next(one for one in card.uses if one.key == form.use)
    if card.holder is UNSET or not form.units:
        return 0.0
    here = standing_with(view, view.units[card.holder]).outline
    there = standing_with(view, view.units[form.units[0]]).outline
    apart = max(0.0, hypot(here.x - there.x, here.y - there.y) - here.radius - there.radius)
    if use.aim.reach is not UNSET and apart > use.aim.reach + _SPARE:
        return None
    middle = 0.0 if form.place is UNSET else abs(form.place - view.units[form.units[0]].figures / 2)
    return apart + middle


# ---------------------------------------------------------------- what comes of them


def _value(book: Books, view: View, decision: Command, answer: Answer, side: str, lucks: int) -> float:
    """What one's own side has left at the end of the phase, less what the others have, on the average."""
    total = 0.0
    for luck in range(lucks):
        battle = book.imagined(view, decision.seat, Random(f"{view.serial}:{luck}"))
        end = _played(book, battle, Reply(decision.seat, decision.id, answer), SameLuck(f"{view.serial}:{luck}"))
        foes = sum(book.appraise(end, other).total for other in opposing(end, side))
        total += book.appraise(end, side).total - foes
    return total / lucks


def _played(book: Books, battle: AnyBattle, order: Order, dice: SameLuck) -> AnyBattle:
    """The battle at the end of the phase, if everybody else does what silence does."""
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
        else:
            one = battle.decisions[0]
            answer = one.default or next(iter(book.suggest(book.view(battle, one.seat), one)))
            order = Reply(one.seat, one.id, answer)
    return battle
