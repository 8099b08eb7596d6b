"""A creature of the role-playing game as a figure of a book: every number with its sum, what is left out, and what no
rule gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note

L = TypeVar("L")
"""A book's line of a figure: what its troop types are."""


class Rating(Struct, frozen=True):
    """A number of the figure: its name in the book, as it is said there, and its sum."""

    key: str
    label: str
    said: str
    tally: Tally


class ListEntry(Struct, frozen=True):
    """A unit as an army list takes it."""

    troop: str
    figures: int
    name: str
    equipment: Mapping[str, Any] = field(default_factory=dict)


class Converted(Struct, Generic[L], frozen=True):
    """What a book makes of a creature. Without a `line` it cannot be a figure there, as the verdict says.

    `notes` are what it can do besides; `left_out` what the book does not carry over, and by which rule; `missing` what
    players must settle, since no rule gives it. `alike` is the listed troop type that is the same in every number;
    `entry` is how an army list of the book has it, where that can be said.
    """

    name: str
    verdict: Note
    line: L | None = None
    ratings: tuple[Rating, ...] = ()
    notes: tuple[Note, ...] = ()
    left_out: tuple[Note, ...] = ()
    missing: tuple[Note, ...] = ()
    alike: str = ""
    entry: ListEntry | None = None


def not_converted(name: str) -> Converted[None]:
    """Of a book that has no rules for it here."""
    return Converted(name, Note("this book's conversion is not played yet"))
