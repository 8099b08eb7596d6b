"""The scenarios that come with the program."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.dice import FastDice
from schiltron.battle.illegal import Illegal
from schiltron.battle.order import Dice, Reply
from schiltron.battle.saving import encode
from schiltron.muster import check_scenario, load_scenario, prepare, ready_scenarios
from schiltron.rulesets import ruleset

READY = {scenario.id: scenario for scenario in ready_scenarios()}


def test_the_ready_scenarios_are_there() -> None:
    wanted = {"open-field", "hill-and-woods", "stream-crossing", "horse-and-pikes", "random-ground", "great-field"}
    assert wanted <= set(READY)
    assert load_scenario("open-field") == load_scenario("book_of_war/open-field") == READY["open-field"]


@pytest.mark.parametrize("name", READY)
def test_a_ready_scenario_is_lawful_and_even(name: str) -> None:
    """BW-B2-01, BW-B4-01"""
    scenario = READY[name]
    reports = check_scenario(scenario)
    points = {side: report.points for side, report in reports.items()}
    assert all(report.lawful for report in reports.values())
    assert abs(points["red"] - points["blue"]) <= 5
    if scenario.id == "great-field":
        assert set(points.values()) == {1000}
        assert (scenario.table.width, scenario.table.depth) == (8, 5)
    else:
        assert all(150 <= cost <= 300 for cost in points.values())
    assert scenario.description
    assert scenario.victory is not None
    assert 20 <= scenario.victory.turn_limit <= 30


def test_most_ready_scenarios_measure_first_and_one_declares_by_phase() -> None:
    """BW-B1-08"""
    declared = {name: scenario.options["declare"] for name, scenario in READY.items()}
    assert declared.pop("horse-and-pikes") == "by_phase"
    assert set(declared.values()) == {"measure_first"}


def test_one_ready_scenario_has_its_ground_rolled_for() -> None:
    """BW-B3-01"""
    assert [name for name, scenario in READY.items() if scenario.ground == "rolled"] == ["random-ground"]


@pytest.mark.parametrize("name", READY)
@pytest.mark.parametrize("manner", ["sample", "suggest"])
def test_a_ready_scenario_can_be_set_up_with_every_unit_on_the_table(name: str, manner: str) -> None:
    """BW-B1-01, BW-B4-03"""
    book = ruleset("book_of_war")
    random = Random(name)
    dice = FastDice(random)
    battle = book.begun(prepare(READY[name])).battle
    while battle.turn == 0:
        order: Reply | Dice
        if battle.roll is not None:
            order = dice.throw(battle.roll, 0)
        else:
            (decision,) = battle.decisions
            view = book.view(battle, decision.seat)
            if manner == "sample":
                answer = book.sample(view, decision, random)
            else:
                answer = next(iter(book.suggest(view, decision)))
            order = Reply(decision.seat, decision.id, answer)
        obeyed = book.obey(battle, order)
        assert not isinstance(obeyed, Illegal), str(obeyed)
        battle = obeyed.battle
    assert all(unit.on_table for unit in battle.units.values())
    assert book.decode(encode(battle)) == battle
