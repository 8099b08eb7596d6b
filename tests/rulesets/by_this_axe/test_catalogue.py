"""Army lists of By This Axe: what troops are and cost, and what the book says to a list."""

from __future__ import annotations

from typing import Any, Final

import pytest

from schiltron.rulesets.by_this_axe.catalogue import QUARTERMASTER, check
from schiltron.rulesets.by_this_axe.creatures import KINDS, heads
from schiltron.rulesets.by_this_axe.equipping import equipped
from schiltron.rulesets.by_this_axe.field import base_rate
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.options import SWITCHES, Options
from schiltron.rulesets.by_this_axe.points import battle_size, each, monster_cost, role_prices
from schiltron.rulesets.by_this_axe.roster import printed_save, roster_line
from schiltron.rulesets.by_this_axe.setup.opening import enlisted
from schiltron.rulesets.by_this_axe.state import Unit
from schiltron.rulesets.by_this_axe.troops import TROOPS, Line
from schiltron.rulesets.quartermaster import Enlisted, Violation
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose

SPEARS = Enlisted("spearmen", 8, name="Spears")
BOWS = Enlisted("archers", 6, name="Bows")
GENERAL = Enlisted("general", 1, name="Chief")


def item(troop: str, figures: int = 1, name: str = "", joins: str = "", **equipment: Any) -> Enlisted:
    return Enlisted(troop, figures, name=name, joins=joins, equipment=equipment)


def line(unit: Enlisted, *others: Enlisted) -> Line:
    """The line of a unit, in an army with others."""
    (made, *_), found = equipped([unit, *others], Options(fantasy="supplement", scale="1:20"))
    assert made is not None
    assert not found, found
    return made.line


def fielded(unit: Enlisted, *others: Enlisted, scale: str = "1:5") -> Unit:
    return enlisted("red-1", "red", line(unit, *others), unit.figures, name=unit.name, scale=scale)


def faults(*units: Enlisted, **more: Any) -> list[Violation]:
    """What is wrong with units that stand beside two lawful ones and a general."""
    return list(check([*units, SPEARS, BOWS, GENERAL], more.pop("limit", 1000), **more).violations)


def fault(*units: Enlisted, **more: Any) -> Violation:
    (one,) = faults(*units, **more)
    return one


def price(unit: Enlisted, **more: Any) -> int:
    """What one unit costs."""
    return check([unit, SPEARS, BOWS, GENERAL], None, **more).costs[0].total


# ---------------------------------------------------------------- the sample roster


SAMPLE = {
    "knights": item("knights", 8),
    "knight_hero": item(
        "character",
        mounted=True,
        armour="heavy",
        shield=True,
        melee=("lance", "sword"),
        roles=("leader", "hero"),
        leadership=2,
    ),
    "squires": item("squires", 4),
    "longbowmen_1": item("longbowmen", 8),
    "longbowmen_2": item("longbowmen", 10),
}
"""The army that the book prints as an example."""


@pytest.mark.parametrize("printed", LAW.sheet("TA-T-sample-roster").records(), ids=lambda row: str(row["unit"]))
def test_the_sample_roster_comes_out_as_printed(printed: dict[str, Any]) -> None:
    """TA-UNIT-31, TA-UNIT-17, TA-UNIT-19, TA-UNIT-26: STR, FC, AS, and the doubled rate where one is printed."""
    unit = fielded(SAMPLE[printed["unit"]])
    assert (unit.original, unit.own.profile.fc, printed_save(unit)) == (printed["str"], printed["fc"], printed["as"])
    if printed["mv"] != "-" and unit.own.person is None:
        assert 2 * base_rate(unit) == inches(printed["mv"])


def test_the_sample_roster_costs_so_much() -> None:
    """TA-POINTS-03, TA-POINTS-04, TA-POINTS-09, TA-POINTS-10, TA-POINTS-14: figures times the sum of their parts."""
    report = check([*SAMPLE.values(), GENERAL], None, {})
    knights, hero, squires, bows, more_bows, _ = (tally.total for tally in report.costs)
    assert knights == 8 * (8 + 8 + 2 + 4 + 2)
    assert squires == 4 * (4 + 4 + 2 + 4 + 2)
    assert (bows, more_bows) == (8 * (4 + 7 + 2), 10 * (4 + 7 + 2))
    assert hero == 20 + 2 * 10 + 8 + 2 + 4 + 2
    assert report.points == 192 + 56 + 64 + 104 + 130 + 42
    assert [(term.label, term.value, term.rule) for term in report.costs[0].terms] == [
        ("8 × elite (FC 4) 8", 64, "TA-POINTS-03"),
        ("8 × heavy armour 8", 64, "TA-POINTS-04"),
        ("8 × shield 2", 16, "TA-POINTS-04"),
        ("8 × lances 4", 32, "TA-POINTS-10"),
        ("8 × swords, axes or maces 2", 16, "TA-POINTS-10"),
    ]


