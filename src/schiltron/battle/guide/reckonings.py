"""What a battle may come to, reckoned before it is fought: chances as bars, and a table of choices against choices."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from schiltron.battle.words.grammar import Note


class Bar(Struct, frozen=True):
    """One thing that may happen, with its chance, exactly and as a number from 0 to 1."""

    label: str
    chance: float
    exact: str


class Chart(Struct, frozen=True):
    """Things that may happen, with their chances."""

    title: str
    bars: tuple[Bar, ...]
    rules: tuple[str, ...] = ()


class Grid(Struct, frozen=True):
    """Choices of one side against those of the other, and what each pair comes to."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Reckoning(Struct, frozen=True):
    """Everything of one battle that is reckoned."""

    title: str
    notes: tuple[Note, ...] = ()
    charts: tuple[Chart, ...] = ()
    grids: tuple[Grid, ...] = ()


def bar(label: str, chance: Fraction) -> Bar:
    return Bar(label, float(chance), str(chance))
