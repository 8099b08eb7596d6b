"""Rider and mount, or crew and chariot, as one figure (cases 11.2 and 11.3).

Abilities of either may be used; special defences count only if all have them (BS-11.2-02, BS-11.3-03).
"""

from __future__ import annotations

from schiltron.parent_game.creature import Creature
from schiltron.rulesets.battlesystem.state import Profile


def creatures_of(profile: Profile) -> tuple[Creature, ...]:
    """Rider and mount, or passengers and team; of others the one creature."""
    return (profile.creature, *((profile.mount,) if profile.mount is not None else ()), *profile.team)


def drains_levels(profile: Profile) -> bool:
    """An ability: one of them is enough."""
    return any(one.drains_levels for one in creatures_of(profile))


def undead(profile: Profile) -> bool:
    return any(one.undead for one in creatures_of(profile))


def only_hit_by(profile: Profile) -> int:
    """A defence: the plus that the least guarded of them needs."""
    return min(one.only_hit_by for one in creatures_of(profile))


def all_of_race(profile: Profile, race: str) -> bool:
    """Whether a defence that goes with a race is that of all of them."""
    return all(one.race == race for one in creatures_of(profile))
