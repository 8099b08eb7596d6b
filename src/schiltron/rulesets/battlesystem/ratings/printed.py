"""The rosters of the Scenario Book (S0, S1, S2): units and people made from creatures, and what their sheets print.

What always comes on top, as for a commander who fights with his unit, is no part of a sheet (BS-S0-02).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.law import Cell
from schiltron.parent_game.creature import Creature, HitDice, Missile, Size, Weapon, hit_dice
from schiltron.parent_game.damage import routine
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.creatures import CREATURES, MOUNTS, at_level, on_foot, spell_user
from schiltron.rulesets.battlesystem.ratings.people import from_the_ranks
from schiltron.rulesets.battlesystem.ratings.weapons import MISSILES, WEAPONS
from schiltron.rulesets.battlesystem.state import Person, Printed, Profile, Rank
from schiltron.table.lengths import inches

Row = Mapping[str, Cell]

_FOLK: Final = {
    "elven": "elf",
    "dwarven": "dwarf",
    "orcs": "orc",
    "goblins": "goblin",
    "ogres": "ogre",
    "trolls": "troll",
}
_MOUNTS: Final = {"light warhorses": "light_warhorse", "worg wolves": "worg", "giant boars": "giant_boar"}
_HATED: Final = {"elves": "elf", "gnomes": "gnome", "dwarves": "dwarf"}
_BY_DICE: Final = {
    ("axe", "1d6"): "hand axe",
    ("axe", "1d8"): "battle axe",
    ("sword", "1d6"): "short sword",
    ("sword", "1d8"): "longsword",
}
"""Which axe or sword a sheet means."""
_BY_NAME: Final = {weapon.name: weapon for weapon in WEAPONS.values()}
_CLASSES: Final = {"F": "fighter", "C": "cleric", "MU": "magic_user", "T": "thief"}
_SAVES: Final = ("ppd", "pp", "rsw", "bw", "sp")
_SCORES: Final = ("str", "int", "wis", "dex", "con", "cha")
_NEITHER: Final = frozenset({"Black Legion"})
"""Men who are neither lawful nor chaotic: their sheet prints DL equal to ML."""


class RosterPerson(Struct, frozen=True):
    """An individual of a roster. `of` is the unit a Unit Commander leads; a `deputy` may succeed the army's."""

    scenario: str
    army: str
    side: str
    name: str
    profile: Profile
    rank: Rank
    of: str = ""
    deputy: bool = False


class RosterUnit(Struct, frozen=True):
    """A unit of a roster, with its commander where he has no sheet of his own (BS-S0-03)."""

    scenario: str
    army: str
    side: str
    name: str
    figures: int
    profile: Profile
    commander: RosterPerson | None


# ---------------------------------------------------------------- units


@cache
def units(scenario: str) -> tuple[RosterUnit, ...]:
    """The units of a scenario (S1 to S4), in order of their sheets (BS-S1-01, BS-S2-01); blank ones are filled in by
    the table (BS-S1-07, BS-S1-08)."""
    return tuple(_unit(row) for row in LAW.sheet("BS-T-roster-units").records() if row["scenario"] == scenario)


def _unit(row: Row) -> RosterUnit:
    profile = _unit_profile(row)
    # Who has a sheet of his own comes with it (BS-S2-08).
    scenario, army, side, name = (str(row[column]) for column in ("scenario", "army", "side", "unit"))
    chief = None
    if row["commander"] not in {one["name"] for one in LAW.sheet("BS-T-roster-heroes").records()}:
        risen = from_the_ranks(profile, inches(float(row["cr_in"])))
        chief = RosterPerson(scenario, army, side, _called(str(row["commander"])), risen, "unit", of=name)
    return RosterUnit(scenario, army, side, name, int(row["figures"]), profile, chief)


def _called(commander: str) -> str:
    """A commander by name; who has none is called by his race."""
    return commander.removeprefix("(unnamed ").removesuffix(")").capitalize() if commander[0] == "(" else commander


