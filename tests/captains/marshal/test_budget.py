"""The marshal's time: of a decision, of a whole turn, when he is stopped, and when a battle he imagines goes wrong."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import count
from math import inf
from time import sleep

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Answer, AnyDecision, Command
from schiltron.captains.captain import View
from schiltron.captains.marshal import budget as clock
from schiltron.captains.marshal.budget import A_SECOND, Budget, Spending, Turn, of_seconds
from schiltron.captains.marshal.marshal import Marshal
from schiltron.captains.marshal.playouts import Table
from schiltron.captains.roster import captain_named
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from tests.captains.marshal.test_marshal import Idler, marshal, shooting


class Watch:
    """A clock that somebody sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(clock, "thread_time", watch)
    return watch


# ---------------------------------------------------------------- of a decision


def test_only_the_time_of_the_processor_counts() -> None:
    """Who waits for others does not think meanwhile."""
    spending = Budget(seconds=0.05).begun()
    sleep(0.08)
    assert not spending.late
    assert spending.seconds < 0.05


def test_he_stops_before_something_that_would_take_too_long(watch: Watch) -> None:
    """What took 0.3 seconds may take so long again: with a second in all, it is not begun after 0.8."""
    spending = Budget(seconds=1.0).begun()
    for now in (0.3, 0.5, 0.7):
        watch.now = now
        assert not spending.late
    watch.now = 0.8
    assert spending.late


def test_what_was_slow_before_says_nothing_about_something_else(watch: Watch) -> None:
    spending = Budget(seconds=1.0).begun()
    watch.now = 0.7
    assert spending.late, "another captain's answer would not be had in time"
    spending.afresh()
    watch.now = 0.72
    assert not spending.late


def test_ideas_are_looked_for_as_long_as_there_is_time(watch: Watch) -> None:
    def slow() -> Iterator[int]:
        for number in count():
            watch.now += 0.2
            yield number

    assert list(Budget(seconds=1.0).begun().in_time(slow())) == [0, 1, 2, 3, 4]


def test_a_captain_who_takes_all_the_time_has_the_last_word(watch: Watch) -> None:
    class Slow(Idler):
        def answer(self, view: View, decision: AnyDecision) -> Answer:
            watch.now += 2.0
            return super().answer(view, decision)

    played = shooting()
    considered = Marshal(BOOK_OF_WAR, Slow, Idler, 1, A_SECOND).consider(played.battle, played.decision)
    assert (considered.answer, considered.playouts) == (FINISH, 0)
    assert watch.now == 2.0, "he is asked once"


def test_he_can_be_stopped_in_the_middle_of_a_playout() -> None:
    looks: list[int] = []

    def stopped() -> bool:
        looks.append(1)
        return len(looks) > 20

    played = shooting()
    whole = marshal(quick=Idler).consider(played.battle, played.decision)
    cut = marshal(quick=Idler).consider(played.battle, played.decision, stopped=stopped)
    assert len(looks) <= 22
    assert cut.playouts < whole.playouts


# ---------------------------------------------------------------- of a turn


def command(*actors: str) -> Command:
    return Command(seat="blue", prompt="What now?", rules=(), id="1.0", actors=actors, actions=("move",))


def test_a_turn_is_shared_out_over_the_decisions_still_expected() -> None:
    turn = Turn(number=3, seconds=4.0, decisions=5, expected=20)
    assert turn.share(A_SECOND, command("one")).seconds == pytest.approx(6.0 / 15)
    assert Turn(number=3, seconds=4.0).share(A_SECOND, command("one")).seconds == 1.0, "never more than his second"
    many = command(*(f"unit {number}" for number in range(30)))
    assert Turn(number=3, seconds=4.0).share(A_SECOND, many).seconds == pytest.approx(0.2), "as many as may still act"


def test_when_the_turn_is_used_up_the_captain_answers() -> None:
    played = shooting()
    player = Marshal(BOOK_OF_WAR, Idler, Idler, 1, A_SECOND)
    player.turn = Turn(number=played.battle.turn, seconds=10.0, decisions=9)
    considered = player.consider(played.battle, played.decision)
    assert (considered.answer, considered.playouts) == (FINISH, 0)


def test_a_new_turn_expects_as_many_decisions_as_the_last(watch: Watch) -> None:
    battle = shooting().battle
    asked = command("bows")
    first = Turn().at(battle, asked)
    assert (first.number, first.expected) == (battle.turn, 1), "at first one for each unit"
    spending = A_SECOND.begun()
    watch.now = 0.5
    later = first.after(spending).after(spending)
    assert (later.seconds, later.decisions) == (1.0, 2)
    assert later.at(battle, asked) is later
    assert later.at(replace(battle, turn=battle.turn + 1), asked) == Turn(battle.turn + 1, expected=2)


def test_thoughts_count_for_the_turn_and_hints_do_not() -> None:
    played = shooting()
    player = marshal(20, Idler)
    player.consider(played.battle, played.decision, Budget(playouts=5))
    assert player.turn.decisions == 0
    player.consider(played.battle, played.decision)
    assert player.turn.decisions == 1


@pytest.mark.parametrize(
    ("name", "budget"),
    [("marshal", A_SECOND), ("marshal:0.5s", of_seconds(0.5)), ("marshal:40", Budget(playouts=40))],
)
def test_by_the_clock_a_turn_has_ten_times_a_decision_and_by_playouts_no_end(name: str, budget: Budget) -> None:
    player = captain_named(name, BOOK_OF_WAR)
    assert isinstance(player, Marshal)
    assert player._budget == budget
    assert budget.turn == (inf if budget.playouts == 40 else 10 * budget.seconds)


# ---------------------------------------------------------------- what goes wrong in imagination


def test_a_fault_in_an_imagined_battle_leaves_him_with_the_captains_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(self: Table, idea: object, luck: str, spending: Spending) -> float:
        raise ZeroDivisionError

    monkeypatch.setattr(Table, "value", broken)
    played = shooting()
    with caplog.at_level(logging.ERROR, "schiltron.captains"):
        considered = marshal(quick=Idler).consider(played.battle, played.decision)
    assert considered.answer == FINISH
    assert "the marshal's imagination failed him" in caplog.text
    caplog.clear()
