"""Ready-made troops, what an army list makes of them, and who commands whom in it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.parent_game.creature import HitDice
from schiltron.parent_game.damage import damage
from schiltron.rulesets.battlesystem.commissions import commissioned, misgivings
from schiltron.rulesets.battlesystem.equipped import Equipped
from schiltron.rulesets.battlesystem.equipping import equipped
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.ratings.commanding import bonus, radius
from schiltron.rulesets.battlesystem.ratings.creatures import CREATURES, MOUNTS, at_level
from schiltron.rulesets.battlesystem.ratings.rated import rated, roster_block
from schiltron.rulesets.battlesystem.ratings.scores import minimums, score, scored, scores_roll
from schiltron.rulesets.battlesystem.ratings.unit_types import TYPES, faults, formations
from schiltron.rulesets.battlesystem.setup.rolled_scores import RollScores, scores_due
from schiltron.rulesets.battlesystem.troops import TROOPS
from schiltron.rulesets.quartermaster import Enlisted, Violation
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from tests.rulesets.battlesystem.positions import blue, field, person, play


def listed(troop: str, figures: int | None = None, **equipment: Any) -> Enlisted:
    joins, name = equipment.pop("joins", ""), equipment.pop("name", "")
    number = TROOPS[troop].figures if figures is None and troop in TROOPS else figures or 1
    return Enlisted(troop=troop, figures=number, name=name, joins=joins, equipment=equipment)


def made(troop: str, figures: int | None = None, **equipment: Any) -> Equipped:
    one, found = equipped("units[0]", listed(troop, figures, **equipment), None)
    assert not found, found
    assert one is not None
    return one


def against(
    troop: str, figures: int | None = None, options: Options | None = None, **equipment: Any
) -> list[Violation]:
    return equipped("units[0]", listed(troop, figures, **equipment), options)[1]


def rules(found: list[Violation]) -> list[str]:
    return [rule for one in found for rule in one.rules]


# ---------------------------------------------------------------- the catalogue


@pytest.mark.parametrize("troop", TROOPS.values(), ids=lambda troop: troop.id)
def test_every_troop_type_is_within_the_law(troop):
    """BS-2.8-01, BS-2.9-01, BS-2.10-01, BS-10.10-01: usual numbers, and every rating a tally that names its rules."""
    assert not list(faults(troop.profile, troop.figures))
    assert troop.formation in formations(troop.profile)
    sheet = roster_block(troop.profile, troop.figures, "ruled", "add")
    for tally in (sheet.armour_class, sheet.hit_dice, sheet.ratio, sheet.move, sheet.attack, sheet.morale):
        assert tally.rules
        assert all(term.rule for term in tally.terms)
    assert sheet.hit_dice.total > 0


def test_every_creature_and_mount_of_the_tables_can_be_fielded():
    """BS-0.0-07: whoever the tables describe is in the catalogue."""
    races = {troop.profile.creature.race for troop in TROOPS.values()}
    assert set(CREATURES) <= races
    ridden = {troop.profile.mount.race for troop in TROOPS.values() if troop.profile.mount is not None}
    drawing = {beast.race for troop in TROOPS.values() for beast in troop.profile.team}
    assert set(MOUNTS) <= ridden | drawing


def test_regular_units_are_of_any_arm():
    """BS-2.8-06: foot, archers, horse and chariots alike."""
    for troop in ("orc_foot", "human_longbowmen", "human_knights", "human_chariots", "trolls"):
        assert TROOPS[troop].profile.kind == "regular"


def test_giants_fight_in_units_and_singly():
    """BS-2.2-02: at 5:1 or 2:1 in units, one to one as heroes; they hurl rocks (BS-S0-12)."""
    assert rated(TROOPS["hill_giants"].profile, 6, "ruled", "add").ratio == 5
    assert rated(TROOPS["stone_giants"].profile, 4, "ruled", "add").ratio == 2
    assert rated(TROOPS["stone_giant"].profile, 1, "ruled", "add").ratio == 1
    assert TROOPS["hill_giants"].profile.missile is not None


# ---------------------------------------------------------------- limits of types


def test_sizes_of_units():
    """BS-2.8-01, BS-2.9-01, BS-2.10-01, BS-2.6-01, BS-2.6-02: 4 to 48, 1 to 24, 12 to 96; never single creatures."""
    assert set(TYPES) == {"regular", "skirmish", "mob"}
    for kind, rule, right, wrong in (
        ("regular", "BS-2.8-01", (4, 48), (3, 49)),
        ("skirmish", "BS-2.9-01", (1, 24), (0, 25)),
        ("mob", "BS-2.10-01", (12, 96), (11, 97)),
    ):
        profile = made("orc_foot", 20, type=kind).profile
        assert all(not list(faults(profile, figures)) for figures in right)
        assert all([fault.rule for fault in faults(profile, figures)] == [rule] for figures in wrong)
    assert rules(against("fighter", 2)) == ["BS-2.6-01"]
    assert rules(against("fighter", 1, type="regular")) == ["BS-2.6-01"]


def test_mobs_have_no_missiles():
    """BS-2.10-09."""
    assert rules(against("orc_archers", 24, type="mob")) == ["BS-2.10-09"]
    assert made("orc_archers", 24, type="mob", missile="none").formation == "mob"


def test_special_types_only_where_they_are_allowed():
    """BS-2.11-01 to -03: by the switch; elite ones may skirmish, berserkers never close up and never check."""
    assert rules(against("human_berserkers", options=Options())) == ["BS-2.11-01"]
    assert not against("human_berserkers", options=Options(special_units="on"))
    elite = made("human_swordsmen", special="elite", formation="skirmish")
    assert elite.formation == "skirmish"
    assert rules(against("human_swordsmen", formation="skirmish")) == ["BS-7.1-01"]
    wild = made("human_axemen", special="berserkers")
    assert wild.profile.never_checks
    assert "closed" not in formations(wild.profile)
    assert rules(against("goblin_mob", special="elite")) == ["BS-2.11-01"]


# ---------------------------------------------------------------- equipment


def test_words_of_an_army_list_change_the_profile():
    """BS-3.1-01: level, armour, weapons, magic, shields, alignment."""
    one = made(
        "human_spearmen",
        20,
        level=3,
        armour_class=8,
        weapon="halberd",
        magic_weapon=1,
        alignment="neutral",
        morale_bonus=1,
    )
    profile, ready = one.profile, rated(one.profile, 20, "ruled", "add")
    assert profile.creature.hit_dice == HitDice(3)
    assert profile.weapons[0].damage == (damage("1d10+1"),)
    assert not profile.shields  # both hands are full
    assert ready.move == inches(12)
    assert ready.attack == 17
    assert ready.morale == 11 + 1 - 1 + 1 + 1  # magic, AC 8, regular, settled
    assert ready.discipline == 12
    assert made("human_spearmen", large_shields=True).profile.large_shields
    assert made("orc_foot", weapon=("spear", "short_sword")).profile.weapons[1].name == "short sword"
    assert made("human_lancers", mount="heavy_warhorse", mount_armour_class=4).profile.mount.armour_class == 4
    assert made("human_spearmen", feet_per_turn=120, move=6).profile.creature.move == inches(6)
    assert made("ogres", hit_dice="5").profile.creature.hit_dice == HitDice(5)


@pytest.mark.parametrize(
    ("troop", "key", "value", "rule"),
    [
        ("orc_foot", "level", 3, "BS-8.3-04"),
        ("human_spearmen", "level", -1, "BS-8.3-04"),
        ("human_spearmen", "hit_dice", "3", "BS-3.1-04"),
        ("ogres", "hit_dice", "many", "BS-3.1-04"),
        ("orc_foot", "class", "cleric", "BS-3.2-01"),
        ("orc_foot", "weapon", "lightsabre", "BS-8.5-07"),
        ("orc_foot", "missile", "musket", "BS-10.0-01"),
        ("orc_foot", "magic_missile", 1, "BS-10.3-02"),
        ("orc_foot", "mount", "camel", "BS-11.1-01"),
        ("human_chariots", "mount", "worg", "BS-11.1-02"),
        ("orc_foot", "mount_armour_class", 3, "BS-11.2-01"),
        ("orc_foot", "armour_class", 11, "BS-3.1-01"),
        ("orc_foot", "alignment", "evil", "BS-4.6-10"),
        ("orc_foot", "shields", "big", "BS-8.3-11"),
        ("orc_foot", "charisma", 12, "BS-4.9-01"),
        ("orc_foot", "rank", "army", "BS-9.0-01"),
        ("orc_foot", "type", "phalanx", "BS-2.6-02"),
        ("orc_foot", "mixed_with", "worg_riders", "BS-3.1-02"),
        ("orc_foot", "mixed_figures", 3, "BS-3.1-02"),
        ("orc_foot", "colour", "red", "BS-3.1-01"),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule(troop, key, value, rule):
    """BS-3.1-01: a sheet holds what its rules allow; every refusal says where and what would be right."""
    (fault,) = against(troop, **{key: value})
    assert fault.rules == (rule,)
    assert fault.place == f"units[0].equipment.{key}"
    assert fault.right


def test_mixed_units_of_a_list():
    """BS-3.1-02, BS-3.1-03: figures of another kind with the same weapon, averaged."""
    one = made("orc_foot", 12, mixed_with="ogres", mixed_figures=3)
    assert rated(one.profile, 12, "ruled", "add").hit_dice == 100  # 1¾ hit dice, rounded down
    assert rules(against("orc_foot", 12, mixed_with="trolls", mixed_figures=3)) == ["BS-3.1-03"]


def test_a_sheet_holds_for_the_unit_it_describes():
    """BS-S0-05, BS-4.1-12: changed units are built anew by the formulas."""
    assert rated(made("twin_blades").profile, 12, "ruled", "add").morale == 13
    assert rated(made("twin_blades", 16).profile, 16, "ruled", "add").morale == 14
    assert rated(made("twin_blades", weapon="war_hammer").profile, 12, "ruled", "add").morale == 14


def test_characters_by_class_and_level():
    """BS-3.2-01, BS-8.3-01, BS-S0-11: THAC0, hit points, blows and radius follow class and level."""
    hero = made("fighter", 1, level=9, charisma=16, magic_weapon=2, rank="army")
    person = hero.profile.person
    assert person is not None
    assert (person.thac0, person.half_attacks, person.hit_points) == (10, 3, 49)
    assert rated(hero.profile, 1, "ruled", "add").attack == 25
    assert radius(hero.profile).total == inches(16)
    assert bonus(hero.profile) == 1
    assert hero.rank == "army"
    druid = made("cleric", 1, **{"class": "druid", "level": 12})
    assert druid.profile.person is not None
    assert druid.profile.person.thac0 == 14
    grange = made("grange_rarrack", 1, charisma=9)
    assert bonus(grange.profile) == 0
    assert radius(grange.profile).total == inches(13)


# ---------------------------------------------------------------- ability scores


def test_ability_scores():
    """BS-3.2-02: four dice less the lowest, as wished; three dice in order in the D&D game; raised to the minimum."""
    roll = scores_roll("Gareth", "blue", "add")
    assert [(pool.count, pool.sides) for pool in roll.pools] == [(4, 6)] * 6
    assert scores_roll("Gareth", "blue", "dnd").pools[0].count == 3
    assert score((6, 1, 5, 4)) == 15
    assert score((1, 2, 3)) == 6
    paladin = at_level(CREATURES["human"], 1, "paladin")
    assert minimums(paladin) == (12, 9, 13, 3, 9, 17)
    throws = (8, 10, 12, 14, 16, 18)
    wanted = ("strength", "constitution", "wisdom", "dexterity", "intelligence", "charisma")
    assert scored(throws, paladin, "add", wanted) == (18, 10, 14, 12, 16, 17)
    assert scored(throws, paladin, "dnd") == (12, 10, 13, 14, 16, 18)
    assert minimums(at_level(CREATURES["elf"], 1))[5] == 8


def test_scores_are_rolled_for_who_has_none():
    """BS-3.2-02: through the door, as the list wishes; charisma counts at once (BS-4.9-01)."""
    hero = made("paladin", 1, scores=("strength", "charisma"))
    him = person("hero", "blue", at=(20, 20))
    battle = field(replace(him, own=replace(him.own, profile=hero.profile)), blue("men", 12, at=(30, 30)))
    assert scores_due(battle) == (RollScores("hero"),)
    played = play(battle, RollScores("hero"), "6 6 6 1 | 1 1 1 1 | 6 6 5 1 | 3 3 3 3 | 2 2 2 2 | 4 4 4 1")
    known = played.unit("hero").own.profile.person
    assert known.scores == (18, 12, 13, 6, 9, 17)  # wisdom and constitution raised
    assert known.charisma == 17
    assert bonus(played.unit("hero").own.profile) == 2
    assert not scores_due(played.battle)
    assert rules(against("orc_chief", 1, scores="rolled")) == ["BS-3.2-02"]
    assert rules(against("fighter", 1, scores="luck")) == ["BS-3.2-02"]


# ---------------------------------------------------------------- who commands


def army(*units: Enlisted):
    return commissioned(units, None)


def test_regular_units_get_a_commander_from_their_ranks():
    """BS-4.7-01, BS-S0-03: regulars must have one, others have one if he is named; a sheet's radius is his."""
    ready, found = army(
        listed("twin_blades"),
        listed("human_swordsmen", commander="Radd"),
        listed("orc_mob"),
        listed("goblin_mob", commander="Snag"),
        listed("light_catapult"),
    )
    assert not found
    blades, swords, orcs, goblins, engine = ready.units
    assert blades.leader_name == "Bairn Stonewall"
    assert radius(blades.leader).total == inches(10)
    assert swords.leader_name == "Radd"
    assert radius(swords.leader).total == inches(10)
    assert (orcs.leader, engine.leader) == (None, None)
    assert goblins.leader_name == "Snag"
    assert bonus(swords.leader) == 0


