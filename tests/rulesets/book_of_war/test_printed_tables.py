"""What the Advanced Rules print in tables and lists, cell by cell, as the program plays it."""

from __future__ import annotations

import pytest

from schiltron.rulesets.book_of_war.attacks.area_damage import save_of
from schiltron.rulesets.book_of_war.attacks.to_hit import to_hit
from schiltron.rulesets.book_of_war.individuals import HEROES, UNHORSED, WIZARDS
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.magic.rows import GREATER, POWERS, WANDS, shots
from schiltron.rulesets.book_of_war.magic.steps import Fall, WandShot
from schiltron.rulesets.book_of_war.magic.wand_shots import fall_of
from schiltron.rulesets.book_of_war.troops import CREATURES, TROOPS
from schiltron.table.lengths import inches

HIDES, DODGES, DAYLIGHT = "hide_in_woods", "dodge_giants", "light_weakness"
ARMS = {
    "halfling_light_infantry": ((HIDES,), ""),
    "halfling_slingers": ((HIDES, "sling_plus_1"), "sling"),
    "elf_light_infantry": ((HIDES,), ""),
    "elf_medium_infantry": ((HIDES,), ""),
    "elf_archers": ((HIDES,), "shortbow"),
    "dwarf_medium_infantry": ((DODGES,), ""),
    "dwarf_heavy_crossbows": ((DODGES,), "heavy_crossbow"),
    "dwarf_cranequiniars": ((DODGES, "mule_mounts"), "light_crossbow"),
    "halfling_elite_slingers": ((HIDES, "sling_plus_1"), "sling"),
    "elf_elite_archers": (("invisibility",), "longbow"),
    "dwarf_elite_infantry": ((DODGES,), ""),
    "men_elite_cavalry": ((), ""),
    "goblin_light_infantry": ((DAYLIGHT,), ""),
    "goblin_archers": ((DAYLIGHT,), "shortbow"),
    "goblin_wolf_riders": ((DAYLIGHT,), ""),
    "orc_light_infantry": ((DAYLIGHT,), ""),
    "orc_medium_infantry": ((DAYLIGHT,), ""),
    "orc_archers": ((DAYLIGHT,), "shortbow"),
    "gnoll_medium_infantry": ((), ""),
    "gnoll_longbowmen": ((), "longbow"),
    "bugbears": ((), ""),
    "ogres": (("great_strength",), ""),
    "trolls": (("regenerate", "fearless", "two_attacks"), ""),
    "giants_hill": (("throw_stones", "damage_2"), "stones"),
}
"""What each creature can do besides, and what it shoots with. Two attacks of riders are in their dice."""


# ---------------------------------------------------------------- creatures


def test_what_each_creature_can_do_and_shoots_with() -> None:
    """BW-A2-01, BW-A2-09, BW-A2-13, BW-A2-17, BW-A2-06, BW-A2-07, BW-A2-26."""
    assert set(ARMS) == set(CREATURES)
    for kind, (abilities, weapon) in ARMS.items():
        one = CREATURES[kind]
        assert one.abilities == set(abilities), kind
        assert (one.missile.name if one.missile is not None else "") == weapon, kind
        assert one.damage == (2 if kind == "giants_hill" else 1), kind
        assert one.hero is None, kind


def test_creatures_shoot_as_far_and_as_often_as_men_with_the_same_weapons() -> None:
    """BW-A2-01, BW-A2-13, BW-B2-28."""
    rates = {"sling": (1, 12), "shortbow": (2, 15), "longbow": (2, 21), "light_crossbow": (1, 18)}
    rates |= {"heavy_crossbow": (1, 24), "stones": (1, 20)}
    for kind, (_, weapon) in ARMS.items():
        missile = CREATURES[kind].missile
        assert (missile is not None) is bool(weapon)
        if missile is not None:
            assert (missile.rate, missile.reach) == (rates[weapon][0], inches(rates[weapon][1])), kind
            assert (missile.need, missile.at_rest, missile.even) == (None, False, False), kind


def test_elite_types_of_three_hit_dice_strike_and_shoot_at_plus_one() -> None:
    """BW-A2-10, BW-A2-11: against chain, which is hit on 5; horse of 6 Hit Dice too, with two dice in the open."""
    for kind in ("halfling_elite_slingers", "elf_elite_archers", "dwarf_elite_infantry", "men_elite_cavalry"):
        need = to_hit(kind, "medium_infantry")
        assert (need.total, need.rules) == (4, ("BW-C3-02", "BW-C3-06")), kind
    riders = CREATURES["men_elite_cavalry"]
    assert (riders.dice_open, riders.dice_broken, riders.hit_dice, riders.mounted) == (2, 1, 6, True)


