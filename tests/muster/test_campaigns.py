"""Battles of a campaign begin with what the one before has left."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import AnyBattle, Outcome
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Dice, Reply
from schiltron.muster import MusterFault, check_scenario, load_scenario, prepare, ready_scenarios
from schiltron.muster.campaigns import carried_on, next_of
from schiltron.rulesets import ruleset

FOLLOWING = [scenario for scenario in ready_scenarios() if scenario.follows]


@pytest.mark.parametrize("scenario", FOLLOWING, ids=lambda scenario: scenario.id)
def test_a_battle_follows_one_of_its_book_with_the_same_sides(scenario) -> None:
    before = load_scenario(scenario.follows)
    assert (before.ruleset, before.sides.keys()) == (scenario.ruleset, scenario.sides.keys())
    assert next_of(before.id) == scenario


def test_a_campaign_has_three_battles() -> None:
    first = load_scenario("first-snow")
    second = next_of(first.id)
    third = next_of(second.id)
    assert [first.title, second.title, third.title] == ["First Snow", "Deep Snow", "Last Snow"]
    assert next_of(third.id) is None
    assert next_of("") is None


def over(scenario: str, winner: str = "blue") -> AnyBattle:
    return replace(prepare(load_scenario(scenario)), outcome=Outcome(winner, "beaten"))


def test_who_is_left_comes_and_who_comes_up_besides() -> None:
    battle = over("first-snow")
    spears = next(unit for unit in battle.units.values() if unit.name == "Barrow Spears")
    gone = next(unit for unit in battle.units.values() if unit.name == "The Unburied")
    hurt = battle.with_unit(replace(spears, figures=41)).with_unit(replace(gone, figures=0))
    scenario = carried_on(load_scenario("deep-snow"), hurt)
    red = {unit.name: unit.figures for unit in scenario.sides["red"].units}
    assert red["Barrow Spears"] == 3, "41 are two times twenty and one more"
    assert "The Unburied" not in red
    assert (red["The Snow's Dead"], red["The Drowned"]) == (10, 6)
    again = {unit.name: unit.figures for unit in prepare(scenario).units.values() if unit.owner == "red"}
    assert again["Barrow Spears"] == 60
    assert (scenario.sides["red"].name, scenario.sides["red"].colour) == ("The Bone King", "teal")


def test_fought_by_itself_it_has_the_armies_of_its_file() -> None:
    names = {unit.name for unit in prepare(load_scenario("deep-snow")).units.values()}
    assert "The Unburied" in names
    assert "The Drowned" not in names


def test_where_one_side_is_no_army_any_more_the_campaign_is_over() -> None:
    battle = over("first-snow")
    for unit in battle.units.values():
        if unit.owner == "red":
            battle = battle.with_unit(replace(unit, figures=0))
    bare = load_scenario("first-snow")
    with pytest.raises(MusterFault, match="cannot take the field again"):
        carried_on(bare, battle)
    assert prepare(carried_on(load_scenario("deep-snow"), battle)), "but for those who come up"


def test_what_cannot_follow_what_is_said() -> None:
    deep = load_scenario("deep-snow")
    with pytest.raises(MusterFault, match="not over yet"):
        carried_on(deep, prepare(load_scenario("first-snow")))
    with pytest.raises(MusterFault, match="one of book_of_war"):
        carried_on(deep, over("open-field"))
    with pytest.raises(MusterFault, match="ochre"):
        carried_on(deep, over("three-hills"))


@pytest.mark.parametrize("seed", range(6))
def test_a_campaign_can_always_be_fought_to_its_end(seed: int) -> None:
    """TA-ABS-120: whoever is beaten in the first two battles still comes to the third."""
    scenario, battle = load_scenario("first-snow"), None
    random = Random(seed)
    fought = []
    while scenario is not None:
        if battle is not None:
            scenario = carried_on(scenario, battle)
        assert all(report.lawful for report in check_scenario(scenario).values())
        battle = played(prepare(scenario), random)
        healed = ruleset(battle.ruleset).aftermath(battle)
        battle = played(healed, random)
        fought.append(scenario.id)
        scenario = next_of(scenario.id)
    assert fought == ["first-snow", "deep-snow", "last-snow"]


def played(battle: AnyBattle, random: Random) -> AnyBattle:
    book = ruleset(battle.ruleset)
    battle, dice = book.begun(battle).battle, FastDice(random)
    number = 0
    while battle.outcome is None:
        number += 1
        if battle.roll is not None:
            order: Dice | Reply = dice.throw(battle.roll, number)
        else:
            decision = battle.decisions[0]
            view = book.view(battle, decision.seat)
            order = Reply(decision.seat, decision.id, book.sample(view, decision, random))
        obeyed = book.obey(battle, order)
        assert not isinstance(obeyed, Illegal), obeyed
        battle = obeyed.battle
    return battle