def test_the_knight_hero_has_two_roles_and_takes_two_hits() -> None:
    """TA-CHAR-12, TA-UNIT-07, TA-UNIT-30: one figure may be leader and hero; at 1:20 a single hit kills him."""
    knight = fielded(SAMPLE["knight_hero"])
    assert knight.own.person is not None
    assert (knight.own.person.roles, knight.own.person.hits) == (("leader", "hero"), 2)
    assert roster_line(knight).endswith("leader, hero, leadership 2, 2 hits to kill")
    assert roster_line(knight).startswith("FC 5, AS 5(S), move 14″, lances")
    smaller = fielded(SAMPLE["knight_hero"], scale="1:20")
    assert smaller.own.person is not None
    assert smaller.own.person.hits == 1


@pytest.mark.parametrize(("troop", "save"), [("hero", "3(S)"), ("champion", "3(S)"), ("leader", "2(S)")])
def test_only_heroes_have_a_point_more_in_their_printed_save(troop: str, save: str) -> None:
    """TA-UNIT-26, TA-UNIT-25: light armour and a shield."""
    assert f"AS {save}, " in roster_line(fielded(item(troop, armour="light", shield=True)))


def test_a_plain_leader_falls_to_one_hit() -> None:
    """TA-CHAR-08"""
    for scale in ("1:5", "1:20"):
        leader = fielded(item("leader"), scale=scale)
        assert leader.own.person is not None
        assert leader.own.person.hits == 1


def test_a_report_says_what_the_units_of_the_list_are() -> None:
    """TA-UNIT-31, TA-UNIT-30: as equipped, not as listed."""
    knight = item("general", mounted=True, armour="heavy", melee=("lance", "mace"), leadership=3, joins="Spears")
    drummed = item("spearmen", 6, "More spears", musician=True)
    assert check([knight, SPEARS, drummed], None).lines == (
        "FC 2, AS 5(S), move 14″, lances, swords, axes or maces, general, leadership 3",
        "FC 2, AS 2(S), move 5″, spears",
        "FC 2, AS 2(S), move 5″, spears, musician",
    )


# ---------------------------------------------------------------- prices


def test_listings_are_priced_by_the_figure() -> None:
    """TA-POINTS-01"""
    for troop, listing in QUARTERMASTER.listings.items():
        assert listing.cost == each(TROOPS[troop])
    wanted = {"knights": 24, "squires": 16, "longbowmen": 13, "levy": 3, "pikemen": 8, "horse": 2, "foot": 2}
    assert {troop: QUARTERMASTER.listings[troop].cost for troop in wanted} == wanted


@pytest.mark.parametrize("row", LAW.sheet("TA-T-points-fc").records(), ids=lambda row: str(row["name"]))
def test_every_level_has_its_base_price(row: dict[str, Any]) -> None:
    """TA-POINTS-03, TA-UNIT-17"""
    assert price(item("foot", 3, fc=row["fc"])) == 3 * row["points"]


@pytest.mark.parametrize(("armour", "points"), [("unarmored", 0), ("light", 2), ("medium", 4), ("heavy", 8)])
def test_armour_and_shield_have_their_prices(armour: str, points: int) -> None:
    """TA-POINTS-04"""
    assert price(item("foot", 5, armour=armour)) == 5 * (2 + points)
    assert price(item("foot", 5, armour=armour, shield=True)) == 5 * (2 + points + 2)


@pytest.mark.parametrize(
    ("key", "weapon", "points", "rule"),
    [
        ("ranged", "longbow", 7, "TA-POINTS-09"),
        ("ranged", "heavy_crossbow", 7, "TA-POINTS-09"),
        ("ranged", "composite_bow", 6, "TA-POINTS-09"),
        ("ranged", "light_crossbow", 5, "TA-POINTS-09"),
        ("ranged", "short_bow", 4, "TA-POINTS-09"),
        ("ranged", "javelin", 3, "TA-POINTS-09"),
        ("ranged", "throwing_axe", 2, "TA-POINTS-09"),
        ("ranged", "sling", 4, "TA-POINTS-11"),
        ("ranged", "arquebus", 6, "TA-POINTS-11"),
        ("melee", "pike", 4, "TA-POINTS-10"),
        ("melee", "two_handed_axe", 3, "TA-POINTS-10"),
        ("melee", "spear", 2, "TA-POINTS-10"),
        ("melee", "mace", 2, "TA-POINTS-10"),
        ("melee", "short_sword", 1, "TA-POINTS-10"),
        ("melee", "club", 0, "TA-POINTS-11"),
        ("melee", "dagger", 0, "TA-POINTS-11"),
    ],
)
def test_every_weapon_has_its_price(key: str, weapon: str, points: int, rule: str) -> None:
    """TA-POINTS-09, TA-POINTS-10, TA-POINTS-11"""
    (tally, *_) = check([item("foot", 4, **{key: weapon}), SPEARS, BOWS, GENERAL], None).costs
    assert tally.total == 4 * (2 + points)
    assert tally.terms[-1].rule == rule


