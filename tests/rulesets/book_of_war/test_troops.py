"""The scale of the game and the twelve types of the basic game."""

from __future__ import annotations

from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.troops import MEN
from schiltron.table.lengths import inches


def test_scale_of_men_ground_and_time() -> None:
    """BW-C1-01, BW-C1-02, BW-C1-03: 10 men a figure, 20 feet an inch, 30 seconds a turn."""
    scale = {row["game_unit"]: (row["value"], row["unit"]) for row in LAW.sheet("BW-T-scale").records()}
    assert scale == {"figure": (10, "men"), "inch": (20, "feet"), "turn": (30, "seconds")}


def test_foot_stand_on_three_quarters_of_an_inch() -> None:
    """BW-C1-04."""
    sizes = {(troop.base.width, troop.base.depth) for troop in MEN.values() if not troop.mounted}
    assert sizes == {(inches(0.75), inches(0.75))}


def test_horse_stand_on_one_inch_by_two() -> None:
    """BW-C1-05."""
    sizes = {(troop.base.width, troop.base.depth) for troop in MEN.values() if troop.mounted}
    assert sizes == {(inches(1), inches(2))}


def test_bases_that_are_not_printed_follow_foot_and_horse() -> None:
    """BW-C1-06: man-sized creatures as infantry, riders as cavalry, big ones 1.5 inches square."""
    sheet = LAW.sheet("BW-T-bases")
    size = {row["figure_class"]: (row["width_in"], row["depth_in"]) for row in sheet.records()}
    assert size["man_sized_creature_on_foot"] == size["hero_on_foot"] == size["infantry"]
    assert size["other_mounted"] == size["hero_mounted"] == size["cavalry"]
    assert size["ogre_troll_giant"] == size["hero_giant_or_dragon"] == (1.5, 1.5)


def test_the_twelve_types_with_cost_move_armour_and_hit_dice() -> None:
    """BW-B2-02, BW-B2-03."""
    listed = {troop.id: (troop.cost, troop.move // 1000, troop.armour_hit, troop.hit_dice) for troop in MEN.values()}
    assert listed == {
        "light_infantry": (4, 12, 4, 1),
        "medium_infantry": (5, 9, 5, 1),
        "heavy_infantry": (9, 6, 6, 1),
        "pikemen": (5, 12, 4, 1),
        "archers": (7, 12, 4, 1),
        "longbowmen": (10, 12, 4, 1),
        "crossbowmen": (5, 12, 4, 1),
        "heavy_crossbows": (8, 9, 5, 1),
        "light_cavalry": (9, 24, 4, 2),
        "medium_cavalry": (12, 18, 5, 2),
        "heavy_cavalry": (18, 12, 6, 2),
        "horse_archers": (13, 24, 4, 2),
    }


def test_the_basic_game_has_normal_men_only() -> None:
    """BW-B2-04: no bonus, no special dice but those of horse."""
    assert len(MEN) == 12
    for troop in MEN.values():
        assert troop.attack_bonus == 0
        assert (troop.dice_open, troop.dice_broken) == ((2, 1) if troop.mounted else (1, 1))
