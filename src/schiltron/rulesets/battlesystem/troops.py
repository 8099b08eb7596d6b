"""Ready-made troops for army lists: creatures, men and mounts of the tables, and the rosters (cases S0 and 10.10).

What the rosters do not show is armed from the lists of weapons. An army list may change what a unit is and carries
(equipping.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.parent_game.creature import Creature, HitDice, Weapon
from schiltron.parent_game.damage import routine
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.creatures import CREATURES, MOUNTS, at_level, roster_row, spell_user
from schiltron.rulesets.battlesystem.ratings.people import character
from schiltron.rulesets.battlesystem.ratings.printed import carries_shields, people, units
from schiltron.rulesets.battlesystem.ratings.weapons import MISSILES, WEAPONS
from schiltron.rulesets.battlesystem.state import Engine, Formation, Profile, Rank
from schiltron.table.lengths import Mil, inches

SCENARIOS: Final = ("S1", "S2", "S3", "S4")


class Troop(Struct, frozen=True):
    """A troop type as an army list names it: so many `figures` are usual. Of individuals `rank` is what they are unless
    the list says otherwise; `leads` is the unit of the same roster a commander belongs to, `commander` the name that a
    roster gives a unit's own man."""

    id: str
    name: str
    profile: Profile
    figures: int = 12
    formation: Formation = "open"
    rank: Rank = ""
    leads: str = ""
    deputy: bool = False
    commander: str = ""
    radius: Mil | None = None


# ---------------------------------------------------------------- how they are made


def _worn(unit: str) -> dict[str, int]:
    """Armour class and movement of men on a sheet."""
    row = next(row for row in LAW.sheet("BS-T-roster-units").records() if row["unit"] == unit)
    return {"armour_class": int(row["ac"]), "move": inches(float(row["mv_in"]))}


LIGHT: Final = _worn("Archers of Lairn")
MEDIUM: Final = _worn("Legion of Lairn")
HEAVY: Final = _worn("Second Legion")
PLATE: Final = _worn("Plainsmen Legion")
_LIGHT_BLIND: Final = ("orc", "goblin")
"""BS-S0-10."""


def own_weapon(race: str) -> tuple[Weapon, ...]:
    """What a creature fights with, by the dice of its sheet; none where nature armed it."""
    row = roster_row(race)
    if CREATURES[race].attacks:
        return ()
    return (
        Weapon(
            "branch" if race == "treant" else "weapon", routine(str(row["damage_s_m"])), routine(str(row["damage_l"]))
        ),
    )


def _unit(creature: Creature, *weapons: str, missile: str = "", mount: str = "", **more: Any) -> Profile:
    """Foot or horse; a troop that names no weapons has what its creature has."""
    arms = tuple(WEAPONS[name] for name in weapons) or own_weapon(creature.race)
    usual = {
        "kind": "regular",
        "shields": carries_shields(creature, arms[0] if arms else None) and not _needs_both_hands(missile),
        "light_blind": creature.race in _LIGHT_BLIND and mount != "worg",
    }
    return Profile(
        creature=creature,
        weapons=arms,
        missile=MISSILES[missile] if missile else None,
        mount=MOUNTS[mount] if mount else None,
        **{**usual, **more},
    )


def _needs_both_hands(missile: str) -> bool:
    return missile.endswith("bow")


def _man(worn: dict[str, int] = MEDIUM, level: int = 1, **more: Any) -> Creature:
    return at_level(replace(CREATURES["human"], **worn, **more), level)


def _folk(race: str, level: int = 1, **more: Any) -> Creature:
    return at_level(replace(CREATURES[race], **more), level)


def _elves(level: int = 1, **more: Any) -> Creature:
    """Elves of the rosters are fighters and magic-users."""
    return spell_user(_folk("elf", level, **more))


# ---------------------------------------------------------------- foot


