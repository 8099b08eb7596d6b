"""Army lists: what troops cost, what they may carry, and the points a side may spend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.unit import Aboard
from schiltron.battle.words.phrases import tell_tally
from schiltron.muster import check as check_list
from schiltron.muster import check_scenario, load_army, prepare, ready_armies, ready_scenarios
from schiltron.muster.scenario import Rampart
from schiltron.rulesets.chainmail.bases import FOOT, HORSE, OPEN_ORDER, PIECE
from schiltron.rulesets.chainmail.catalogue import QUARTERMASTER, allowed
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.options import SWITCHES, Options
from schiltron.rulesets.chainmail.points import cost, each, worth
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.rulesets.quartermaster import Enlisted, Report, Standing
from schiltron.table.body import Formed, Single
from tests.rulesets.chainmail.positions import red
from tests.rulesets.chainmail.test_setup import prepared

ALL = {one.id: one for one in ready_scenarios() if one.ruleset == "chainmail"}


def check(*units: Enlisted, limit: int | None = None, switches: Mapping[str, Any] | None = None) -> Report:
    return QUARTERMASTER.check(units, limit, switches)


def wrong(*units: Enlisted, **more: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Where something is wrong with an army, and by which rules."""
    return [(one.place, one.rules) for one in check(*units, **more).violations]


def one(troop: str, figures: int = 8, **equipment: Any) -> Enlisted:
    return Enlisted(troop, figures, equipment=equipment)


# ---------------------------------------------------------------- prices


@pytest.mark.parametrize(
    ("troop", "points"),
    [
        ("peasants", 0.5),
        ("levies", 0.75),
        ("light_foot", 1),
        ("heavy_foot", 2),
        ("armored_foot", 2.5),
        ("light_horse", 3),
        ("medium_horse", 4),
        ("heavy_horse", 5),
    ],
)
def test_a_figure_costs_what_its_class_costs(troop: str, points: float) -> None:
    """CM-POINTS-01"""
    assert each(TROOPS[troop].profile) == points
    assert QUARTERMASTER.listings[troop].cost == points


@pytest.mark.parametrize(
    ("troop", "points"),
    [
        ("pikemen", 2 + 1),
        ("arquebusiers", 1 + 1.5),
        ("crossbowmen", 1 + 1.5),
        ("heavy_crossbowmen", 1 + 1.5),
        ("archers", 1 + 2.5),
        ("longbowmen", 1 + 4),
        ("turk_archers", 1 + 4),
        ("horse_archers", 3 + 4),
        ("flemish_levies", 0.75 + 1),
        ("halberdiers", 2),
        ("vikings", 2),
        ("knights", 5),
    ],
)
def test_weapons_are_added_to_the_figure(troop: str, points: float) -> None:
    """CM-POINTS-02: what the list does not name costs nothing."""
    assert each(TROOPS[troop].profile) == points


@pytest.mark.parametrize(
    ("weapon", "points"),
    [
        ("", 0),
        ("thrown", 0),
        ("bow", 2.5),
        ("longbow", 4),
        ("composite_bow", 4),
        ("crossbow", 1.5),
        ("heavy_crossbow", 1.5),
        ("arquebus", 1.5),
    ],
)
@pytest.mark.parametrize(("arms", "extra"), [("hand", 0), ("spear", 0), ("halberd", 0), ("lance", 0), ("pike", 1)])
def test_every_weapon_is_paid_for_by_every_figure(weapon: Any, points: float, arms: Any, extra: float) -> None:
    """CM-POINTS-02: who carries two pays for both, as often as there are figures."""
    armed = replace(TROOPS["heavy_foot"].profile, arms=arms, missile=weapon)
    tally = cost(armed, 6, "")
    assert tally.points == 6 * (2 + points + extra)
    paid = [(term.value / 8, term.rule) for term in tally.terms]
    assert paid[0] == (12, "CM-POINTS-01")
    assert sorted(paid[1:]) == sorted((6 * each_one, "CM-POINTS-02") for each_one in (extra, points) if each_one)
    labels = [term.label for term in tally.terms[1:]]
    assert all(label.startswith("6 × ") for label in labels)
    assert [label for label in labels if weapon and weapon.replace("_", " ") in label] == labels[-1:] * bool(points)


