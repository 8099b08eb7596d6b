"""The scenarios that come with the program."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Dice, Reply
from schiltron.battle.state.unit import Hidden
from schiltron.muster import Army, check, check_scenario, load_scenario, prepare, ready_scenarios
from schiltron.muster.reading import read
from schiltron.muster.scenario import Rampart
from schiltron.rulesets import NAMES, package_of, ruleset
from schiltron.rulesets.by_this_axe.off_table.result_table import ratio
from schiltron.rulesets.by_this_axe.off_table.strength import total

ALL = {scenario.id: scenario for scenario in ready_scenarios()}
READY = {name: scenario for name, scenario in ALL.items() if scenario.ruleset == "book_of_war"}
LAID = {name: scenario for name, scenario in ALL.items() if scenario.table is not None}
AXE = {name: scenario for name, scenario in LAID.items() if scenario.ruleset == "by_this_axe"}
MAPS = {
    name: scenario for name, scenario in ALL.items() if scenario.table is None and scenario.ruleset == "by_this_axe"
}
"""Battles off the table."""


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
    walled = any(isinstance(entry, Rampart) for entry in scenario.terrain)
    assert 20 <= points["red"] - points["blue"] <= 120 if walled else abs(points["red"] - points["blue"]) <= 5
    if scenario.id == "great-field":
        assert set(points.values()) == {1000}
        assert (scenario.table.width, scenario.table.depth) == (8, 5)
    else:
        aboard = any(unit.troop == "ship" for entry in scenario.sides.values() for unit in entry.units)
        least = 80 if aboard else 150
        assert all(least <= cost <= 300 for cost in points.values())
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


@pytest.mark.parametrize("name", AXE)
def test_a_ready_scenario_of_by_this_axe_is_lawful_and_even(name: str) -> None:
    """TA-UNIT-02, TA-CHAR-02, TA-POINTS-02"""
    scenario = AXE[name]
    reports = check_scenario(scenario)
    points = [report.points for report in reports.values()]
    assert all(report.lawful for report in reports.values())
    assert max(points) - min(points) <= max(points) * 0.05
    assert min(points) >= 80
    assert max(points) <= 500
    assert scenario.description
    assert scenario.victory is not None
    assert scenario.victory.by is None
    assert 12 <= scenario.victory.turn_limit <= 20
    assert (4 <= scenario.table.width <= 6, scenario.table.depth) == (True, 4 if len(points) == 2 else 5)


def test_by_this_axe_has_a_skirmish_without_cards_and_a_field_battle_with_them() -> None:
    """TA-CMD-01, TA-POINTS-02, TA-CHAR-03"""
    small = {name for name in AXE if "small" in check_scenario(AXE[name])["red"].note}
    carded = {name for name, scenario in AXE.items() if scenario.options.get("command") == "cards"}
    assert small
    assert carded
    assert not small & carded
    for name in carded:
        for entry in AXE[name].sides.values():
            roles = {role for unit in entry.units for role in (unit.troop, *unit.equipment.get("roles", ()))}
            assert {"general", "leader", "hero"} <= roles
    kinds = [{piece.kind for piece in scenario.terrain} for scenario in AXE.values()]
    assert any({"woods", "river"} <= laid for laid in kinds)


@pytest.mark.parametrize("name", MAPS)
def test_a_ready_battle_off_the_table_is_lawful_even_and_a_week_long(name: str) -> None:
    """TA-ABS-01, TA-ABS-62, TA-ABS-80: creatures have no price for what they can do, so strength weighs them."""
    scenario = MAPS[name]
    reports = check_scenario(scenario)
    points = [report.points for report in reports.values()]
    assert all(report.lawful for report in reports.values())
    if "fantasy" in scenario.options:
        battle = prepare(scenario)
        assert ratio(*(total(battle, side.id) for side in battle.sides)) == 1
    else:
        assert max(points) - min(points) <= max(points) * 0.05
    assert scenario.description
    assert scenario.victory is not None
    assert scenario.victory.turn_limit == (4 if name == "last-snow" else 7)


@pytest.mark.parametrize("name", LAID)
@pytest.mark.parametrize("manner", ["sample", "suggest"])
def test_a_ready_scenario_can_be_set_up_with_every_unit_on_the_table(name: str, manner: str) -> None:
    """BW-B1-01, BW-B4-03, TA-TURN-01, BS-3.0-01, BS-3.4-02"""
    book = ruleset(LAID[name].ruleset)
    random = Random(name)
    dice = FastDice(random)
    battle = book.begun(prepare(LAID[name])).battle
    while battle.turn == 0:
        order: Reply | Dice
        if battle.roll is not None:
            order = dice.throw(battle.roll, 0)
        else:
            decision = battle.decisions[0]
            view = book.view(battle, decision.seat)
            if manner == "sample":
                answer = book.sample(view, decision, random)
            else:
                answer = next(iter(book.suggest(view, decision)))
            order = Reply(decision.seat, decision.id, answer)
        obeyed = book.obey(battle, order)
        assert not isinstance(obeyed, Illegal), str(obeyed)
        battle = obeyed.battle
    units = battle.units.values()
    assert all(unit.on_table or unit.afloat or unit.host or isinstance(unit.place, Hidden) for unit in units)
    assert book.decode(encode(battle)) == battle


@pytest.mark.parametrize("book", NAMES)
def test_the_army_list_to_begin_with_is_lawful(book: str) -> None:
    text = (files(package_of(book)) / "first_army.toml").read_text(encoding="utf-8")
    assert not check(read(text, Army, book)).violations
