"""Creatures that frighten by what they are: undead, level drainers, and those a unit cannot harm (case 4.4)."""

from __future__ import annotations

from schiltron.rulesets.battlesystem.ratings.whole_figure import drains_levels, only_hit_by, undead
from schiltron.rulesets.battlesystem.state import Unit


def cannot_harm(unit: Unit, enemy: Unit) -> bool:
    """Whether no weapon of the unit meets what is needed to harm an enemy that only magic weapons hit (BS-4.4-08)."""
    needed = only_hit_by(enemy.own.profile)
    if not needed:
        return False
    mine = unit.own.profile
    missile = mine.missile.plus if mine.missile is not None else 0
    return max((missile, *(weapon.plus for weapon in mine.weapons))) < needed


def frightful(unit: Unit, enemy: Unit) -> bool:
    """Whether touching this enemy at the end of a Melee Phase makes the unit check morale (BS-4.4-04)."""
    profile = enemy.own.profile
    return undead(profile) or drains_levels(profile) or cannot_harm(unit, enemy)
