"""A unit's roster block in one line (cases 3.1 and 3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.ratings.commanding import bonus, radius
from schiltron.rulesets.battlesystem.ratings.rated import Rated, rated
from schiltron.rulesets.battlesystem.state import Profile
from schiltron.table.lengths import show_inches

_SPECIAL = {"elite": "elite", "berserkers": "berserkers"}


def roster_line(profile: Profile, figures: int, options: Options) -> str:
    ratings = rated(profile, figures, options.rosters, options.base_game)
    parts = _individual(profile, ratings) if profile.person is not None else _troops(profile, ratings)
    return ", ".join((*parts, *_apart(profile)))


def _troops(profile: Profile, ratings: Rated) -> Iterator[str]:
    race = profile.creature.race.replace("_", " ")
    kind = "skirmishers" if profile.kind == "skirmish" else "mob" if profile.kind == "mob" else "regulars"
    yield f"{race} {kind}" if not profile.engine else f"{race} crew of a {profile.engine.replace('_', ' ')}"
    yield f"{ratings.ratio}:1, {ratings.hit_dice / 10:g} HD a figure"
    yield f"AC {ratings.armour_class}, MV {show_inches(ratings.move)}"
    yield f"AR {ratings.attack}, ML {ratings.morale}, DL {ratings.discipline}"


def _individual(profile: Profile, ratings: Rated) -> Iterator[str]:
    person, creature = profile.person, profile.creature
    assert person is not None
    levels = " and ".join(f"{name.replace('_', '-')} {level}" for name, level in creature.classes)
    yield f"{creature.race.replace('_', ' ')} {levels}".strip()
    yield f"AC {ratings.armour_class}, {person.hit_points} hit points"
    yield f"MV {show_inches(ratings.move)}, AR {ratings.attack}"
    yield f"CR {show_inches(radius(profile).total)}, CB {bonus(profile):+d}"


def _apart(profile: Profile) -> Iterator[str]:
    """Weapons, mounts, and what else sets it apart."""
    yield from (weapon.name for weapon in profile.weapons)
    if profile.missile is not None:
        yield profile.missile.name
    if profile.team:
        drawn_by = profile.team[0].race.replace("_", " ")
        yield f"{profile.passengers} in a chariot drawn by {len(profile.team)}, each a {drawn_by}"
    elif profile.mount is not None:
        yield f"on a {profile.mount.race.replace('_', ' ')}"
    if profile.large_shields:
        yield "large shields"
    if profile.special:
        yield _SPECIAL[profile.special]
    for part in profile.mixed:
        yield f"mixed with {part.figures} figures of {part.creature.race.replace('_', ' ')}"