@pytest.mark.parametrize(
    ("engine", "points"),
    [
        ("light_catapult", 15),
        ("light_field_gun", 15),
        ("heavy_catapult", 20),
        ("heavy_field_gun", 20),
        ("bombard", 30),
        ("wagon", 2),
    ],
)
def test_an_engine_costs_the_same_with_any_crew(engine: str, points: int) -> None:
    """CM-POINTS-03: the price includes the crew; a wagon is no more than its two drivers."""
    assert cost(TROOPS[engine].profile, 2, "").points == points
    assert engine == "wagon" or cost(TROOPS[engine].profile, 4, "").points == points


@pytest.mark.parametrize(
    ("unit", "points"),
    [
        (one("crossbowmen", 8, mercenary=True), 10),
        (one("peasants", 1, mercenary=True), 0.25),
        (one("levies", 1, mercenary=True), 0.375),
        (one("levies", 3, mercenary=True, arms="pike"), 2.625),
        (one("swiss_pikemen", 10, mercenary=True), 15),
        (one("heavy_field_gun", 4, mercenary=True), 10),
    ],
)
def test_mercenaries_cost_half_and_no_eighth_is_lost(unit: Enlisted, points: float) -> None:
    """CM-POINTS-04, CM-HIST-16: any troops may be mercenaries."""
    report = check(unit)
    assert report.lawful
    assert report.points == points


def test_swiss_and_landsknechte_cost_as_heavy_foot_and_their_pike() -> None:
    """CM-POINTS-05: 2 + 1 = 3 points."""
    for troop in ("swiss_pikemen", "landsknechte"):
        tally = cost(TROOPS[troop].profile, 1, troop)
        assert [(term.value / 8, term.rule) for term in tally.terms] == [(2, "CM-POINTS-05"), (1, "CM-POINTS-02")]


def test_a_price_is_told_item_by_item_in_fractions_of_a_point() -> None:
    """CM-POINTS-01, CM-POINTS-02, CM-POINTS-04"""
    tally = check(Enlisted("archers", 5, name="Bows", equipment={"mercenary": True})).costs[0]
    assert tally.measure == "eighths"
    assert tell_tally(tally) == [
        "Bows: 8¾",
        "5 5 × light foot 1",
        "+12½ 5 × bow 2½",
        "−8¾ mercenaries cost half",
    ]


def test_the_price_of_a_part_of_a_unit() -> None:
    """CM-POINTS-03: an engine's crew are equal parts of its price."""
    assert worth(red("bows", 8, at=(10, 10), troop="archers"), 3) == 3 * 28
    assert worth(red("gun", 4, at=(10, 10), troop="heavy_field_gun"), 1) == 40
    assert worth(red("cart", 2, at=(10, 10), troop="wagon"), 1) == 8


def test_an_army_has_its_price_and_may_have_a_limit() -> None:
    """CM-SETUP-02"""
    army = (one("archers", 5), one("levies", 1))
    assert check(*army).points == 18.25
    assert check(*army, limit=19).lawful
    (found,) = check(*army, limit=18).violations
    assert found.wrong == "the army costs 18¼ points, the limit is 18"
    assert (found.right, found.rules) == ("take away ¼ points or more", ("CM-SETUP-02",))


@pytest.mark.parametrize(("limit", "over"), [(None, 0), (101, 0), (100, 0), (99, 1), (0, 100)])
def test_an_army_may_cost_its_limit_and_not_a_point_more(limit: int | None, over: int) -> None:
    """CM-SETUP-02: all of the points may be spent; a limit of nothing lets nothing in."""
    report = check(one("heavy_foot", 50), limit=limit)
    assert report.points == 100
    assert report.lawful is not bool(over)
    for found in report.violations:
        assert (found.place, found.right) == ("units", f"take away {over} points or more")
        assert found.wrong == f"the army costs 100 points, the limit is {limit}"
        assert found.rules == ("CM-SETUP-02",)


# ---------------------------------------------------------------- equipment