def test_a_spear_that_is_also_thrown_pays_for_each_use() -> None:
    """TA-POINTS-10: every weapon carried is paid for."""
    assert price(item("foot", 3, melee="spear", ranged="throwing_spear")) == 3 * (2 + 2 + 2)
    assert price(item("foot", 3, melee=("spear", "sword", "axe"))) == 3 * (2 + 2 + 2)


@pytest.mark.parametrize(
    ("troop", "points"),
    [("hero", 20), ("superhero", 45), ("champion", 100)],
)
def test_heroes_pay_by_their_kind_and_not_for_skill(troop: str, points: int) -> None:
    """TA-POINTS-05, TA-POINTS-08: armour, shield and weapons are extra."""
    assert price(item(troop)) == points + 4 + 2 + 2
    assert price(item(troop, armour="unarmored", shield=False, melee=())) == points


def test_leaders_and_generals_pay_by_level_and_for_their_own_skill() -> None:
    """TA-POINTS-06, TA-POINTS-07, TA-POINTS-08: ten a level, fifteen for a general, who does not pay as leader too."""
    bare: dict[str, Any] = {"armour": "unarmored", "shield": False, "melee": ()}
    assert price(item("leader", leadership=3, **bare)) == 30 + 4
    report = check([SPEARS, BOWS, item("general", leadership=4, fc=2, **bare)], None)
    assert report.costs[-1].total == 60 + 2
    assert [term.rule for term in report.costs[-1].terms] == ["TA-POINTS-07", "TA-POINTS-03"]
    assert [term.rule for term in role_prices(("leader",), 3)] == ["TA-POINTS-06"]
    both = check([SPEARS, BOWS, item("character", roles=("general", "leader"), leadership=4, **bare)], None)
    assert both.costs[-1].total == 60 + 4
    assert price(item("leader", roles=("leader", "hero"), leadership=2, **bare)) == 20 + 20


def test_priests_and_mages_have_prices_and_combined_roles_are_sums() -> None:
    """TA-POINTS-05, TA-POINTS-08: the two combinations that are printed are sums too."""

    def sum_of(*roles: Any) -> int:
        return sum(term.value for term in role_prices(roles, 0))

    sheet = LAW.sheet("TA-T-points-characters")
    assert sum_of("priest", "hero") == sheet.row("priest_hero")["points"] == 40
    assert sum_of("high_priest", "superhero") == sheet.row("high_priest_superhero")["points"] == 90
    assert (sum_of("priest"), sum_of("high_priest"), sum_of("mage"), sum_of("wizard")) == (20, 45, 45, 100)


def test_mounts_and_musicians_are_free_unless_players_agree() -> None:
    """TA-POINTS-12: four a mounted figure, two for the musician of a unit."""
    riders = item("horse", 5, musician=True)
    assert price(riders) == 5 * 2
    assert price(riders, switches={"surcharge": "agreed"}) == 5 * 2 + 5 * 4 + 2


@pytest.mark.parametrize(
    ("points", "size"),
    [(79, "less"), (80, "small"), (200, "small"), (201, "medium"), (500, "medium"), (600, "medium"), (601, "large")],
)
def test_a_sum_of_points_is_called_small_medium_or_large(points: int, size: str) -> None:
    """TA-POINTS-02: 200 is small, 501 to 600 medium."""
    assert size in battle_size(points).split("(")[0]
    assert check([SPEARS, BOWS, GENERAL], None).note == battle_size(148) == "a small battle (80 to 200 points)"


def test_an_army_keeps_to_the_points_it_states() -> None:
    """TA-POINTS-01, TA-POINTS-14"""
    army = [SPEARS, BOWS, GENERAL]
    assert check(army, 148).lawful
    (found,) = check(army, 147).violations
    assert found.rules == ("TA-POINTS-01", "TA-POINTS-14")
    assert "148 points, the limit is 147" in found.wrong


# ---------------------------------------------------------------- units and armies


