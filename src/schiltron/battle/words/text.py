"""A sentence in spans: words, and the units, sides and rules they name. Code that shows it need not parse the words
again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.law import Law


class Named(Struct, frozen=True, tag="unit"):
    """A unit by its name."""

    unit: str
    words: str


class Whose(Struct, frozen=True, tag="side"):
    """The side of a unit behind its name, as in " (Red)": left out where the side is shown by a sign."""

    side: str
    words: str


class Secret(Struct, frozen=True, tag="secret"):
    """What not everybody at a screen may read, and what is said to them in its place."""

    words: str
    instead: str


class Cited(Struct, frozen=True, tag="rule"):
    """A rule by its id."""

    words: str


Span = str | Named | Whose | Secret | Cited
Text = tuple[Span, ...]


def text(*parts: Span | Text) -> Text:
    """Spans one after the other; plain words that meet are one span."""
    found: list[Span] = []
    for part in parts:
        for span in part if isinstance(part, tuple) else (part,):
            if isinstance(span, str) and found and isinstance(found[-1], str):
                found[-1] += span
            elif span:
                found.append(span)
    return tuple(found)


def words(spans: Text) -> str:
    """The sentence as it is read."""
    return "".join(span if isinstance(span, str) else span.words for span in spans)


def unsided(spans: Text) -> Text:
    """A sentence without sides, for readers who see the side by a sign."""
    return text(*(span for span in spans if not isinstance(span, Whose)))


def unstopped(spans: Text) -> Text:
    """A sentence without its full stop."""
    *most, last = spans
    return text(*most, last.removesuffix(".")) if isinstance(last, str) else spans


def listed_text(all_of: Iterable[Span]) -> Text:
    """As in "Spears, Axes and Bows"."""
    *most, last = all_of
    parts = [part for one in most for part in (", ", one)][1:]
    return text(*parts, " and ", last) if parts else text(last)


def spotted(prose: str, battle: AnyBattle) -> Text:
    """What a book has written, with the units of the battle that it names. A longer name is looked for first: "Knights
    of the Left" are not "Knights"."""
    units = {unit.name: unit.id for unit in reversed(battle.units.values()) if unit.name and unit.name in prose}
    if not units:
        return text(prose)
    names = "|".join(re.escape(name) for name in sorted(units, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({names})(?!\w)", prose)
    return text(*(Named(units[part], part) if place % 2 else part for place, part in enumerate(parts)))


def linked(prose: str, law: Law) -> Text:
    """What the law says, with the rules of it that are named."""
    parts = re.split(r"\b([A-Z]+-[\w.-]*\w)", prose)
    return text(*(Cited(part) if place % 2 and part in law else part for place, part in enumerate(parts)))


def units_in(spans: Text) -> tuple[str, ...]:
    """The units that a sentence names, each once."""
    return tuple(dict.fromkeys(span.unit for span in spans if isinstance(span, Named)))
