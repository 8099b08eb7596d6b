"""Spells besides the six of the book, as an army defines them (chapter A4): converted once, when its list is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.powers import AimedAt, Power
from schiltron.parent_game.spell import Effect, SpellEntry
from schiltron.rulesets.book_of_war.field import DRAINED
from schiltron.rulesets.book_of_war.magic.rows import ONLY_APART, POWERS
from schiltron.rulesets.quartermaster import Violation

_AIMS: Final[Mapping[Effect, AimedAt]] = MappingProxyType(
    {"blast": "figure", "hits": "unit", "slay": "individual", "shell": "nobody", "drain": "feature"}
)
_HARM: Final = ("fire", "cold", "lightning", "acid", "gas", "magic")
_AREA: Final = 3
"""Each dimension of an area is divided by that (BW-A4-30)."""
_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")
_RULES: Final = ("BW-A4-29", "BW-A4-30")


class PricedSpell(Struct, frozen=True):
    """A spell of an army, and what it adds to the cost of who has it (BW-A4-34)."""

    power: Power
    price: int


def written(entry: SpellEntry, key: str) -> str | list[Violation]:
    """The spell as a line of its own, which goes wherever the list of its wizard does; or everything against it."""
    wrong = [*_nameless(key), *_empty(entry), *_of_other_kinds(entry), *_mispriced(entry)]
    if wrong:
        return wrong
    made = Power(
        key=key,
        title=entry.title,
        text=entry.text or _said(entry),
        rules=(*_RULES, *(("BW-A4-34",) if entry.only_in_duels else ())),
        aim=_AIMS[entry.effect],
        does=entry.effect,
        range=entry.range,
        amount=entry.save if entry.effect == "slay" else entry.dice,
        turns=entry.duration,
        store=ONLY_APART if entry.only_in_duels else "spells",
        tags=entry.kinds if entry.effect == "drain" else ("magic", *entry.kinds),
        area=entry.area / _AREA,
    )
    return msgspec.json.encode(PricedSpell(made, entry.price)).decode()


def read_back(line: str) -> PricedSpell | None:
    """The spell of a line; None where that is none."""
    try:
        return msgspec.json.decode(line, type=PricedSpell)
    except msgspec.MsgspecError:
        return None


def respelled(line: str) -> tuple[str, SpellEntry] | None:
    """A spell under its name as an army defines it."""
    found = read_back(line)
    if found is None:
        return None
    power = found.power
    effect = next((one for one in _AIMS if one == power.does), None)
    if effect is None:
        return None
    entry = SpellEntry(
        title=power.title,
        effect=effect,
        range=power.range,
        area=round(power.area * _AREA, 6),
        duration=power.turns,
        dice=0 if effect == "slay" else power.amount,
        save=power.amount if effect == "slay" else 0,
        kinds=power.tags if effect == "drain" else power.tags[1:],
        price=found.price,
        only_in_duels=power.store == ONLY_APART,
    )
    return power.key, entry if power.text == _said(entry) else replace(entry, text=power.text)


def _said(entry: SpellEntry) -> str:
    match entry.effect:
        case "blast":
            wide = f" over {entry.area / _AREA:.1f} inches" if entry.area else " on one figure"
            return f"A blast of rating {entry.dice}{wide}, where it is aimed."
        case "hits":
            return f"{entry.dice} hits on one unit of 8 Hit Dice or less, without a save; never on heroes."
        case "slay":
            return f"One hero is gone unless a die shows {entry.save} or more."
        case "shell":
            return f"For {entry.duration} turns no magic affects the wizard and his entourage, nor does he work any."
    return f"Water is crossed as open ground for {entry.duration} turns."


# ---------------------------------------------------------------- what is wrong with one


def _nameless(key: str) -> Iterator[Violation]:
    if key in POWERS or not _KEY.fullmatch(key):
        yield Violation("", f"{key!r} is no name for a new spell", "a new word in small letters, as ice_storm", _RULES)


def _empty(entry: SpellEntry) -> Iterator[Violation]:
    """What its effect needs and it does not say."""
    if entry.effect in ("blast", "hits") and not entry.dice:
        yield Violation("dice", "no dice of damage", "dice = 6, as many as its hits", _RULES)
    if entry.effect == "slay" and entry.save <= 1:
        yield Violation("save", f"saved on {entry.save}", "save = 2 to 6, what a hero must throw", _RULES)
    if entry.effect in ("shell", "drain") and not entry.duration:
        yield Violation("duration", f"a {entry.effect} that lasts no turn", "duration = 1 or more, in turns", _RULES)
    if entry.effect != "shell" and not entry.range:
        yield Violation("range", "it reaches nobody", "range = 12, in inches", _RULES)


def _of_other_kinds(entry: SpellEntry) -> Iterator[Violation]:
    if entry.effect not in _AIMS:
        wrong = f"this book has no rule for what {entry.effect} does"
        yield Violation("effect", wrong, f"one of {', '.join(_AIMS)}", _RULES)
        return
    if entry.area and entry.effect != "blast":
        yield Violation("area", f"a {entry.effect} has no area", "area for a blast alone", _RULES)
    if entry.effect == "drain" and not entry.kinds:
        yield Violation("kinds", "no ground that it drains", f"some of {', '.join(DRAINED)}", _RULES)
    known = tuple(DRAINED) if entry.effect == "drain" else _HARM
    for kind in entry.kinds:
        if kind not in known:
            yield Violation("kinds", f"there is no kind {kind!r}", f"some of {', '.join(known)}", _RULES)


def _mispriced(entry: SpellEntry) -> Iterator[Violation]:
    """More powers cost more; what serves in special combat alone is free (BW-A4-34)."""
    if entry.only_in_duels and entry.price:
        right = "0: what serves in special combat alone is free"
        yield Violation("price", f"{entry.price} points", right, ("BW-A4-34",))
    if not entry.only_in_duels and not entry.price:
        yield Violation("price", "no price", "price = 10 or what you agree on: more powers cost more", ("BW-A4-34",))
    if entry.only_in_duels and entry.effect not in ("blast", "slay"):
        right = "a blast or slay: it is aimed at a hero in contact"
        yield Violation("only_in_duels", f"a {entry.effect} does nothing to a foe in contact", right, ("BW-A4-34",))