@pytest.mark.parametrize(
    ("troop", "figures", "rule"),
    [
        ("spearmen", 2, "TA-UNIT-03"),
        ("spearmen", 3, ""),
        ("spearmen", 25, ""),
        ("spearmen", 26, "TA-UNIT-03"),
        ("squires", 1, "TA-UNIT-04"),
        ("squires", 2, ""),
        ("squires", 15, ""),
        ("squires", 16, "TA-UNIT-04"),
        ("hero", 1, ""),
        ("hero", 2, "TA-UNIT-05"),
    ],
)
def test_a_unit_has_so_many_figures(troop: str, figures: int, rule: str) -> None:
    """TA-UNIT-03, TA-UNIT-04, TA-UNIT-05"""
    found = faults(item(troop, figures))
    assert [(one.place, one.rules) for one in found] == ([("units[0].figures", (rule,))] if rule else [])


def test_foot_put_on_horses_are_counted_as_horse() -> None:
    """TA-UNIT-04"""
    assert fault(item("foot", 16, mounted=True)).rules == ("TA-UNIT-04",)


def test_an_army_has_two_units_and_characters_are_none() -> None:
    """TA-UNIT-02, TA-UNIT-05"""
    (found,) = check([SPEARS, GENERAL, item("hero")], None).violations
    assert (found.place, found.rules) == ("units", ("TA-UNIT-02", "TA-UNIT-05"))
    assert check([SPEARS, BOWS, GENERAL, item("hero")], None).lawful


def test_an_army_has_exactly_one_general() -> None:
    """TA-CHAR-02"""
    (none,) = check([SPEARS, BOWS], None).violations
    (two,) = check([SPEARS, BOWS, GENERAL, item("general", name="Rival")], None).violations
    assert none.rules == two.rules == ("TA-CHAR-02",)
    assert "Chief, Rival" in two.wrong


def test_without_points_or_scenario_there_is_a_leader_to_three_units() -> None:
    """TA-CHAR-03"""
    army = [SPEARS, BOWS, GENERAL, item("leader")]
    (found,) = check(army, None).violations
    assert found.rules == ("TA-CHAR-03",)
    assert check([*army, item("levy", 5)], None).lawful
    assert check(army, 300).lawful
    assert check(army, None, {}).lawful


def test_the_highest_level_is_for_characters() -> None:
    """TA-UNIT-17, TA-UNIT-18"""
    assert fault(item("foot", 5, fc=5)).rules == ("TA-UNIT-18", "TA-CHAR-05")
    assert fault(item("foot", 5, fc=6)).rules == ("TA-UNIT-17",)
    assert fault(item("foot", 5, fc=0)).rules == ("TA-UNIT-17",)
    assert not faults(item("foot", 5, fc=4), item("hero", fc=5))
    assert "TA-UNIT-18" in fault(item("hero", fc=4)).rules
    assert "TA-POINTS-03" in fault(item("leader", fc=5)).rules


def test_a_plain_leader_fights_as_the_unit_he_starts_with() -> None:
    """TA-CHAR-04: 3 if he starts alone, unless his line says otherwise; heroes are heroes anywhere."""
    knights = item("knights", 5, "Lances")
    levy = item("levy", 5, "Levy")
    assert line(item("leader", joins="Lances"), knights).profile.fc == 4
    assert line(item("leader", joins="Levy"), levy).profile.fc == 1
    assert line(item("leader")).profile.fc == 3
    assert line(item("leader", joins="Levy", fc=2), levy).profile.fc == 2
    assert line(item("hero", joins="Levy"), levy).profile.fc == 5


@pytest.mark.parametrize("level", [1, 5])
def test_leadership_has_five_levels(level: int) -> None:
    """TA-CHAR-04, TA-CHAR-09"""
    assert line(item("leader", leadership=level)).leadership == level
    assert fault(item("leader", leadership=level - 1 if level == 1 else level + 1)).rules == (
        "TA-CHAR-04",
        "TA-CHAR-09",
    )


def test_only_generals_and_leaders_have_leadership() -> None:
    """TA-CHAR-04"""
    assert fault(item("hero", leadership=2)).rules == ("TA-CHAR-04",)
    assert fault(item("foot", 5, leadership=2)).rules == ("TA-CHAR-04",)
    assert "without leadership" in fault(item("character", roles=("leader",))).wrong


def test_roles_are_for_characters_who_have_at_least_one() -> None:
    """TA-CHAR-12"""
    assert fault(item("character")).rules == ("TA-CHAR-12",)
    assert fault(item("character", roles=("hero", "champion"))).rules == ("TA-CHAR-12",)
    assert fault(item("foot", 5, roles="hero")).place == "units[0].equipment.roles"


HISTORY: Final = {"command": "none"}
FANTASY: Final = {"fantasy": "supplement"}


