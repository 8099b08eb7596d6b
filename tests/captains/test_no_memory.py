"""A captain answers from the view alone: one who has played from the beginning says what one says who has just come."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.order import Order, Reply
from schiltron.captains.roster import captain_named
from schiltron.rulesets import ruleset
from tests.captains.contests import opening

TURNS = 3


@pytest.mark.parametrize("rank", ["captain", "lieutenant"])
@pytest.mark.parametrize("scenario", ["chainmail/two-crowns", "battlesystem/crossroads"])
def test_what_was_asked_before_does_not_matter(scenario: str, rank: str) -> None:
    battle = opening(scenario)
    book, dice = ruleset(battle.ruleset), FastDice(Random(3))
    captains = {seat.id: captain_named(rank, book, place) for place, seat in enumerate(battle.seats)}
    seeds = {seat.id: place for place, seat in enumerate(battle.seats)}
    battle = book.begun(battle).battle
    while battle.outcome is None and battle.turn <= TURNS:
        order: Order
        if battle.roll is not None:
            order = dice.throw(battle.roll, 1)
        else:
            asked = battle.decisions[0]
            view = book.view(battle, asked.seat)
            answer = captains[asked.seat].answer(view, asked)
            assert captain_named(rank, book, seeds[asked.seat]).answer(view, asked) == answer
            order = Reply(asked.seat, asked.id, answer)
        obeyed = book.obey(battle, order)
        assert isinstance(obeyed, Obeyed), obeyed
        battle = obeyed.battle