def _men() -> Iterator[Troop]:
    yield Troop("human_militia", "Militia", _unit(_man(LIGHT, 0), "spear"), 16)
    yield Troop("human_spearmen", "Spearmen", _unit(_man(), "spear"))
    yield Troop("human_swordsmen", "Swordsmen", _unit(_man(HEAVY), "long_sword"))
    yield Troop("human_shield_wall", "Legionaries", _unit(_man(), "long_sword", large_shields=True), 24)
    yield Troop("human_veterans", "Veteran swordsmen", _unit(_man(HEAVY, 2), "long_sword"))
    yield Troop("human_champions", "Champions", _unit(_man(PLATE, 3), "long_sword"))
    yield Troop("human_axemen", "Axemen", _unit(_man(), "battle_axe"))
    yield Troop("human_pikemen", "Pikemen", _unit(_man(), "pike"), 24)
    yield Troop("human_halberdiers", "Halberdiers", _unit(_man(HEAVY), "halberd"))
    yield Troop("human_great_swords", "Two-handed swords", _unit(_man(PLATE), "two_handed_sword"))
    yield Troop("human_longbowmen", "Longbowmen", _unit(_man(LIGHT), "dagger", missile="long_bow"), 20)
    yield Troop("human_short_bowmen", "Short bowmen", _unit(_man(LIGHT), "dagger", missile="short_bow"), 20)
    yield Troop("human_crossbowmen", "Crossbowmen", _unit(_man(), "short_sword", missile="light_crossbow"))
    yield Troop("human_heavy_crossbowmen", "Heavy crossbowmen", _unit(_man(), "short_sword", missile="heavy_crossbow"))
    yield Troop("human_slingers", "Slingers", _unit(_man(LIGHT), "dagger", missile="sling_bullet"))
    yield Troop("human_javelinmen", "Javelinmen", _unit(_man(LIGHT), "short_sword", missile="javelin"))
    yield Troop("human_guard", "Elite guard", _unit(_man(PLATE, 3), "long_sword", special="elite"))
    raging = _man(LIGHT | {"armour_class": 7}, order="chaotic")
    yield Troop("human_berserkers", "Berserkers", _unit(raging, "battle_axe", special="berserkers", never_checks=True))


def _demihumans() -> Iterator[Troop]:
    yield Troop("dwarf_axemen", "Dwarf axemen", _unit(_folk("dwarf"), "battle_axe"))
    yield Troop("dwarf_hammerers", "Dwarf hammerers", _unit(_folk("dwarf"), "war_hammer"))
    yield Troop("dwarf_veterans", "Dwarf veterans", _unit(_folk("dwarf", 2), "battle_axe"))
    yield Troop("dwarf_crossbowmen", "Dwarf crossbowmen", _unit(_folk("dwarf"), "hand_axe", missile="light_crossbow"))
    yield Troop("gnome_spearmen", "Gnome spearmen", _unit(_folk("gnome"), "spear"))
    yield Troop("gnome_slingers", "Gnome slingers", _unit(_folk("gnome"), "short_sword", missile="sling_bullet"))
    yield Troop("halfling_swordsmen", "Halflings", _unit(_folk("halfling"), "short_sword"))
    yield Troop("halfling_slingers", "Halfling slingers", _unit(_folk("halfling"), "dagger", missile="sling_bullet"))
    yield Troop("halfling_archers", "Halfling archers", _unit(_folk("halfling"), "dagger", missile="short_bow"))
    yield Troop("elf_foot", "Elves", _unit(_elves(), "long_sword", missile="long_bow", shields=True))
    yield Troop(
        "elf_veterans", "Elven veterans", _unit(_elves(3, **PLATE), "long_sword", missile="long_bow", shields=True)
    )
    yield Troop("elf_spearmen", "Elven spearmen", _unit(_folk("elf"), "spear"))
    guard = _unit(_elves(3, **(PLATE | {"armour_class": 4})), "long_sword", missile="long_bow", shields=True)
    yield Troop("elf_guard", "Elite elves", replace(guard, special="elite"), 18)
    yield Troop("half_elf_swordsmen", "Half-elves", _unit(_folk("half_elf"), "long_sword", missile="long_bow"))


def _humanoids() -> Iterator[Troop]:
    yield Troop("half_orc_foot", "Half-orcs", _unit(_folk("half_orc"), "long_sword"))
    for race, name, number in (("orc", "Orc", 18), ("goblin", "Goblin", 18), ("hobgoblin", "Hobgoblin", 18)):
        creature = CREATURES[race]
        yield Troop(f"{race}_foot", f"{name}s", _unit(creature), number)
        yield Troop(f"{race}_spearmen", f"{name} spearmen", _unit(creature, "spear"), number)
        yield Troop(f"{race}_pikemen", f"{name} pikemen", _unit(creature, "pike"), number)
        yield Troop(f"{race}_archers", f"{name} archers", _unit(creature, "short_sword", missile="short_bow"), number)
    for race, name, number in (
        ("ogre", "Ogres", 12),
        ("troll", "Trolls", 12),
        ("hill_giant", "Hill giants", 6),
        ("stone_giant", "Stone giants", 4),
        ("baaz_draconian", "Baaz draconians", 12),
        ("kapak_draconian", "Kapak draconians", 12),
    ):
        rocks = f"rocks_{race}" if f"rocks_{race}" in MISSILES else ""
        yield Troop(f"{race}s", name, _unit(CREATURES[race], missile=rocks), number)