@pytest.mark.parametrize("troop", ["priest", "high_priest", "mage", "wizard", "monster", "goblins", "skeletons"])
def test_fantasy_takes_the_field_only_where_the_battle_says_so(troop: str) -> None:
    """TA-UNIT-08: an army list by itself may name anybody; a battle must have the supplement switched on."""
    unit = item(troop, 5 if troop in KINDS else 1)
    assert not faults(unit)
    assert not faults(unit, switches=FANTASY)
    found = fault(unit, switches=HISTORY)
    assert (found.place, found.rules) == ("units[0].troop", ("TA-UNIT-08",))
    assert "belong to the fantasy supplement" in found.wrong
    assert 'fantasy = "supplement"' in found.right


@pytest.mark.parametrize(("roles", "points"), [("hero", 20), ("superhero", 45), (["champion"], 100), ((), 8)])
def test_major_monsters_cost_what_they_are_rated_as(roles: Any, points: int) -> None:
    """TA-POINTS-13: as the hero they are rated as, below that as FC 4; claws are not paid for."""
    dragon = item("monster", name="Dragon", roles=roles)
    assert not faults(dragon)
    tally = check([dragon, SPEARS, BOWS, GENERAL], None).costs[0]
    assert (tally.label, tally.total, tally.rules) == ("Dragon", points, ("TA-POINTS-13",))
    armed = item("monster", name="Giant", roles=roles, melee="two_handed", armour="light")
    assert price(armed) == points + 3 + 2


@pytest.mark.parametrize(
    ("hit_dice", "creatures", "scale", "roles", "fc"),
    [
        (4, 1, "1:5", (), 4),
        (5, 1, "1:5", ("hero",), 5),
        (4, 2, "1:5", ("hero",), 5),
        (9, 1, "1:5", ("superhero",), 5),
        (6, 2, "1:5", ("superhero",), 5),
        (13, 1, "1:5", ("champion",), 5),
        (4, 5, "1:20", ("champion",), 5),
        (3, 1, "1:20", (), 4),
    ],
)
def test_a_major_monster_is_rated_by_the_hit_dice_of_its_figure(
    hit_dice: int, creatures: int, scale: str, roles: tuple[str, ...], fc: int
) -> None:
    """TA-FANT-C23, TA-FANT-C24: one for each hit die of all creatures of the figure; it strikes as the hero it is."""
    beast = item("major_monster", name="Beast", hit_dice=hit_dice, creatures=creatures)
    assert not faults(beast, switches=FANTASY | {"scale": scale})
    made = line(beast)
    assert made.roles == ("monster", *roles)
    assert made.profile.fc == fc
    assert made.profile.melee == ("short_sword",), "TA-FANT-C25: claws and teeth"
    assert made.profile.together == creatures


@pytest.mark.parametrize(
    ("equipment", "scale", "place", "right"),
    [
        ({"creatures": 3}, "1:5", "creatures", "1 to 2"),
        ({"creatures": 6}, "1:20", "creatures", "1 to 5"),
        ({"creatures": 0}, "1:20", "creatures", "1 to 5"),
        ({"hit_dice": 2}, "1:5", "hit_dice", "3 or more"),
    ],
)
def test_a_figure_of_major_monsters_has_its_bounds(
    equipment: dict[str, int], scale: str, place: str, right: str
) -> None:
    """TA-FANT-C23: one or two creatures at 1:5, up to five at 1:20; below three hit dice it is no major monster."""
    found = fault(item("monster", **equipment), switches=FANTASY | {"scale": scale})
    assert (found.place, found.rules) == (f"units[0].equipment.{place}", ("TA-FANT-C23",))
    assert right in found.right


def test_hit_dice_are_asked_of_no_other_troops() -> None:
    """TA-FANT-C23"""
    found = fault(item("orcs", 5, hit_dice=4))
    assert (found.place, found.rules) == ("units[0].equipment.hit_dice", ("TA-FANT-C23",))
    assert fault(item("monster", hit_dice=True)).wrong == "hit_dice is true"


LIST_OF_CREATURES: Final = [
    ("bandits_pirates", 2, (), 5),
    ("berserkers", 3, ("fanatic",), 5),
    ("cavemen", 4, (), 5),
    ("elves", 3, ("camouflage",), 5),
    ("hobbits", 2, ("small", "marksman"), 7),
    ("dwarves", 2, ("small", "tough"), 5),
    ("gnomes", 2, ("small",), 7),
    ("orcs", 2, (), 5),
    ("uruk_hai_orcs", 3, (), 5),
    ("hobgoblins", 3, (), 5),
    ("goblins", 2, ("small",), 7),
    ("kobolds", 1, ("small",), 7),
    ("gnolls", 4, ("large",), 5),
    ("lizardmen", 4, (), 5),
    ("bugbears", 4, ("large",), 3),
    ("newhonian_ghouls", 4, ("camouflage",), 5),
    ("serpent_men", 4, (), 5),
    ("skeletons", 2, ("undead",), 5),
    ("skeleton_elite", 3, ("undead",), 5),
    ("zombies", 3, ("undead", "slow"), 5),
    ("ghouls", 3, ("undead", "multiple_attacks"), 5),
]