def test_a_list_says_what_sets_a_unit_apart() -> None:
    """CM-MISSILE-02, CM-MORALE-06, CM-MELEE-04"""
    battle = prepared(
        red=(
            one("light_foot", 8, missile="heavy_crossbow", armour="half_armor_or_shield"),
            one("heavy_foot", 8, arms="halberd", elite=True, people="scots"),
            one("archers", 8, missile="none", formation="open"),
        )
    )
    bows, poles, bare = (battle.units[f"red-{number}"].own.profile for number in (1, 2, 3))
    assert (bows.missile, bows.moves, bows.armour) == ("heavy_crossbow", "heavy_crossbowmen", "half_armor_or_shield")
    assert (poles.arms, poles.rated, poles.holds, poles.people) == (
        "halberd",
        "elite_heavy_foot",
        "elite_heavy_foot",
        "scots",
    )
    assert (bare.missile, bare.moves) == ("", "light_foot_archers")
    open_order = battle.units["red-3"]
    assert open_order.own.formation == "open"
    assert isinstance(open_order.body, Formed)
    assert open_order.body.spacing == OPEN_ORDER


@pytest.mark.parametrize(
    ("missile", "people", "moves"),
    [
        ("bow", "none", "light_foot_archers"),
        ("longbow", "none", "longbowmen"),
        ("crossbow", "none", "arquebusiers_crossbowmen"),
        ("arquebus", "none", "arquebusiers_crossbowmen"),
        ("composite_bow", "turks", "turk_archers"),
    ],
)
def test_light_foot_move_as_the_missile_troops_they_are_made(missile: str, people: str, moves: str) -> None:
    """CM-MOVE-01"""
    battle = prepared(red=(one("light_foot", 8, people=people, missile=missile),))
    assert battle.units["red-1"].own.profile.moves == moves


@pytest.mark.parametrize(
    ("unit", "place", "rule"),
    [
        (one("heavy_foot", arms="lance"), "arms", "CM-MELEE-10"),
        (one("knights", arms="pike"), "arms", "CM-MELEE-04"),
        (one("knights", missile="bow"), "missile", "CM-MOVE-01"),
        (one("light_horse", missile="longbow"), "missile", "CM-MOVE-01"),
        (one("armored_foot", missile="thrown"), "missile", "CM-MOVE-04"),
        (one("heavy_foot", missile="crossbow"), "missile", "CM-MELEE-02"),
        (one("swiss_pikemen", missile="bow"), "missile", "CM-MELEE-02"),
        (one("pikemen", people="swiss"), "people", "CM-MELEE-05"),
        (one("landsknechte", people="none"), "people", "CM-MELEE-05"),
        (one("heavy_foot", people="saracens"), "people", "CM-HIST-27"),
        (one("heavy_horse", people="saracens"), "people", "CM-HIST-28"),
        (one("armored_foot", elite=True), "elite", "CM-MORALE-06"),
        (one("heavy_foot", order=True), "order", "CM-HIST-30"),
        (one("knights", formation="square"), "formation", "CM-FORM-02"),
        (one("heavy_foot", shoes="good"), "shoes", "CM-SCALE-04"),
        (one("bombard", 4, arms="pike"), "arms", "CM-CATAPULT-07"),
    ],
)
def test_what_troops_do_not_carry(unit: Enlisted, place: str, rule: str) -> None:
    """CM-MELEE-02, CM-MOVE-01, CM-MOVE-04, CM-HIST-27, CM-HIST-28"""
    assert wrong(unit) == [(f"units[0].equipment.{place}", (rule,))]


def test_a_wrong_word_names_the_right_ones() -> None:
    """CM-SCALE-04"""
    (found,) = check(one("heavy_foot", arms="halbert")).violations
    assert found.right.startswith("did you mean halberd?")
    (found,) = check(one("nights")).violations
    assert (found.place, found.right.split("?")[0]) == ("units[0].troop", "did you mean knights")
    assert check(one("nights")).costs[0].verdict == "impossible"
    (found,) = check(one("knights", mercenary="yes")).violations
    assert found.right == "true or false"


def test_an_engine_has_a_crew_of_one_to_four() -> None:
    """CM-CATAPULT-06, CM-CATAPULT-07"""
    assert check(one("bombard", 1)).lawful
    assert wrong(one("bombard", 5)) == [("units[0].figures", ("CM-CATAPULT-06", "CM-CATAPULT-07"))]