# ---------------------------------------------------------------- horse, chariots, engines


def _riders() -> Iterator[Troop]:
    horse = "light_warhorse"
    yield Troop("human_light_cavalry", "Light cavalry", _unit(_man(), "long_sword", mount=horse))
    yield Troop(
        "human_horse_archers", "Horse archers", _unit(_man(), "scimitar", missile="composite_short_bow", mount=horse)
    )
    yield Troop("human_lancers", "Lancers", _unit(_man(HEAVY), "lance_medium", "long_sword", mount="medium_warhorse"))
    yield Troop("human_knights", "Knights", _unit(_man(PLATE, 2), "lance_heavy", "long_sword", mount="heavy_warhorse"))
    yield Troop(
        "elf_cavalry", "Elven cavalry", _unit(_elves(), "lance_light", "long_sword", missile="short_bow", mount=horse)
    )
    yield Troop("worg_riders", "Worg riders", _unit(CREATURES["goblin"], mount="worg"))
    yield Troop("boar_riders", "Boar riders", _unit(CREATURES["orc"], mount="giant_boar"))
    yield Troop("hobgoblin_cavalry", "Hobgoblin cavalry", _unit(CREATURES["hobgoblin"], mount="medium_warhorse"))


def _chariots() -> Iterator[Troop]:
    light, heavy, worg = MOUNTS["light_warhorse"], MOUNTS["heavy_warhorse"], MOUNTS["worg"]
    two = _unit(_man(), "spear", missile="javelin", team=(light, light), passengers=2)
    yield Troop("human_chariots", "Chariots", two, 6)
    four = _unit(_man(HEAVY), "spear", missile="short_bow", team=(heavy,) * 4, passengers=3)
    yield Troop("human_heavy_chariots", "Heavy chariots", four, 6)
    goblins = _unit(CREATURES["goblin"], "spear", team=(worg, worg), passengers=2, light_blind=False)
    yield Troop("goblin_chariots", "Goblin chariots", goblins, 6)


_PIECES: Final[dict[Engine, str]] = {
    "light_catapult": "Light catapult",
    "heavy_catapult": "Heavy catapult",
    "ballista": "Ballista",
}


def _engines() -> Iterator[Troop]:
    """A crew is one figure, and a skirmish unit of its own (BS-10.10-01, BS-10.10-04)."""
    for race, whose in (("human", ""), ("dwarf", "Dwarf "), ("orc", "Orc "), ("ogre", "Ogre ")):
        for engine, name in _PIECES.items():
            arms = ("short_sword",) if race != "ogre" else ()
            crew = _unit(CREATURES[race], *arms, kind="skirmish", engine=engine)
            called = f"{whose}{name.lower()}" if whose else name
            yield Troop(engine if race == "human" else f"{race}_{engine}", called, crew, 1, "none")


# ---------------------------------------------------------------- mobs and skirmishers


def _mobs() -> Iterator[Troop]:
    peasants = _man(LIGHT | {"armour_class": 10}, 0, order="neutral")
    yield Troop("human_mob", "Peasant mob", _unit(peasants, "club", kind="mob", shields=False), 24, "mob")
    yield Troop("orc_mob", "Orc mob", _unit(CREATURES["orc"], kind="mob"), 24, "mob")
    yield Troop("goblin_mob", "Goblin mob", _unit(CREATURES["goblin"], kind="mob"), 24, "mob")
    yield Troop("ogre_mob", "Ogre mob", _unit(CREATURES["ogre"], kind="mob"), 12, "mob")


def _skirmishers() -> Iterator[Troop]:
    loose: dict[str, Any] = {"kind": "skirmish"}
    javelins = _unit(_man(LIGHT), "short_sword", missile="javelin", **loose)
    yield Troop("human_skirmishers", "Skirmishers", javelins, 8, "skirmish")
    yield Troop("human_scouts", "Scouts", _unit(_man(LIGHT), "dagger", missile="short_bow", **loose), 8, "skirmish")
    elves = _unit(_elves(), "long_sword", missile="long_bow", shields=True, **loose)
    yield Troop("elf_skirmishers", "Elven scouts", elves, 8, "skirmish")
    slings = _unit(_folk("halfling"), "dagger", missile="sling_stone", **loose)
    yield Troop("halfling_skirmishers", "Halfling slingers in loose order", slings, 8, "skirmish")
    goblins = _unit(CREATURES["goblin"], "short_sword", missile="short_bow", **loose)
    yield Troop("goblin_skirmishers", "Goblin skirmishers", goblins, 8, "skirmish")
    giants = _unit(CREATURES["hill_giant"], missile="rocks_hill_giant", **loose)
    yield Troop("hill_giant_skirmishers", "Hill giants in loose order", giants, 6, "skirmish")
    riders = _unit(_man(), "scimitar", missile="javelin", mount="light_warhorse", **loose)
    yield Troop("human_light_riders", "Light riders", riders, 8, "skirmish")


