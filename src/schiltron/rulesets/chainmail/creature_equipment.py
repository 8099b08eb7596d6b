"""What an army list may change of a creature: the class of a hero's arms, his bow and magical arms, the tribe of orcs,
a second nature, sappers (CM-FANT-GEN-08, CM-FANT-GEN-11, CM-FANT-MAGIC-01, CM-FANT-ORC-02, CM-FANT-SIEGE-01), and who
may stand in one army."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from schiltron.rulesets.chainmail.creatures import CREATURES
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.magic.own_spells import read_back
from schiltron.rulesets.chainmail.magic.rows import BOOK_OF_SPELLS, GRADES, MISSILES, TERRAIN
from schiltron.rulesets.chainmail.nature import Nature, Trait, TroopClass, Word
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.state import Profile
from schiltron.rulesets.chainmail.troops import creature_profile
from schiltron.rulesets.mustering import nearest
from schiltron.rulesets.quartermaster import Violation
from schiltron.table.lengths import inches

ARMED_AS, SWORD, ARMOUR, ARROWS, TRIBE, ALSO, BOW, HIRED = (
    "armed_as",
    "sword",
    "magic_armour",
    "enchanted_arrows",
    "tribe",
    "also",
    "missile",
    "mercenary",
)
TRIBES: Final = {
    "red_eye": "Orcs of the (Red) Eye",
    "mordor": "Orcs of Mordor",
    "mountains": "Orcs of the Mountains",
    "white_hand": "Orcs of the White Hand",
    "isengarders": "Isengarders",
}
"""How the kinds of orc of the book's table are called in army lists (CM-FANT-ORC-02)."""
CLASSES: Final[tuple[TroopClass, ...]] = get_args(TroopClass)
BOWS: Final = ("none", "bow")
MOST_ARROWS: Final = 20
BEST_SWORD: Final = 3
"""What the best of swords adds (CM-FANT-MAGIC-10)."""
THROWS, SPELLS, OWN_SPELLS, SAPPERS = "throws", "spells", "extra", "sappers"
SETTINGS: Final = (ARMED_AS, BOW, SWORD, ARMOUR, ARROWS, TRIBE, ALSO, HIRED, THROWS, SPELLS, OWN_SPELLS, SAPPERS)
_SEVERAL_ARMS: Final = ("hero", "super_hero")
_MAGIC_USER: Final = "magic_user"
_NOT_FOR_HIRE: Final[tuple[Word, ...]] = ("alone", "conjured", "special_only")
_REFERENCE: Final = LAW.sheet("CM-T-fant-ref")
_ON_HORSE: Final = ("armored_foot", "medium_horse")
"""As what a wizard fights on foot and mounted (CM-FANT-WIZARD-03)."""


class Changed(Struct, frozen=True):
    """A creature as a list has it, and what is wrong with what it says: the setting, and the fault."""

    profile: Profile
    faults: tuple[Violation, ...] = ()


def with_equipment(profile: Profile, equipment: Mapping[str, Any]) -> Changed:
    """The creature with what the list says of it. Where a setting cannot be, it stays as it was."""
    faults: list[Violation] = []
    for key, value in equipment.items():
        if key not in SETTINGS:
            wrong = f"{key} is no part of a creature's equipment"
            faults.append(Violation(key, wrong, nearest(key, SETTINGS), ("CM-FANT-GEN-02",)))
            continue
        found = _set(profile, key, value)
        if isinstance(found, Violation):
            faults.append(replace(found, place=key))
        else:
            profile = found
    return Changed(profile, tuple(faults))


def _set(profile: Profile, key: str, value: Any) -> Profile | Violation:
    nature = profile.nature
    assert nature is not None, "only creatures are equipped so"
    match key:
        case "armed_as":
            return _armed(profile, nature, value)
        case "missile":
            return _with_bow(profile, nature, value)
        case "tribe":
            return _of_a_tribe(profile, nature, value)
        case "also":
            return _combined(profile, nature, value)
        case "mercenary":
            return _hired(profile, nature, value)
        case "sappers":
            return _digging(profile, nature, value)
        case "throws":
            return _throwing(profile, nature, value)
        case "spells":
            return _knowing(profile, nature, value)
        case "extra":
            return _with_own_spells(profile, nature, value)
    return _with_arms(profile, nature, key, value)


