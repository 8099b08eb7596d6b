"""Ratings by the formulas of cases 2.2, 3.1, 4.1, 4.6, 4.8, 4.9 and 8.3, against everything the book prints."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.tally import Tally
from schiltron.parent_game.creature import HitDice, hit_dice
from schiltron.parent_game.damage import Damage, damage
from schiltron.rulesets.battlesystem.bases import base_of
from schiltron.rulesets.battlesystem.field import block, ratings
from schiltron.rulesets.battlesystem.ground.manner import home_of
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.attack import base_attack, base_shooting, in_person
from schiltron.rulesets.battlesystem.ratings.averages import averaged_damage, high, low
from schiltron.rulesets.battlesystem.ratings.blows import routine
from schiltron.rulesets.battlesystem.ratings.commanding import bonus, charisma_bonus, radius
from schiltron.rulesets.battlesystem.ratings.creatures import CREATURES, HATREDS, HOMES, MOUNTS, at_level, spell_user
from schiltron.rulesets.battlesystem.ratings.discipline import discipline
from schiltron.rulesets.battlesystem.ratings.hit_dice import counted, per_figure
from schiltron.rulesets.battlesystem.ratings.morale import base_morale
from schiltron.rulesets.battlesystem.ratings.moving import movement_rate
from schiltron.rulesets.battlesystem.ratings.people import character
from schiltron.rulesets.battlesystem.ratings.printed import carries_shields, people, units
from schiltron.rulesets.battlesystem.ratings.racial import armour_terms, attack_terms
from schiltron.rulesets.battlesystem.ratings.rated import rated, roster_block, size_of
from schiltron.rulesets.battlesystem.ratings.ratio import ratio
from schiltron.rulesets.battlesystem.ratings.saves import KINDS, meanings, saving_throws
from schiltron.rulesets.battlesystem.ratings.thac0 import class_thac0, monster_thac0, thac0
from schiltron.rulesets.battlesystem.ratings.weapons import MISSILES, WEAPONS, enchanted, enchanted_missile
from schiltron.rulesets.battlesystem.state import Mixed, Person, Printed, Profile
from schiltron.rulesets.battlesystem.troops import TROOPS
from schiltron.table.base import Base
from schiltron.table.lengths import inches
from tests.rulesets.battlesystem.positions import blue, field, person, skirmishers

SCENARIOS = ("S1", "S2", "S3", "S4")
ROSTER = [unit for scenario in SCENARIOS for unit in units(scenario)]
PEOPLE = [one for scenario in SCENARIOS for one in people(scenario)]
SHEETS = {(row["scenario"], row["unit"]): row for row in LAW.sheet("BS-T-roster-units").records()}
CHECKS = {(row["scenario"], row["unit"]): row for row in LAW.sheet("BS-T-roster-checks").records()}
HERO_SHEETS = {row["name"]: row for row in LAW.sheet("BS-T-roster-heroes").records()}


def named(unit):
    return f"{unit.scenario} {unit.name}"


def regular(creature, **more):
    return Profile(kind=more.pop("kind", "regular"), creature=creature, weapons=more.pop("weapons", ()), **more)


def terms(tally: Tally) -> dict[str, int]:
    return {term.rule: term.value for term in tally.terms}


HUMAN, ORC, GOBLIN, ELF, DWARF, OGRE = (CREATURES[race] for race in ("human", "orc", "goblin", "elf", "dwarf", "ogre"))
LONGSWORD = WEAPONS["long_sword"]


# ---------------------------------------------------------------- all printed rosters


def test_every_unit_of_the_four_scenarios_is_there():
    """BS-S1-01, BS-S2-01: armies of the printed rosters, each unit with its sheet."""
    assert {(unit.scenario, unit.name) for unit in ROSTER} == set(SHEETS)
    assert [unit.name for unit in units("S1")][:2] == ["Twin Blades", "Glarus Militia"]
    assert {one.name for one in PEOPLE} == set(HERO_SHEETS)


@pytest.mark.parametrize("unit", ROSTER, ids=named)
def test_formulas_give_what_the_check_of_the_rosters_gives(unit):
    """BS-T-roster-checks, all rows: BS-4.1-01 to -08, BS-4.6-01, BS-8.3-01, BS-8.3-03; term by term."""
    row = CHECKS[unit.scenario, unit.name]
    made = roster_block(unit.profile, unit.figures, "formula", "add")
    assert made.morale.total == row["ml_formula"]
    assert made.discipline.total == row["dl_formula"]
    assert made.attack.total == row["ar_formula"]
    assert thac0(unit.profile.creature) in (row["thac0"], int(row["thac0"]) + 1)  # elves: the table has their +1 in it
    by_label = {term.label: term.value for term in made.morale.terms}
    for label, column in (
        ("hit dice", "hd_mod"),
        ("demihumans", "demihuman"),
        ("special abilities", "special"),
        ("exceptional abilities", "exceptional"),
        ("mounted", "mounted"),
        ("regular unit", "regular"),
        ("elite", "elite"),
    ):
        assert by_label.get(label, 0) == row[column], label
    assert by_label.get(f"{unit.figures} figures", 0) == row["figures_mod"]
    assert by_label.get(f"armour class {made.armour_class.total}", 0) == row["ac_mod"]


@pytest.mark.parametrize("unit", ROSTER, ids=named)
def test_sheets_are_made_again_from_creatures(unit):
    """BS-3.1-04, BS-3.1-05, BS-2.2-01, BS-11.2-01: AC, hit dice, ratio, movement, and BS-3.1-06: saves."""
    row = SHEETS[unit.scenario, unit.name]
    made = rated(unit.profile, unit.figures, "print", "add")
    assert made.armour_class == row["ac"]
    assert made.hit_dice == 10 * int(row["hd_per_fig"])
    assert f"{made.ratio}:1" == row["ratio"]
    assert made.move == inches(int(str(row["mv_in"]).split("/")[0]))
    assert made.size == row["size"]
    assert [tally.total for tally in saving_throws(unit.profile)] == [row[c] for c in ("ppd", "pp", "rsw", "bw", "sp")]


@pytest.mark.parametrize("unit", ROSTER, ids=named)
def test_rosters_as_printed_ruled_or_by_formula(unit):
    """BS-S0-05, BS-4.1-12, BS-8.3-05: the switch, with the difference as a term of its own."""
    row, profile = CHECKS[unit.scenario, unit.name], unit.profile
    printed = roster_block(profile, unit.figures, "print", "add")
    assert (printed.attack.total, printed.morale.total, printed.discipline.total) == (
        row["ar_print"],
        row["ml_print"],
        row["dl_print"],
    )
    for tally, key, rule in (
        (printed.attack, "ar_diff", "BS-S0-05"),
        (printed.morale, "ml_diff", "BS-4.1-12"),
        (printed.discipline, "dl_diff", "BS-4.1-12"),
    ):
        said = [term for term in tally.terms if term.label == "as printed"]
        assert [(term.value, term.rule) for term in said] == ([(row[key], rule)] if row[key] else [])
    ruled = rated(profile, unit.figures, "ruled", "add")
    assert ruled.attack == row["ar_formula"]
    assert (ruled.morale, ruled.discipline) == (row["ml_print"], row["dl_print"])


def test_hated_opponents_of_the_sheets():
    """BS-S0-08, BS-4.6-10: what a sheet says; orcs of the third scenario list nobody."""
    hates = {unit.name: unit.profile.creature.hates for unit in ROSTER}
    assert hates["Orcs of the Red Blade"] == ("elf",)
    assert hates["Worgriders"] == ("gnome", "dwarf")
    assert hates["Tearing Ears"] == ("elf",)
    assert hates["Long-Poles"] == ()
    assert HATREDS["goblin"] == ("gnome", "dwarf")
    assert HATREDS["half_orc"] == ("dwarf", "gnome")


def test_arms_and_shields_of_the_sheets():
    """BS-S2-10, BS-S0-06, BS-S0-07: large shields, two shots of the archers, claws and bite of the trolls."""
    made = {unit.name: unit.profile for unit in ROSTER}
    assert made["Legion of Lairn"].large_shields
    assert made["Plainsmen Legion"].large_shields
    assert not made["Second Legion"].large_shields
    archers = made["Archers of Lairn"].missile
    assert archers is not None
    assert (archers.half_shots, archers.ranges) == (4, (inches(7), inches(14), inches(21)))
    assert made["Archers of Lairn"].weapons[0].name == "dagger"
    assert made["Twisted Claw"].weapons[0].name == "short sword"
    assert made["Gaping Maw"].creature.attacks == (damage("1d4+4"), damage("1d4+4"), damage("2d6"))
    assert made["Long-Poles"].weapons[0].reach == "pike"
    assert made["Glarus Militia"].weapons[0].reach == "spear"
    assert made["Glarus Militia"].weapons[0].large == (damage("1d6"),)  # the sheet's own, not the list's
    assert made["First Elven Foot"].special == "elite"
    assert made["Plainsriders"].to_hit == 0  # the note about charging is the rule of all cavalry (BS-S2-09)


def test_daylight_on_the_sheets():
    """BS-S0-10, BS-S1-06, BS-S2-06: +1 for orcs and goblins whose sheet says so, near sunset for nobody."""
    made = {unit.name: unit.profile for unit in ROSTER}
    man = made["Glarian Guard"]
    for name, suffers in (("Orcs of the Red Blade", 1), ("Twisted claws", 1), ("Paw-Riders", 1), ("Worgriders", 0)):
        assert sum(term.value for term in attack_terms(made[name], man, "daylight")) == suffers, name
        assert not list(attack_terms(made[name], man, "sunset"))


def test_blank_sheets_are_filled_in():
    """BS-S1-07, BS-S1-08: ogres and goblins of the first scenario; both armies have 620 hit dice."""
    ogres, goblins = (next(unit for unit in ROSTER if unit.name == name) for name in ("Skullcrushers", "Broken fang"))
    made = rated(ogres.profile, 12, "ruled", "add")
    assert (made.attack, made.morale, made.discipline, made.hit_dice) == (20, 13, 11, 200)
    made = rated(goblins.profile, 12, "ruled", "add")
    assert (made.attack, made.morale, made.discipline, made.hit_dice) == (20, 10, 9, 100)
    for chief, far in ((ogres.commander, 6), (goblins.commander, 4)):
        assert chief is not None
        assert radius(chief.profile).total == inches(far)
    totals = {"good": 0, "evil": 0}
    for unit in units("S1"):
        totals[unit.side] += unit.figures * rated(unit.profile, unit.figures, "ruled", "add").hit_dice // 10
    assert totals == {"good": 620, "evil": 620}


# ---------------------------------------------------------------- people of the rosters


@pytest.mark.parametrize("one", PEOPLE, ids=lambda one: one.name)
def test_people_have_the_numbers_of_their_sheets(one):
    """BS-3.2-01, BS-8.3-03: AR is THAC0 + 15 for every individual; CR, CB, hit points and saves are the sheet's."""
    row, made = HERO_SHEETS[one.name], rated(one.profile, 1, "ruled", "add")
    assert made.ratio == 1
    assert made.attack == row["ar"] == int(row["thac0"]) + 15
    assert made.armour_class == row["ac"]
    assert made.move == inches(int(str(row["mv_in"]).split("/")[0]))
    assert one.profile.person is not None
    assert one.profile.person.hit_points == row["hp"]
    if row["cr_in"] != "-":
        assert radius(one.profile).total == inches(int(row["cr_in"]))
        assert bonus(one.profile) == row["cb"]
    assert [tally.total for tally in saving_throws(one.profile)] == [row[c] for c in ("ppd", "pp", "rsw", "bw", "sp")]


