"""Spells besides the eight of the book, as an army defines them (CM-FANT-SPELL-21): converted once, when its list is
read, and worked by what the book's own spells and missiles do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from schiltron.battle.play.powers import AimedAt, Power
from schiltron.parent_game.spell import Effect, SpellEntry
from schiltron.rulesets.chainmail.magic.rows import OWN, POWERS
from schiltron.rulesets.chainmail.nature import OwnSpell
from schiltron.rulesets.quartermaster import Violation

_AIMS: Final[Mapping[Effect, AimedAt]] = MappingProxyType(
    {"blast": "point", "light": "nobody", "ward": "nobody", "conceal": "unit"}
)
_WORKS_BY: Final[Mapping[Effect, tuple[str, ...]]] = MappingProxyType(
    {
        "blast": ("CM-FANT-WIZARD-13", "CM-FANT-WIZARD-14"),
        "light": ("CM-FANT-SPELL-10",),
        "ward": ("CM-FANT-SPELL-20",),
        "conceal": ("CM-FANT-SPELL-13",),
    }
)
_HARM: Final = ("fire", "lightning")
_WIDE: Final = ("blast", "light", "ward")
_FAR: Final = ("blast", "conceal")
_UNKNOWN: Final = ("dice", "save", "only_in_duels")
_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")
_RULES: Final = ("CM-FANT-SPELL-21",)


def written(entry: SpellEntry, key: str) -> str | list[Violation]:
    """The spell as a line of its own, which goes wherever the list of its wizard does; or everything against it."""
    wrong = list(_against(entry, key))
    if wrong:
        return wrong
    made = Power(
        key=key,
        title=entry.title,
        text=entry.text or _said(entry),
        rules=(*_RULES, *_WORKS_BY[entry.effect]),
        aim=_AIMS[entry.effect],
        does=entry.effect,
        whom="friend" if entry.effect == "conceal" else "any",
        range=entry.range,
        turns=entry.duration,
        store=OWN,
        tags=(*(entry.kinds or _HARM[:1]),) if entry.effect == "blast" else (),
        area=entry.area,
    )
    return msgspec.json.encode(OwnSpell(made, entry.price)).decode()


def read_back(line: str) -> OwnSpell | None:
    """The spell of a line; None where that is none."""
    try:
        return msgspec.json.decode(line, type=OwnSpell)
    except msgspec.MsgspecError:
        return None


def respelled(line: str) -> tuple[str, SpellEntry] | None:
    """A spell under its name as an army defines it."""
    found = read_back(line)
    effect = next((one for one in _AIMS if found is not None and one == found.power.does), None)
    if found is None or effect is None:
        return None
    power = found.power
    entry = SpellEntry(
        title=power.title,
        effect=effect,
        range=power.range,
        area=power.area,
        duration=power.turns,
        kinds=power.tags,
        price=found.price,
    )
    return power.key, entry if power.text == _said(entry) else replace(entry, text=power.text)


def _said(entry: SpellEntry) -> str:
    lasts = f", for {entry.duration} turns at most" if entry.duration else ""
    match entry.effect:
        case "blast":
            kind = (entry.kinds or _HARM)[0]
            return f"Destroys whatever it touches, {entry.area:g} inches across, as {kind} of wizards does."
        case "light":
            return f"It is not dark in a circle {entry.area:g} inches across about the caster{lasts}."
        case "ward":
            return f"A circle {entry.area:g} inches across about the caster which evil cannot enter{lasts}."
    return f"Hides a unit or a creature until it attacks or shoots{lasts}."


# ---------------------------------------------------------------- what is wrong with one


def _against(entry: SpellEntry, key: str) -> Iterator[Violation]:
    if key in POWERS or not _KEY.fullmatch(key):
        yield Violation("", f"{key!r} is no name for a new spell", "a new word in small letters, as ice_storm", _RULES)
    if entry.effect not in _AIMS:
        wrong = f"this book has no rule for what {entry.effect} does"
        yield Violation("effect", wrong, f"one of {', '.join(_AIMS)}", _RULES)
        return
    for word in _UNKNOWN:
        if getattr(entry, word):
            said = word.replace("_", " ")
            yield Violation(word, f"spells of this book have no {said}", f"no {said}", _RULES)
    yield from _measured(entry)
    if entry.effect == "blast" and entry.kinds and (len(entry.kinds) > 1 or entry.kinds[0] not in _HARM):
        right = f"one of {', '.join(_HARM)}, by which it is seen who is saved"
        yield Violation("kinds", f"a blast of {' and '.join(entry.kinds)}", right, _RULES)
    elif entry.effect != "blast" and entry.kinds:
        yield Violation("kinds", f"a {entry.effect} of {' and '.join(entry.kinds)}", "no kinds", _RULES)


def _measured(entry: SpellEntry) -> Iterator[Violation]:
    """What its effect needs and it does not say, and what it has no use for."""
    if entry.effect in _WIDE and not entry.area:
        yield Violation("area", f"a {entry.effect} of no size", "area = 6, in inches across", _RULES)
    if entry.effect not in _WIDE and entry.area:
        yield Violation("area", f"a {entry.effect} has no area", "no area", _RULES)
    if entry.effect == "blast" and not entry.range:
        yield Violation("range", "it reaches nobody", "range = 18, in inches", _RULES)
    if entry.effect not in _FAR and entry.range:
        yield Violation("range", f"a {entry.effect} is about the caster", "no range", _RULES)
    if entry.effect == "blast" and entry.duration:
        yield Violation("duration", "a blast lasts no turn", "no duration", _RULES)