def _armed(profile: Profile, nature: Nature, value: Any) -> Profile | Violation:
    """Hero types are of any class (CM-FANT-GEN-08); a magic user goes on foot or rides (CM-FANT-WIZARD-03)."""
    if value not in CLASSES:
        return Violation("", f"{value!r} is no class of troops", nearest(str(value), CLASSES), ("CM-FANT-GEN-08",))
    if nature.combat not in _SEVERAL_ARMS and not (_MAGIC_USER in nature.called and value in _ON_HORSE):
        right = "hero types in any class, magic users as armored_foot or medium_horse"
        return Violation("", f"{nature.key.replace('_', ' ')} armed as {value}", right, ("CM-FANT-GEN-08",))
    troop: TroopClass = value
    rides = troop.endswith("_horse")
    line = next(row for row in _REFERENCE.records() if row["move_mounted"] != "-" and row["type"] == _line_of(nature))
    move, charge = ("move_mounted", "charge_mounted") if rides else ("move", "charge")
    changed = replace(
        nature,
        attacks_as=troop,
        defends_as=troop,
        mounted=rides,
        move=inches(int(str(line[move]))),
        charge=inches(int(str(line[charge]))) if line[charge] != "-" else 0,
    )
    return creature_profile(changed, profile.missile)


def _line_of(nature: Nature) -> str:
    lines = {"hero": "heroes_anti_heroes", "super_hero": "super_heroes"}
    return lines.get(nature.combat, "wizards")


def _with_bow(profile: Profile, nature: Nature, value: Any) -> Profile | Violation:
    """The reference table gives a range to those who have missiles (CM-FANT-GEN-02, CM-FANT-GEN-09)."""
    shoots = nature.combat in _SEVERAL_ARMS or profile.missile == "bow"
    if value not in BOWS or not shoots:
        wrong = f"{nature.key.replace('_', ' ')} with {value!r}"
        return Violation("", wrong, "bow or none, for hero types, elves and orcs", ("CM-FANT-GEN-02",))
    return replace(profile, missile="bow" if value == "bow" else "")


def _hired(profile: Profile, nature: Nature, value: Any) -> Profile | Violation:
    """Troops of any kind, but none of those who fight alone or are not for sale at all (CM-HIST-16)."""
    if not isinstance(value, bool):
        return Violation("", f"{HIRED} is {value!r}", "true or false", ("CM-HIST-16",))
    if value and any(nature.has(word) for word in _NOT_FOR_HIRE):
        wrong = f"{nature.key.replace('_', ' ')} as mercenaries"
        return Violation("", wrong, "creatures that form units", ("CM-HIST-16",))
    return replace(profile, mercenary=value)


def _digging(profile: Profile, nature: Nature, value: Any) -> Profile | Violation:
    """Dwarves and orcs may be sappers (CM-FANT-SIEGE-01, CM-FANT-SIEGE-02)."""
    digs = nature.trait("digs")
    if not isinstance(value, bool) or (value and digs is None):
        wrong = f"{nature.key.replace('_', ' ')} with {SAPPERS} = {value!r}"
        right = "true or false, for dwarves and orcs"
        return Violation("", wrong, right, ("CM-FANT-SIEGE-01", "CM-FANT-SIEGE-02"))
    return replace(profile, sappers=value)


def _of_a_tribe(profile: Profile, nature: Nature, value: Any) -> Profile | Violation:
    if not nature.has("feuds") or value not in TRIBES:
        return Violation("", f"tribe {value!r}", nearest(str(value), TRIBES), ("CM-FANT-ORC-02",))
    return replace(profile, nature=replace(nature, kind=value))