def _unit_profile(row: Row) -> Profile:
    """What the sheet notes beside AR: only the light is a trait (BS-S0-10); charges and ranges are rules of the book
    and count once (BS-S2-09, BS-S0-06), and so is what a leader in the ranks adds (BS-S0-02). Large shields make shield
    walls (BS-S2-10)."""
    creature, mount = _creature(row)
    weapons, missile = _arms(row)
    special = str(row["special"])
    held = weapons[0] if weapons else None
    lists_bow_only = str(row["weapon"]) in ("longbow", "short bow")
    return Profile(
        kind="regular",
        creature=creature,
        weapons=weapons,
        missile=missile,
        mount=mount,
        special="elite" if str(row["unit_type"]).startswith("elite") else "",
        shields=carries_shields(creature, held) and not lists_bow_only,
        large_shields="large shields" in special,
        light_blind="in daylight" in str(row["ar_modifiers"]),
        printed=Printed(
            attack=int(row["ar"]),
            morale=int(row["ml"]),
            discipline=int(row["dl"]),
            saves=_saves(row),
            size=cast(Size, str(row["size"])),
        ),
    )


def carries_shields(creature: Creature, held: Weapon | None) -> bool:
    """Whether a flank attack takes anything away: armour class 8 or better and a weapon for one hand (BS-8.3-11)."""
    return held is not None and not held.two_handed and creature.armour_class <= 8 and creature.humanoid


def _creature(row: Row) -> tuple[Creature, Creature | None]:
    """What the sheet calls level, race and class, with its armour, movement and hatreds (BS-S0-08)."""
    text, _, ridden = str(row["level_race_class"]).partition(" on ")
    mount = MOUNTS[_MOUNTS[ridden]] if ridden else None
    creature = _of_level(text) if "level" in text else CREATURES[_race(text)]
    move = creature.move if mount is not None else inches(on_foot(row["mv_in"]))
    hates = tuple(race for word, race in _HATED.items() if word in str(row["special"]))
    order = "neutral" if row["unit"] in _NEITHER else creature.order
    armour = int(row["ac"]) if mount is None else min(int(row["ac"]), creature.armour_class)
    return replace(creature, armour_class=armour, move=move, hates=hates, order=order), mount


def _race(text: str) -> str:
    return _FOLK.get(text, text.removesuffix("s").replace(" ", "_"))


def _of_level(text: str) -> Creature:
    """As: 3rd/3rd level elven fighter/magic-users."""
    level, _, rest = text.partition(" level ")
    number = int(re.match(r"\d+", level)[0])  # type: ignore[index]
    race, _, classes = rest.partition(" ")
    creature = at_level(CREATURES[_FOLK.get(race, race)], number)
    return spell_user(creature) if "magic-user" in classes else creature


def _saves(row: Row) -> tuple[int, int, int, int, int]:
    ppd, pp, rsw, bw, sp = (int(row[column]) for column in _SAVES)
    return ppd, pp, rsw, bw, sp


# ---------------------------------------------------------------- what they carry


def _arms(row: Row) -> tuple[tuple[Weapon, ...], Missile | None]:
    """The weapon of riders without their mounts' hooves; archers whose sheet names none have the one its note gives."""
    name = str(row["weapon"])
    if "claws" in name:
        return (), None
    small, large = (_plain(str(row[column])) for column in ("damage_s_m", "damage_l"))
    missile = _bow(str(row["missile_range_in"])) if row["missile_range_in"] != "-" else None
    if name in ("longbow", "short bow"):
        default = re.search(r"default ([a-z ]+) \d", str(row["note"]))
        return (WEAPONS[str(default[1]).replace(" ", "_")],) if default else (), missile
    return (_weapon(name.partition(" + ")[0].removesuffix(" or bow"), small, large),), missile


def _plain(text: str) -> str:
    """A rider's part of a line of damage, without the bow's: 1d8 + 1d4 + 1d4 or 1d8 (bow 1d6)."""
    return text.partition(" + ")[0].partition(" (")[0]


def _bow(ranges: str) -> Missile:
    brackets = tuple(inches(float(part)) for part in ranges.split("/"))
    return next(one for one in MISSILES.values() if one.ranges == brackets and one.bow)


