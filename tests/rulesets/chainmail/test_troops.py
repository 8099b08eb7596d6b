"""The ready-made troops as lines of the book's tables."""

from __future__ import annotations

import pytest

from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.points import each
from schiltron.rulesets.chainmail.roster import roster_line
from schiltron.rulesets.chainmail.troops import TROOPS


def column(sheet: str) -> set[str]:
    return {str(row[0]) for row in LAW.sheet(sheet).rows}


@pytest.mark.parametrize("troop", TROOPS)
def test_every_type_has_a_line_in_every_table(troop: str) -> None:
    """CM-MELEE-02, CM-MOVE-01, CM-MORALE-06: class, move, Morale Rating, Loss Table, charge table, price."""
    line = TROOPS[troop].profile
    assert line.fights_as in column("CM-T-troop-classes")
    assert line.moves in column("CM-T-movement")
    assert line.rated in column("CM-T-morale-rating")
    assert line.holds in column("CM-T-loss")
    assert line.stands in column("CM-T-cavalry-charge")
    assert line.engine or line.priced in column("CM-T-points")
    assert each(line) > 0 or (line.nature is not None and not line.nature.eighths)


@pytest.mark.parametrize(
    ("troop", "moves"),
    [
        ("peasants", "light_foot_archers"),
        ("levies", "heavy_foot"),
        ("italian_city_levies", "heavy_foot"),
        ("horse_archers", "light_horse"),
        ("turcopoles", "medium_horse"),
        ("heavy_field_gun", "catapults_cannons"),
        ("wagon", "wagons"),
        ("turk_archers", "turk_archers"),
        ("swiss_pikemen", "landsknechte_swiss_pikemen"),
    ],
)
def test_types_without_a_line_of_their_own_move_as_the_nearest(troop: str, moves: str) -> None:
    """CM-MOVE-01: peasants as light foot, levies as heavy foot, horse archers as their class of horse."""
    assert TROOPS[troop].profile.moves == moves


@pytest.mark.parametrize(
    ("troop", "fights_as"),
    [
        ("archers", "light_foot"),
        ("swiss_pikemen", "light_foot"),
        ("peasants", "light_foot"),
        ("heavy_catapult", "light_foot"),
        ("normans", "heavy_foot"),
        ("saxons", "heavy_foot"),
        ("turkish_foot", "heavy_foot"),
        ("men_at_arms", "heavy_foot"),
        ("dismounted_knights", "armored_foot"),
        ("sergeants", "armored_foot"),
        ("italian_city_levies", "armored_foot"),
        ("condottiere", "armored_foot"),
        ("magyars", "light_horse"),
        ("hobilars", "light_horse"),
        ("norman_knights", "medium_horse"),
        ("esquires", "medium_horse"),
        ("turkish_guard", "medium_horse"),
        ("knights", "heavy_horse"),
        ("reiter", "heavy_horse"),
    ],
)
def test_the_types_the_book_names_are_in_the_class_it_gives_them(troop: str, fights_as: str) -> None:
    """CM-MELEE-02, CM-HIST-07"""
    assert TROOPS[troop].profile.fights_as == fights_as


def test_armour_is_that_of_the_class_unless_a_list_says_otherwise() -> None:
    """CM-MISSILE-02"""
    wanted = {
        "peasants": "unarmored",
        "archers": "unarmored",
        "bombard": "unarmored",
        "levies": "half_armor_or_shield",
        "swiss_pikemen": "half_armor_or_shield",
        "esquires": "half_armor_or_shield",
        "sergeants": "fully_armored",
        "knights": "fully_armored",
    }
    assert {troop: TROOPS[troop].profile.armour for troop in wanted} == wanted


def test_nerve_is_tested_in_the_lines_the_rulings_give() -> None:
    """CM-MORALE-06: Landsknechte as Swiss, janissaries as elite heavy foot, knights among the mounted knights."""
    holds = {troop: line.profile.holds for troop, line in TROOPS.items()}
    assert (holds["landsknechte"], holds["swiss_pikemen"]) == ("landsknechte", "swiss_pikemen")
    loss = {str(row["unit"]): row for row in LAW.sheet("CM-T-loss").records()}
    pair = [
        (loss[line]["casualty_percent"], loss[line]["two_dice_min_to_remain"])
        for line in ("landsknechte", "swiss_pikemen")
    ]
    assert pair[0] == pair[1]
    assert (holds["janissaries"], TROOPS["janissaries"].profile.rated) == ("elite_heavy_foot", "janissaries")
    assert (holds["knights"], holds["heavy_horse"], holds["norman_knights"]) == (
        "mounted_knights",
        "heavy_horse",
        "norman_knights",
    )


def test_levies_are_heavy_foot_but_for_their_nerve() -> None:
    """CM-HIST-13, CM-HIST-15: Morale Rating 4, the 25 percent line, light foot's against charges; long spears."""
    levies = TROOPS["levies"].profile
    assert (levies.fights_as, levies.rated, levies.holds, levies.stands) == (
        "heavy_foot",
        "levies",
        "levies",
        "light_foot_levies",
    )
    assert LAW.sheet("CM-T-morale-rating").row("levies")["rating"] == 4
    assert (levies.levies, levies.arms, TROOPS["flemish_levies"].profile.arms) == (True, "spear", "pike")


def test_heavy_foot_that_throw_have_three_inches() -> None:
    """CM-MOVE-04"""
    vikings = TROOPS["vikings"].profile
    assert vikings.missile == "thrown"
    assert LAW.sheet("CM-T-movement").row(vikings.moves)["missile_range"] == 3


def test_saracens_are_light_and_their_guard_is_medium() -> None:
    """CM-HIST-27, CM-HIST-28"""
    foot, horse, guard = (TROOPS[troop].profile for troop in ("saracen_foot", "saracen_horse", "saracen_guard"))
    assert (foot.fights_as, foot.missile) == ("light_foot", "bow")
    assert LAW.sheet("CM-T-movement").row(foot.moves)["missile_range"] == 15
    assert (horse.fights_as, guard.fights_as) == ("light_horse", "medium_horse")


def test_a_line_is_read_in_one_breath() -> None:
    """CM-MOVE-01, CM-MISSILE-02"""
    assert roster_line(TROOPS["knights"].profile) == (
        "heavy horse, move 12″, charge 18″, fully armoured, lance, knights"
    )
    assert roster_line(TROOPS["saxons"].profile).endswith("half armour or shield, throwing axes and spears")
    assert roster_line(TROOPS["bombard"].profile) == "bombard, move 6″, unarmoured"
