"""What may set a unit of this book apart from its troop type, for those who make an army list (BS-3.1-01)."""

from __future__ import annotations

from typing import Final, get_args

from schiltron.parent_game.classes import CLASSES
from schiltron.parent_game.creature import HomeTerrain, Order
from schiltron.rulesets.battlesystem.ratings.creatures import MOUNTS
from schiltron.rulesets.battlesystem.ratings.scores import ABILITIES
from schiltron.rulesets.battlesystem.ratings.weapons import MISSILES, WEAPONS
from schiltron.rulesets.battlesystem.state import Formation, Rank, Special
from schiltron.rulesets.battlesystem.troops import TROOPS
from schiltron.rulesets.outfits import called, how_many, one_of, some_of, whether

OUTFITS: Final = (
    one_of("type", "Type of unit", ("regular", "skirmish", "mob")),
    one_of("formation", "Formation", filter(None, get_args(Formation))),
    some_of("weapon", "Weapons", WEAPONS),
    one_of("missile", "Missile weapon", ("none", *MISSILES)),
    whether("shields", "Shields"),
    whether("large_shields", "Large shields"),
    how_many("armour_class", "Armour class", -10, 10),
    one_of("mount", "Mount", ("none", *MOUNTS)),
    how_many("mount_armour_class", "Armour class of the mount", -10, 10),
    one_of("class", "Class", CLASSES),
    how_many("level", "Level", 0, 36),
    called("hit_dice", "Hit dice"),
    one_of("special", "Special troops", ("none", *filter(None, get_args(Special)))),
    one_of("alignment", "Alignment", get_args(Order)),
    how_many("move", "Move in inches", 1, 48),
    how_many("feet_per_turn", "Feet a turn", 10, 480),
    how_many("magic_weapon", "Plus of the weapon", 0, 5),
    how_many("magic_missile", "Plus of the missile weapon", 0, 5),
    whether("magic_equipment", "Magical equipment"),
    how_many("to_hit", "To hit", -5, 5),
    how_many("morale_bonus", "Morale", -5, 5),
    whether("light_blind", "Troubled by daylight"),
    whether("stands", "Stands its ground"),
    whether("never_checks", "Never checks morale"),
    whether("undisciplined", "Undisciplined"),
    called("race", "Folk"),
    some_of("home", "At home in", get_args(HomeTerrain)),
    whether("undead", "Undead"),
    whether("drains_levels", "Drains levels"),
    how_many("only_hit_by", "Only hit by weapons of at least plus", 0, 5),
    whether("humanoid", "Humanoid"),
    one_of("mixed_with", "Mixed with", TROOPS),
    how_many("mixed_figures", "Figures of those", 1, 100),
    one_of("rank", "Rank", filter(None, get_args(Rank))),
    how_many("hit_points", "Hit points", 1, 999),
    how_many("charisma", "Charisma", 1, 25),
    some_of("scores", "Abilities rolled for, the best first", ABILITIES),
    called("commander", "Commander"),
    called("deputy_to", "Deputy to"),
    called("brigade", "Brigade"),
)
