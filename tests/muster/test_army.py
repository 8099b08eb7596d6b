"""Army lists and what the book says to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from schiltron.muster import Army, ListedUnit, MusterFault, check, load_army, quartermaster, ready_armies, rulesets
from schiltron.muster.army import enlisted
from schiltron.rulesets.book_of_war.law import LAW


def army(*units: ListedUnit, limit: int | None = None) -> Army:
    return Army("book_of_war", "Test", units, limit=limit)


def cited(*units: ListedUnit, limit: int | None = None) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.place, one.rules) for one in check(army(*units, limit=limit)).violations]


# ---------------------------------------------------------------- points


def test_figures_are_bought_at_their_listed_cost() -> None:
    """BW-B2-01, BW-B2-03"""
    report = check(army(ListedUnit("heavy_infantry", 8), ListedUnit("horse_archers", 4, name="Wells")))
    assert report.points == 8 * 9 + 4 * 13
    assert report.lawful
    first, second = report.costs
    assert (first.total, first.measure, first.rules) == (72, "points", ("BW-B2-03",))
    assert second.label == "Wells"
    assert second.terms[0].label == "4 horse archers at 13"


def test_an_army_keeps_to_the_points_it_states() -> None:
    """BW-B2-01"""
    pikes = ListedUnit("pikemen", 20)
    assert check(army(pikes, limit=100)).lawful
    (violation,) = check(army(pikes, limit=99)).violations
    assert violation.rules == ("BW-B2-01", "BW-O7-03")
    assert "100 points, the limit is 99" in violation.wrong
    assert "take away 1 points" in violation.right


def test_an_army_without_a_limit_may_cost_anything_as_in_a_campaign() -> None:
    """BW-B2-01"""
    assert check(army(ListedUnit("heavy_cavalry", 200, files=20))).lawful


def test_an_army_has_units() -> None:
    """BW-B2-01"""
    assert cited() == [("units", ("BW-B2-01",))]


def test_the_twelve_historical_types_are_offered_with_their_numbers() -> None:
    """BW-B2-02, BW-B2-03"""
    listings = quartermaster("book_of_war").listings
    printed = LAW.sheet("BW-T-units-basic").records()
    assert len(printed) == 12
    assert [(listing.id, listing.cost) for listing in listings.values()][:12] == [
        (row["unit"], row["cost"]) for row in printed
    ]
    assert listings["heavy_crossbows"].note == "move 9″, hit on 5+, 1 HD, heavy crossbow"


@pytest.mark.parametrize(
    ("written", "meant"),
    [("heavy_infanty", "heavy_infantry"), ("Light Cavalry", "light_cavalry"), ("longbow-men", "longbowmen")],
)
def test_an_unknown_type_is_refused_and_the_nearest_named(written: str, meant: str) -> None:
    """BW-B2-02"""
    (violation,) = check(army(ListedUnit(written, 6))).violations
    assert (violation.place, violation.rules) == ("units[0].troop", ("BW-B2-02",))
    assert f"did you mean {meant}?" in violation.right


def test_a_type_like_no_other_is_refused_with_the_whole_list() -> None:
    """BW-B2-02"""
    (violation,) = check(army(ListedUnit("xyzzy", 6))).violations
    assert "did you mean" not in violation.right
    assert "pikemen" in violation.right


@pytest.mark.parametrize("troop", ["elf_archers", "goblin_wolf_riders", "trolls", "men_elite_cavalry"])
def test_fantasy_troops_may_be_listed_but_fight_under_the_advanced_rules_only(troop: str) -> None:
    """BW-B2-04"""
    host = army(ListedUnit(troop, 6))
    assert check(host).violations == ()
    units = [enlisted(one) for one in host.units]
    assert quartermaster("book_of_war").check(units, None, {"game": "advanced"}).violations == ()
    assert quartermaster("book_of_war").check(units, None, {}).violations == (), "no game is named"
    (violation,) = quartermaster("book_of_war").check(units, None, {"game": "basic"}).violations
    assert (violation.place, violation.rules) == ("units[0].troop", ("BW-B2-04",))
    assert "Advanced Rules" in violation.wrong
    assert 'game = "advanced"' in violation.right


def test_wizards_are_listed_by_their_rank() -> None:
    """BW-A4-01, BW-B2-02"""
    (violation,) = check(army(ListedUnit("wizard", 1))).violations
    assert (violation.place, violation.rules) == ("units[0].troop", ("BW-B2-02",))
    assert "wizard_1" in violation.right
    assert check(army(ListedUnit("wizard_4", 1))).lawful


# ---------------------------------------------------------------- units and formations


def test_a_unit_holds_no_fewer_than_three_figures() -> None:
    """BW-B4-01"""
    assert cited(ListedUnit("archers", 3)) == []
    assert cited(ListedUnit("archers", 2), ListedUnit("archers", 3)) == [("units[0].figures", ("BW-B4-01", "BW-B4-02"))]


def test_fewer_than_three_figures_of_a_type_in_all_may_be_fielded_as_they_are() -> None:
    """BW-B4-02"""
    assert cited(ListedUnit("archers", 2), ListedUnit("pikemen", 12)) == []
    assert cited(ListedUnit("archers", 1), ListedUnit("archers", 1)) == []
    split = cited(ListedUnit("archers", 2), ListedUnit("archers", 1))
    assert [place for place, _ in split] == ["units[0].figures", "units[1].figures"]


@pytest.mark.parametrize(("figures", "files"), [(6, 7), (3, 400)])
def test_a_formation_has_no_more_files_than_figures(figures: int, files: int) -> None:
    """BW-B4-05"""
    assert cited(ListedUnit("pikemen", figures, files)) == [("units[0].files", ("BW-B4-05",))]


@pytest.mark.parametrize(
    ("figures", "files", "lawful"), [(8, 4, True), (8, 2, True), (3, 2, True), (8, 8, False), (3, 3, False)]
)
def test_a_hedgehog_on_the_list_needs_two_files_and_two_ranks(figures: int, files: int, lawful: bool) -> None:
    """BW-B4-21"""
    found = cited(ListedUnit("pikemen", figures, files, hedgehog=True))
    assert found == ([] if lawful else [("units[0].hedgehog", ("BW-B4-21",))])


def test_all_violations_are_told_at_once() -> None:
    """BW-B2-02, BW-B2-04, BW-B4-01, BW-B4-05"""
    found = cited(
        ListedUnit("pikeman", 8),
        ListedUnit("wizard", 3),
        ListedUnit("archers", 2),
        ListedUnit("archers", 5, files=6),
        limit=10,
    )
    assert [place for place, _ in found] == [
        "units[0].troop",
        "units[1].troop",
        "units[3].files",
        "units[2].figures",
        "units",
    ]


def test_an_army_for_a_book_there_is_not_names_the_books() -> None:
    report = check(Army("book_of_wars", "Test", (ListedUnit("pikemen", 8),)))
    assert [(one.place, one.right) for one in report.violations] == [("ruleset", "did you mean book_of_war?")]
    assert "book_of_war" in rulesets()


def test_troops_of_the_book_of_war_come_as_they_are_and_only_heroes_join() -> None:
    """Equipment and joining are for books that sell figures by the piece."""
    found = check(army(ListedUnit("pikemen", 8, equipment={"shield": True}), ListedUnit("archers", 6, joins="Pikemen")))
    assert [one.place for one in found.violations] == ["units[0].equipment", "units[1].joins"]
    assert "come as they are listed" in found.violations[0].wrong
    assert "only heroes" in found.violations[1].wrong


# ---------------------------------------------------------------- files


def test_equipment_and_joining_are_read_from_a_file(tmp_path: Path) -> None:
    """TA-CHAR-11, TA-UNIT-31: a book that sells figures by the piece reads what sets a unit apart."""
    file = tmp_path / "mine.toml"
    file.write_text(
        """
        ruleset = "by_this_axe"
        name = "Mine"

        [[units]]
        troop = "foot"
        figures = 5
        name = "Spears"
        equipment = { fc = 3, shield = true, melee = ["spear", "axe"] }

        [[units]]
        troop = "levy"
        figures = 4

        [[units]]
        troop = "general"
        figures = 1
        joins = "Spears"
        [units.equipment]
        leadership = 4
        armour = "heavy"
        """,
        encoding="utf-8",
    )
    mine = load_army(file)
    spears = ListedUnit("foot", 5, name="Spears", equipment={"fc": 3, "shield": True, "melee": ("spear", "axe")})
    assert mine.units[0] == spears
    assert (mine.units[2].joins, mine.units[2].equipment) == ("Spears", {"leadership": 4, "armour": "heavy"})
    assert check(mine).lawful
    assert check(mine).points == 5 * (4 + 2 + 2 + 2) + 4 * 3 + 4 * 15 + 4 + 8 + 2 + 2


def test_an_army_list_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        """
        ruleset = "book_of_war"
        name = "Mine"
        colour = "teal"
        limit = 60

        [[units]]
        troop = "pikemen"
        figures = 12
        files = 4
        hedgehog = true
        name = "Bristle"
        """,
        encoding="utf-8",
    )
    mine = load_army(file)
    assert mine == Army(
        "book_of_war", "Mine", (ListedUnit("pikemen", 12, 4, True, "Bristle"),), colour="teal", limit=60
    )
    assert check(mine).lawful


def _is_for_maps(army: Army) -> bool:
    """Whether it can fight off the table alone, where armies are large (TA-ABS-06)."""
    return any(unit.equipment.get("abilities") for unit in army.units)


@pytest.mark.parametrize(("book", "least", "most"), [("book_of_war", 190, 200), ("by_this_axe", 190, 500)])
def test_ready_armies_are_lawful_and_of_the_usual_size(book: str, least: int, most: int) -> None:
    """BW-B2-01, BW-B4-01, TA-POINTS-02, TA-UNIT-02, TA-CHAR-02"""
    ready = ready_armies().items()
    armies = {name: one for name, one in ready if one.ruleset == book and not _is_for_maps(one)}
    assert len(armies) >= 4
    for name, one in armies.items():
        report = check(one)
        assert report.lawful, (name, report.violations)
        assert least <= report.points <= most, name
        assert one.description
        assert all(unit.name for unit in one.units)
        assert load_army(name) == one


def test_a_ready_army_is_found_without_its_book() -> None:
    assert load_army("green-coats").name == "The Green Coats"


def test_an_army_nobody_knows_names_the_nearest() -> None:
    with pytest.raises(MusterFault, match=r"nothing called 'green-cots'.*did you mean green-coats\?"):
        load_army("green-cots")