def test_individuals_join_and_lead():
    """BS-9.0-01, BS-9.2-01: whoever is a unit's commander has a unit, and it has only one; a sheet says which."""
    ready, found = army(listed("plainsriders"), listed("randar"), listed("grange_rarrack"))
    assert not found
    assert ready.leads == {0: 1}
    assert ready.units[0].leader is None
    assert ready.units[1].host == 0
    assert ready.units[2].host is None
    assert rules(army(listed("fighter", rank="unit"))[1]) == ["BS-9.0-01"]
    assert rules(army(listed("orc_foot", name="A"), listed("orc_foot", joins="A"))[1]) == ["BS-9.2-01"]
    chiefs = [listed("fighter", rank="unit", joins="Orcs") for _ in range(2)]
    assert rules(army(listed("orc_foot"), *chiefs)[1]) == ["BS-4.7-01"]
    assert rules(army(listed("orc_foot"), listed("fighter", joins="Elves"))[1]) == ["BS-9.2-01"]
    placed = Enlisted("fighter", 1, joins="Orcs", pose=Pose(0, 0, 0))
    assert rules(army(listed("orc_foot"), placed)[1]) == ["BS-9.2-01"]


def test_strange_commanders_are_allowed_with_a_warning():
    """BS-4.8-04: hatred, and lawful against chaotic."""
    ready, found = army(listed("orc_foot"), listed("elf_hero", rank="unit", joins="Orcs"))
    assert not found
    assert [("hate" in line, "chaotic" in line) for line in misgivings(ready)] == [(True, False), (False, True)]
    ready, found = army(listed("orc_foot"), listed("orc_chief", rank="unit", joins="Orcs"))
    assert not list(misgivings(ready))


