"""Roster sheets as plain values: what a book writes about a unit or a person, ready for printing."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Entry(Struct, frozen=True):
    """A field of a sheet by the book's own name for it: heading and value, in small type what the value is made of,
    and a remark where it is not what one would reckon."""

    field: str
    head: str
    value: str
    terms: tuple[str, ...] = ()
    remark: str = ""


class Arm(Struct, frozen=True):
    """A weapon: damage against small and man-sized, and against large, attacks in a round, and reach or ranges."""

    name: str
    small: str
    large: str
    rate: str
    ranges: str = ""
    note: str = ""


class Boxes(Struct, frozen=True):
    """Boxes to tick off at a real table. `checks` are the numbers of those with which something falls due, as the note
    says. A box of two `halves` is ticked twice."""

    head: str
    count: int
    checks: tuple[int, ...] = ()
    halves: bool = False
    note: str = ""


class RosterSheet(Struct, frozen=True):
    """What stands on the sheet of one unit or person: the numbers asked for again and again, and the rest."""

    form: Literal["unit", "person"]
    name: str
    kind: str
    ratings: tuple[Entry, ...] = ()
    facts: tuple[Entry, ...] = ()
    saves: tuple[Entry, ...] = ()
    arms: tuple[Arm, ...] = ()
    boxes: tuple[Boxes, ...] = ()
