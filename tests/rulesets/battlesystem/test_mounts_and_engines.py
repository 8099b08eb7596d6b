"""Cavalry, chariots, artillery, and how often whom strikes (cases 8.6, 10.9, 10.10, 11.1 to 11.3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.parent_game.damage import damage
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.attack import base_attack, base_shooting
from schiltron.rulesets.battlesystem.ratings.blows import attacks, half_attacks, in_round, routine
from schiltron.rulesets.battlesystem.ratings.creatures import CREATURES, MOUNTS, at_level
from schiltron.rulesets.battlesystem.ratings.moving import movement_rate
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.ratings.printed import people, units
from schiltron.rulesets.battlesystem.ratings.rated import rated, roster_block
from schiltron.rulesets.battlesystem.ratings.unit_types import faults
from schiltron.rulesets.battlesystem.ratings.weapons import WEAPONS
from schiltron.rulesets.battlesystem.results import inflicted_by_all
from schiltron.rulesets.battlesystem.state import Profile
from schiltron.table.lengths import inches

HUMAN, ORC, GOBLIN = (CREATURES[race] for race in ("human", "orc", "goblin"))
SWORD = (WEAPONS["long_sword"],)
CAVALRY = {
    "plainsriders": "Plainsriders",
    "garrocks_riders": "Garrock's Riders",
    "worgriders": "Worgriders",
    "paw_riders": "Paw-Riders",
}
ROSTER = {unit.name: unit for scenario in ("S1", "S2", "S3", "S4") for unit in units(scenario)}


def chariot(passengers: int, *team: str, **more) -> Profile:
    drawn = tuple(MOUNTS[name] for name in team)
    return Profile(kind="regular", creature=HUMAN, weapons=SWORD, team=drawn, passengers=passengers, **more)


@pytest.mark.parametrize("row", LAW.sheet("BS-T-cavalry-checks").records(), ids=lambda row: row["unit"])
def test_cavalry_of_the_rosters(row):
    """BS-11.1-01, BS-11.2-01, all rows of the check: AR of the rider, average hit dice rounded up, the poorer AC,
    MV of the mount, damage of both."""
    unit = ROSTER[CAVALRY[str(row["unit"])]]
    made = rated(unit.profile, unit.figures, "formula", "add")
    assert made.hit_dice == 10 * int(row["hd_per_figure"])
    assert (made.ratio, made.attack, made.armour_class) == (row["ratio"], row["ar"], row["ac"])
    assert made.move == inches(int(row["mv_in"]))
    for large, column in ((False, "damage_s_m"), (True, "damage_l")):
        sheet = next(one for one in LAW.sheet("BS-T-roster-units").records() if one["unit"] == unit.name)
        printed = tuple(damage(part) for part in str(sheet[column]).split(" + "))
        for roll in range(0, 41):
            assert inflicted_by_all(roll, routine(unit.profile, large=large)) == inflicted_by_all(roll, printed)


def test_individuals_are_not_averaged_with_their_horses():
    """BS-3.2-01: Grange on his warhorse keeps AC 0 and 10 hit dice, and moves as the horse."""
    grange = next(one for one in people("S2") if one.name == "Grange Rarrack")
    made = rated(grange.profile, 1, "ruled", "add")
    assert (made.armour_class, made.hit_dice, made.move) == (0, 100, inches(15))


def test_chariots():
    """BS-11.1-02, BS-11.3-01: AR the average rounded down, hit dice of team and passengers added, AC average less 2."""
    made = roster_block(chariot(2, "light_warhorse", "light_warhorse"), 6, "ruled", "add")
    assert made.attack.total == 18  # 20, 20, 16, 16
    assert made.hit_dice.total == 300
    assert made.armour_class.total == 5  # 6.5 is 7 against it, less 2
    assert {"BS-11.3-01"} == set(made.armour_class.rules) == set(made.hit_dice.rules)
    odd = base_attack(chariot(2, "light_warhorse"), 6, 10)
    assert odd.total == 18  # 18⅔ in its favour
    worgs = rated(chariot(1, "worg", "worg"), 6, "ruled", "add")
    assert (worgs.ratio, worgs.hit_dice) == (5, 300)


def test_chariot_movement():
    """BS-11.3-02: two thirds of the slowest, or all of it with three times the riders' hit dice."""
    assert movement_rate(chariot(2, "light_warhorse", "light_warhorse")).total == inches(16)
    assert movement_rate(chariot(1, "light_warhorse", "light_warhorse")).total == inches(24)
    assert movement_rate(chariot(2, "light_warhorse", "heavy_warhorse")).total == inches(10)