def _combined(profile: Profile, nature: Nature, value: Any) -> Profile | Violation:
    """Two natures in one figure: the prices are added, and of each value the better counts (CM-FANT-GEN-11)."""
    other = CREATURES.get(str(value))
    rules = ("CM-FANT-GEN-11",)
    if other is None or not other.nature.has("joins") or not nature.has("joins") or other.nature.key == nature.key:
        return Violation("", f"{nature.key} and {value!r} in one figure", "a hero type and a magic user", rules)
    second = other.nature
    kept = {one.word: one for one in (*second.traits, *nature.traits)}
    for one in second.traits:
        kept[one.word] = _better(kept[one.word], one)
    changed = replace(
        nature,
        called=tuple(dict.fromkeys((*nature.called, *second.called))),
        attack=max(nature.attack, second.attack),
        hits=max(nature.hits, second.hits),
        combat=nature.combat,
        also=second.combat,
        rating=max(nature.rating or 0, second.rating or 0),
        eighths=nature.eighths + second.eighths,
        range=max(nature.range, second.range),
        grade=second.grade,
        traits=tuple(kept.values()),
    )
    return replace(profile, nature=changed)


def _throwing(profile: Profile, nature: Nature, value: Any) -> Profile | Violation:
    """A magic user chooses one of two missiles (CM-FANT-WIZARD-10)."""
    if _MAGIC_USER not in nature.called or value not in MISSILES:
        wrong = f"{nature.key.replace('_', ' ')} that throws {value!r}"
        return Violation("", wrong, f"{' or '.join(MISSILES)}, for magic users", ("CM-FANT-WIZARD-10",))
    return replace(profile, nature=replace(nature, throws=value))


def _knowing(profile: Profile, nature: Nature, value: Any) -> Profile | Violation:
    """A magic user chooses as many spells as his grade manages (CM-FANT-SPELL-02), of those that it may cast
    (CM-FANT-SPELL-19)."""
    rules = ("CM-FANT-SPELL-02",)
    if _MAGIC_USER not in nature.called or not isinstance(value, list | tuple):
        return Violation("", f"spells are {value!r}", "a list of spells, for magic users", rules)
    for one in value:
        if one not in BOOK_OF_SPELLS:
            return Violation("", f"there is no spell {one!r}", nearest(str(one), BOOK_OF_SPELLS), rules)
    most = GRADES[nature.grade].most - len(nature.own_spells)
    if len(set(value)) < len(value) or len(value) > most:
        return Violation("", f"{len(value)} spells", f"{most} different ones at most", rules)
    if nature.grade and TERRAIN in value:
        right = "other spells: only a full wizard moves terrain"
        return Violation("", f"{TERRAIN} for a {nature.key}", right, ("CM-FANT-SPELL-19",))
    return replace(profile, nature=replace(nature, spells=tuple(value)))


def _with_own_spells(profile: Profile, nature: Nature, value: Any) -> Profile | Violation:
    """Spells that the army has defined are among those he manages (CM-FANT-SPELL-02, CM-FANT-SPELL-21)."""
    rules = ("CM-FANT-SPELL-21", "CM-FANT-SPELL-02")
    lines = (value,) if isinstance(value, str) else value
    if _MAGIC_USER not in nature.called or not isinstance(lines, list | tuple):
        return Violation("", f"spells of one's own are {value!r}", "a list of spells, for magic users", rules)
    found = [read_back(str(one)) for one in lines]
    unknown = next((one for one, spell in zip(lines, found, strict=True) if spell is None), None)
    if unknown is not None:
        return Violation("", f"there is no spell {unknown!r}", f"one that the list defines, [spells.{unknown}]", rules)
    own = tuple({one.power.key: one for one in found if one is not None}.values())
    most = GRADES[nature.grade].most - len(nature.spells)
    if len(own) < len(lines) or len(own) > most:
        return Violation("", f"{len(lines)} spells of one's own", f"{max(0, most)} different ones at most", rules)
    return replace(profile, nature=replace(nature, own_spells=own))


def _better(one: Trait, other: Trait) -> Trait:
    return other if other.value > one.value else one


