"""A roster as a PDF, set from `sheets.typ`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from schiltron.report.typeset import Paper, typeset
from schiltron.rulesets.sheets import RosterSheet

HEADINGS: Final = {"unit": "Army Roster Sheet", "person": "Heroes and Commanders Roster Sheet"}


class Roster(Struct, frozen=True):
    """An army to be printed: the name of its book, the colour it wears, and a note for the foot of the page."""

    title: str
    book: str
    sheets: tuple[RosterSheet, ...]
    colour: str = "grey"
    note: str = ""


class _Part(Struct, frozen=True):
    heading: str
    sheets: tuple[RosterSheet, ...]


class _Army(Struct, frozen=True):
    title: str
    book: str
    colour: str
    note: str
    parts: tuple[_Part, ...]


class _Handed(Struct, frozen=True):
    """What the template reads."""

    paper: Paper
    rosters: tuple[_Army, ...]


def print_rosters(rosters: Sequence[Roster], paper: Paper = "a4") -> bytes:
    """The PDF: of each army units first, people on pages of their own. The same rosters give the same bytes.

    NoPrinter where Typst is not installed.
    """
    return typeset("schiltron.report.rosters", "sheets.typ", _Handed(paper, tuple(map(_army, rosters))))


def _army(roster: Roster) -> _Army:
    parts = tuple(
        _Part(heading, sheets)
        for form, heading in HEADINGS.items()
        if (sheets := tuple(sheet for sheet in roster.sheets if sheet.form == form))
    )
    return _Army(roster.title, roster.book, roster.colour, roster.note, parts)
