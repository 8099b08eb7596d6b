"""One or many: verbs for a single figure and for a body of them, for sides whose name is a plural, and for counts;
notes with the rules they come from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from msgspec import Struct

from schiltron.battle.state.unit import Unit

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
    """Whether an army's name is a plural: The Wardens of Ashmere, The Jarl's Axes (Red); not The Host of Vaire, nor
    Red."""
    head = name.partition(" (")[0].split(" of ", maxsplit=1)[0].rsplit(" ", 1)[-1].lower()
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


class Note(Struct, frozen=True):
    """A few words, and the rules they come from."""

    text: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} [{', '.join(self.rules)}]" if self.rules else self.text


def cited(text: str, *rules: str) -> Note:
    return Note(text, tuple(dict.fromkeys(rule for rule in rules if rule)))


def noted(*notes: Note | str) -> tuple[Note, ...]:
    """Notes one after the other, none of them twice."""
    all_of = (Note(note) if isinstance(note, str) else note for note in notes)
    return tuple(note for note in dict.fromkeys(all_of) if note.text)


def in_a_row(notes: Iterable[Note]) -> str:
    return "; ".join(map(str, notes))
