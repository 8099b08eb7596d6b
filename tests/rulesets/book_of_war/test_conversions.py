"""Creatures of the role-playing game become figures: every printed row is what the rules make of its creature."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict, replace

from schiltron.muster.creature_entry import CreatureEntry
from schiltron.muster.creatures import ready_creatures, record
from schiltron.parent_game.creature import Ability, Magic, Mount, Record, Shot, hit_dice
from schiltron.parent_game.damage import damage
from schiltron.rulesets.book_of_war.catalogue import QUARTERMASTER
from schiltron.rulesets.book_of_war.conversions.figures import converted
from schiltron.rulesets.book_of_war.conversions.house_types import house
from schiltron.rulesets.book_of_war.individuals import BARE_WIZARDS, UNHORSED, WIZARDS
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.troop_type import Troop
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.rulesets.conversion import Converted
from schiltron.rulesets.quartermaster import Violation
from schiltron.table.lengths import inches

PRINTED = {
    "light-footman": "light_infantry",
    "medium-footman": "medium_infantry",
    "heavy-footman": "heavy_infantry",
    "pikeman": "pikemen",
    "archer": "archers",
    "longbowman": "longbowmen",
    "crossbowman": "crossbowmen",
    "heavy-crossbowman": "heavy_crossbows",
    "light-horseman": "light_cavalry",
    "medium-horseman": "medium_cavalry",
    "heavy-horseman": "heavy_cavalry",
    "horse-archer": "horse_archers",
    "knight": "men_elite_cavalry",
    "halfling": "halfling_light_infantry",
    "halfling-slinger": "halfling_slingers",
    "elf": "elf_light_infantry",
    "elf-in-chain": "elf_medium_infantry",
    "elf-archer": "elf_archers",
    "dwarf": "dwarf_medium_infantry",
    "dwarf-crossbowman": "dwarf_heavy_crossbows",
    "dwarf-cranequinier": "dwarf_cranequiniars",
    "halfling-veteran": "halfling_elite_slingers",
    "elf-veteran": "elf_elite_archers",
    "dwarf-veteran": "dwarf_elite_infantry",
    "goblin": "goblin_light_infantry",
    "goblin-archer": "goblin_archers",
    "wolf-rider": "goblin_wolf_riders",
    "orc": "orc_light_infantry",
    "orc-in-chain": "orc_medium_infantry",
    "orc-archer": "orc_archers",
    "gnoll": "gnoll_medium_infantry",
    "gnoll-longbowman": "gnoll_longbowmen",
    "bugbear": "bugbears",
    "ogre": "ogres",
    "troll": "trolls",
    "hill-giant": "giants_hill",
    "knight-renown": "knight_renown",
    "knight-commander": "knight_commander",
    "barbarian-lord": "barbarian_lord",
    "barbarian-king": "barbarian_king",
    "blue-dragon": "dragon_adult_blue",
    "red-dragon": "dragon_adult_red",
    "gold-dragon": "dragon_adult_gold",
    "frost-giant": "giant_frost",
    "fire-giant": "giant_fire",
    "storm-giant": "giant_storm",
}
"""The printed figure of each ready creature that has one."""
DIFFERENT = {
    "wolf-rider": {"move": "BW-A2-14", "abilities": "BW-A2-15"},  # wolves run 18 inches; printed are 12
    "goblin": {"abilities": "BW-A2-15"},  # a penalty of 1, which no rule of conversion keeps
    "goblin-archer": {"abilities": "BW-A2-15"},
    "orc": {"abilities": "BW-A2-15"},
    "orc-in-chain": {"abilities": "BW-A2-15"},
    "orc-archer": {"abilities": "BW-A2-15"},
    "knight-commander": {"hit_dice": "BW-A3-13"},  # 15 levels by 10 are 1; printed are 2
    "barbarian-king": {"hit_dice": "BW-A3-13"},
    "blue-dragon": {  # of nine Hit Dice no hero by the rules; printed as one
        "hit_dice": "BW-A3-02",
        "move": "BW-A3-02",
        "hero": "BW-A3-02",
        "attack_bonus": "BW-A3-02",
        "dice_open": "BW-A3-02",
        "dice_broken": "BW-A3-02",
        "abilities": "BW-A3-02",
        "big": "BW-A3-02",
    },
}
"""Where the printed figure is not what the rules come to, and the rule that says so: the print is played."""
NAMED_ONLY = ("id", "name", "cost")


def ready(name: str) -> Record:
    return record(ready_creatures()[name])


def figure(one: Record, *, exact: bool = False) -> Converted[Troop]:
    return converted(one, exact=exact)


def line(one: Record, *, exact: bool = False) -> Troop:
    made = converted(one, exact=exact).line
    assert made is not None
    return made


def beast(**more: object) -> Record:
    plain = Record(
        name="Beast", race="beast", hit_dice=hit_dice("3+1"), armour_class=6, move=inches(9), attacks=(damage("1d6"),)
    )
    return replace(plain, **more)


def rating(one: Record, key: str, *, exact: bool = False) -> tuple[int, tuple[str, ...]]:
    (found,) = [rating for rating in figure(one, exact=exact).ratings if rating.key == key]
    return found.tally.total, found.tally.rules


# ---------------------------------------------------------------- the printed figures


def test_every_printed_figure_has_its_creature() -> None:
    """BW-A2-01, BW-A2-09, BW-A2-13, BW-A2-17, BW-A3-23"""
    assert sorted(PRINTED.values()) == sorted(set(TROOPS) - {*UNHORSED, *WIZARDS, *BARE_WIZARDS})
    assert set(PRINTED) <= set(ready_creatures())


@pytest.mark.parametrize("name", PRINTED)
def test_every_printed_figure_is_what_the_rules_make_of_its_creature(name: str) -> None:
    """BW-A1-01 to BW-A1-11, BW-A3-05, BW-A3-08, BW-A3-13, BW-A3-16, BW-A3-17

    Attacks and damage dice of the ready creatures were chosen to fit, so there this shows the arithmetic alone."""
    made, printed = asdict(line(ready(name))), asdict(TROOPS[PRINTED[name]])
    differing = {key for key in printed if key not in NAMED_ONLY and made[key] != printed[key]}
    if TROOPS[PRINTED[name]].hero is not None:
        differing -= {"alignment"}  # the list of heroes has none
    assert differing == set(DIFFERENT.get(name, {}))
    assert all(rule in LAW for rule in DIFFERENT.get(name, {}).values())


@pytest.mark.parametrize("name", [name for name in PRINTED if name not in DIFFERENT])
def test_a_figure_like_a_printed_one_names_its_price(name: str) -> None:
    """BW-B2-03, BW-A3-23"""
    made = figure(ready(name))
    assert TROOPS[made.alike].cost == TROOPS[PRINTED[name]].cost or made.alike != PRINTED[name]
    assert f"cost {TROOPS[made.alike].cost}" in made.missing[-1].text


# ---------------------------------------------------------------- numbers


def test_move_and_hit_dice_stay_and_pluses_are_dropped() -> None:
    """BW-A1-01"""
    assert rating(beast(), "move") == (inches(9), ("BW-A1-01",))
    assert rating(beast(), "hit_dice") == (3, ("BW-A1-01",))
    assert rating(beast(hit_dice=hit_dice("1-1")), "hit_dice")[0] == 1
    assert rating(beast(hit_dice=hit_dice("0.5")), "hit_dice")[0] == 1
    assert [note.rules for note in figure(beast()).left_out] == [("BW-A1-01",)]


@pytest.mark.parametrize(("dice", "bonus"), [("1", 0), ("2", 0), ("3", 1), ("5+4", 1), ("6", 2), ("8", 2), ("9", 3)])
def test_a_third_of_the_hit_dice_is_added_to_every_attack(dice: str, bonus: int) -> None:
    """BW-A1-02"""
    assert rating(beast(hit_dice=hit_dice(dice)), "bonus") == (bonus, ("BW-A1-02",))


@pytest.mark.parametrize(("modifier", "more"), [(3, 1), (2, 0), (6, 2), (-2, 0), (-4, -1)])
def test_a_third_of_any_other_modifier_counts(modifier: int, more: int) -> None:
    """BW-C3-07"""
    assert rating(beast(to_hit=modifier), "bonus")[0] == 1 + more


@pytest.mark.parametrize(
    ("armour_class", "kinds", "finer"),
    [
        (10, 3, 3), (9, 3, 4), (8, 4, 4), (7, 4, 4), (6, 5, 5), (5, 5, 5), (4, 5, 5), (3, 6, 6), (2, 6, 6), (0, 6, 6),
        (-1, 6, 7), (-9, 6, 7),
    ],
)  # fmt: skip
def test_armour_class_is_matched_to_a_kind_of_armour_or_read_from_the_finer_table(
    armour_class: int, kinds: int, finer: int
) -> None:
    """BW-A1-03, BW-O4-01, BW-O4-02"""
    one = beast(armour_class=armour_class)
    assert rating(one, "armour_hit") == (kinds, ("BW-A1-03",))
    found, rules = rating(one, "armour_hit", exact=True)
    assert (found, rules) == (finer, ("BW-O4-02",) if armour_class == 9 else ("BW-O4-01",))


@pytest.mark.parametrize(("ascending", "hit"), [(10, 3), (12, 4), (15, 5), (17, 5), (18, 6), (8, 3), (21, 7), (33, 7)])
def test_an_ascending_class_is_divided_by_three(ascending: int, hit: int) -> None:
    """BW-O4-04: chain mail of 15 is 5, plate of 18 is 6; 20 less the descending class is not meant."""
    one = beast(ascending=ascending, armour_class=20 - ascending)
    assert rating(one, "armour_hit") == (hit, ("BW-O4-04",))
    (found,) = [rating for rating in figure(one).ratings if rating.key == "armour_hit"]
    bounded = [term.label for term in found.tally.terms[1:]]
    assert bounded == ([] if ascending // 3 == hit else ["3 to 7 there are"])


def test_ranges_carry_over_in_inches() -> None:
    """BW-A1-04"""
    javelins = Shot("javelin", 1, inches(6), damage("1d6"))
    assert figure(beast(shot=javelins)).name == beast(shot=javelins).name
    assert rating(beast(shot=javelins), "range") == (inches(6), ("BW-A1-04",))
    (said,) = [one.said for one in figure(beast(shot=javelins)).ratings if one.key == "range"]
    assert said == "6″"
    made = line(beast(shot=javelins)).missile
    assert made is not None
    assert (made.name, made.rate, made.reach) == ("javelin", 1, inches(6))
    weaker = line(beast(shot=Shot("longbow", 2, inches(15), damage("1d6")))).missile
    assert weaker is not None
    assert (weaker.name, weaker.reach) == ("longbow", inches(15)), "its own range, and not that of the book's bow"


def horse(dice: str, *, fights: bool = False, armour_class: int = 7) -> Mount:
    return Mount("horse", hit_dice(dice), armour_class, inches(18), fights)


def test_a_rider_moves_at_the_rate_of_the_mount() -> None:
    """BW-A1-05"""
    assert rating(beast(mount=horse("2")), "move") == (inches(18), ("BW-A1-05",))


@pytest.mark.parametrize(
    ("rider", "mount", "fights", "dice"),
    [("1", "2", False, 2), ("1", "3", False, 2), ("3", "3", False, 6), ("3", "2", False, 5), ("1", "2+2", True, 3),
     ("2", "4", True, 6), ("2", "1", False, 3), ("2", "0.5", False, 3), ("1", "1", True, 2), ("1-1", "0.5", True, 2)],
)  # fmt: skip
def test_hit_dice_of_rider_and_mount(rider: str, mount: str, fights: bool, dice: int) -> None:
    """BW-A1-06, BW-A1-07, BW-A1-01: less than one counts as one."""
    one = beast(hit_dice=hit_dice(rider), mount=horse(mount, fights=fights))
    assert rating(one, "hit_dice") == (dice, ("BW-A1-01", "BW-A1-06" if fights else "BW-A1-07"))


def test_armour_of_rider_and_mount_far_apart_is_told() -> None:
    """BW-A1-08"""
    apart = figure(beast(hit_dice=hit_dice("1"), armour_class=3, mount=horse("2", armour_class=7)))
    assert [note.rules for note in apart.left_out] == [("BW-A1-08",)]
    assert not figure(beast(hit_dice=hit_dice("1"), armour_class=4, mount=horse("2", armour_class=7))).left_out


def test_the_bonus_is_worked_out_for_rider_and_mount_each() -> None:
    """BW-A1-09: wolf riders of 3 Hit Dice have none, elite cavalry of 6 has 1."""
    assert rating(ready("wolf-rider"), "bonus")[0] == 0
    assert rating(ready("knight"), "bonus")[0] == 1
    assert rating(beast(hit_dice=hit_dice("1"), mount=horse("4", fights=True)), "bonus")[0] == 0
    assert rating(beast(hit_dice=hit_dice("6"), mount=horse("3")), "bonus") == (1, ("BW-A1-02", "BW-A1-09"))


def test_several_attacks_are_as_many_dice() -> None:
    """BW-A1-10, BW-B2-05"""
    three = (damage("1d4"), damage("1d4"), damage("1d6"))
    assert rating(beast(attacks=three), "dice") == (3, ("BW-A1-10",))
    assert (line(beast(attacks=three)).dice_open, line(beast(attacks=three)).dice_broken) == (3, 3)
    riding = line(beast(mount=horse("2")))
    assert (riding.dice_open, riding.dice_broken) == (2, 1)


def test_dice_of_damage_are_hits() -> None:
    """BW-A1-11: where attacks differ, their average, rounded down."""
    assert rating(beast(attacks=(damage("2d8"),)), "damage") == (2, ("BW-A1-11",))
    assert rating(beast(attacks=(damage("1d10+3"),)), "damage")[0] == 1
    assert rating(beast(attacks=(damage("1d4"), damage("1d4"), damage("2d8"))), "damage")[0] == 1
    assert rating(beast(attacks=(damage("1d4"), damage("3d8"))), "damage")[0] == 2


def test_a_magic_area_attack_has_its_dice_for_a_rating() -> None:
    """BW-A1-13, BW-A4-30: a wand of fireballs has 6; an area is divided by three."""
    spell = Magic("fireball", dice=6, range=24, area=4.5, duration=2)
    (note,) = figure(beast(hit_dice=hit_dice("3"), magic=(spell,))).notes
    assert note.text == "Fireball: damage rating 6, range 24″, 1.5″ across, for 2 turns"
    assert note.rules == ("BW-A1-13", "BW-A4-30")


# ---------------------------------------------------------------- abilities


def test_only_what_is_worth_three_is_carried_over() -> None:
    """BW-A1-16"""
    able = (Ability("dodge_giants", 4), Ability("fearless", 3), Ability("regenerate", 2), Ability("bellow"))
    made = figure(beast(hit_dice=hit_dice("3"), abilities=able))
    assert made.line is not None
    assert made.line.abilities == {"dodge_giants", "fearless"}
    assert [(note.text.partition(":")[0], note.rules) for note in made.left_out] == [
        ("Regenerate", ("BW-A1-16",)),
        ("Bellow", ("BW-A1-16",)),
    ]


@pytest.mark.parametrize("ability", [str(row["ability"]) for row in LAW.sheet("BW-T-abilities").records()])
def test_every_ability_of_the_book_is_carried_over(ability: str) -> None:
    """BW-A1-16, BW-A2-01"""
    made = figure(beast(hit_dice=hit_dice("3"), abilities=(Ability(ability, 3),)))
    assert (ability.replace("_", " ").capitalize(), ("BW-A1-16",)) in [(one.text, one.rules) for one in made.notes]
    assert not any("no such ability" in one.text for one in made.missing)


def test_an_ability_the_book_does_not_know_is_for_the_players_to_settle() -> None:
    """BW-A1-16"""
    made = figure(beast(abilities=(Ability("petrify", 10),)))
    assert made.missing[0].text == "What petrify does: this book has no such ability"
    assert made.line is not None
    assert not made.line.abilities


def test_there_is_no_formula_for_a_price() -> None:
    """BW-B2-03"""
    made = figure(beast(move=inches(10)))
    assert (made.alike, made.missing[-1].rules) == ("", ("BW-B2-03",))
    assert "no rule makes another" in made.missing[-1].text


def test_what_needs_magic_and_what_is_enchanted_is_marked() -> None:
    """BW-A3-12, BW-A4-04"""
    made = line(ready("werewolf"))
    assert (made.needs_magic, made.enchanted) == (True, False)
    spirit = line(ready("air-elemental"))
    assert (spirit.needs_magic, spirit.enchanted, spirit.hero is not None) == (True, True, True)


def test_only_heroes_fly_and_nobody_swims() -> None:
    """BW-A3-28"""
    griffon, lizard = figure(ready("griffon")), figure(ready("lizard-man"))
    assert any(note.rules == ("BW-A3-28",) for note in griffon.left_out)
    assert rating(ready("griffon"), "move")[0] == inches(12)
    assert any("Swimming" in note.text for note in lizard.left_out)


# ---------------------------------------------------------------- heroes


@pytest.mark.parametrize(("dice", "hero"), [("9+8", False), ("10", True), ("16", True)])
def test_ten_hit_dice_make_a_hero(dice: str, hero: bool) -> None:
    """BW-A3-02"""
    assert (line(beast(hit_dice=hit_dice(dice))).hero is not None) is hero


def test_ten_levels_make_a_hero_too() -> None:
    """BW-A3-02, BW-D-08: an army commander is of level 10 at least, and so a hero figure."""
    captain = CreatureEntry("Captain", 9, armour_class=3, levels={"fighter": 9})
    commander = CreatureEntry("Commander", 9, armour_class=3, levels={"cleric": 4, "fighter": 10})
    assert line(record(captain)).hero is None
    assert line(record(commander)).hero is not None
    assert [note.rules for note in figure(record(commander)).notes] == [("BW-D-08",)]
    assert not figure(record(captain)).notes
    assert figure(ready("red-dragon")).notes[-1].rules != ("BW-D-08",)


def test_a_hero_below_class_zero_is_hit_on_seven() -> None:
    """BW-A3-08"""
    giant = beast(hit_dice=hit_dice("12"))
    assert rating(replace(giant, armour_class=-1), "armour_hit") == (7, ("BW-A3-08",))
    assert rating(replace(giant, armour_class=0), "armour_hit") == (6, ("BW-A3-08",))


@pytest.mark.parametrize(
    ("dice", "points", "die", "hits", "rule"),
    [("10", None, 8, 1, "BW-A3-13"), ("19", None, 8, 1, "BW-A3-13"), ("20", None, 8, 2, "BW-A3-13"),
     ("15", 70, 6, 2, "BW-A3-14"), ("15", 69, 6, 1, "BW-A3-14"), ("10", 58, 8, 1, "BW-A3-14"),
     ("30", 135, 8, 3, "BW-A3-14")],
)  # fmt: skip
def test_hit_dice_of_a_hero(dice: str, points: int | None, die: int, hits: int, rule: str) -> None:
    """BW-A3-13, BW-A3-14: with six-sided dice divide hit points by 35."""
    giant = beast(hit_dice=hit_dice(dice), hit_points=points, hit_die=die)
    assert rating(giant, "hit_dice") == (hits, (rule,))


def test_a_hero_never_has_less_than_one_hit_die() -> None:
    """BW-A3-13"""
    assert rating(beast(hit_dice=hit_dice("10"), hit_points=20), "hit_dice") == (1, ("BW-A3-14", "BW-A3-13"))


@pytest.mark.parametrize(("attacks", "number"), [(1, 5), (2, 3), (3, 1), (6, 1)])
def test_attacks_a_round_give_the_number_of_a_hero(attacks: int, number: int) -> None:
    """BW-A3-16"""
    giant = beast(hit_dice=hit_dice("12"), attacks=(damage("3d6"),) * attacks)
    assert rating(giant, "attack") == (number, ("BW-A3-16",))
    assert rating(giant, "damage") == (3, ("BW-A3-17",))


def test_large_heroes_stand_in_no_ranks() -> None:
    """BW-A3-04"""
    small, large = line(beast(hit_dice=hit_dice("12"))).hero, line(beast(hit_dice=hit_dice("12"), size="L")).hero
    assert small is not None
    assert large is not None
    assert (small.embeds, large.embeds) == (True, False)


def test_how_heroes_shoot_is_told_of_stones_and_longbows_only() -> None:
    """BW-A3-27, BW-A3-33"""
    giant = beast(hit_dice=hit_dice("12"), shot=Shot("stones", 1, inches(20), damage("2d6")))
    stones = line(giant).missile
    assert stones is not None
    assert (stones.need, stones.damage) == (6, 2)
    sling = replace(giant, shot=Shot("sling", 1, inches(12), damage("1d4")))
    assert line(sling).missile is None
    assert any(note.rules == ("BW-A3-27", "BW-A3-33") for note in figure(sling).missing)


# ---------------------------------------------------------------- the switch


def test_the_finer_table_is_a_switch() -> None:
    """BW-O4-01"""
    bare = beast(armour_class=9)
    plain = QUARTERMASTER.converted(bare, {}).line
    finer = QUARTERMASTER.converted(bare, {"armour": "exact"}).line
    assert plain is not None
    assert finer is not None
    assert (plain.armour_hit, finer.armour_hit) == (3, 4)


# ---------------------------------------------------------------- the whole sheet


NUMBERS = [
    ("Move, MV", "9″", "MV"),
    ("Armor Hit, AH", "5+", "Armor Hit"),
    ("Hit Dice, HD", "3", "HD"),
    ("Dice in melee", "1", "dice"),
    ("To hit", "+1", "to hit bonus"),
    ("Damage", "1", "damage"),
]

REMARKS = [
    ("Infravision, for battles in the dark", ("BW-O2-06",)),
    ("At home in the underworld, where there is no light at all", ("BW-O2-07",)),
    ("Ordinary troops cannot hit it: it needs magic weapons", ("BW-A3-12",)),
    ("Enchanted", ("BW-A4-04",)),
    ("+1 of its 3+1 Hit Dice", ("BW-A1-01",)),
    ("Flying, 18″: only heroes fly", ("BW-A3-28",)),
    ("+1 to hit: a third of it is nothing", ("BW-C3-07",)),
]

HERO_NUMBERS = [
    ("Move, MV", "18″", "MV"),
    ("Armor Hit, AH", "5+", "Armor Hit"),
    ("Hit Dice, HD", "1", "HD"),
    ("Attack, Atk", "5+", "Atk"),
    ("Damage, Dam", "1", "Dam"),
]

HERO_REMARKS = [
    ("+1 to hit: heroes hit by their attacks a round", ("BW-A3-16",)),
]


def sheet(one: Record) -> tuple[list[tuple[str, str, str]], list[tuple[str, tuple[str, ...]]]]:
    """Every number as it is called and said, and every remark with its rules."""
    made = figure(one)
    numbers = [(rating.label, rating.said, rating.tally.label) for rating in made.ratings]
    return numbers, [(note.text, note.rules) for note in (*made.notes, *made.left_out)]


def test_the_sheet_of_a_mass_figure_says_everything_once() -> None:
    """BW-A1-01, BW-A1-16, BW-A3-12, BW-A4-04, BW-C3-07, BW-O2-06, BW-O2-07."""
    odd = beast(to_hit=1, fly=inches(18), infravision=True, underworld=True, only_hit_by=1, enchanted=True)
    numbers, remarks = sheet(odd)
    assert numbers == NUMBERS
    assert remarks == REMARKS


def test_the_sheet_of_a_hero_says_everything_once() -> None:
    """BW-A3-05, BW-A3-13, BW-A3-16, BW-A3-17: nothing is left out of flying, and what he adds to hit is."""
    great = beast(hit_dice=hit_dice("12"), to_hit=1, fly=inches(18), size="L")
    numbers, remarks = sheet(great)
    assert numbers == HERO_NUMBERS
    assert remarks == HERO_REMARKS
    hero = line(great).hero
    assert hero is not None
    assert (hero.flies, hero.embeds, hero.horse, hero.slower, hero.weather) == (True, False, False, inches(9), False)
    assert line(great).base == TROOPS["dragon_adult_red"].base
    on_horse = ready("knight-renown")
    assert on_horse.mount is not None
    rider = line(beast(hit_dice=hit_dice("12"), mount=on_horse.mount))
    assert (rider.base, rider.mounted) == (TROOPS["knight_renown"].base, True)
    assert line(beast(hit_dice=hit_dice("12"))).base == TROOPS["barbarian_lord"].base


def test_every_sum_names_its_terms_and_what_it_counts() -> None:
    """BW-A1-06, BW-A1-07, BW-A1-10, BW-A1-11, BW-A1-09: as players read them."""

    def sums(one: Record) -> dict[str, tuple[str, list[str]]]:
        return {
            rating.key: (rating.tally.measure, [term.label for term in rating.tally.terms])
            for rating in figure(one).ratings
        }

    riding = sums(beast(hit_dice=hit_dice("1"), mount=horse("2")))
    assert riding["hit_dice"] == ("pips", ["rider", "horse, no more than the rider"])
    assert riding["dice"] == ("dice", ["attacks a round", "horse, in open terrain"])
    assert riding["bonus"] == ("pips", ["Hit Dice 1, a third", "horse +0, the lesser serves both"])
    assert sums(beast(hit_dice=hit_dice("1"), mount=horse("2", fights=True)))["hit_dice"][1] == [
        "rider",
        "horse, which fights too",
    ]
    claws = sums(beast(attacks=(damage("1d4"), damage("3d8"))))
    assert claws["damage"] == ("hits", ["dice of damage", "of 2 attacks"])
    giant = sums(beast(hit_dice=hit_dice("12"), attacks=(damage("3d6"),)))
    assert giant["damage"] == ("hits", ["3d6 of damage"])
    assert giant["attack"] == ("pips", ["1 attack a round"])
    assert giant["hit_dice"] == ("pips", ["12 Hit Dice by 10"])


def test_a_shot_of_several_dice_is_as_many_hits() -> None:
    """BW-A1-04, BW-A1-11: where it differs from its blows."""
    for shot, blows, hits in (("2d6", "1d8", 2), ("2d6", "2d6", None), ("1d6", "2d8", 1)):
        one = beast(shot=Shot("stones", 1, inches(20), damage(shot)), attacks=(damage(blows),))
        missile = line(one).missile
        assert missile is not None
        assert (missile.damage, missile.reach, missile.rate) == (hits, inches(20), 1)


def test_a_bonus_with_a_weapon_is_told_as_left_out_but_for_slings() -> None:
    """BW-A1-16, BW-C3-07, BW-A2-08."""
    bow = figure(beast(shot=Shot("longbow", 2, inches(21), damage("1d8"), to_hit=2)))
    assert [(one.text, one.rules) for one in bow.notes] == [
        ("+2 to hit with longbow is not carried over", ("BW-A1-16",))
    ]
    sling = figure(beast(shot=Shot("sling", 1, inches(12), damage("1d4"), to_hit=3)))
    assert [(one.text, one.rules) for one in sling.notes] == [
        ("+1 to hit with slings, a third of +3", ("BW-C3-07", "BW-A2-08"))
    ]
    assert sling.line is not None
    assert sling.line.abilities == {"sling_plus_1"}


# ---------------------------------------------------------------- as types of an army


def test_a_creature_is_a_type_of_its_own_at_a_price_that_players_agree_on() -> None:
    """BW-A1-17, BW-B2-02: its key is its whole line."""
    key = house(ready("hobgoblin"), "hobgoblins", 7, exact=False)
    assert isinstance(key, str)
    troop = TROOPS[key]
    assert (troop.id, troop.name, troop.cost) == ("hobgoblins", "Hobgoblin (house)", 7)
    assert replace(troop, id="hobgoblin", name="Hobgoblin", cost=0) == line(ready("hobgoblin"))
    taken = house(ready("hobgoblin"), "ogres", 7, exact=False)
    assert isinstance(taken, Violation)
    assert (taken.wrong, taken.right, taken.rules) == (
        "ogres is a troop type of the book",
        "another name",
        ("BW-B2-02",),
    )


def test_by_the_finer_table_nobody_is_cheaper_than_who_is_as_hard_to_hit() -> None:
    """BW-O4-03: a footman with leather and shield is hit on 5, and costs what medium infantry does."""
    shielded = replace(ready("light-footman"), armour_class=6)
    cheap = house(shielded, "shields", 4, exact=True)
    assert isinstance(cheap, Violation)
    assert (cheap.place, cheap.wrong, cheap.right, cheap.rules) == (
        "price",
        "4 points for what is hit on 5 or more",
        "5 or more, as medium infantry",
        ("BW-O4-03",),
    )
    assert isinstance(house(shielded, "shields", 5, exact=True), str)
    assert isinstance(house(shielded, "shields", 4, exact=False), str)
