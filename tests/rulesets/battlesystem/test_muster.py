"""Army lists of this book: prices, limits, and the scenarios of the book as they are shipped."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.muster import check_scenario, load_scenario, prepare
from schiltron.muster.preparing import examined
from schiltron.rulesets import ruleset
from schiltron.rulesets.battlesystem.catalogue import NOTE, QUARTERMASTER
from schiltron.rulesets.battlesystem.field import ratings
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.melee.attack import adjusted_attack
from schiltron.rulesets.battlesystem.ratings.commanding import radius
from schiltron.rulesets.battlesystem.state import Battle
from schiltron.rulesets.battlesystem.troops import SCENARIOS
from schiltron.rulesets.quartermaster import Enlisted, Report
from schiltron.table.lengths import inches
from schiltron.table.terrain import Strip
from tests.whole_battles.recruits import opening, positions

SWORDS = Enlisted("human_swordsmen", 12, name="Swords")


def report(*units: Enlisted, limit: int | None = None, **switches: Any) -> Report:
    return QUARTERMASTER.check(units, limit, switches)


def broken(*units: Enlisted, **switches: Any) -> set[str]:
    return {rule for one in report(*units, **switches).violations for rule in one.rules}


# ---------------------------------------------------------------- prices and limits


def test_an_army_costs_a_point_for_each_hit_die() -> None:
    """BS-3.1-04, BS-S1-07: twelve figures of ten men, twelve of five ogres, and a captain of level 5."""
    found = report(SWORDS, Enlisted("ogres", 12), Enlisted("fighter", 1, name="Oswy"))
    assert [tally.points for tally in found.costs] == [120, 240, 5]
    assert (found.points, found.note) == (365, NOTE)
    assert QUARTERMASTER.listings["ogres"].cost == 20


def test_an_army_dearer_than_its_limit_is_refused() -> None:
    """BS-3.1-04"""
    assert report(SWORDS, limit=120).lawful
    (found,) = report(SWORDS, limit=119).violations
    assert found.wrong == "the army has 120 hit dice, the limit is 119"


@pytest.mark.parametrize(
    ("troop", "figures", "rule"),
    [
        ("human_swordsmen", 3, "BS-2.8-01"),
        ("human_swordsmen", 49, "BS-2.8-01"),
        ("human_scouts", 25, "BS-2.9-01"),
        ("human_mob", 11, "BS-2.10-01"),
        ("human_mob", 97, "BS-2.10-01"),
        ("fighter", 2, "BS-2.6-01"),
    ],
)
def test_units_are_of_the_size_their_type_allows(troop: str, figures: int, rule: str) -> None:
    """BS-2.8-01, BS-2.9-01, BS-2.10-01, BS-2.6-01"""
    assert rule in broken(SWORDS, Enlisted(troop, figures))


@pytest.mark.parametrize(
    ("troop", "figures"), [("human_swordsmen", 4), ("human_swordsmen", 48), ("human_scouts", 1), ("human_mob", 96)]
)
def test_units_at_the_limits_of_their_type_are_lawful(troop: str, figures: int) -> None:
    """BS-2.8-01, BS-2.9-01, BS-2.10-01"""
    assert not broken(SWORDS, Enlisted(troop, figures))


def test_the_number_of_counters_is_no_limit() -> None:
    """BS-2.5-02"""
    assert report(*(Enlisted("human_swordsmen", 48, name=f"Swords {number}") for number in range(100))).lawful


def test_an_army_of_individuals_only_is_none() -> None:
    """BS-2.6-01"""
    assert "BS-2.6-01" in broken(Enlisted("fighter", 1, name="Oswy"))


def test_a_line_of_the_report_is_the_roster_block_and_what_may_trouble_a_unit() -> None:
    """BS-3.1-01, BS-3.2-01, BS-3.3-01, BS-4.8-04: AR, CR and CB of a character are reckoned before play."""
    dwarves = Enlisted("dwarf_axemen", 12, name="Axes")
    goblin = Enlisted("goblin_chief", 1, name="Grik", joins="Axes", equipment={"rank": "unit"})
    captain = Enlisted("fighter", 1, name="Oswy", equipment={"charisma": 16})
    found = report(dwarves, goblin, captain)
    assert found.lawful
    assert found.lines[0].startswith(
        "dwarf regulars, 10:1, 10 HD a figure, AC 4, MV 6″, AR 20, ML 14, DL 15, battle axe; "
    )
    assert found.lines[0].endswith("hate each other")
    assert found.lines[2] == "human fighter 5, AC 2, 27 hit points, MV 9″, AR 31, CR 14″, CB +1, longsword"


# ---------------------------------------------------------------- the Basic Game


@pytest.mark.parametrize("troop", ["human_knights", "human_chariots", "ballista", "fighter"])
def test_the_basic_game_has_neither_horse_nor_artillery_nor_heroes(troop: str) -> None:
    """BS-5.0-01, BS-S1-04, BS-0.0-02"""
    figures = 1 if troop in ("ballista", "fighter") else 8
    assert "BS-5.0-01" in broken(SWORDS, Enlisted(troop, figures), level="basic")
    assert not broken(SWORDS, Enlisted(troop, figures), level="intermediate")


def test_the_basic_game_has_commanders() -> None:
    """BS-5.0-02"""
    assert not broken(SWORDS, Enlisted("fighter", 1, name="Oswy", equipment={"rank": "army"}), level="basic")


# ---------------------------------------------------------------- commanders


def chief(name: str, rank: str) -> Enlisted:
    return Enlisted("fighter", 1, name=name, equipment={"rank": rank})


def units(number: int, *brigades: str) -> list[Enlisted]:
    named = [brigades[at * len(brigades) // number] if brigades else "" for at in range(number)]
    return [
        Enlisted("human_swordsmen", 8, name=f"Swords {at}", equipment={"brigade": one} if one else {})
        for at, one in enumerate(named)
    ]


def test_a_side_has_one_army_commander_at_most() -> None:
    """BS-4.10-04"""
    assert not broken(SWORDS, chief("One", "army"))
    assert "BS-4.10-04" in broken(SWORDS, chief("One", "army"), chief("Two", "army"))


def test_brigades_are_for_more_than_seven_units_in_two_brigades_or_more() -> None:
    """BS-4.10-02, BS-4.10-03"""
    both = (chief("East", "brigade"), chief("West", "brigade"))
    assert not broken(*units(8, "East", "West"), *both)
    assert "BS-4.10-03" in broken(*units(7, "East", "West"), *both)
    assert "BS-4.10-03" in broken(*units(8, "East"), both[0])
    assert "BS-4.10-03" in broken(*units(18, "East", "West"), *both)


# ---------------------------------------------------------------- the scenarios of the book


def shipped(number: str) -> tuple[Battle, dict[str, Any]]:
    summary = next(row for row in LAW.sheet("BS-T-scenarios").records() if row["scenario"] == number)
    name = {"S1": "crossroads", "S2": "lairn"}[number]
    return prepare(load_scenario(name)), summary


@pytest.mark.parametrize("number", ["S1", "S2"])
def test_a_scenario_of_the_book_has_the_armies_and_switches_of_its_summary(number: str) -> None:
    """BS-S0-01, BS-S0-13, BS-S1-01, BS-S1-02, BS-S1-04, BS-S1-06, BS-S2-01, BS-S2-02, BS-S2-04, BS-S2-06"""
    assert len(SCENARIOS) == len(list(LAW.sheet("BS-T-scenarios").records())) == 4
    battle, summary = shipped(number)
    options = battle.own.options
    assert battle.title == summary["name"]
    assert [side.name for side in battle.sides] == [summary["evil_army"], summary["good_army"]]
    assert options.level == ("basic" if summary["rules"] == "basic" else "intermediate")
    assert options.setup == {"evil, good": "red_first", "simultaneous": "simultaneous"}[summary["setup_order"]]
    assert options.tie == {"good": "blue", "evil": "red"}[summary["tie"]]
    assert options.light == {"daylight": "daylight", "near sunset": "sunset"}[summary["light"]]
    assert options.turn_limit == 0


@pytest.mark.parametrize("number", ["S1", "S2"])
def test_a_scenario_of_the_book_is_played_with_its_printed_rosters(number: str) -> None:
    """BS-S0-05, BS-S0-03, BS-S1-01, BS-S1-07, BS-S1-08, BS-S2-01, BS-S2-08, BS-S2-10"""
    battle, _ = shipped(number)
    named = {unit.name: unit for unit in battle.units.values()}
    for row in LAW.sheet("BS-T-roster-units").records():
        if row["scenario"] != number:
            continue
        unit = named[row["unit"]]
        block = ratings(battle, unit)
        assert unit.side == {"good": "blue", "evil": "red"}[row["side"]]
        assert (unit.figures, block.armour_class, block.move) == (row["figures"], row["ac"], inches(row["mv_in"]))
        assert (block.morale, block.discipline, block.hit_dice) == (row["ml"], row["dl"], 10 * row["hd_per_fig"])
        assert block.attack == (row["ar_formula"] if row["ratio"] == "5:1" else row["ar"])
        chief = battle.units[unit.own.command.commander]
        assert chief.host == unit.id
        assert chief.name == row["commander"] or row["commander"].startswith("(unnamed")
        assert radius(chief.own.profile).total == inches(row["cr_in"])
        if row["special"].startswith("large shields"):
            assert unit.own.profile.large_shields
    for row in LAW.sheet("BS-T-roster-heroes").records():
        if row["scenario"] == number:
            rank = named[row["name"]].own.command.rank
            assert rank == str(row["command_rank"]).partition(" ")[0]


def test_the_armies_at_the_crossroads_are_equal_in_hit_dice() -> None:
    """BS-S1-07"""
    assert {side: found.points for side, found in check_scenario(load_scenario("crossroads")).items()} == {
        "red": 620,
        "blue": 620,
    }


def turned(depth: float, x: float, y: float) -> tuple[int, int]:
    """The ledger counts from the south-west corner, the table from the north-west one."""
    return inches(x), inches(depth - y)


@pytest.mark.parametrize("number", ["S1", "S2"])
def test_the_layout_is_that_of_the_ledger(number: str) -> None:
    """BS-S0-15, BS-S1-09, BS-S1-03, BS-S2-07, BS-S2-03: roads and walls as strips, all else as outlines."""
    battle, _ = shipped(number)
    assert battle.board is not None
    size = next(row for row in LAW.sheet("BS-T-maps").records() if row["scenario"] == number)
    wide, deep = size["width_ew_in"], size["depth_ns_in"]
    assert (battle.board.width, battle.board.depth) == (inches(wide), inches(deep))
    laid = [(one.kind, tuple(round(edge) for edge in one.polygon.bounds)) for one in battle.board.features]
    wanted = 0
    for row in LAW.sheet("BS-T-terrain").records():
        if row["scenario"] != number or row["kind"] == "town":
            continue
        (left, south), (right, north) = (map(float, corner.split(",")) for corner in row["points_in"].split())
        spread = inches(0.125) if row["shape"] == "polyline" else 0
        (x0, y0), (x1, y1) = turned(deep, left, north), turned(deep, right, south)
        assert (row["kind"], (x0, y0 - spread, x1, y1 + spread)) in laid
        wanted += 1
    assert len(laid) == wanted
    hills = [one for one in battle.board.features if one.contours]
    assert len(hills) == (1 if number == "S2" else 0)
    assert all(isinstance(one, Strip) for one in battle.board.features if one.kind in ("road", "wall"))
    for row in LAW.sheet("BS-T-setup-zones").records():
        if row["scenario"] == number:
            zone = battle.own.zone("blue" if row["own_edge"] == "south" else "red")
            corners = turned(deep, row["x_min"], row["y_max"]), turned(deep, row["x_max"], row["y_min"])
            assert ((zone.left, zone.top), (zone.right, zone.bottom)) == corners


def test_at_the_crossroads_the_armies_start_more_than_two_moves_apart() -> None:
    """BS-S1-09, BS-3.4-01"""
    said = [
        event.what
        for event in ruleset("battlesystem").begun(prepare(load_scenario("crossroads"))).events[:6]
        if "BS-3.4-01" in event.rules
    ]
    assert said == ["the armies start more than 24″ apart, two full moves of the faster"]


def test_a_sheet_leaves_out_what_a_leader_adds_who_fights_with_his_unit() -> None:
    """BS-S0-02: AR is the sheet's, and his part comes on top in play."""
    battle = next(one for one in positions(opening("crossroads"), 1) if one.turn == 1)
    named = {unit.name: unit for unit in battle.units.values()}
    axes, orcs = named["Twin Blades"], named["Orcs of the Red Blade"]
    assert ratings(battle, axes).attack == 20
    terms = adjusted_attack(battle, axes, orcs, ()).terms
    assert -1 in [term.value for term in terms if term.rule == "BS-8.3-10"]


