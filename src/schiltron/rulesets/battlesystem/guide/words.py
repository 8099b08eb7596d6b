"""Troops, formations, ranks and weapons in words (mostly cases 4.10, 9, 11.6 and 11.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from schiltron.battle.words.grammar import plain
from schiltron.parent_game.damage import Damage
from schiltron.rulesets.battlesystem.field import is_individual
from schiltron.rulesets.battlesystem.results import reading
from schiltron.rulesets.battlesystem.state import Battle, Profile, Unit

RANKS: Final = {
    "member": ("member of a unit", "BS-9.1-01"),
    "hero": ("hero", "BS-9.4-01"),
    "unit": ("Unit Commander", "BS-9.2-01"),
    "brigade": ("Brigade Commander", "BS-4.10-02"),
    "army": ("Army Commander", "BS-4.10-04"),
}
STANCES: Final = {
    "shield_wall": ("in a shield wall", "BS-11.6-01"),
    "shield_ring": ("in a ring of shields, without flank or rear", "BS-11.6-03"),
    "set_spears": ("spears set against a charge", "BS-11.7-01"),
    "set_ring": ("spears set all round", "BS-11.7-04"),
    "all_round": ("flanks and rear turned outward", "BS-7.9-04"),
    "flanks": ("flanks turned outward", "BS-7.9-04"),
}
ASTRAY: Final = {
    "discipline": ("has failed discipline", "BS-4.6-08"),
    "rout": ("has routed", "BS-6.5-01"),
    "leaderless": ("has lost its commander", "BS-6.5-01"),
}
MOB_ORDERS: Final = {
    "move_forward": "move forward",
    "charge": "charge",
    "force_march": "forced march",
    "wheel": "wheel",
}


def troops(profile: Profile) -> str:
    """As in "Regular unit of orcs", "Mob of goblins", "Light catapult"."""
    race = plain(profile.creature.race)
    if profile.engine:
        return f"{plain(profile.engine).capitalize()}, crew of {race}"
    if profile.kind == "individual":
        classes = "/".join(f"{plain(name)} {level}" for name, level in profile.creature.classes)
        return f"{race.capitalize()}, {classes}" if classes else race.capitalize()
    kind = {"regular": "Regular unit", "skirmish": "Skirmishers", "mob": "Mob"}[profile.kind]
    special = f"{profile.special}, " if profile.special else ""
    return f"{kind}: {special}{race}{_carried(profile)}"


def _carried(profile: Profile) -> str:
    if profile.team:
        return " in chariots"
    return f" on {plain(profile.mount.race)}" if profile.mount is not None else ""


def columns(routine: Sequence[Damage]) -> str:
    """The columns of the Combat Results Table that dice of damage are read in: "D8", "D4 and D4"."""
    return " and ".join(str(reading(one)) for one in routine)


def against_sizes(small: Sequence[Damage], large: Sequence[Damage]) -> str:
    """As in "D8, large D12"."""
    return columns(small) if columns(small) == columns(large) else f"{columns(small)}, large {columns(large)}"


def rank_of(battle: Battle, unit: Unit) -> str:
    """As in "Unit Commander of Spears", "hero"."""
    if not is_individual(unit) or not unit.own.command.rank:
        return ""
    name = RANKS[unit.own.command.rank][0]
    led = led_by(battle, unit)
    return f"{name} of {' and '.join(led)}" if led else name


def led_by(battle: Battle, chief: Unit) -> list[str]:
    """Names of the units and skirmish units whose Unit Commander he is, or which are of his brigade."""
    rank = chief.own.command.rank
    if rank == "unit":
        companies = [one.name for one in battle.own.companies if one.commander == chief.id]
        return [
            one.name for one in battle.units.values() if one.own.command.commander == chief.id and one.figures
        ] + companies
    if rank == "brigade":
        return [one.name for one in battle.units.values() if one.own.command.brigade == chief.id and one.figures]
    return []
