"""Captains of battles that are only imagined: they say what a lieutenant says, and ask nobody twice who stands."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.order import Order, Reply
from schiltron.captains.battlesystem import captain as battlesystem
from schiltron.captains.chainmail import moving as chainmail
from schiltron.captains.imagining import about, imagining
from schiltron.captains.roster import captain_named
from schiltron.rulesets import ruleset
from tests.captains.contests import opening

TURNS = 5


@pytest.mark.parametrize(
    ("scenario", "thinking"),
    [
        ("chainmail/beacon-ridge", (chainmail, "good_moves")),
        ("battlesystem/crossroads", (battlesystem, "_order")),
    ],
)
def test_he_asks_nobody_twice_and_else_says_what_a_lieutenant_says(
    scenario: str, thinking: tuple[object, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = opening(scenario)
    book, dice = ruleset(battle.ruleset), FastDice(Random(5))
    seats = {seat.id: place for place, seat in enumerate(battle.seats)}
    captains = {seat: imagining(captain_named("lieutenant", book, place)) for seat, place in seats.items()}
    battle = book.begun(battle).battle
    thought: Counter[tuple[int, str, str]] = Counter()
    asked_in: set[tuple[str, int, str]] = set()
    whole = getattr(*thinking)

    def counting(situation, unit):  # type: ignore[no-untyped-def]
        thought[battle.turn, battle.phase, unit.id] += 1
        return whole(situation, unit)

    while battle.outcome is None and battle.turn <= TURNS:
        order: Order
        if battle.roll is not None:
            order = dice.throw(battle.roll, 1)
        else:
            asked = battle.decisions[0]
            view = book.view(battle, asked.seat)
            with monkeypatch.context() as patched:
                patched.setattr(*thinking, counting)
                answer = captains[asked.seat].answer(view, asked)
            if (asked.seat, battle.turn, battle.phase) not in asked_in:
                assert answer == captain_named("lieutenant", book, seats[asked.seat]).answer(view, asked)
            asked_in.add((asked.seat, battle.turn, battle.phase))
            order = Reply(asked.seat, asked.id, answer)
        obeyed = book.obey(battle, order)
        assert isinstance(obeyed, Obeyed), obeyed
        battle = obeyed.battle
    assert thought
    assert max(thought.values()) == 1


def test_a_captain_without_a_quicker_self_is_himself() -> None:
    recruit = captain_named("recruit", ruleset("chainmail"), 1)
    assert imagining(recruit) is recruit


def test_small_numbers_are_exact_and_large_ones_about_right() -> None:
    assert [about(number) for number in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    for number in range(7, 60):
        assert abs(about(number) - number) <= 1 + number // 14
    assert len({about(number) for number in range(20, 40)}) < 10