def test_a_unit_keeps_its_type_for_the_whole_battle() -> None:
    """BS-2.8-02, BS-2.9-01, BS-2.10-01"""
    first: dict[str, tuple[str, str]] = {}
    for number, battle in enumerate(positions(opening("bread-riot"), 5)):
        if number % 10 == 0 or battle.outcome is not None:
            for unit in battle.units.values():
                kind = unit.own.profile.kind, unit.side
                assert first.setdefault(unit.id, kind) == kind


# ---------------------------------------------------------------- scenarios of our own


@pytest.mark.parametrize("name", ["bread-riot", "field-of-wagers"])
def test_our_own_scenarios_are_lawful_and_even(name: str) -> None:
    scenario = load_scenario(name)
    assert examined(scenario)[0] == []
    red, blue = (found.points for found in check_scenario(scenario).values())
    assert abs(red - blue) <= 0.05 * max(red, blue)
    assert scenario.description
    assert scenario.victory is not None
    assert scenario.victory.turn_limit == 40


def test_one_has_mobs_and_skirmishers_the_other_engines_chariots_and_heroes() -> None:
    """BS-2.6-02"""
    riot = prepare(load_scenario("bread-riot")).units.values()
    assert {"mob", "skirmish", "regular", "individual"} == {unit.own.profile.kind for unit in riot}
    wagers = prepare(load_scenario("field-of-wagers")).units.values()
    assert any(unit.own.profile.engine for unit in wagers)
    assert any(unit.own.profile.team for unit in wagers)
    assert sum(unit.own.command.rank == "hero" for unit in wagers) >= 3