def test_an_army_has_one_commander_at_most_and_he_goes_with_troops() -> None:
    """CM-HIST-32"""
    troops = Enlisted("knights", 6, name="Lances")
    gun = Enlisted("bombard", 4, name="Gun")
    he = Enlisted("army_commander", 1, name="Prince", joins="Lances")
    assert check(troops, he).lawful
    rule = ("CM-HIST-32",)
    assert wrong(troops, he, Enlisted("army_commander", 1)) == [("units", rule)]
    assert wrong(troops, Enlisted("army_commander", 2)) == [("units[1].figures", rule)]
    assert wrong(troops, gun, Enlisted("army_commander", 1, joins="Gun")) == [("units[2].joins", rule)]
    assert wrong(troops, Enlisted("army_commander", 1, joins="Lancers")) == [("units[1].joins", rule)]
    assert wrong(troops, troops, he) == [("units[2].joins", rule)]
    assert wrong(troops, Enlisted("archers", 6, joins="Lances")) == [("units[1].joins", rule)]
    assert wrong(he) == [("units[0].joins", rule), ("units", ("CM-SCALE-04",))]


def test_a_hedgehog_is_for_ten_swiss_where_it_is_played() -> None:
    """CM-MELEE-49"""
    swiss = Enlisted("swiss_pikemen", 10, hedgehog=True)
    rule = [("units[0].hedgehog", ("CM-MELEE-49",))]
    assert check(swiss).lawful
    assert wrong(swiss, switches={}) == rule
    assert check(swiss, switches={"hedgehog": "on"}).lawful
    assert wrong(Enlisted("swiss_pikemen", 9, hedgehog=True)) == rule
    assert wrong(Enlisted("pikemen", 10, hedgehog=True)) == rule
    assert prepared(red=(swiss,), hedgehog="on").units["red-1"].own.formation == "hedgehog"


def test_a_unit_is_a_body_of_like_figures() -> None:
    """CM-SCALE-04: one profile for all of them, on one kind of base, in ranks and files that come out."""
    battle = prepared(
        red=(
            Enlisted("archers", 12, files=6, name="Bows"),
            Enlisted("knights", 5, name="Lances"),
            Enlisted("heavy_field_gun", 3),
            Enlisted("army_commander", 1, joins="Lances"),
        )
    )
    bows, lances, gun, he = (battle.units[f"red-{number}"] for number in (1, 2, 3, 4))
    assert (bows.body, bows.original, bows.kind) == (Formed(FOOT, files=6), 12, "archers")
    assert (lances.body, lances.kind) == (Formed(HORSE, files=3), "knights")
    assert (gun.body, gun.figures, gun.kind) == (Single(PIECE), 3, "cannon")
    assert (he.place, he.kind, he.original) == (Aboard("red-2"), "general", 1)
    assert wrong(Enlisted("archers", 4, files=5)) == [("units[0].files", ("CM-SCALE-04",))]


def test_what_an_army_is_made_of_is_said_and_nothing_is_forbidden() -> None:
    """CM-SETUP-10, CM-POINTS-06, CM-SCALE-01: advice for choosing forces, without an effect."""
    report = check(one("knights", 6), one("archers", 10), one("pikemen", 12))
    assert report.lawful
    assert report.note == "560 men; of 28 figures 6 mounted, 6 in full armour, 10 with missiles, 12 with pikes"
    assert check(one("levies", 5), switches={"men_per_figure": "10"}).note == "50 men"


# ---------------------------------------------------------------- the points of a side


@pytest.mark.parametrize(
    ("standing", "points"),
    [
        (Standing(), 300),
        (Standing(extra_points=50), 350),
        (Standing(chose_ground=True), 255),
        (Standing(extra_points=50, chose_ground=True), 305),
    ],
)
def test_the_weaker_player_has_more_points_and_who_chose_the_ground_fewer(standing: Standing, points: int) -> None:
    """CM-SETUP-03: 300 for the better player, 350 for the other; CM-SETUP-04: 300 becomes 255."""
    assert allowed(standing, Options(points=300)).total == points


def test_the_players_may_set_another_share_for_the_ground_or_none() -> None:
    """CM-SETUP-04"""
    assert allowed(Standing(chose_ground=True), Options(points=300, terrain_choice=25)).total == 225
    assert allowed(Standing(chose_ground=True), Options(points=300, terrain_choice=0)).total == 300


