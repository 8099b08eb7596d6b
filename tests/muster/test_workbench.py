"""An army list in the making: prices, faults with what puts them right, what may be chosen and who may be added."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.muster import check, quartermaster, ready_armies, rulesets
from schiltron.muster.army import Army, ListedUnit
from schiltron.muster.house_troops import house_of
from schiltron.muster.library import on_shelf
from schiltron.muster.list_text import written
from schiltron.muster.reading import read
from schiltron.muster.workbench import Details, details, laid_out, recruits
from schiltron.rulesets.battlesystem.settings import SETTINGS as OF_BATTLESYSTEM
from schiltron.rulesets.by_this_axe.equipping import SETTINGS as OF_BY_THIS_AXE
from schiltron.rulesets.chainmail.equipping import SETTINGS as OF_CHAINMAIL
from schiltron.rulesets.outfits import Outfit


def shipped() -> dict[str, Army]:
    """Every ready list as its file has it."""
    return {
        f"{book}/{name}": read(file.read_text(encoding="utf-8"), Army, name)
        for book in rulesets()
        for name, file in on_shelf(book, "armies")
    }


def answered(found: Details, key: str) -> dict[str, tuple[float, bool, bool]]:
    """By their words: what the answers to a question cost, whether they may be given, and whether one is given now."""
    question = next(one for one in found.questions if one.key == key)
    return {one.label: (one.points, one.against is None, one.now) for one in question.choices}


# ---------------------------------------------------------------- text


@pytest.mark.parametrize("name", shipped())
def test_a_list_written_and_read_again_is_the_same(name: str) -> None:
    army = shipped()[name]
    assert read(written(army), Army, name) == army


def test_a_list_of_every_kind_of_entry_is_written_and_read_again() -> None:
    army = read(
        """
        ruleset = "book_of_war"
        name = "The \\"Ninth\\" Kettle"
        colour = "ochre"
        limit = 300
        description = "Two lines\\nof text"

        [creatures.frost-wolves]
        price = 9
        exact = true
        creature = { name = "Frost wolves", hit_dice = "2+1", armour_class = 5, move = 12, attacks = ["1d6", "1d4"] }

        [spells.ice_storm]
        title = "Ice storm"
        effect = "blast"
        range = 12.5
        area = 6
        dice = 3
        kinds = ["cold"]

        [[units]]
        troop = "frost-wolves"
        figures = 6
        files = 3
        hedgehog = true
        name = "Teeth"

        [[units]]
        troop = "wizard_3"
        figures = 1
        equipment = { extra = ["ice_storm"], wand = "cold" }
        joins = "Teeth"
        """,
        Army,
        "kettle",
    )
    assert read(written(army), Army, "kettle") == army


# ---------------------------------------------------------------- prices and faults


@pytest.mark.parametrize("name", shipped())
def test_a_ready_list_lies_on_the_bench_as_it_is_checked(name: str) -> None:
    army = shipped()[name]
    bench, report = laid_out(army), check(ready_armies()[name])
    assert bench.lawful
    assert bench.points == report.points
    assert [row.cost for row in bench.rows] == list(report.costs)
    assert bench.left == (None if army.limit is None else army.limit - report.points)


def test_too_dear_a_list_is_put_right_by_as_few_figures_less_as_will_do() -> None:
    """BW-B2-01: 20 pikes at 5 and 10 heavy infantry at 9 are 190 points."""
    army = Army("book_of_war", "Host", (ListedUnit("pikemen", 20), ListedUnit("heavy_infantry", 10)), limit=180)
    bench = laid_out(army)
    assert bench.left == -10
    (fault,) = bench.faults
    assert "BW-B2-01" in fault.violation.rules
    assert [(one.words, one.row, one.points) for one in fault.remedies] == [
        ("2 figures fewer of pikemen", 0, -10),
        ("2 figures fewer of heavy infantry", 1, -18),
    ]


def test_too_small_a_unit_is_made_larger_or_taken_away() -> None:
    """TA-UNIT-03: a unit of foot has three figures or more."""
    few = ListedUnit("spearmen", 2)
    army = Army("by_this_axe", "Host", (ListedUnit("spearmen", 6), ListedUnit("spearmen", 6), few))
    assert few.troop in quartermaster("by_this_axe").listings
    (fault,) = laid_out(army).rows[2].faults
    assert fault.violation.rules == ("TA-UNIT-03",)
    larger, *_, gone = fault.remedies
    assert (larger.words, larger.row) == ("make it 3 figures", 2)
    assert larger.unit == replace(few, figures=3)
    assert (gone.words, gone.unit) == ("take it away", None)


def test_arms_that_a_unit_may_not_have_are_laid_down() -> None:
    """CM-MELEE-10: nobody carries a lance on foot."""
    wrong = ListedUnit("heavy_foot", 10, equipment={"arms": "lance"})
    (fault,) = laid_out(Army("chainmail", "Host", (wrong,))).rows[0].faults
    assert fault.violation.rules == ("CM-MELEE-10",)
    assert fault.remedies[0].words == "weapon as they have it"
    assert fault.remedies[0].unit == replace(wrong, equipment={})


def test_what_a_list_brings_of_its_own_goes_by_its_name() -> None:
    """BW-A1-01: the bench prices it, the remedy names it, and it may be added again."""
    army = read(
        """
        ruleset = "book_of_war"
        name = "Host"
        limit = 100
        [creatures.riders]
        price = 60
        like = "ogre"
        [[units]]
        troop = "riders"
        figures = 4
        """,
        Army,
        "host",
    )
    assert house_of(army).troops["riders"] != "riders"
    bench = laid_out(army)
    assert bench.points == 240
    assert [one.unit and one.unit.troop for one in bench.faults[0].remedies] == ["riders"]
    own = recruits(army)[-1]
    assert (own.troop, own.each, own.note) == ("riders", 60, "a creature of this list")


# ---------------------------------------------------------------- what may be chosen


def test_what_arms_cost_and_which_a_unit_may_not_have() -> None:
    """CM-MELEE-10, CM-POINTS-02"""
    army = Army("chainmail", "Host", (ListedUnit("heavy_foot", 10), ListedUnit("light_foot", 10, name="Others")))
    arms = answered(details(army, 0), "arms")
    assert arms["as they are"] == (0, True, True)
    assert arms["lance"][1] is False
    assert arms["pike"][1] is True
    priced = Army("chainmail", "Host", (replace(army.units[0], equipment={"arms": "pike"}),))
    assert arms["pike"][0] == check(priced).points - check(Army("chainmail", "Host", army.units[:1])).points


def test_of_several_weapons_each_is_put_in_or_taken_out() -> None:
    """TA-UNIT-31"""
    unit = ListedUnit("spearmen", 6, equipment={"melee": ("spear", "dagger")})
    found = details(Army("by_this_axe", "Host", (unit, ListedUnit("spearmen", 6))), 0)
    melee = {one.label: one for one in next(one for one in found.questions if one.key == "melee").choices}
    assert melee["spear"].now
    assert melee["spear"].value == ("dagger",)
    assert not melee["sword"].now
    assert melee["sword"].value == ("spear", "dagger", "sword")


def test_a_unit_may_be_as_small_and_as_large_as_its_book_says() -> None:
    """TA-UNIT-03, TA-UNIT-04"""
    foot, horse = ListedUnit("spearmen", 6), ListedUnit("knights", 4)
    army = Army("by_this_axe", "Host", (foot, horse))
    assert [(found.fewest, found.most) for found in (details(army, 0), details(army, 1))] == [(3, 25), (2, 15)]


@pytest.mark.parametrize(
    ("book", "troop", "settings"),
    [
        ("chainmail", "heavy_foot", OF_CHAINMAIL),
        ("battlesystem", "human_militia", OF_BATTLESYSTEM),
    ],
)
def test_everything_that_a_list_may_say_is_asked(book: str, troop: str, settings: tuple[str, ...]) -> None:
    assert {one.key for one in quartermaster(book).outfits(troop)} == set(settings)


def test_everything_that_a_list_of_by_this_axe_may_say_is_asked_of_somebody() -> None:
    offered = quartermaster("by_this_axe")
    keys = {one.key for troop in offered.listings for one in offered.outfits(troop)}
    assert keys == set(OF_BY_THIS_AXE)


def words_of(outfit: Outfit) -> list[object]:
    return [one.value for one in outfit.words]


def test_wizards_choose_a_wand_and_as_many_spells_as_their_rank_has() -> None:
    """BW-A4-07, BW-A4-13"""
    wand, spells = quartermaster("book_of_war").outfits("wizard_3")
    assert (wand.form, spells.form) == ("one", "some")
    assert len(words_of(wand)) > 1
    army = Army("book_of_war", "Host", (ListedUnit("pikemen", 12), ListedUnit("wizard_3", 1)))
    assert answered(details(army, 1), "wand")["as they are"] == (0, True, True)
    assert quartermaster("book_of_war").outfits("pikemen") == ()


# ---------------------------------------------------------------- who may be added


@pytest.mark.parametrize("book", rulesets())
def test_whoever_is_offered_may_come(book: str) -> None:
    army = replace(next(army for name, army in shipped().items() if name.startswith(book)), limit=None)
    house = house_of(army)
    before = check(house.within(army)).points
    for one in recruits(army):
        if one.against is None:
            report = check(house.within(replace(army, units=(*army.units, one.unit))))
            assert report.lawful, one.troop
            assert report.points - before == one.points


def test_as_many_are_offered_as_the_points_that_are_left_pay_for() -> None:
    """BW-B2-03: 200 less 10 pikes at 5 leaves 150: 16 heavy infantry at 9."""
    army = Army("book_of_war", "Host", (ListedUnit("pikemen", 10),), limit=200)
    by_troop = {one.troop: one for one in recruits(army)}
    assert by_troop["heavy_infantry"].room_for == 16
    assert by_troop["heavy_infantry"].each == 9


@pytest.mark.slow
@pytest.mark.parametrize("book", rulesets())
def test_whatever_the_bench_offers_the_book_accepts(book: str) -> None:
    """Random lists, grown by what is offered alone: nothing that is offered without a reason against it is refused."""
    random = Random(book)
    start = next(army for name, army in shipped().items() if name.startswith(book))
    for _ in range(3):
        army = replace(start, limit=None)
        for _ in range(8):
            assert check(house_of(army).within(army)).lawful, written(army)
            row = random.randrange(len(army.units))
            unit = army.units[row]
            free = [
                (question, choice)
                for question in details(army, row).questions
                for choice in question.choices
                if choice.against is None
            ]
            coming = [one.unit for one in recruits(army) if one.against is None]
            if free and random.random() < 0.7:
                question, choice = random.choice(free)
                if question.of_unit:
                    changed = replace(unit, **{question.key: choice.value})
                else:
                    equipment = {key: value for key, value in unit.equipment.items() if key != question.key}
                    if choice.value is not None:
                        equipment[question.key] = choice.value
                    changed = replace(unit, equipment=equipment)
                army = replace(army, units=(*army.units[:row], changed, *army.units[row + 1 :]))
            elif coming:
                army = replace(army, units=(*army.units, random.choice(coming)))