@pytest.mark.parametrize(("troop", "fc", "abilities", "heads_each"), LIST_OF_CREATURES)
def test_the_creatures_of_the_list(troop: str, fc: int, abilities: tuple[str, ...], heads_each: int) -> None:
    """TA-FANT-C01, TA-FANT-C02, TA-FANT-C03, TA-FANT-C04, TA-FANT-C05, TA-FANT-C06, TA-FANT-C07, TA-FANT-C08,
    TA-FANT-C09, TA-FANT-C10, TA-FANT-C11, TA-FANT-C12, TA-FANT-C13, TA-FANT-C14, TA-FANT-C15, TA-FANT-C16,
    TA-FANT-C17, TA-FANT-C18, TA-FANT-C19, TA-FANT-C20, TA-FANT-C21: four times as many at the greater scale."""
    made = line(item(troop, 10)).profile
    assert (made.fc, made.advantages) == (fc, abilities)
    assert (heads(made, "1:5"), heads(made, "1:20")) == (heads_each, 4 * heads_each)
    assert (made.armour, made.mounted, made.ranged) == ("unarmored", False, ())


def test_that_is_the_whole_list() -> None:
    """TA-FANT-C22"""
    assert [troop for troop, *_ in LIST_OF_CREATURES] == list(KINDS)


def test_arms_of_creatures_come_from_the_list() -> None:
    """TA-FANT-C22: swords where it says nothing, claws for ghouls; another level, but never that of heroes."""
    assert line(item("orcs", 10)).profile.melee == ("sword",)
    assert (
        line(item("ghouls", 10)).profile.melee == line(item("newhonian_ghouls", 10)).profile.melee == ("short_sword",)
    )
    armed = line(item("hobbits", 10, fc=3, armour="light", ranged="sling", melee="dagger")).profile
    assert (armed.fc, armed.armour, armed.ranged, armed.melee) == (3, "light", ("sling",), ("dagger",))
    assert armed.advantages == ("small", "marksman")
    assert fault(item("orcs", 5, fc=5)).rules == ("TA-UNIT-18", "TA-CHAR-05")


def test_creatures_cost_what_they_carry_and_abilities_nothing() -> None:
    """TA-POINTS-12, TA-POINTS-14: what has no price is said; players may agree on one."""
    dwarves = item("dwarves", 10, armour="heavy", shield=True, melee="two_handed")
    assert price(dwarves) == 10 * (2 + 8 + 2 + 3)
    assert price(dwarves, switches=FANTASY | {"surcharge": "agreed"}) == 10 * (2 + 8 + 2 + 3) + 10 * 2
    note = check([dwarves, SPEARS, BOWS, GENERAL], None).note
    assert note.endswith("the book has no price for tough, and nothing is paid for it")
    agreed = check([dwarves, SPEARS, BOWS, GENERAL], None, FANTASY | {"surcharge": "agreed"}).note
    assert "no price" not in agreed


def test_an_ability_may_be_had_once_and_multiple_attacks_twice() -> None:
    """TA-FANT-A14"""
    made = line(item("monster", abilities=("tough", "tough", *["multiple_attacks"] * 3))).profile
    assert made.advantages == ("tough", "multiple_attacks", "multiple_attacks")
    assert "multiple attacks twice" in roster_line(fielded(item("monster", abilities=["multiple_attacks"] * 2)))


def test_a_creature_has_one_size() -> None:
    """TA-FANT-Z01, TA-FANT-Z02, TA-FANT-Z03"""
    found = fault(item("monster", abilities=("large", "giant")))
    assert found.rules == ("TA-FANT-Z01", "TA-FANT-Z02", "TA-FANT-Z03")
    assert not faults(item("monster", abilities=("giant",)))


@pytest.mark.parametrize(
    ("role", "dice", "uses", "hits"),
    [
        ("mage", (8, 2), (0, 0), (1, 1)),
        ("wizard", (16, 4), (0, 0), (2, 2)),
        ("priest", (0, 0), (8, 2), (2, 1)),
        ("high_priest", (0, 0), (16, 4), (3, 2)),
    ],
)
def test_pools_of_mages_and_priests_by_scale(
    role: str, dice: tuple[int, int], uses: tuple[int, int], hits: tuple[int, int]
) -> None:
    """TA-FANT-M01, TA-FANT-M02, TA-FANT-M03, TA-FANT-P02, TA-FANT-P07, TA-FANT-P08, TA-FANT-P10"""
    for place, scale in enumerate(("1:5", "1:20")):
        person = fielded(item(role), scale=scale).own.person
        assert person is not None
        assert (person.dice_left, person.prayers_left, person.hits) == (dice[place], uses[place], hits[place])