def test_deputies():
    """BS-9.3-01, BS-9.3-02: of one higher in rank, one each; a sheet's deputy is the army commander's."""
    ready, found = army(listed("garrock"), listed("mareth_harowll"))
    assert not found
    assert ready.deputies == {1: 0}
    chief, heir = listed("fighter", name="A", rank="army"), listed("fighter", name="B", deputy_to="A")
    assert not army(chief, heir)[1]
    assert rules(army(chief, heir, listed("cleric", name="C", deputy_to="A"))[1]) == ["BS-9.3-02"] * 2
    assert rules(army(listed("fighter", name="A"), heir)[1]) == ["BS-9.3-01"]
    assert rules(army(chief, listed("fighter", name="B", rank="army", deputy_to="A"))[1]) == ["BS-4.10-04", "BS-9.3-01"]


def test_brigades():
    """BS-4.10-02, BS-4.10-03, BS-4.10-04: more than seven units, two brigades of four to eight; one army commander."""
    units = [listed("orc_foot", name=f"Orcs {n}", brigade="AB"[n // 4]) for n in range(8)]
    chiefs = [listed("fighter", name=name, rank="brigade") for name in "AB"]
    ready, found = army(*units, *chiefs)
    assert not found
    assert ready.brigades == {n: 8 + n // 4 for n in range(8)}
    assert set(rules(army(*units[:7], *chiefs)[1])) == {"BS-4.10-03"}
    assert set(rules(army(*[listed("orc_foot", name=str(n), brigade="A") for n in range(9)], *chiefs)[1])) == {
        "BS-4.10-03"
    }
    assert rules(army(*(listed("fighter", name=name, rank="army") for name in "AB"))[1]) == ["BS-4.10-04"]
    assert "BS-4.10-02" in rules(army(listed("orc_foot", brigade="A"), listed("fighter", name="A"))[1])
