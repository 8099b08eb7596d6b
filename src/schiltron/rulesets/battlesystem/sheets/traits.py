"""What a sheet notes beside the ratings: modifiers in the signs of AR (BS-3.1-08), special abilities and limits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal

from schiltron.battle.state.tally import Term
from schiltron.battle.words.grammar import listed
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.melee.attack import CAVALRY_CHARGE
from schiltron.rulesets.battlesystem.missiles.cover import TABLE as SHOOTING
from schiltron.rulesets.battlesystem.morale.current import FACTORS
from schiltron.rulesets.battlesystem.ratings.commanding import bonus
from schiltron.rulesets.battlesystem.ratings.creatures import CREATURES
from schiltron.rulesets.battlesystem.ratings.printed import units
from schiltron.rulesets.battlesystem.ratings.racial import armour_terms, attack_terms
from schiltron.rulesets.battlesystem.ratings.unit_types import formations
from schiltron.rulesets.battlesystem.sheets.entries import signed
from schiltron.rulesets.battlesystem.state import Profile
from schiltron.rulesets.battlesystem.troops import SCENARIOS

Light = Literal["daylight", "sunset"]

_SPECIAL: Final = {"elite": "elite: may skirmish too", "berserkers": "berserkers: never in closed formation"}


def _enemies() -> tuple[Profile, ...]:
    """One of every creature, to ask what is special against it."""
    return tuple(Profile(kind="regular", creature=creature) for creature in CREATURES.values())


def _said(terms: Iterator[Term]) -> list[str]:
    """Each once; those that differ only in whom they are against are said together."""
    against: dict[tuple[int, str], list[str]] = {}
    for term in dict.fromkeys(terms):
        what, _, enemy = term.label.partition(" against ")
        against.setdefault((term.value, "" if enemy else what), []).extend([enemy] if enemy else [])
    return [f"{signed(value)} {what or f'against {listed(enemies)}'}" for (value, what), enemies in against.items()]


def attack_modifiers(profile: Profile, light: Light) -> list[str]:
    """On AR, beyond what holds for everybody: light, hatred of old, charges, range (Tables 10 and 13)."""
    said = _said(term for enemy in _enemies() for term in attack_terms(profile, enemy, light))
    if profile.mounted and profile.kind != "individual":
        said.append(f"{signed(CAVALRY_CHARGE)} charging")
    if profile.missile is not None or profile.engine:
        bands = (SHOOTING["medium_range"], SHOOTING["long_range"])
        said.append(f"range 0/{'/'.join(map(signed, bands))}")
        if profile.mounted:
            said.append(f"{signed(SHOOTING['firing_troops_mounted'])} shooting from mounts")
    return said


def morale_modifiers(profile: Profile, chief: Profile | None) -> list[str]:
    """On ML, besides what happens to it: its commander's charisma while it is in command, and closed ranks."""
    worth = 0 if chief is None else bonus(chief)
    said = [f"{signed(worth)} under its commander"] if worth else []
    if "closed" in formations(profile):
        said.append(f"{signed(FACTORS['closed_formation'])} closed")
    return said


def magic_resistance(profile: Profile) -> str:
    """In percent, as the sheets have it of such creatures (BS-3.1-06)."""
    return f"{_resistances().get(profile.creature.race, 0)}%"


@cache
def _resistances() -> dict[str, int]:
    printed = {str(row["unit"]): int(row["mr_pct"]) for row in LAW.sheet("BS-T-roster-units").records()}
    every = (unit for scenario in SCENARIOS for unit in units(scenario))
    return {unit.profile.creature.race: printed[unit.name] for unit in every if printed[unit.name]}


def abilities(profile: Profile) -> list[str]:
    """Special abilities and limits, as far as the program plays by them."""
    creature = profile.creature
    said = [_SPECIAL[profile.special]] if profile.special else []
    if creature.hates:
        said.append(f"hate {listed([_many(race) for race in creature.hates])}")
    said += [f"AC {text}" for text in _said(term for enemy in _enemies() for term in armour_terms(profile, enemy))]
    if profile.large_shields:
        said.append("large shields: shield wall")
    if profile.light_blind:
        said.append("dislike daylight")
    if creature.home:
        said.append(f"home terrain {listed(list(creature.home))}")
    if profile.mixed:
        said += [f"{part.figures} of the figures are {_many(part.creature.race)}" for part in profile.mixed]
    return said + _terrors(profile) + _limits(profile)


def _terrors(profile: Profile) -> list[str]:
    creature = profile.creature
    flags = {
        "undead": creature.undead,
        "drain levels": creature.drains_levels,
        f"harmed only by weapons of +{creature.only_hit_by}": creature.only_hit_by,
        "magic equipment": profile.magic_equipment and not any(weapon.plus for weapon in profile.weapons),
    }
    return [text for text, holds in flags.items() if holds]


def _limits(profile: Profile) -> list[str]:
    flags = {
        "never check morale": profile.never_checks,
        "without discipline": profile.undisciplined,
        f"{profile.passengers} in each chariot": profile.passengers,
    }
    return [text for text, holds in flags.items() if holds]


def _many(race: str) -> str:
    odd = {"elf": "elves", "dwarf": "dwarves", "half_elf": "half-elves"}
    return odd.get(race, f"{race.replace('_', ' ')}s")
