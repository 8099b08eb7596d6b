"""Individuals (cases 3.3 and S0; 3.2): characters by class and level, great creatures, commanders from the ranks."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from schiltron.parent_game.classes import average_hit_points
from schiltron.parent_game.creature import Creature, Weapon
from schiltron.rulesets.battlesystem.ratings.attack import base_attack
from schiltron.rulesets.battlesystem.ratings.blows import half_attacks
from schiltron.rulesets.battlesystem.ratings.hit_dice import counted
from schiltron.rulesets.battlesystem.state import Person, Profile
from schiltron.table.lengths import Mil

_PLAIN: int = 10
"""At ten creatures to a figure AR is THAC0 with what lasts (Table 9)."""


def character(creature: Creature, weapons: tuple[Weapon, ...] = (), **more: Any) -> Profile:
    """An individual as strong as his class and level, or a creature as its hit dice, make him on the average; AR, CR
    and CB are known before play (BS-3.3-01).

    Names of a person's fields (`charisma`, `hit_points`) set those; others are of the profile.
    """
    known = {key: more.pop(key) for key in list(more) if key in Person.__struct_fields__}
    bare = Profile(kind="individual", creature=creature, weapons=weapons, **more)
    usual = {
        "hit_points": average_hit_points(creature),
        "thac0": lasting_thac0(bare),
        "half_attacks": half_attacks(creature),
    }
    return replace(bare, person=Person(**{**usual, **known}))


def from_the_ranks(profile: Profile, radius: Mil | None = None) -> Profile:
    """A commander without a sheet of his own: in all things one of his unit, without charisma bonus; alone he has the
    hit points of one of its creatures, 4½ to the die with fractions dropped, and AR of THAC0 + 15 (BS-S0-03)."""
    one = replace(
        profile, kind="individual", engine="", special="", mixed=(), team=(), passengers=0, printed=None, person=None
    )
    carried = replace(one, mount=profile.team[0]) if profile.team else one
    points = max(1, counted(profile.creature.hit_dice) * 45 // 100)
    person = Person(
        hit_points=points,
        thac0=lasting_thac0(carried),
        half_attacks=half_attacks(profile.creature),
        radius=radius,
        bonus=0,
        name_only=True,
    )
    return replace(carried, person=person)


def lasting_thac0(profile: Profile) -> int:
    """THAC0 with the first weapon and every lasting bonus (BS-8.3-01)."""
    return base_attack(profile, 1, _PLAIN).total
