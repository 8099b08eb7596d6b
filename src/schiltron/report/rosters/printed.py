"""A roster as a PDF. The sheets are set by Typst from `sheets.typ`; here they are only handed over."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import as_file, files
from importlib.util import find_spec
from typing import Final, Literal

import msgspec
from msgspec import Struct

from schiltron.rulesets.sheets import RosterSheet

Paper = Literal["a4", "us-letter"]
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


class NoPrinter(Exception):
    """The program that sets the sheets is not installed. `str()` is for the person who can install it."""

    def __init__(self) -> None:
        super().__init__(
            "roster sheets are set by Typst, which is not installed here. Try: pip install 'schiltron[sheets]'"
        )


def can_print() -> bool:
    return find_spec("typst") is not None


def print_rosters(rosters: Sequence[Roster], paper: Paper = "a4") -> bytes:
    """The PDF: of each army units first, people on pages of their own. The same rosters give the same bytes.

    NoPrinter where Typst is not installed.
    """
    if not can_print():
        raise NoPrinter
    import typst  # noqa: PLC0415 - a large library, which nothing else needs

    handed = _Handed(paper, tuple(map(_army, rosters)))
    with as_file(files("schiltron.report.rosters")) as folder:
        return typst.compile(
            folder / "sheets.typ",
            root=folder,
            ignore_system_fonts=True,
            sys_inputs={"rosters": msgspec.json.encode(handed).decode()},
        )


def _army(roster: Roster) -> _Army:
    parts = tuple(
        _Part(heading, sheets)
        for form, heading in HEADINGS.items()
        if (sheets := tuple(sheet for sheet in roster.sheets if sheet.form == form))
    )
    return _Army(roster.title, roster.book, roster.colour, roster.note, parts)