def _weapon(name: str, small: str, large: str) -> Weapon:
    """With the dice of the sheet, held like the weapon of that name in the list."""
    said, _, plus = name.partition(" +")
    called = "weapon" if said == "by weapon" else _BY_DICE.get((said, small), said)
    model = _BY_NAME.get(called) or Weapon(called, (), ())
    full = f"{called} +{plus}" if plus else called
    return replace(model, name=full, damage=routine(small), large=routine(large), plus=int(plus or 0))


# ---------------------------------------------------------------- people


@cache
def people(scenario: str) -> tuple[RosterPerson, ...]:
    """Heroes and commanders with a sheet of their own."""
    return tuple(_person(row) for row in LAW.sheet("BS-T-roster-heroes").records() if row["scenario"] == scenario)


def _person(row: Row) -> RosterPerson:
    rank, _, led = str(row["command_rank"]).partition(" (")
    deputy = rank.startswith("deputy")
    return RosterPerson(
        scenario=str(row["scenario"]),
        army=str(row["army"]),
        side=str(row["side"]),
        name=str(row["name"]),
        profile=_person_profile(row),
        rank="hero" if deputy else cast(Rank, rank),
        of=led.removesuffix(")"),
        deputy=deputy,
    )


def _person_profile(row: Row) -> Profile:
    creature = _hero_creature(row)
    ridden = re.search(r"\w+ warhorse", str(row["special"]))
    weapons: tuple[Weapon, ...] = () if creature.attacks else (_hero_weapon(row),)
    return Profile(
        kind="individual",
        creature=creature,
        weapons=weapons,
        missile=_rocks(row),
        mount=MOUNTS[ridden[0].replace(" ", "_")] if ridden else None,
        shields=bool(weapons) and carries_shields(creature, weapons[0]),
        magic_equipment=any(weapon.plus for weapon in weapons),
        person=_sheet(row, natural=bool(creature.attacks)),
        printed=Printed(attack=int(row["ar"]), saves=_saves(row)),
    )


def _hero_creature(row: Row) -> Creature:
    plain = CREATURES[str(row["race"]).replace(" ", "_")]
    worn = {"armour_class": int(row["ac"]), "move": inches(on_foot(row["mv_in"])), "hit_dice": hit_dice(str(row["hd"]))}
    if row["class_level"] == "-":
        return replace(plain, **worn)
    names, _, levels = str(row["class_level"]).partition(" ")
    both = tuple((_CLASSES[name], int(level)) for name, level in zip(names.split("/"), levels.split("/"), strict=True))
    return replace(plain, **{**worn, "fights_as": both[0], "other_classes": both[1:], "hit_dice": HitDice(both[0][1])})


def _hero_weapon(row: Row) -> Weapon:
    if row["weapon"] == "-":
        return WEAPONS["dagger"]
    return _weapon(str(row["weapon"]), str(row["damage_s_m"]), str(row["damage_l"]))


def _rocks(row: Row) -> Missile | None:
    """Giants hurl what lies about (BS-S0-12)."""
    return MISSILES[f"rocks_{str(row['race']).replace(' ', '_')}"] if "hurl rocks" in str(row["special"]) else None


def _sheet(row: Row, *, natural: bool) -> Person:
    """Claws and bite are one round's attacks; other blows are by level even where the sheet is silent (BS-S0-11)."""
    known = [int(str(row[column]).split("/")[0]) for column in _SCORES if row[column] != "-"]
    times, _, rounds = str(row["attacks_adnd"]).partition("/")
    return Person(
        hit_points=int(row["hp"]),
        thac0=int(row["thac0"]),
        half_attacks=2 if natural else 2 * int(times) // int(rounds or 1),
        charisma=known[5] if known else None,
        radius=None if row["cr_in"] == "-" else inches(float(row["cr_in"])),
        bonus=None if row["cb"] == "-" else int(row["cb"]),
        scores=(known[0], known[1], known[2], known[3], known[4], known[5]) if known else None,
    )