@pytest.mark.parametrize("row", LAW.sheet("BS-T-command-radius-checks").records(), ids=lambda row: row["commander"])
def test_command_radius(row):
    """BS-4.8-01, all rows of the check: half of charisma and level, rounded up, 3 more for fighters; print kept."""
    one = next(one for one in PEOPLE if one.name.lower().replace(" ", "_").replace("-", "_") == row["commander"])
    tally = radius(one.profile)
    formula = sum(term.value for term in tally.terms if term.label != "as printed")
    assert formula == inches(-(-(2 * float(row["exact"])) // 2))
    assert tally.total == inches(int(row["printed"]))
    assert (formula == tally.total) == row["agrees_rounding_up"]
    assert one.profile.person is not None
    assert one.profile.person.charisma == row["charisma"]
    without = replace(one.profile, person=replace(one.profile.person, radius=None))
    assert radius(without).total == formula


def test_radius_of_humanoids_is_two_thirds_of_their_movement():
    """BS-4.8-02: 2/3 of MV, of the mount's if they ride; with class levels by charisma."""
    for unit in ROSTER:
        if unit.commander is not None and not unit.profile.creature.classes:
            assert radius(unit.commander.profile).rules == ("BS-4.8-02",), unit.name
    assert radius(regular(ORC)).total == inches(6)
    assert radius(regular(GOBLIN)).total == inches(4)
    assert radius(regular(GOBLIN, mount=MOUNTS["worg"])).total == inches(12)
    toede = next(one for one in PEOPLE if one.name == "Fewmaster Toede")
    assert radius(toede.profile).rules == ("BS-4.8-01",)


def test_commander_without_a_sheet():
    """BS-S0-03: one of his unit, bonus 0, 4½ hit points to the die, AR THAC0 + 15."""
    guard = next(unit for unit in ROSTER if unit.name == "Glarian Guard")
    assert guard.commander is not None
    profile = guard.commander.profile
    assert profile.person == Person(hit_points=9, thac0=20, half_attacks=2, radius=inches(10), bonus=0, name_only=True)
    assert rated(profile, 1, "ruled", "add").attack == 35
    assert rated(profile, 1, "ruled", "add").armour_class == 5
    assert (
        next(unit for unit in ROSTER if unit.name == "Plainsriders").commander is None
    )  # Randar has his own (BS-S2-08)


@pytest.mark.parametrize(
    ("charisma", "expected"),
    [
        (19, 3),
        (25, 3),
        (18, 2),
        (17, 2),
        (16, 1),
        (15, 1),
        (14, 0),
        (7, 0),
        (6, -1),
        (5, -1),
        (4, -2),
        (3, -2),
        (2, -3),
        (None, 0),
    ],
)
def test_charisma_bonus(charisma, expected):
    """BS-4.9-01, Table 8; without a score it is 0."""
    assert charisma_bonus(charisma) == expected
    assert bonus(regular(HUMAN, person=Person(10, 20, charisma=charisma))) == expected


# ---------------------------------------------------------------- ratio, hit dice, bases


@pytest.mark.parametrize(
    ("dice", "creatures"),
    [("0.5", 10), ("1-1", 10), ("1", 10), ("4", 10), ("4+1", 5), ("6+6", 5), ("8", 5), ("8+9", 5), ("9", 2), ("16", 2)],
)
def test_creatures_to_a_figure(dice, creatures):
    """BS-2.2-01: the bands of Table 1; BS-2.2-02: an individual is one to one whatever his hit dice."""
    beast = replace(ORC, hit_dice=hit_dice(dice))
    assert ratio(regular(beast)).total == creatures
    assert ratio(regular(beast)).rules == ("BS-2.2-01",)
    assert ratio(regular(beast, kind="individual")).total == 1
    assert ratio(regular(beast, kind="individual")).rules == ("BS-2.2-02",)


@pytest.mark.parametrize(
    ("dice", "tenths"),
    [("0.5", 5), ("1-1", 10), ("1", 10), ("1+1", 10), ("4+1", 40), ("4+4", 50), ("6+6", 70), ("3+3", 30)],
)
def test_hit_dice_as_counted(dice, tenths):
    """BS-3.1-04: whole dice, one more for each full four points of plus, minuses ignored."""
    assert counted(hit_dice(dice)) == tenths


def test_hit_dice_of_a_figure():
    """BS-3.1-04: orcs 10, ogres 20, trolls 35, half a die 5."""
    for race, dice in (("orc", 100), ("ogre", 200), ("troll", 350), ("hobgoblin", 100), ("goblin", 100)):
        profile = regular(CREATURES[race])
        assert per_figure(profile, 12, ratio(profile).total).total == dice
    half = regular(replace(ORC, hit_dice=hit_dice("0.5")))
    assert per_figure(half, 12, 10).total == 50


def test_bases():
    """BS-2.3-01, BS-2.3-02, BS-2.3-03, BS-2.3-04, BS-2.3-05: by width; dwarves on the base of men,
    individuals half an inch, oversize ones an inch."""
    square = lambda side: Base(inches(side), inches(side))  # noqa: E731
    assert base_of(regular(GOBLIN)) == square(0.5)
    assert base_of(regular(HUMAN)) == square(0.75)
    assert base_of(regular(DWARF)) == square(0.75)
    assert base_of(regular(OGRE)) == square(1)
    assert base_of(regular(HUMAN, mount=MOUNTS["light_warhorse"])) == Base(inches(0.75), inches(1.5))
    assert base_of(TROOPS["human_chariots"].profile) == Base(inches(1), inches(2))
    assert base_of(regular(HUMAN, kind="individual")) == square(0.5)
    assert base_of(regular(CREATURES["red_dragon"], kind="individual")) == square(1)


# ---------------------------------------------------------------- mixed units and members


def test_mixed_units_use_averages_against_themselves():
    """BS-3.1-02: AC upward, hit dice downward, damage to the next lower column."""
    mixed = regular(replace(HUMAN, armour_class=5), mixed=(Mixed(5, at_level(replace(HUMAN, armour_class=8), 2)),))
    made = roster_block(mixed, 12, "ruled", "add")
    assert made.armour_class.total == 7  # 6.25
    assert made.armour_class.rules == ("BS-3.1-02",)
    assert made.hit_dice.total == 100  # 1.4 hit dice
    assert made.hit_dice.rules == ("BS-3.1-02",)
    assert (low([(7, 10), (5, 20)]), high([(7, 5), (5, 8)])) == (14, 7)
    assert averaged_damage([(6, (damage("1d6"),)), (6, (damage("1d8"),))]) == Damage(1, 6)
    assert averaged_damage([(1, (damage("1d8"),)), (1, (damage("1d12"),))]) == Damage(1, 10)
    assert averaged_damage([(1, (damage("1d2-1"),))]) == Damage(1, 2)


def test_mixed_unit_moves_with_its_slowest():
    """BS-3.1-02."""
    mixed = regular(HUMAN, mixed=(Mixed(3, GOBLIN),))
    assert movement_rate(mixed).total == GOBLIN.move


def test_one_member_among_a_hundred_changes_nothing_but_many_do():
    """BS-9.1-02, BS-9.1-03: averages over all creatures, at the ratio of the figures, with the same weapon."""
    unit = regular(HUMAN, weapons=(LONGSWORD,))
    knight = character(at_level(replace(HUMAN, armour_class=0), 12), (LONGSWORD,))
    plain = rated(unit, 12, "ruled", "add")
    assert rated(unit, 12, "ruled", "add", "", (knight,)) == plain
    many = roster_block(unit, 4, "ruled", "add", "", (knight,) * 10)
    assert terms(many.armour_class)["BS-9.1-02"] < 0
    assert terms(many.attack)["BS-9.1-02"] < 0
    assert "BS-8.3-03" not in many.attack.rules  # ten to a figure, never one to one
    axe = character(at_level(HUMAN, 12), (WEAPONS["battle_axe"],))
    assert "BS-9.1-02" not in roster_block(unit, 4, "ruled", "add", "", (axe,) * 10).attack.rules


def test_members_with_magic_swords_raise_the_damage_if_there_are_enough():
    """BS-9.1-02: the average of all, in the next lower column; a sword with magic is a sword still."""
    unit = regular(HUMAN, weapons=(LONGSWORD,))
    hero = character(at_level(HUMAN, 5), (enchanted(LONGSWORD, 4),))
    assert routine(unit, large=False, figures=4, members=(hero,)) == (damage("1d8"),)
    assert routine(unit, large=False, figures=4, members=(hero,) * 12) == (damage("1d10"),)
    assert routine(unit, large=False, figures=4, members=(character(HUMAN, (WEAPONS["dagger"],)),) * 12) == (
        damage("1d8"),
    )


def test_mixed_beasts_strike_as_their_average():
    """BS-3.1-02: half of them with d12, half with d8."""
    small = replace(CREATURES["troll"], attacks=(damage("1d8"),))
    pack = regular(replace(small, attacks=(damage("1d12"),)), mixed=(Mixed(6, small),))
    assert routine(pack, large=False, figures=12) == (damage("1d10"),)


def test_members_on_the_field_are_counted():
    """BS-9.1-02, through the ratings of a unit on the table."""
    battle = field(
        blue("men", 4, at=(20, 20), of=replace(HUMAN, armour_class=6), weapon=LONGSWORD),
        *(
            person(f"hero{n}", "blue", with_="men", rank="member", of=replace(HUMAN, armour_class=-10))
            for n in range(8)
        ),
    )
    assert ratings(battle, battle.units["men"]).armour_class < 6
    assert "BS-9.1-02" in block(battle, battle.units["men"]).armour_class.rules


def test_figures_of_a_skirmish_unit_have_the_morale_of_all():
    """BS-4.1-06: numbers are of the whole unit."""
    battle = field(*skirmishers("scouts", "blue", [(x, 20) for x in range(10, 34, 2)], of=HUMAN))
    assert ratings(battle, battle.units["scouts-1"]).morale == 11


# ---------------------------------------------------------------- movement


def test_movement_in_either_game():
    """BS-3.1-05, BS-1.0-04, BS-0.0-01: inches, or in the D&D game a tenth of the feet a turn."""
    walker = regular(replace(HUMAN, feet_per_turn=120))
    assert movement_rate(walker, "add").total == inches(9)
    assert movement_rate(walker, "dnd").total == inches(12)
    assert movement_rate(walker, "dnd").rules == ("BS-3.1-05",)


# ---------------------------------------------------------------- attack rating


def test_thac0_of_monsters_and_classes():
    """BS-8.3-04: every attested line of the borrowed tables."""
    needs = {"0.5": 21, "1-1": 20, "1": 19, "1+1": 18, "2": 16, "3+3": 16, "4+1": 15, "5+5": 15, "6+6": 13}
    for text, need in (needs | {"9": 12, "10": 10, "12": 9, "15+1": 8, "20": 7}).items():
        assert monster_thac0(hit_dice(text)) == need, text
    assert [class_thac0("fighter", level) for level in (0, 1, 3, 5, 9, 14, 20)] == [21, 20, 18, 16, 12, 8, 4]
    assert class_thac0("paladin", 10) == 12
    assert class_thac0("cleric", 8) == 16
    assert class_thac0("thief", 9) == 16
    assert class_thac0("magic_user", 0) == 21
    assert thac0(spell_user(at_level(ELF, 3))) == 18  # the best of both classes


def test_base_attack_rating():
    """BS-8.3-01, BS-8.3-03: THAC0, magic weapon and ratio; the book's examples."""
    paladin = character(at_level(HUMAN, 10, "paladin"), (LONGSWORD,))
    assert rated(paladin, 1, "ruled", "add").attack == 27
    assert rated(regular(ORC), 12, "ruled", "add").attack == 19
    assert rated(regular(OGRE), 12, "ruled", "add").attack == 20
    assert rated(regular(CREATURES["stone_giant"]), 4, "ruled", "add").attack == 22
    magic = regular(ORC, weapons=(enchanted(LONGSWORD, 1),))
    assert terms(base_attack(magic, 20, 10)) == {"BS-8.3-04": 19, "BS-8.3-01": -1}


def test_sign_of_bonuses_is_turned():
    """BS-3.1-08: a plus to hit lowers AR, a penalty raises it."""
    assert base_attack(regular(HUMAN, to_hit=2), 12, 10).total == 18
    assert base_attack(regular(HUMAN, to_hit=-3), 12, 10).total == 23


def test_repeated_twenties_are_ignored_in_ratings_only():
    """BS-8.3-02: level 0 men have AR 21, and THAC0 20 in person."""
    militia = at_level(HUMAN, 0)
    assert base_attack(regular(militia), 16, 10).total == 21
    assert in_person(character(militia, (LONGSWORD,))) == 20
    assert rated(character(militia, (LONGSWORD,)), 1, "ruled", "add").attack == 36


def test_elves_with_sword_or_bow():
    """BS-8.3-12: -1 with sword and bow, with nothing else."""
    assert base_attack(regular(ELF, weapons=(LONGSWORD,)), 12, 10).total == 19
    assert base_attack(regular(ELF, weapons=(WEAPONS["spear"],)), 12, 10).total == 20
    armed = regular(ELF, weapons=(WEAPONS["spear"], LONGSWORD), missile=MISSILES["long_bow"])
    assert base_attack(armed, 12, 10, weapon="longsword").total == 19
    assert base_shooting(armed, 12, 10).total == 19
    assert base_shooting(replace(armed, missile=MISSILES["light_crossbow"]), 12, 10).total == 20


def test_rating_follows_the_weapon_in_hand():
    """BS-8.3-01, BS-8.2-01: magic helps only with the weapon that is in hand."""
    armed = regular(HUMAN, weapons=(enchanted(LONGSWORD, 2), WEAPONS["spear"]))
    assert rated(armed, 12, "ruled", "add", "spear").attack == 20
    assert rated(armed, 12, "ruled", "add", "longsword +2").attack == 18
    assert rated(armed, 12, "ruled", "add").attack == 18


def test_dwarves_and_their_enemies():
    """BS-S0-09, BS-8.3-12: -1 AR at goblins, orcs and hobgoblins; AC better by 4 against ogres, trolls and giants."""
    dwarf = regular(DWARF)
    for race in ("goblin", "orc", "hobgoblin"):
        assert [(t.value, t.rule) for t in attack_terms(dwarf, regular(CREATURES[race]), "daylight")] == [
            (-1, "BS-S0-09")
        ]
        assert not list(armour_terms(dwarf, regular(CREATURES[race])))
    for race in ("ogre", "troll", "hill_giant", "stone_giant"):
        assert [(t.value, t.rule) for t in armour_terms(dwarf, regular(CREATURES[race]))] == [(-4, "BS-S0-09")]
        assert not list(attack_terms(dwarf, regular(CREATURES[race]), "daylight"))
    assert not list(armour_terms(regular(HUMAN), regular(OGRE)))


# ---------------------------------------------------------------- morale and discipline


def test_base_morale_of_the_example():
    """BS-4.1-01, BS-4.1-05, BS-4.1-07: 12 orcs in leather with magic swords have 12."""
    orcs = regular(replace(ORC, armour_class=8), weapons=(enchanted(LONGSWORD, 1),))
    assert terms(base_morale(orcs, 12)) == {"BS-4.1-01": 11, "BS-4.1-05": 1, "BS-4.1-07": -1, "BS-4.1-08": 1}


def test_hill_giants_of_the_example():
    """BS-4.1-02, BS-4.1-06: 12 by the ruling; the printed 13 only with 9 hit dice."""
    giants = regular(CREATURES["hill_giant"], kind="skirmish", magic_equipment=True)
    assert base_morale(giants, 6).total == 12
    assert base_morale(replace(giants, creature=replace(giants.creature, hit_dice=HitDice(9))), 6).total == 13


@pytest.mark.parametrize(
    ("dice", "modifier"),
    [
        ("0.5", -2),
        ("0.7", -1),
        ("1-1", -1),
        ("1", 0),
        ("3+3", 0),
        ("4", 1),
        ("8+8", 1),
        ("9", 2),
        ("14+2", 2),
        ("15", 3),
    ],
)
def test_hit_dice_in_morale(dice, modifier):
    """BS-4.1-02, Table 3."""
    assert terms(base_morale(regular(replace(ORC, hit_dice=hit_dice(dice))), 12)).get("BS-4.1-02", 0) == modifier


def test_demihumans_and_abilities():
    """BS-4.1-03, BS-4.1-04: +1, and +1 for each kind of ability; in the D&D game one for two asterisks."""
    assert {race for race, one in CREATURES.items() if one.demihuman} == {
        "dwarf",
        "elf",
        "gnome",
        "half_elf",
        "halfling",
    }
    gifted = replace(ORC, special=True, exceptional=True, asterisks=3)
    assert base_morale(regular(gifted), 12).total == 14
    assert base_morale(regular(gifted), 12, "dnd").total == 13
    for asterisks, better in ((1, 0), (2, 1), (4, 2), (5, 2)):
        assert base_morale(regular(replace(gifted, asterisks=asterisks)), 12, "dnd").total == 12 + better
    assert base_morale(regular(ORC, mount=replace(MOUNTS["worg"], special=True)), 12).total == 14  # BS-11.2-02


@pytest.mark.parametrize(("figures", "modifier"), [(4, -2), (6, -2), (7, -1), (11, -1), (12, 0), (48, 0)])
def test_numbers_in_morale(figures, modifier):
    """BS-4.1-06."""
    assert terms(base_morale(regular(ORC), figures)).get("BS-4.1-06", 0) == modifier


@pytest.mark.parametrize(("armour", "modifier"), [(-3, 2), (0, 2), (1, 1), (4, 1), (5, 0), (7, 0), (8, -1), (10, -1)])
def test_armour_in_morale(armour, modifier):
    """BS-4.1-07."""
    assert terms(base_morale(regular(replace(ORC, armour_class=armour)), 12)).get("BS-4.1-07", 0) == modifier


def test_type_and_mount_in_morale():
    """BS-4.1-08: +1 for regulars, none for mobs and skirmishers; +1 mounted."""
    assert base_morale(regular(ORC, kind="mob"), 12).total == 11
    assert base_morale(regular(ORC, kind="skirmish"), 12).total == 11
    assert base_morale(regular(HUMAN, mount=MOUNTS["light_warhorse"]), 12).total == 13


def test_special_types_and_settled_bonuses():
    """BS-2.11-02, BS-2.11-03, BS-4.1-09, BS-4.1-10, BS-4.6-01, BS-4.6-03: elite +2, berserkers +3 and DL 0."""
    elite, berserkers = regular(HUMAN, special="elite"), regular(HUMAN, special="berserkers", never_checks=True)
    assert (base_morale(elite, 12).total, discipline(elite, 12).total) == (14, 13)
    assert (base_morale(berserkers, 12).total, discipline(berserkers, 12).total) == (15, 0)
    brave = regular(ORC, morale_bonus=2)
    assert (base_morale(brave, 12).total, discipline(brave, 12).total) == (14, 12)
    assert discipline(regular(ORC, undisciplined=True), 12).terms[0].rule == "BS-4.6-03"


def test_discipline():
    """BS-4.6-01: base morale, intelligence and alignment."""
    ogres = terms(discipline(regular(OGRE), 12))
    assert discipline(regular(OGRE), 12).total == 11
    assert ogres["BS-4.1-02"] == 1
    assert discipline(regular(replace(HUMAN, order="neutral")), 24).total == 12
    assert discipline(regular(replace(ORC, intelligence="animal")), 12).total == 12
    assert discipline(regular(replace(ORC, intelligence="high", order="lawful")), 12).total == 14


def test_sample_unit_of_the_book():
    """BS-3.1-01, BS-4.1-11: Death's Head orcs; the D&D game's own scores of morale are of no account."""
    row = {str(key): value for key, value in LAW.sheet("BS-T-sample-unit-roster").rows}
    unit = regular(ORC, weapons=(enchanted(LONGSWORD, 1),), missile=MISSILES["short_bow"], light_blind=True)
    made = rated(unit, int(row["fig"]), "ruled", "add")
    assert (made.armour_class, made.ratio, made.hit_dice) == (row["ac"], row["ratio"], 10 * int(row["hd_fig"]))
    assert (made.morale, made.discipline, made.move) == (row["ml"], row["dl"], inches(int(row["mv"])))
    assert made.attack == int(row["ar"]) + int(row["ar_modifier_magic_sword"])
    assert made.shooting == row["ar"]
    assert unit.weapons[0].damage == (damage("1d8+1"),)
    assert unit.weapons[0].large == (damage("1d12+1"),)
    assert [tally.total for tally in saving_throws(unit)] == [row[c] for c in ("ppd", "pp", "rsw", "bw", "sp")]
    assert rated(unit, 20, "ruled", "dnd").morale == made.morale


def test_sample_hero_of_the_book():
    """BS-3.2-01, BS-3.3-01: Gareth Dragonbane, paladin of level 10: AR 27, CR 17, CB +2."""
    row = {str(key): value for key, value in LAW.sheet("BS-T-sample-hero-roster").rows}
    gareth = character(at_level(HUMAN, 10, "paladin"), (LONGSWORD,), charisma=int(row["charisma"]))
    assert gareth.person is not None
    assert gareth.person.thac0 == row["thac0"]
    assert rated(gareth, 1, "ruled", "add").attack == row["ar"]
    assert radius(gareth).total == inches(int(row["cr"]))
    assert bonus(gareth) == row["cb"]


# ---------------------------------------------------------------- saving throws


def test_saving_throws():
    """BS-3.1-06, BS-3.1-07: five numbers by class or hit dice, best of all classes, the sheet's where it differs."""
    assert KINDS == ("PPD", "P/P", "RSW", "BW", "Sp")
    assert meanings("add")["BW"] == "breath weapon"
    assert meanings("dnd")["BW"] == "dragon breath"
    assert [one.total for one in saving_throws(regular(CREATURES["troll"]))] == [10, 11, 12, 12, 13]
    assert [one.total for one in saving_throws(regular(spell_user(at_level(ELF, 1))))] == [14, 13, 11, 15, 12]
    printed = regular(DWARF, printed=Printed(saves=(11, 12, 13, 13, 14)))
    assert [one.total for one in saving_throws(printed)] == [11, 12, 13, 13, 14]
    assert "BS-S0-05" in saving_throws(printed)[0].rules
    assert [one.total for one in saving_throws(printed, "formula")] == [14, 15, 16, 17, 17]


# ---------------------------------------------------------------- weapons and ground


def test_weapons_of_the_lists():
    """BS-8.5-07, BS-10.0-01: damage by size, ranges and rates of fire, straight from the tables."""
    assert (LONGSWORD.damage, LONGSWORD.large) == ((damage("1d8"),), (damage("1d12"),))
    assert WEAPONS["lance_heavy"].doubled_on_charge
    assert WEAPONS["two_handed_sword"].two_handed
    bow, crossbow = MISSILES["long_bow"], MISSILES["heavy_crossbow"]
    assert (bow.half_shots, bow.bow, bow.counted) == (4, True, False)
    assert (crossbow.half_shots, crossbow.bow, crossbow.handling) == (1, False, "crossbows_and_slings")
    rocks = MISSILES["rocks_stone_giant"]  # BS-S0-12, BS-10.3-01, BS-10.3-02
    assert (rocks.half_shots, rocks.ranges, rocks.damage, rocks.counted) == (
        2,
        (inches(10), inches(20), inches(30)),
        (damage("3d10"),),
        False,
    )
    assert MISSILES["javelin"].counted
    assert enchanted_missile(bow, 1).counted


def test_size_decides_which_damage():
    """BS-8.5-07, BS-S0-07: riders count as man-sized, chariots as large, print first."""
    assert size_of(regular(GOBLIN, mount=MOUNTS["worg"])) == "M"
    assert size_of(regular(OGRE, mount=MOUNTS["giant_boar"])) == "L"
    assert size_of(TROOPS["human_chariots"].profile) == "L"
    riders = next(unit for unit in ROSTER if unit.name == "Plainsriders").profile
    assert (size_of(riders), size_of(riders, "formula")) == ("L", "M")


def test_home_of():
    """BS-11.8-08: flags by race; of cavalry only what rider and mount both have."""
    assert HOMES["lizard_man"] == ("swamp", "amphibious")
    assert home_of(regular(ELF)) == {"woodland"}
    assert home_of(regular(DWARF)) == {"mountain"}
    assert home_of(regular(HUMAN)) == set()
    assert home_of(regular(ELF, mount=MOUNTS["light_warhorse"])) == set()
    both = replace(MOUNTS["light_warhorse"], home=("woodland",))
    assert home_of(regular(ELF, mount=both)) == {"woodland"}


@pytest.mark.parametrize(
    ("armour", "held", "carried"), [(8, LONGSWORD, True), (9, LONGSWORD, False), (4, WEAPONS["halberd"], False)]
)
def test_shields_are_carried_by_the_armoured_with_a_hand_free(armour, held, carried):
    """BS-8.3-11: armour class 8 or better, and a weapon for one hand."""
    assert carries_shields(replace(ORC, armour_class=armour), held) is carried
    assert not carries_shields(replace(ORC, armour_class=armour), None)
    assert not carries_shields(replace(ORC, armour_class=armour, humanoid=False), held)
