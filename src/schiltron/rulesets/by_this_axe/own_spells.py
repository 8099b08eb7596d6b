"""Spells of an army's own: once a battle an attack for each of its dice as offensive spells make them, besides the pool
(TA-FANT-M04). Converted once, when its list is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets.by_this_axe.state import OwnSpell
from schiltron.rulesets.quartermaster import Violation
from schiltron.table.lengths import inches

_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")
_RULES: Final = ("TA-FANT-M04", "TA-FANT-M05", "TA-FANT-M06")


def written(entry: SpellEntry, key: str) -> str | list[Violation]:
    """The spell as a line of its own, which goes wherever the list of its mage does; or everything against it."""
    wrong = list(_against(entry, key))
    if wrong:
        return wrong
    made = OwnSpell(key, entry.title, inches(entry.range), entry.dice, entry.price)
    return msgspec.json.encode(made).decode()


def read_back(line: str) -> OwnSpell | None:
    """The spell of a line; None where that is none."""
    try:
        return msgspec.json.decode(line, type=OwnSpell)
    except msgspec.MsgspecError:
        return None


def respelled(line: str) -> tuple[str, SpellEntry] | None:
    """A spell under its name as an army defines it."""
    spell = read_back(line)
    if spell is None:
        return None
    return spell.key, SpellEntry(spell.title, "blast", range=spell.reach / 1000, dice=spell.dice, price=spell.price)


def _against(entry: SpellEntry, key: str) -> Iterator[Violation]:
    """What the book has no rule for, and what a spell needs and does not say."""
    if not _KEY.fullmatch(key):
        yield Violation("", f"{key!r} is no name for a new spell", "a new word in small letters, as ice_storm", _RULES)
    if entry.effect != "blast":
        right = "a blast: an attack for each die, as offensive spells are"
        yield Violation("effect", f"this book has no rule for what {entry.effect} does", right, _RULES)
    if not entry.dice:
        yield Violation("dice", "no dice", "dice = 4, an attack each", _RULES)
    if not entry.range:
        yield Violation("range", "it reaches nobody", "range = 10, in inches", _RULES)
    for word in ("area", "duration", "save", "kinds", "only_in_duels"):
        if getattr(entry, word):
            yield Violation(word, f"spells of this book have no {word.replace('_', ' ')}", f"no {word}", _RULES)
