"""A battle without a table, as generals see it who bend over a map: what their rolls say of both armies."""

from __future__ import annotations

from msgspec import Struct

from schiltron.battle.guide.reckonings import Grid
from schiltron.battle.words.grammar import Note


class RollLine(Struct, frozen=True):
    """A unit on the roll of its army: what may be known of it in a few words, and what it is worth. `left` and `whole`
    are what is left of it and what it was, as parts of the greatest of its army."""

    unit: str
    text: str
    worth: str
    left: float
    whole: float


class ArmyRoll(Struct, frozen=True):
    """An army: its units, what it is worth in all, and what it is made of."""

    side: str
    lines: tuple[RollLine, ...]
    total: str
    notes: tuple[Note, ...] = ()


class MapRoom(Struct, frozen=True):
    """The rolls of all armies as a seat may know them, how many days there are, and what the choices at hand come to
    against those of the enemy."""

    rolls: tuple[ArmyRoll, ...]
    days: int
    choices: Grid | None = None
