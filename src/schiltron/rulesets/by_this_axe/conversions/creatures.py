"""Creatures without a class: those listed under FANT, and major monsters with their abilities (rules CONV, FANT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.words.grammar import Note, cited
from schiltron.parent_game.creature import Record
from schiltron.rulesets.by_this_axe.creatures import KINDS, Kind
from schiltron.table.lengths import show_inches

_RULES: Final = {name: f"TA-FANT-C{number:02}" for number, name in enumerate(KINDS, 1)}
_ALSO: Final = {
    "bandit": "bandits_pirates",
    "pirate": "bandits_pirates",
    "caveman": "cavemen",
    "elf": "elves",
    "halfling": "hobbits",
    "dwarf": "dwarves",
    "uruk_hai": "uruk_hai_orcs",
    "lizard_man": "lizardmen",
    "serpent_man": "serpent_men",
}
"""What a role-playing game calls creatures of the list. Halflings are its hobbits."""
_SAME: Final = {
    "regenerate": "regeneration",
    "regeneration": "regeneration",
    "camouflage": "camouflage",
    "hide": "camouflage",
    "evasive": "evasive",
    "tough": "tough",
    "thick_hide": "thick_hide",
    "fanatic": "fanatic",
    "marksman": "marksman",
    "breath": "breath_or_gaze_weapon",
    "gaze": "breath_or_gaze_weapon",
}
"""Abilities of creatures that this book has under the same name or nearly so."""
_RULES_OF: Final = {
    "evasive": "TA-FANT-A01",
    "tough": "TA-FANT-A02",
    "regeneration": "TA-FANT-A03",
    "thick_hide": "TA-FANT-A04",
    "breath_or_gaze_weapon": "TA-FANT-A05",
    "fanatic": "TA-FANT-A08",
    "darkvision": "TA-FANT-A09",
    "flying": "TA-FANT-A10",
    "camouflage": "TA-FANT-A12",
    "marksman": "TA-FANT-A15",
    "undead": "TA-FANT-A16",
    "resistance_to_normal_weapons": "TA-FANT-A19",
    "large": "TA-FANT-Z02",
    "small": "TA-FANT-Z01",
}
SMALL: Final = 3
"""Hit Dice from which a creature may be a major monster (TA-CONV-18)."""
_BREATHS: Final = ("breath", "gaze")


def listed(record: Record) -> Kind | None:
    """Its kind on the book's list, where it has one: always ordinary troops, whatever its Hit Dice (TA-FANT-C23). An
    orc archer is an orc; of who has more dice the whole name must be there."""
    if record.classes:
        return None
    key = record.name.lower().replace(" ", "_").replace("-", "_")
    first = key.partition("_")[0] if record.hit_dice.dice < SMALL else ""
    names = (name for word in (key, first) for name in (word, f"{word}s", _ALSO.get(word, "")))
    return next((KINDS[name] for name in names if name in KINDS), None)


def rule_of(kind: Kind) -> str:
    return _RULES[kind.id]


def abilities(record: Record) -> dict[str, Note]:
    """What a creature off the list can do in words of the book, each with why."""
    found: dict[str, str] = {}
    if record.fly:
        found["flying"] = f"flies {show_inches(record.fly)}"
    if record.infravision or record.underworld:
        found["darkvision"] = "sees in the dark"
    if record.undead:
        found["undead"] = "undead"
    if record.only_hit_by:
        found["resistance_to_normal_weapons"] = f"hit only by weapons of +{record.only_hit_by} or better"
    if record.size != "M":
        found["large" if record.size == "L" else "small"] = f"size {record.size}"
    for one in record.abilities:
        if one.name in _SAME:
            found[_SAME[one.name]] = one.name.replace("_", " ")
    for magic in record.magic:
        if is_breath(magic.name):
            found["breath_or_gaze_weapon"] = magic.name
    return {
        word: cited(f"{word.replace('_', ' ').capitalize()}: {why}", _RULES_OF[word]) for word, why in found.items()
    }


def is_breath(name: str) -> bool:
    return any(word in name.lower() for word in _BREATHS)


def carried(record: Record) -> frozenset[str]:
    """The names of its abilities that this book has too."""
    return frozenset(one.name for one in record.abilities if one.name in _SAME)


def unsettled(record: Record) -> Iterator[Note]:
    """What only players can say of a creature off the list."""
    if record.size == "L":
        yield cited("Whether it is 14 feet tall and so a giant: its size says only that it is large", "TA-FANT-Z03")
    if len(record.attacks) > 1:
        wrong = (
            f"Whether its {len(record.attacks)} attacks a round are multiple attacks: print does not say from how many"
        )
        yield cited(wrong, "TA-FANT-A14")