# ---------------------------------------------------------------- individuals


def _person(troop_id: str, name: str, profile: Profile) -> Troop:
    return Troop(troop_id, name, profile, 1, "none", "hero")


def _characters() -> Iterator[Troop]:
    """By class, as a rule of a level that commands; an army list names another (BS-3.2-01)."""
    worn = {"armour_class": 2, "move": inches(9)}
    for name, level, weapon, armour in (
        ("fighter", 5, "long_sword", worn),
        ("paladin", 6, "long_sword", worn),
        ("ranger", 5, "long_sword", HEAVY),
        ("cleric", 5, "mace_footman", worn),
        ("druid", 5, "scimitar", LIGHT),
        ("magic_user", 6, "dagger", {"armour_class": 8, "move": inches(12)}),
        ("illusionist", 6, "dagger", {"armour_class": 8, "move": inches(12)}),
        ("thief", 5, "short_sword", LIGHT),
        ("assassin", 5, "short_sword", LIGHT),
    ):
        creature = at_level(replace(CREATURES["human"], **armour), level, name)
        held = (WEAPONS[weapon],)
        profile = character(creature, held, shields=carries_shields(creature, held[0]) and armour is worn)
        yield _person(name, name.replace("_", "-").capitalize(), profile)
    for race in ("dwarf", "elf", "gnome", "halfling", "half_elf", "half_orc"):
        creature = _elves(5) if race == "elf" else _folk(race, 5)
        arm = WEAPONS[
            {"dwarf": "battle_axe", "gnome": "short_sword", "halfling": "short_sword"}.get(race, "long_sword")
        ]
        hero = character(creature, (arm,), shields=carries_shields(creature, arm))
        yield _person(f"{race}_hero", f"{race.replace('_', '-').capitalize()} hero", hero)


_CHIEFS: Final = {"orc": HitDice(3), "goblin": HitDice(2), "hobgoblin": HitDice(4)}
"""Chiefs of humanoids are stronger than their folk; an army list may say by how much."""


def _great_ones() -> Iterator[Troop]:
    """Creatures that fight singly, and chiefs of humanoids (BS-2.2-02)."""
    for race in ("orc", "goblin", "hobgoblin", "ogre", "troll", "hill_giant", "stone_giant", "treant", "red_dragon"):
        creature = replace(CREATURES[race], hit_dice=_CHIEFS.get(race, CREATURES[race].hit_dice))
        rocks = MISSILES.get(f"rocks_{race}")
        name = race.replace("_", " ").capitalize()
        blows = {"half_attacks": 4} if race == "treant" else {}
        one = character(creature, own_weapon(race), missile=rocks, light_blind=race in _LIGHT_BLIND, **blows)
        chief = race in _CHIEFS
        yield _person(f"{race}_chief" if chief else race, f"{name} chief" if chief else name, one)


# ---------------------------------------------------------------- printed rosters


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def _rosters() -> Iterator[Troop]:
    """The units and people of the Scenario Book, under their own names (BS-S0-05)."""
    for scenario in SCENARIOS:
        for unit in units(scenario):
            chief = unit.commander
            yield Troop(
                id=slug(unit.name),
                name=unit.name,
                profile=unit.profile,
                figures=unit.figures,
                commander="" if chief is None else chief.name,
                radius=None if chief is None or chief.profile.person is None else chief.profile.person.radius,
            )
        for one in people(scenario):
            yield Troop(slug(one.name), one.name, one.profile, 1, "none", one.rank, one.of, one.deputy)


TROOPS: Final[dict[str, Troop]] = {
    troop.id: troop
    for made in (
        _men(),
        _demihumans(),
        _humanoids(),
        _riders(),
        _chariots(),
        _engines(),
        _mobs(),
        _skirmishers(),
        _characters(),
        _great_ones(),
        _rosters(),
    )
    for troop in made
}
