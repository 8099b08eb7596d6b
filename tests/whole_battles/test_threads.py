"""Battles that are played at the same time do not hear of each other: not in threads, and not when one is thought about
in the middle of thinking about another, which is what threads come to, without their luck."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.encoding import digest
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order, Reply
from schiltron.rulesets import ruleset
from tests.whole_battles.recruits import next_order, opening, stepped

SCENARIOS = ("horse-and-pikes", "lily-field", "beacon-ridge", "field-of-wagers")
"""One of each book."""
ORDERS = 500
OF_A_KIND = 3
THREADS = 4
REQUESTS = 30
NEAR = 8
INTERRUPTIONS = 5
Asked = tuple[AnyBattle, Order]


def recorded(scenario: str) -> list[Asked]:
    """Orders that were given in a random battle, each with the battle before it: some of every kind."""
    random, dice = Random(3), FastDice(Random(4))
    battle, found, kinds = opening(scenario), [], Counter[type]()
    for _ in range(ORDERS):
        if battle.outcome is not None:
            break
        order = next_order(battle, random, dice)
        if isinstance(order, Reply) and battle.turn:
            kind = type(battle.agenda[0])
            kinds[kind] += 1
            if kinds[kind] <= OF_A_KIND:
                found.append((battle, order))
        battle = stepped(battle, order)
    return found


def thinned(battle: AnyBattle) -> AnyBattle:
    """The same battle with one figure less in every unit that can spare it: the same questions, other answers."""
    for unit in battle.units.values():
        if unit.on_table and unit.figures > 3:
            battle = battle.with_unit(replace(unit, figures=unit.figures - 1))
    return battle


def questions(battle: AnyBattle, order: Order) -> list[Callable[[AnyBattle], str]]:
    """What may be asked in a position: whom each unit of the seat could hit, and what comes of the order."""
    assert isinstance(order, Reply)
    book = ruleset(battle.ruleset)

    def aims(unit: str) -> Callable[[AnyBattle], str]:
        def asked(there: AnyBattle) -> str:
            view = book.view(there, order.seat)
            return repr(book.targets(view, view.decision(order.decision), unit))

        return asked

    def obeyed(there: AnyBattle) -> str:
        after = book.obey(there, order)
        return repr(after) if isinstance(after, Illegal) else digest(after.battle)

    mine = [unit.id for unit in battle.units.values() if unit.controller == order.seat and unit.on_table]
    return [*map(aims, mine), obeyed]


def interrupted(think: Callable[[], Any], after: int, meanwhile: Callable[[], Any]) -> Any:
    """Think, and do something else in between, a few times, at every so-manieth call of the book's own."""
    left, times = after, 4

    def profile(frame: Any, event: str, _argument: object) -> None:
        nonlocal left, times
        if event != "call" or "schiltron/rulesets" not in frame.f_code.co_filename.replace("\\", "/"):
            return
        left -= 1
        if left == 0:
            sys.setprofile(None)
            meanwhile()
            left, times = after, times - 1
            if times:
                sys.setprofile(profile)

    sys.setprofile(profile)
    try:
        return think()
    finally:
        sys.setprofile(None)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_thinking_about_another_battle_in_between_changes_no_answer(scenario: str) -> None:
    random = Random(1)
    for battle, order in recorded(scenario):
        other = thinned(battle)
        for ask in questions(battle, order):
            alone, other_alone = ask(battle), ask(other)
            for _ in range(INTERRUPTIONS):
                after = int(2 ** (random.random() * 10))
                assert interrupted(partial(ask, battle), after, partial(ask, other)) == alone
                assert ask(other) == other_alone


@pytest.fixture
def hasty():
    """Threads take turns as often as the interpreter lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_battles_in_several_threads_go_as_they_go_alone(scenario: str, hasty: None) -> None:
    asked = [
        (there, ask)
        for battle, order in recorded(scenario)
        for ask in questions(battle, order)
        for there in (battle, thinned(battle))
    ]
    alone = [ask(there) for there, ask in asked]

    def played(thread: int) -> list[int]:
        """Go to and fro between the battles, as a server's thread does with the requests it is given."""
        starts = Random(thread).choices(range(len(asked) - NEAR), k=REQUESTS)
        places = [place for start in starts for place in range(start, start + NEAR)]
        return [place for place in places if asked[place][1](asked[place][0]) != alone[place]]

    with ThreadPoolExecutor(THREADS) as pool:
        assert [place for wrong in pool.map(played, range(THREADS)) for place in wrong] == []