@pytest.mark.parametrize(
    ("points", "share", "left"), [(110, 15, 93), (100, 15, 85), (99, 33, 66), (7, 10, 6), (1, 1, 0)]
)
def test_what_the_ground_costs_is_rounded_against_who_chose_it(points: int, share: int, left: int) -> None:
    """CM-SETUP-04: down to a whole point; of 110 points 15 percent are 16.5, so 93 are left."""
    tally = allowed(Standing(chose_ground=True), Options(points=points, terrain_choice=share))
    assert tally.total == left
    assert [(term.value, term.rule) for term in tally.terms] == [
        (points, "CM-SETUP-02"),
        (left - points, "CM-SETUP-04"),
    ]


def test_the_ground_is_paid_for_out_of_what_was_agreed() -> None:
    """CM-SETUP-04, CM-SETUP-03: not of the extra points; and who did not choose it has the whole."""
    tally = allowed(Standing(chose_ground=True, extra_points=100), Options(points=200))
    assert {term.rule: term.value for term in tally.terms} == {
        "CM-SETUP-02": 200,
        "CM-SETUP-04": -30,
        "CM-SETUP-03": 100,
    }
    plain = allowed(Standing(), Options(points=200))
    assert [(term.value, term.rule) for term in plain.terms] == [(200, "CM-SETUP-02")]


# ---------------------------------------------------------------- switches


def test_every_switch_of_the_ledger_is_an_option_and_its_first_choice_the_default() -> None:
    """CM-SETUP-09: rulings with alternatives are settings, fixed before play."""
    assert set(LAW.switches()) == set(SWITCHES.names)
    for name, rule in LAW.switches().items():
        assert SWITCHES.rule_of[name] == rule.id
        words = SWITCHES.choices(name)
        if words:
            assert words == rule.choices
        assert SWITCHES.set(Options(), name, rule.choices[0]) == Options()


# ---------------------------------------------------------------- what is ready


def test_ready_armies_are_lawful_and_near_their_limit() -> None:
    """CM-SETUP-02, CM-POINTS-06"""
    armies = {name: army for name, army in ready_armies().items() if army.ruleset == "chainmail"}
    assert len(armies) >= 6
    for name, army in armies.items():
        report = check_list(army)
        assert report.lawful, (name, report.violations)
        assert army.limit is not None
        assert army.limit * 0.95 <= report.points <= army.limit, name
        assert army.description
        assert all(unit.name for unit in army.units)
        assert load_army(name) == army


@pytest.mark.parametrize("name", ALL)
def test_a_ready_scenario_is_lawful_and_even(name: str) -> None:
    """CM-SETUP-01, CM-SETUP-02. What creatures cost says little of what they do: with them armies that captains find
    about even may differ by a sixth."""
    scenario = ALL[name]
    reports = check_scenario(scenario)
    assert all(report.lawful for report in reports.values())
    points = [report.points for report in reports.values()]
    walls = any(isinstance(piece, Rampart) for piece in scenario.terrain)
    slack = 1 / 6 if scenario.options.get("fantasy") == "on" else 0.06
    assert walls or max(points) - min(points) <= max(points) * slack
    assert scenario.description
    assert prepare(scenario).ruleset == "chainmail"


def test_the_ready_scenarios_show_all_kinds_of_battles_and_ground() -> None:
    """CM-TURN-01, CM-TERR-10, CM-TERR-13, CM-SETUP-07, CM-SETUP-08"""
    options = [scenario.options for scenario in ALL.values()]
    assert [one.get("turn_system") for one in options].count("simultaneous") == 1
    assert {scenario.ground for scenario in ALL.values()} == {"fixed", "rolled"}
    ways = {scenario.victory.by for scenario in ALL.values() if scenario.victory is not None}
    assert ways == {"attrition", "expulsion", "points", "history"}
    kinds = {piece.kind for scenario in ALL.values() for piece in scenario.terrain}
    assert {"hill", "woods", "marsh", "stream", "river", "road", "wall", "pond", "gully", "rough"} <= kinds
    assert prepare(ALL["powder-and-stones"]).own.objectives == ("rough-1", "hill-1")
    assert len(prepare(ALL["tollgate"]).own.conditions) == 4