@pytest.mark.parametrize(
    ("kind", "need"),
    [("gnoll_medium_infantry", 5), ("bugbears", 4), ("ogres", 4), ("trolls", 3), ("giants_hill", 3),
     ("goblin_wolf_riders", 5)],
)  # fmt: skip
def test_big_and_elite_types_of_the_chaotic_hit_better(kind: str, need: int) -> None:
    """BW-A2-14, BW-A2-18: wolf riders have 3 Hit Dice and two dice without a bonus."""
    assert to_hit(kind, "medium_infantry").total == need
    wolves = CREATURES["goblin_wolf_riders"]
    assert (wolves.dice_open, wolves.hit_dice, wolves.move, wolves.attack_bonus) == (2, 3, inches(12), 0)


def test_on_whose_side_creatures_stand_and_who_sees_in_the_dark() -> None:
    """BW-O3-01, BW-O2-06: by the headings of the lists; halflings and men see nothing."""
    lawful = [kind for kind, one in CREATURES.items() if one.alignment == "lawful"]
    assert lawful == [kind for kind in CREATURES if kind.startswith(("halfling", "elf", "dwarf", "men"))]
    assert {one.alignment for kind, one in CREATURES.items() if kind not in lawful} == {"chaotic"}
    assert [kind for kind, one in CREATURES.items() if not one.infravision] == [
        kind for kind in CREATURES if kind.startswith(("halfling", "men"))
    ]


# ---------------------------------------------------------------- heroes


def test_what_heroes_shoot_with() -> None:
    """BW-A3-27, BW-A3-33: barbarians on 5 or more for 1 hit, giants on 6 for 2, all at rest."""
    found = {
        kind: (one.missile.name, one.missile.rate, one.missile.reach, one.missile.need, one.missile.damage)
        for kind, one in HEROES.items()
        if one.missile is not None
    }
    assert found == {
        **dict.fromkeys(("barbarian_lord", "barbarian_king"), ("longbow", 1, inches(21), 5, 1)),
        **dict.fromkeys(("giant_frost", "giant_fire", "giant_storm"), ("stones", 1, inches(20), 6, 2)),
    }
    assert all(one.missile.at_rest for one in HEROES.values() if one.missile is not None)
    assert {kind for kind, one in HEROES.items() if one.missile is not None and one.missile.even} == {
        "giant_frost",
        "giant_fire",
        "giant_storm",
    }


def test_how_fast_heroes_are_otherwise() -> None:
    """BW-A3-24, BW-A3-25, BW-A3-26, BW-A3-28: knights off their horses and dragons on the ground go nine inches."""
    slower = {kind: one.hero.slower for kind, one in HEROES.items() if one.hero is not None and one.hero.slower}
    assert slower == dict.fromkeys(
        ("knight_renown", "knight_commander", "dragon_adult_blue", "dragon_adult_red", "dragon_adult_gold"), inches(9)
    )
    assert {kind for kind, one in HEROES.items() if one.hero is not None and one.hero.flies} == {
        kind for kind in HEROES if kind.startswith("dragon")
    }
    assert [one.move for one in UNHORSED.values()] == [inches(9), inches(9)]
    assert [kind for kind, one in HEROES.items() if one.hero is not None and one.hero.weather] == ["giant_storm"]


def test_of_what_level_heroes_are() -> None:
    """BW-A3-24, BW-A3-26, BW-A3-36: fighters of 10, 15, 12 and 16."""
    levels = {
        kind: one.hero.man_to_man.level
        for kind, one in HEROES.items()
        if one.hero is not None and one.hero.man_to_man is not None and one.hero.embeds
    }
    assert levels == {"knight_renown": 10, "knight_commander": 15, "barbarian_lord": 12, "barbarian_king": 16}
    details = {row["hero"]: row["level_or_kind"] for row in LAW.sheet("BW-T-hero-details").records()}
    assert [details[kind] for kind in levels] == [
        "Fighter 10",
        "Fighter 15",
        "Fighter 12 / Thief 8",
        "Fighter 16 / Thief 12",
    ]


