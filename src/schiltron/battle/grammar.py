"""One or many: verbs for a single figure and for a body of them, for sides whose name is a plural, and for counts;
notes with the rules they come from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from schiltron.battle.unit import Unit

U = TypeVar("U")

_ODD: Final = {"are": "is", "have": "has", "do": "does", "go": "goes", "were": "was"}
_HISSING: Final = ("s", "sh", "ch", "x", "z")


def does(phrase: str, *, one: bool) -> str:
    """A phrase that begins with a verb, said of many ("try to flee") or of one ("tries to flee")."""
    return third_person(phrase) if one else phrase


def said(unit: Unit[U], phrase: str) -> str:
    """As in "Knights stand", "The Prince stands"."""
    return f"{unit.name} {does(phrase, one=unit.original == 1)}"


def third_person(phrase: str) -> str:
    verb, space, rest = phrase.partition(" ")
    return f"{_single(verb)}{space}{rest}"


def _single(verb: str) -> str:
    if verb in _ODD:
        return _ODD[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(_HISSING) else f"{verb}s"


def is_plural(name: str) -> bool:
    """Whether an army's name is a plural: The Wardens of Ashmere, The Jarl's Axes; not The Host of Vaire, nor Red."""
    head = name.split(" of ", maxsplit=1)[0].rsplit(" ", 1)[-1].lower()
    return head.endswith("s") and not head.endswith(("ss", "'s", "’s"))


def counted(number: int, one: str, many: str = "") -> str:
    """As in "no hits", "1 die", "3 dice"."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def percent(chance: float) -> str:
    return f"{chance:.0%}"


def listed(names: list[str]) -> str:
    """As in "Spears, Axes and Bows"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def plain(key: str) -> str:
    """A key of a table as it is spoken: heavy_foot is heavy foot."""
    return key.replace("_", " ")


# ---------------------------------------------------------------- notes


def cited(text: str, *rules: str) -> str:
    """A note and the rules it comes from."""
    named = ", ".join(dict.fromkeys(rule for rule in rules if rule))
    return f"{text} [{named}]" if named else text


def joined(notes: Iterable[str]) -> str:
    """Notes one after the other, none of them twice."""
    return "; ".join(note for note in dict.fromkeys(notes) if note)