def _with_arms(profile: Profile, nature: Nature, key: str, value: Any) -> Profile | Violation:
    """Magical arms are for elves, hero types and magic users (CM-FANT-MAGIC-01)."""
    if not nature.has("bears_magic"):
        wrong = f"{nature.key.replace('_', ' ')} with magical arms"
        return Violation("", wrong, "elves, hero types and magic users", ("CM-FANT-MAGIC-01",))
    arms = nature.arms
    if key == ARMOUR:
        if not isinstance(value, bool):
            return Violation("", f"{key} is {value!r}", "true or false", ("CM-FANT-MAGIC-12",))
        changed = replace(arms, armour=value)
    else:
        most, rule = (BEST_SWORD, "CM-FANT-MAGIC-10") if key == SWORD else (MOST_ARROWS, "CM-FANT-MAGIC-06")
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            return Violation("", f"{key} is {value!r}", f"0 to {most}", (rule,))
        changed = replace(arms, sword=value) if key == SWORD else replace(arms, arrows=value)
    return replace(profile, nature=replace(nature, arms=changed))


# ---------------------------------------------------------------- what may fight


def creature_faults(
    profile: Profile, figures: int, equipment: Mapping[str, Any], options: Options | None
) -> Iterator[Violation]:
    """What is against a creature in an army list; places are within its unit."""
    nature = profile.nature
    assert nature is not None, "only creatures are asked about"
    name = nature.key.replace("_", " ")
    if options is not None and options.fantasy == "off":
        yield Violation("troop", f"{name} in a historical battle", 'fantasy = "on"', ("CM-FANT-GEN-01",))
    if nature.has("alone") and figures != 1:
        yield Violation("figures", f"{figures} figures of one {name}", "figures = 1", ("CM-FANT-GEN-07",))
    called = nature.trait("conjured")
    if called is not None:
        yield Violation("troop", f"{name} in an army list", "they are called up in play alone", (called.rule,))
    if nature.has("special_only") and options is not None and options.points:
        wrong = f"{name} bought for points"
        yield Violation("troop", wrong, "no limit of points, or another", ("CM-FANT-BASILISK-04",))
    if ALSO in equipment and options is not None and options.combinations == "off":
        yield Violation(f"equipment.{ALSO}", "combination figures are not played", "no also", ("CM-FANT-GEN-11",))
    if nature.arms.arrows and profile.missile != "bow":
        yield Violation(
            f"equipment.{ARROWS}", "enchanted arrows without a bow", 'missile = "bow"', ("CM-FANT-MAGIC-02",)
        )


def line_up_faults(army: Sequence[Profile | None], options: Options) -> Iterator[Violation]:
    """Law and chaos do not stand in one army unless players want it (CM-FANT-LINEUP-01); who stands in two lists goes
    with either (CM-FANT-LINEUP-02)."""
    if options.line_up == "free":
        return
    natures = [one.nature for one in army if one is not None and one.nature is not None and one.nature.sides]
    for side, other in (("law", "chaos"),):
        lawful = [one for one in natures if side in one.sides and other not in one.sides]
        foul = [one for one in natures if other in one.sides and side not in one.sides and "neutral" not in one.sides]
        if lawful and foul:
            wrong = f"{lawful[0].key.replace('_', ' ')} with {foul[0].key.replace('_', ' ')} in one army"
            yield Violation("units", wrong, 'law or chaos, or line_up = "free"', ("CM-FANT-LINEUP-01",))


def dealt_tribes(army: Sequence[Profile | None]) -> dict[int, str]:
    """The tribes of those units of orcs that have none in the list, by their places: dealt out in the order of the list
    among those that are left (CM-FANT-ORC-02)."""
    named = [one.nature.kind for one in army if one is not None and one.nature is not None]
    free = [tribe for tribe in TRIBES if tribe not in named] or list(TRIBES)
    found: dict[int, str] = {}
    for place, one in enumerate(army):
        if one is not None and one.nature is not None and one.nature.has("feuds") and not one.nature.kind:
            found[place] = free[len(found) % len(free)]
    return found