def test_what_dragons_breathe_how_hard_and_how_often() -> None:
    """BW-A3-29, BW-A3-30, BW-A3-19."""
    found = {
        kind: (one.hero.breath.rating, one.hero.breath.ways, one.hero.breath.uses, save_of(one.hero.breath.rating))
        for kind, one in HEROES.items()
        if one.hero is not None and one.hero.breath is not None
    }
    assert found == {
        "dragon_adult_blue": (9, ("lightning",), 3, 4),
        "dragon_adult_red": (10, ("fire",), 3, 5),
        "dragon_adult_gold": (11, ("fire", "gas"), 3, 5),
    }


def test_what_heroes_save_on() -> None:
    """BW-A3-19: half the damage rating, rounded down."""
    listed = {
        int(row["damage_rating"]): int(row["save_on_d6_at_least"]) for row in LAW.sheet("BW-T-hero-save").records()
    }
    assert listed == {rating: save_of(rating) for rating in range(2, 14)}


# ---------------------------------------------------------------- wizards


def test_wands_carry_as_far_and_strike_as_hard_as_listed() -> None:
    """BW-A4-07, BW-A4-08, BW-A4-09, BW-A4-12."""
    assert WANDS == ("fireballs", "lightning_bolts")
    for row in LAW.sheet("BW-T-wand").records():
        power = POWERS[str(row["wand"])]
        assert (power.range, power.amount, power.turns) == (row["range_in"], row["damage_rating"], 0) == (24, 6, 0)
        assert (row["figures_affected"], row["charges"], power.store) == (1, "unlimited", "wand")
        assert (shots(power.key, "shots_motionless"), shots(power.key, "shots_with_half_move")) == (2, 1)
    assert [POWERS[wand].tags for wand in WANDS] == [("magic", "fire"), ("magic", "lightning")]


@pytest.mark.parametrize(("die", "where"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_where_a_shot_falls_by_its_die(die: int, where: int) -> None:
    """BW-A4-11."""
    assert fall_of(WandShot("mareth", "fireballs", Fall(1, 0), Fall(2, 0), Fall(3, 0)), die).x == where


def test_spells_carry_as_far_and_last_as_long_as_listed() -> None:
    """BW-A4-16, BW-A4-18, BW-A4-19, BW-A4-21, BW-A4-23, BW-A4-24."""
    listed = {row["spell"]: row for row in LAW.sheet("BW-T-greater-spells").records()}
    assert tuple(listed) == GREATER == tuple(key for key, one in POWERS.items() if one.store == "spells")
    printed = {
        "antimagic_shell": (0, 12),
        "control_weather": (0, 0),
        "death_spell": (12, 0),
        "disintegrate": (12, 0),
        "lower_water": (24, 12),
        "move_earth": (24, 6),
    }
    for spell, (far, turns) in printed.items():
        assert (POWERS[spell].range, POWERS[spell].turns) == (far, turns), spell
        assert listed[spell]["range_in"] in (far, "whole table"), spell
        assert listed[spell]["duration_turns"] in (turns, "instantaneous", "1 day"), spell
    assert (POWERS["death_spell"].amount, POWERS["death_spell"].rank_step) == (4, 3)
    assert POWERS["disintegrate"].amount == 3, "saved on 3 or more"
    assert POWERS["move_earth"].amount == 6, "inches a turn"
    assert POWERS["lower_water"].tags == ("marsh", "stream", "pond")


def test_wizards_of_every_rank_as_listed() -> None:
    """BW-A4-01, BW-A4-13, BW-A4-19, BW-A4-32, BW-A4-33."""
    for row in LAW.sheet("BW-T-wizards").records():
        rank, wizard = int(row["rank"]), WIZARDS[f"wizard_{row['rank']}"]
        assert (row["level"], row["greater_spells"]) == (10 + rank, rank - 1)
        assert (row["cost"], wizard.cost) == (70 + 10 * rank, 70 + 10 * rank)
        assert row["death_spell_hits"] == ("-" if rank == 1 else 4 + rank // 3)
        assert wizard.hero is not None
        assert (wizard.hero.attack, wizard.damage, wizard.armour_hit, wizard.hit_dice, wizard.move) == (
            *(6, 1, 7, 1),
            inches(12),
        )
    assert len(WIZARDS) == 6


def test_nobody_listed_is_enchanted_or_needs_magic_to_be_hit() -> None:
    """BW-A3-12, BW-A4-04."""
    assert not any(one.enchanted or one.needs_magic for one in TROOPS.values())