def test_mages_and_priests_fight_poorly_where_the_list_says_nothing() -> None:
    """TA-FANT-M12, TA-FANT-P13: a mage with whatever unit at FC 1; a priest alone at FC 2; a list may say otherwise."""
    assert line(item("mage", joins="Spears"), SPEARS).profile.fc == 1
    assert line(item("wizard")).profile.melee == ("staff",)
    assert line(item("priest")).profile.fc == 2
    assert line(item("mage", fc=3)).profile.fc == 3


@pytest.mark.parametrize(
    ("roles", "rule"),
    [
        (("priest", "superhero"), "TA-FANT-P05"),
        (("priest", "champion"), "TA-FANT-P05"),
        (("high_priest", "hero"), "TA-FANT-P09"),
        (("priest", "mage"), "TA-CHAR-12"),
    ],
)
def test_what_a_priest_may_be_besides(roles: tuple[str, ...], rule: str) -> None:
    """TA-FANT-P05, TA-FANT-P09: a priest who is a hero, a high priest who is a superhero."""
    assert fault(item("character", roles=roles)).rules == (rule,)
    assert not faults(item("priest", roles=("priest", "hero")))
    assert not faults(item("high_priest", roles=("high_priest", "superhero", "leader"), leadership=3))


def test_several_major_monsters_cost_so_many_times_one() -> None:
    """TA-POINTS-13"""
    assert monster_cost("hero", 3).total == 3 * monster_cost("hero").total


def test_battles_without_figures_take_no_switch() -> None:
    """TA-UNIT-10: who wants none leaves out the table; figures are nothing that could be set."""
    for word in ("abstract", "plastic"):
        (other,) = QUARTERMASTER.check_switches({"figures": word})
        assert "there is no switch" in other.wrong


def test_lances_need_horses() -> None:
    """TA-MELEE-20"""
    found = fault(item("spearmen", 5, melee=("lance",)))
    assert (found.place, found.rules) == ("units[0].equipment.melee", ("TA-MELEE-20",))
    assert not faults(item("spearmen", 5, melee=("lance",), mounted=True))


def test_artillery_comes_with_a_scenario_that_allows_it() -> None:
    """TA-RANGED-17, TA-POINTS-11: it has no price."""
    guns = item("foot", 3, ranged="artillery")
    assert fault(guns).rules == ("TA-RANGED-17",)
    report = check([guns, SPEARS, BOWS, GENERAL], None, {"artillery": "allowed"})
    assert report.lawful
    assert report.costs[0].total == 3 * 2


def test_a_musician_goes_with_a_unit() -> None:
    """TA-MOVE-11"""
    assert fault(item("hero", musician=True)).rules == ("TA-MOVE-11",)


@pytest.mark.parametrize(
    ("unit", "place", "wrong", "right"),
    [
        (item("knigths", 5), "units[0].troop", "'knigths'", "did you mean knights?"),
        (item("Light Horse", 5), "units[0].troop", "'Light Horse'", "did you mean light_horse?"),
        (item("foot", 5, armor="light"), "units[0].equipment.armor", "no part", "did you mean armour?"),
        (item("foot", 5, armour="hevy"), "units[0].equipment.armour", "'hevy'", "did you mean heavy?"),
        (item("foot", 5, armour=3), "units[0].equipment.armour", "3", "one of unarmored, light"),
        (item("foot", 5, shield="yes"), "units[0].equipment.shield", "'yes'", "true or false"),
        (item("foot", 5, fc="veteran"), "units[0].equipment.fc", "'veteran'", "a whole number"),
        (item("foot", 5, fc=True), "units[0].equipment.fc", "true", "a whole number"),
        (item("foot", 5, melee=("sword", "speer")), "units[0].equipment.melee", "'speer'", "did you mean spear?"),
        (item("foot", 5, melee="longbow"), "units[0].equipment.melee", "'longbow'", "one of pike"),
        (item("foot", 5, ranged="long bow"), "units[0].equipment.ranged", "'long bow'", "did you mean longbow?"),
        (item("foot", 5, ranged=7), "units[0].equipment.ranged", "7", "words: "),
        (item("character", roles="Hero"), "units[0].equipment.roles", "'Hero'", "did you mean hero?"),
    ],
)
def test_a_wrong_word_is_named_with_the_nearest_right_one(unit: Enlisted, place: str, wrong: str, right: str) -> None:
    """TA-UNIT-31: a line has these parts and no other."""
    (found,) = [one for one in faults(unit) if one.place == place and wrong in one.wrong]
    assert right in found.right


