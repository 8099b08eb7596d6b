"""The kind of troops a unit is, in the words in which troops are drawn."""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.battlesystem.state import Profile, Rank
from schiltron.table.lengths import inches

_RANKS: Final[dict[str, str]] = {"army": "general", "brigade": "general", "unit": "leader"}
_POLES: Final = {"spear": "spearmen", "pike": "pikemen", "halberd": "halberdiers", "pole_arm": "halberdiers"}
_HEAVY_HORSE: Final = inches(15)
_LIGHT_HORSE: Final = inches(24)
_HEAVY, _LIGHT = 5, 8
"""Armour classes up to which foot looks heavy, and from which it looks light."""


def looks_like(profile: Profile, rank: Rank = "") -> str:
    if profile.kind == "individual":
        return _person(profile, rank)
    if profile.engine:
        return "catapult"
    if profile.team:
        return "wagon"
    if profile.mount is not None:
        return _horse(profile)
    if profile.kind == "mob":
        return "peasants"
    if profile.creature.size == "L":
        return "monster"
    return _foot(profile)


def _person(profile: Profile, rank: Rank) -> str:
    if rank in _RANKS:
        return _RANKS[rank]
    if any(name in ("magic_user", "illusionist") for name, _ in profile.creature.classes):
        return "wizard"
    return "monster" if profile.creature.size == "L" else "hero"


def _horse(profile: Profile) -> str:
    assert profile.mount is not None
    if profile.missile is not None and profile.missile.bow:
        return "horse_archers"
    if profile.mount.move <= _HEAVY_HORSE:
        return "heavy_cavalry"
    return "light_cavalry" if profile.mount.move >= _LIGHT_HORSE else "medium_cavalry"


def _foot(profile: Profile) -> str:
    missile, held = profile.missile, profile.weapons[0] if profile.weapons else None
    if missile is not None and (held is None or not profile.shields):
        if "longbow" in missile.name:
            return "longbowmen"
        if "crossbow" in missile.name:
            return "crossbowmen"
        return "archers" if missile.bow else "slingers" if "sling" in missile.name else "light_infantry"
    if held is not None and held.reach in _POLES:
        return _POLES[held.reach]
    if profile.creature.armour_class <= _HEAVY:
        return "heavy_infantry"
    return "light_infantry" if profile.creature.armour_class >= _LIGHT else "medium_infantry"
