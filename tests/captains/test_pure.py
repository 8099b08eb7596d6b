"""A captain's answer follows from his seed and the view alone: whoever is asked, in whatever order, and how often."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.order import Order, Reply
from schiltron.captains.captain import View
from schiltron.captains.roster import captain_named
from schiltron.rulesets import ruleset
from tests.captains.contests import opening

BATTLES: tuple[tuple[str, dict[str, object]], ...] = (
    ("book_of_war/horse-and-pikes", {}),
    ("book_of_war/open-field", {"declare": "by_phase"}),
    ("by_this_axe/ashmere-causeway", {"command": "none"}),
    ("by_this_axe/walled-orchard", {"command": "cards"}),
)
SEED = 5

Asked = tuple[View, AnyDecision, Answer]


def asked_in(battle: AnyBattle, name: str) -> list[Asked]:
    """Everything that captains of one name were asked in a battle, with what they answered."""
    book = ruleset(battle.ruleset)
    captains = {seat.id: captain_named(name, book, SEED) for seat in battle.seats}
    battle, dice, found = book.begun(battle).battle, FastDice(Random(SEED)), []
    while battle.outcome is None:
        order: Order
        if battle.roll is not None:
            order = dice.throw(battle.roll, 1)
        else:
            decision = battle.decisions[0]
            view = book.view(battle, decision.seat)
            answer = captains[decision.seat].answer(view, decision)
            found.append((view, decision, answer))
            order = Reply(decision.seat, decision.id, answer)
        obeyed = book.obey(battle, order)
        assert isinstance(obeyed, Obeyed), obeyed
        battle = obeyed.battle
    return found


@pytest.mark.parametrize("name", ["captain", "lieutenant"])
@pytest.mark.parametrize(("scenario", "options"), BATTLES)
def test_the_same_view_gets_the_same_answer_whoever_is_asked_and_when(
    scenario: str, options: dict[str, object], name: str
) -> None:
    """The views are read anew, so that nothing is left of what was worked out about them."""
    battle = opening(scenario, options)
    book = ruleset(battle.ruleset)
    told = asked_in(battle, name)
    assert len(told) > 20
    shuffled = Random(1).sample(told, len(told))
    old = captain_named(name, book, SEED)
    for view, decision, answer in shuffled:
        fresh = book.decode(encode(view))
        assert old.answer(fresh, decision) == answer, f"asked of turn {view.turn} after other things"
    for view, decision, answer in shuffled[::4]:
        assert old.answer(view, decision) == answer, "asked for the second time"
        assert captain_named(name, book, SEED).answer(view, decision) == answer, "asked of a new captain"
