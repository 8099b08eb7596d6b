"""Creatures, men and mounts (cases 0.0 and 4.1): traits from the tables, armour and movement from the rosters.

What no table tells stands here and names its rule: abilities (BS-4.1-04), home terrain (BS-11.8-08), and the traits of
creatures that only a roster shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from schiltron.battle.state.law import Cell
from schiltron.parent_game.creature import Creature, HitDice, HomeTerrain, hit_dice
from schiltron.parent_game.damage import Damage, damage, routine
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.table.lengths import inches

CLASSED: Final = ("human", "dwarf", "elf", "halfling", "gnome", "half_elf", "half_orc")
"""Who fights by class and level; all others by their hit dice."""
DEMIHUMANS: Final = frozenset({"dwarf", "elf", "gnome", "half_elf", "halfling"})
"""BS-4.1-03."""

HATREDS: Final[dict[str, tuple[str, ...]]] = {
    race: tuple(str(row["hates"]) for row in LAW.sheet("BS-T-data-hatreds").records() if row["race"] == race)
    for race in dict.fromkeys(str(row["race"]) for row in LAW.sheet("BS-T-data-hatreds").records())
}
"""Whom a race hates (BS-4.6-10)."""

HOMES: Final[dict[str, tuple[HomeTerrain, ...]]] = {
    "elf": ("woodland",),
    "halfling": ("woodland",),
    "treant": ("woodland",),
    "sylph": ("woodland",),
    "dwarf": ("mountain",),
    "hill_giant": ("mountain",),
    "stone_giant": ("mountain",),
    "lizard_man": ("swamp", "amphibious"),
    "sahuagin": ("swamp", "aquatic"),
    "lacedon": ("swamp", "aquatic"),
}
"""The ground each is at home in; all others nowhere (BS-11.8-08)."""

_ROSTERS: Final[dict[str, tuple[str, str, str]]] = {
    "human": ("BS-T-roster-units", "unit", "Legion of Lairn"),
    "dwarf": ("BS-T-roster-units", "unit", "Orcsmashers"),
    "elf": ("BS-T-roster-units", "unit", "Second Qualinost"),
    "halfling": ("BS-T-roster-units", "unit", "Clanguard"),
    "orc": ("BS-T-roster-units", "unit", "Orcs of the Red Blade"),
    "goblin": ("BS-T-roster-units", "unit", "Twisted claws"),
    "hobgoblin": ("BS-T-roster-units", "unit", "Tearing Ears"),
    "ogre": ("BS-T-roster-units", "unit", "Red Club"),
    "troll": ("BS-T-roster-units", "unit", "Gaping Maw"),
    "baaz_draconian": ("BS-T-roster-units", "unit", "23rd Draconian"),
    "kapak_draconian": ("BS-T-roster-units", "unit", "41st Draconian"),
    "hill_giant": ("BS-T-roster-heroes", "name", "Trunk-foot"),
    "stone_giant": ("BS-T-roster-heroes", "name", "Dire-hand"),
    "treant": ("BS-T-roster-heroes", "name", "Stoutlimb"),
    "red_dragon": ("BS-T-roster-heroes", "name", "Coal"),
}
"""The sheet on which the armour class and movement of each are read."""

_ABILITIES: Final[dict[str, dict[str, Any]]] = {
    "troll": {"special": True, "asterisks": 1},
    "baaz_draconian": {"exceptional": True},
    "kapak_draconian": {"exceptional": True},
    "treant": {"special": True},
    "red_dragon": {"special": True, "exceptional": True, "asterisks": 2},
}
"""Regeneration, magic resistance and poison, waking trees, breath and fear (BS-4.1-04)."""

_ONLY_ON_ROSTERS: Final[dict[str, dict[str, Any]]] = {
    "gnome": {"size": "S", "order": "lawful"},
    "half_elf": {"order": "chaotic"},
    "half_orc": {"order": "lawful"},
    "baaz_draconian": {"order": "lawful"},
    "kapak_draconian": {"order": "lawful"},
    "treant": {"order": "chaotic", "size": "L", "humanoid": False},
    "red_dragon": {"order": "chaotic", "size": "L", "intelligence": "high", "humanoid": False},
}
_LIKE: Final = {"gnome": "dwarf", "half_elf": "elf", "half_orc": "orc"}
"""Folk of whom the book has no sheet are armed and move like these."""


def roster_row(race: str) -> Mapping[str, Cell]:
    sheet, column, name = _ROSTERS[_LIKE.get(race, race)]
    return next(row for row in LAW.sheet(sheet).records() if row[column] == name)


def on_foot(text: Cell) -> int:
    """The rate on the ground, where a sheet gives others besides: 6/15/18."""
    return int(str(text).split("/")[0])


# ---------------------------------------------------------------- natural weapons


def natural_attacks(names: str, dice: str) -> tuple[Damage, ...]:
    """Claws and bites as a sheet writes them: 2 claws + bite of 2d4+8 + 2d6 are two claws of d4+4 each and a bite of
    2d6 (BS-S0-07)."""
    parts = re.split(r"\s*\+\s*(?=\d+d)", dice)
    called = [part.strip() for part in re.split(r"\s*\+\s*|,", names)][: len(parts)]
    return tuple(one for name, part in zip(called, parts, strict=True) for one in _each(name, damage(part)))


def _each(name: str, whole: Damage) -> tuple[Damage, ...]:
    number = int(name.split(maxsplit=1)[0]) if name[0].isdigit() else 1
    return tuple(Damage(whole.count // number, whole.sides, whole.plus // number) for _ in range(number))


def _natural(race: str) -> tuple[Damage, ...]:
    row = roster_row(race)
    return natural_attacks(str(row["weapon"]), str(row["damage_s_m"])) if "claws" in str(row["weapon"]) else ()


# ---------------------------------------------------------------- the catalogue


def _traits() -> dict[str, dict[str, Any]]:
    known: dict[str, dict[str, Any]] = {}
    for row in LAW.sheet("BS-T-data-creatures").records():
        known[str(row["creature"])] = {
            "hit_dice": HitDice(1) if row["hd"] == "by_class" else hit_dice(str(row["hd"])),
            "size": row["size"],
            "intelligence": row["intelligence"],
            "order": str(row["alignment"]).split()[0],
            "demihuman": row["demihuman"],
        }
    for race, traits in _ONLY_ON_ROSTERS.items():
        known[race] = {"hit_dice": _dice_on_roster(race), "demihuman": race in DEMIHUMANS, **traits}
    return known


def _dice_on_roster(race: str) -> HitDice:
    if race in CLASSED:
        return HitDice(1)
    row = roster_row(race)
    return HitDice(int(row["hd"]) if "hd" in row else int(row["hd_per_fig"]) // 10)


def _creature(race: str, traits: dict[str, Any]) -> Creature:
    row = roster_row(race)
    return Creature(
        race=race,
        armour_class=int(row["ac"]),
        move=inches(on_foot(row["mv_in"])),
        fights_as=("fighter", 1) if race in CLASSED else None,
        attacks=() if race in CLASSED else _natural(race),
        hates=HATREDS.get(race, ()),
        home=HOMES.get(race, ()),
        **{**traits, **_ABILITIES.get(race, {})},
    )


CREATURES: Final[dict[str, Creature]] = {race: _creature(race, traits) for race, traits in _traits().items()}
"""What the role-playing game says of each race (BS-0.0-07); who fights by class is of the first level here."""

MOUNTS: Final[dict[str, Creature]] = {
    str(row["mount"]): Creature(
        race=str(row["mount"]),
        hit_dice=hit_dice(str(row["hd"])),
        armour_class=int(row["ac"]),
        move=inches(float(row["mv_in"])),
        size="L",
        intelligence="animal",
        attacks=routine(str(row["damage"])),
        humanoid=False,
    )
    for row in LAW.sheet("BS-T-data-mounts").records()
}


def at_level(creature: Creature, level: int, name: str = "") -> Creature:
    """Of another class or level; a man of no level has one hit die all the same (BS-3.1-04)."""
    if creature.fights_as is None:
        raise ValueError(f"{creature.race} have no class, so no level")
    kept = tuple((other, level) for other, _ in creature.other_classes)
    called = name or creature.fights_as[0]
    return replace(creature, fights_as=(called, level), other_classes=kept, hit_dice=HitDice(max(1, level)))


def spell_user(creature: Creature) -> Creature:
    """A fighter who is a magic-user too: spells are an exceptional ability (BS-4.1-04)."""
    level = creature.fights_as[1] if creature.fights_as else 1
    return replace(creature, other_classes=(("magic_user", level),), exceptional=True, asterisks=1)
