"""What of a creature's sheet a book takes up: whatever is not, leaves the figure as it would be without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.muster.books import quartermaster
from schiltron.muster.creature_entry import CreatureEntry
from schiltron.muster.creatures import faults_of, record
from schiltron.rulesets.conversion import Converted

_SINGLE: Final = ("infravision", "underworld", "undead", "enchanted", "only_hit_by", "to_hit", "fly", "swim")
_THINGS: Final = ("shot", "mount")
_LISTED: Final = ("abilities", "magic", "items")
_SCORES: Final = ("charisma", "intelligence", "wisdom")
_MOST: Final = 60


class PartTaken(Struct, frozen=True):
    """A part of a sheet by its place there, as `abilities[0]`, and the books that make something of it."""

    place: str
    books: tuple[str, ...]


def parts_taken(entry: CreatureEntry, made: Mapping[str, Converted[Any]]) -> tuple[PartTaken, ...]:
    """Of every part that is more than a plain number; `made` is what the books make of the whole sheet."""
    whole = {book: _told(one) for book, one in made.items()}
    return tuple(
        PartTaken(place, tuple(book for book in made if _told(_without(book, rest)) != whole[book]))
        for place, rest in islice(_parts(entry), _MOST)
        if next(faults_of(rest), None) is None
    )


def _without(book: str, entry: CreatureEntry) -> Converted[Any]:
    return quartermaster(book).converted(record(entry), {})


def _told(made: Converted[Any]) -> tuple[object, ...]:
    """The figure, less what is said to be left out or missing."""
    return made.verdict, made.line, made.ratings, made.notes, made.alike, made.entry


def _parts(entry: CreatureEntry) -> Iterator[tuple[str, CreatureEntry]]:
    """Each part that the sheet has, and the sheet without it."""
    for name in _SINGLE:
        if getattr(entry, name):
            yield name, replace(entry, **{name: type(getattr(entry, name))()})
    for name in _THINGS:
        if getattr(entry, name) is not None:
            yield name, replace(entry, **{name: None})
    for name in _LISTED:
        all_of_them = getattr(entry, name)
        for number in range(len(all_of_them)):
            rest = all_of_them[:number] + all_of_them[number + 1 :]
            yield f"{name}[{number}]", replace(entry, **{name: rest})
    for name in _SCORES:
        if getattr(entry.scores, name) is not None:
            yield f"scores.{name}", replace(entry, scores=replace(entry.scores, **{name: None}))
