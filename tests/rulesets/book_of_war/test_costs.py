"""What armies cost: points in a single game, gold in a campaign, and units by their cost."""

from __future__ import annotations

import pytest
from msgspec import json

from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Amend, Propose
from schiltron.muster import Army, ListedUnit, MusterFault, check, load_scenario, prepare, quartermaster, switched
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.costs import price_in_gold, wages
from schiltron.rulesets.book_of_war.options import SWITCHES, Options

BY_COST = {"unit_minimum": "cost"}


def army(*units: ListedUnit, limit: int | None = None) -> Army:
    return Army("book_of_war", "Levy", units, limit=limit)


# ---------------------------------------------------------------- single games


def test_two_hundred_points_buy_forty_medium_infantry() -> None:
    """BW-O7-03"""
    assert check(army(ListedUnit("medium_infantry", 40), limit=200)).lawful
    (dear,) = check(army(ListedUnit("medium_infantry", 41), limit=200)).violations
    assert (dear.rules, dear.right) == (("BW-B2-01", "BW-O7-03"), "take away 5 points or more")


def test_points_that_are_not_spent_are_lost() -> None:
    """BW-O7-03"""
    assert check(army(ListedUnit("medium_infantry", 40), limit=200)).note == ""
    assert check(army(ListedUnit("medium_infantry", 40))).note == ""
    assert check(army(ListedUnit("medium_infantry", 40), limit=201)).note == "1 point not spent, which is lost"
    assert check(army(ListedUnit("medium_infantry", 39), limit=201)).note == "6 points not spent, which are lost"


# ---------------------------------------------------------------- campaigns


def test_a_point_is_ten_gold_pieces_a_month() -> None:
    """BW-O7-01, BW-O7-04: price in gold = cost x 10 x months."""
    tally = price_in_gold(200, 3)
    assert tally.total == 6000
    assert [(term.value, term.rule) for term in tally.terms] == [
        (200, "BW-O7-03"),
        (1800, "BW-O7-01"),
        (4000, "BW-O7-04"),
    ]
    assert price_in_gold(200, 1).total == 2000
    assert price_in_gold(7, 12).total == 840


def test_three_months_are_recommended() -> None:
    """BW-O7-04"""
    assert wages(200, None, dearer=False).gold.total == 6000
    short = [note for note in wages(200, 2, dearer=False).notes if "recommended" in note.text]
    assert [note.rules for note in short] == [("BW-O7-04",)]
    assert not [note for note in wages(200, 3, dearer=False).notes if "recommended" in note.text]


def test_at_standard_prices_armies_cost_ten_times_as_much() -> None:
    """BW-O7-05"""
    tally = price_in_gold(200, 3, dearer=True)
    assert (tally.total, tally.terms[-1].rule) == (60_000, "BW-O7-05")
    assert any("60000 gold" in note.text for note in wages(200, 3, dearer=False).notes)
    assert not any("BW-O7-05" in note.rules for note in wages(200, 3, dearer=True).notes)


def test_half_is_paid_out_and_a_gold_piece_is_a_third_of_a_pound() -> None:
    """BW-O7-01, BW-O7-02"""
    said = {note.rules[0]: note.text for note in wages(200, 3, dearer=False).notes}
    assert "about 3000" in said["BW-O7-01"]
    assert "£2000" in said["BW-O7-02"]


def test_books_without_campaigns_say_nothing_of_gold() -> None:
    assert quartermaster("chainmail").wages(200, 3, dearer=False) is None


# ---------------------------------------------------------------- units by cost


def test_six_units_of_fifteen_points_in_a_hundred_are_the_most() -> None:
    """BW-O7-06"""
    six = [ListedUnit("medium_infantry", 3) for _ in range(4)] + [ListedUnit("medium_infantry", 4) for _ in range(2)]
    assert check(army(*six), BY_COST).lawful  # 60 + 40 points: fifteen each is just enough
    seven = [*six[:4], *[ListedUnit("medium_infantry", 3) for _ in range(3)]]
    found = check(army(*seven), BY_COST).violations
    assert [one.rules for one in found] == [("BW-O7-06",)] * 7
    assert found[0].right.startswith("16 points or more")  # 15.75 of 105


def test_size_by_cost_takes_the_place_of_three_figures() -> None:
    """BW-O7-06, BW-B4-01: two knights are enough for it, five crossbowmen are not."""
    few = army(ListedUnit("heavy_cavalry", 2), ListedUnit("heavy_cavalry", 6))
    assert [one.rules for one in check(few).violations] == [("BW-B4-01", "BW-B4-02")]
    assert check(few, BY_COST).lawful
    cheap = army(ListedUnit("crossbowmen", 5), ListedUnit("heavy_cavalry", 10))
    assert check(cheap).lawful
    assert [(one.place, one.rules) for one in check(cheap, BY_COST).violations] == [("units[0].figures", ("BW-O7-06",))]


def test_a_hero_and_his_entourage_are_one_figure_each_whatever_they_cost() -> None:
    """BW-O7-06, BW-A3-20"""
    court = (
        ListedUnit("giant_frost", 1),
        ListedUnit("knight_renown", 1, name="Sir Ard", joins="Guard"),
        ListedUnit("heavy_cavalry", 1, name="Guard"),
        ListedUnit("heavy_cavalry", 10),
    )
    assert check(army(*court), BY_COST).lawful
    assert check(army(*court)).lawful


def test_the_total_is_what_the_army_costs_and_not_its_limit() -> None:
    """BW-O7-06"""
    units = (ListedUnit("medium_infantry", 6), ListedUnit("medium_infantry", 6))
    assert check(army(*units, limit=1000), BY_COST).lawful


def test_a_scenario_may_ask_for_it_and_nobody_in_mid_battle() -> None:
    """BW-O7-06"""
    plain = load_scenario("open-field")
    with pytest.raises(MusterFault) as raised:
        prepare(switched(plain, unit_minimum="cost"))
    assert {one.rules for one in raised.value.faults} == {("BW-O7-06",)}
    battle = BOOK_OF_WAR.begun(prepare(plain)).battle
    refused = BOOK_OF_WAR.obey(battle, Propose("red", Amend("unit_minimum", "cost")))
    assert isinstance(refused, Illegal)
    assert refused.reasons[0].rules == ("BW-O7-06",)


def test_it_is_written_into_no_battle_that_does_not_ask_for_it() -> None:
    """BW-O7-06"""
    assert b"unit_minimum" not in encode(Options())
    options, found = SWITCHES.read({"unit_minimum": "figures"})
    assert (encode(options), found) == (encode(Options()), [])
    changed, _ = SWITCHES.read({"unit_minimum": "cost"})
    assert json.decode(encode(changed), type=Options) == changed


@pytest.mark.parametrize("value", ["gold", ""])
def test_it_takes_no_other_word(value: str) -> None:
    (_, found) = SWITCHES.read({"unit_minimum": value})
    assert [one.place for one in found] == ["unit_minimum"]