def test_damage_of_chariots_is_that_of_all():
    """BS-11.3-01, BS-11.3-03: every passenger's weapon and every beast."""
    two = chariot(2, "light_warhorse", "worg")
    assert routine(two, large=False) == (damage("1d8"),) * 2 + (damage("1d4"),) * 2 + (damage("2d4"),)


def test_pieces_of_artillery():
    """BS-10.9-01, BS-10.9-04, BS-10.9-05: ranges, damage, movement, fixed armour class, rate."""
    light, ballista = PIECES["light_catapult"], PIECES["ballista"]
    assert set(PIECES) == {"light_catapult", "heavy_catapult", "ballista"}
    assert (light.nearest, light.ranges) == (inches(15), (inches(20), inches(25), inches(30)))
    assert (light.damage, light.move, light.target_ac, light.rounds, light.indirect) == (
        damage("2d10"),
        inches(8),
        5,
        2,
        True,
    )
    assert (ballista.target_ac, ballista.rounds, ballista.indirect, ballista.nearest) == (10, 1, False, 0)


def test_rating_of_a_piece_is_the_plain_thac0_of_its_crew():
    """BS-10.10-02: no ratio adjustment; in melee the crew has it (BS-10.10-04)."""
    ogres = Profile(kind="skirmish", creature=CREATURES["ogre"], engine="ballista")
    assert base_shooting(ogres, 1, 5).total == 15
    assert base_shooting(ogres, 1, 5).rules == ("BS-10.10-02",)
    made = rated(ogres, 1, "ruled", "add")
    assert (made.shooting, made.attack, made.move) == (15, 20, inches(6))


def test_crews():
    """BS-10.10-01: one figure of humans, demihumans or humanoids, of 10 hit dice or more."""
    crew = Profile(kind="skirmish", creature=HUMAN, engine="light_catapult")
    assert not list(faults(crew, 1))
    assert [fault.rule for fault in faults(crew, 2)] == ["BS-10.10-01"]
    small = replace(crew, creature=replace(HUMAN, hit_dice=replace(HUMAN.hit_dice, dice=0, tenths=5)))
    assert [fault.rule for fault in faults(small, 1)] == ["BS-10.10-01"]
    assert [fault.rule for fault in faults(replace(crew, creature=MOUNTS["worg"]), 1)] == ["BS-10.10-01"]


# ---------------------------------------------------------------- blows


def test_blows_by_level():
    """BS-8.6-02, BS-S0-11: three in two rounds from level 7, two a round from 13; others one."""
    assert [half_attacks(at_level(HUMAN, level)) for level in (1, 6, 7, 12, 13)] == [2, 2, 3, 3, 4]
    assert half_attacks(at_level(HUMAN, 14, "cleric")) == 2
    assert half_attacks(ORC) == 2
    assert [in_round(3, turn) for turn in (1, 2, 3, 4)] == [1, 2, 1, 2]
    for one in people("S2"):
        if one.profile.creature.classes:
            assert one.profile.person.half_attacks == half_attacks(one.profile.creature)


def test_fighters_against_petty_foes():
    """BS-8.6-02: a blow for each level at less than one hit die and at men of no level."""
    seventh = Profile(kind="regular", creature=at_level(HUMAN, 7), weapons=SWORD)
    goblins, militia, orcs = (Profile(kind="regular", creature=one) for one in (GOBLIN, at_level(HUMAN, 0), ORC))
    assert attacks(seventh, goblins, 1).total == 7
    assert attacks(seventh, militia, 2).total == 7
    assert attacks(seventh, orcs, 1).total == 1
    assert attacks(seventh, orcs, 2).total == 2
    assert attacks(seventh, replace(goblins, mount=MOUNTS["worg"]), 1).total == 1
    assert attacks(replace(seventh, creature=at_level(HUMAN, 7, "cleric")), goblins, 1).total == 1


def test_routine_of_a_figure():
    """BS-8.6-01: blows with the weapon, or what nature gave; the mount strikes once."""
    rider = Profile(kind="regular", creature=HUMAN, weapons=SWORD, mount=MOUNTS["light_warhorse"])
    assert routine(rider, large=True, blows=2) == (damage("1d12"),) * 2 + (damage("1d4"),) * 2
    troll = Profile(kind="regular", creature=CREATURES["troll"])
    assert routine(troll, large=False) == CREATURES["troll"].attacks
