"""A plan is followed while the field looks as expected, and thought through again when it does not."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Command, Plan, Planned
from schiltron.battle.state.effects import Effect, Effects, Later, Moment, OnField
from schiltron.battle.state.unit import OnTable
from schiltron.captains.following import Follower, Thought, alike
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase
from schiltron.rulesets.book_of_war.state import Battle
from tests.rulesets.book_of_war.positions import ahead, blue, field, march, red

START = field(
    blue("archers", 4, at=(30, 40)),
    blue("pikemen", 4, at=(40, 40)),
    red("light_infantry", 4, at=(36, 10)),
)
ORDERS = (march("archers", ahead(3)), march("pikemen", ahead(5)))


def stepped(battle: Battle, unit_id: str, inches: int) -> Battle:
    unit = battle.units[unit_id]
    return battle.with_unit(replace(unit, place=OnTable(unit.pose.advanced(inches * 1000))))


BETWEEN = stepped(START, "archers", 3)
END = stepped(BETWEEN, "pikemen", 5)


class Thinker:
    """Thinks of the same two orders each time, and counts how often."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def __call__(self, battle: Battle, actors: tuple[str, ...]) -> Thought:
        self.asked.append(actors)
        given = [(order, at) for order, at in zip(ORDERS, (START, BETWEEN), strict=True) if order.actor in actors]
        return Thought(tuple(given), END)


def command(*actors: str) -> Command:
    return Command(seat="blue", prompt="", rules=(), actors=actors, actions=("move",))


def test_a_plan_is_thought_once_and_given_one_by_one() -> None:
    thinker = Thinker()
    follower = Follower(thinker)
    assert follower.answer(START, command("archers", "pikemen")) == ORDERS[0]
    assert follower.answer(BETWEEN, command("pikemen")) == ORDERS[1]
    assert follower.answer(END, command("pikemen")) == FINISH
    assert thinker.asked == [("archers", "pikemen")]


def test_what_nobody_expected_is_thought_about_again() -> None:
    """A unit that was to move has lost a figure on the way."""
    thinker = Thinker()
    follower = Follower(thinker)
    follower.answer(START, command("archers", "pikemen"))
    surprise = BETWEEN.with_unit(replace(BETWEEN.units["pikemen"], figures=3))
    follower.answer(surprise, command("pikemen"))
    assert thinker.asked == [("archers", "pikemen"), ("pikemen",)]


def test_where_all_is_declared_at_once_the_whole_plan_is_the_answer() -> None:
    plan = Plan(seat="blue", prompt="", rules=(), actors=("archers", "pikemen"), actions=("move",))
    assert Follower(Thinker()).answer(START, plan) == Planned(ORDERS)


def test_battles_are_alike_in_the_same_phase_with_everybody_in_place() -> None:
    assert alike(START, replace(START, serial=7))
    assert not alike(START, BETWEEN)
    assert not alike(START, replace(START, turn=2))
    routed = replace(START.units["archers"], marks=("routed",))
    assert not alike(START, START.with_unit(routed))


def test_battles_are_alike_on_the_same_ground_with_the_same_at_work_and_due() -> None:
    rain = Effect("1", "rain", OnField())
    wet = START.with_effect(rain)
    assert alike(wet, replace(START, effects=Effects((rain,))))
    assert not alike(START, wet)
    assert not alike(START, replace(START, due=(Later(Moment(3), MoralePhase("blue")),)))
    assert START.board is not None
    assert not alike(START, replace(START, board=replace(START.board, width=START.board.width + 1)))