def test_files_must_come_out_and_there_are_no_hedgehogs() -> None:
    """TA-UNIT-06"""
    assert fault(Enlisted("spearmen", 6, files=7)).place == "units[0].files"
    assert not faults(Enlisted("spearmen", 6, files=6), Enlisted("spearmen", 6, files=1))
    assert fault(Enlisted("spearmen", 6, hedgehog=True)).place == "units[0].hedgehog"


# ---------------------------------------------------------------- who joins whom


@pytest.mark.parametrize(
    ("unit", "wrong", "right"),
    [
        (item("hero", joins="Spaers"), "no unit called 'Spaers'", "did you mean Spears?"),
        (item("hero", joins="Nobody"), "no unit called 'Nobody'", "one of Spears, Bows"),
        (item("hero", joins="Chief"), "no unit called 'Chief'", "one of Spears, Bows"),
        (item("levy", 5, joins="Spears"), "only a character", "no joins"),
        (Enlisted("hero", 1, joins="Spears", pose=Pose(0, 0, 0)), "a place of his own", "either joins or at"),
    ],
)
def test_a_character_joins_a_unit_of_his_army_by_its_name(unit: Enlisted, wrong: str, right: str) -> None:
    """TA-CHAR-11"""
    found = fault(unit)
    assert (found.place, found.rules) == ("units[0].joins", ("TA-CHAR-11",))
    assert wrong in found.wrong
    assert right in found.right


def test_a_name_that_two_units_have_is_no_name() -> None:
    """TA-CHAR-11"""
    found = fault(item("levy", 5, "Spears"), item("hero", joins="Spears"))
    assert "2 units are called 'Spears'" in found.wrong


# ---------------------------------------------------------------- switches


def test_every_switch_of_the_ledger_is_an_option_and_its_first_choice_the_default() -> None:
    """TA-UNIT-07, TA-UNIT-22, TA-TURN-01, TA-TURN-08, TA-RANGED-17, TA-MOVE-14, TA-CMD-01, TA-POINTS-12"""
    assert set(LAW.switches()) == set(SWITCHES.names)
    for name, rule in LAW.switches().items():
        assert SWITCHES.rule_of[name] == rule.id
        words = SWITCHES.choices(name)
        if words:
            assert words == rule.choices
        assert SWITCHES.set(Options(), name, rule.choices[0]) == Options()


# ---------------------------------------------------------------- sheets to play from


def ticked(*units: Enlisted, **switches: Any) -> list[list[tuple[str, int]]]:
    sheets = QUARTERMASTER.sheets(units, {"fantasy": "supplement", **switches})
    return [[(boxes.head, boxes.count) for boxes in sheet.boxes] for sheet in sheets]


@pytest.mark.parametrize(("scale", "hits", "dice", "prayers"), [("1:5", 3, 8, 16), ("1:20", 2, 2, 4)])
def test_a_sheet_has_boxes_for_hits_dice_and_prayers(scale: str, hits: int, dice: int, prayers: int) -> None:
    """TA-CHAR-08, TA-FANT-M01, TA-FANT-P08: by the scale; none where there is nothing to count."""
    hild = Enlisted("general", 1, equipment={"roles": ["general", "high_priest", "superhero"]})
    spears, mage, leader = Enlisted("spearmen", 6), Enlisted("mage", 1), Enlisted("leader", 1)
    assert ticked(spears, hild, mage, leader, scale=scale) == [
        [("Figures", 6)],
        [("Figures", 1), ("Hits", hits), ("Prayers", prayers)],
        [("Figures", 1), ("Spell dice", dice)],
        [("Figures", 1)],
    ]


def test_a_sheet_says_what_abilities_and_powers_do() -> None:
    """TA-FANT-A14, TA-FANT-A16, TA-FANT-M04, TA-FANT-P01: each once, one had twice as such."""
    twice = {"abilities": ["undead", "multiple_attacks", "multiple_attacks"]}
    ghouls, mage, priest = QUARTERMASTER.sheets(
        [Enlisted("ghouls", 6, equipment=twice), Enlisted("mage", 1), Enlisted("priest", 1)], {"fantasy": "supplement"}
    )
    told = {entry.head: entry.value for entry in ghouls.facts}
    assert told["Undead"] == "checks morale against priests only"
    assert told["Multiple attacks"] == "two more attacks for each figure in melee, twice over"
    assert "within 10″" in {entry.head: entry.value for entry in mage.facts}["Spell dice"]
    assert "within 6″ or in his unit" in {entry.head: entry.value for entry in priest.facts}["Prayers"]
