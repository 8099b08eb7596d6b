"""What may be laid on a table by a book: every kind of ground, walls and towers, with what they do there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, get_args

from msgspec import Struct

from schiltron.battle.state.battle import Side
from schiltron.muster.books import quartermaster
from schiltron.muster.library import ready_castles
from schiltron.muster.scenario import Castle, Rampart, Spot, Tower
from schiltron.rulesets.quartermaster import Condition, Field, GroundNote, Habit, Number, Quartermaster, Standing
from schiltron.table.edges import Board
from schiltron.table.pose import Pose

Agreement = Literal["extra_points", "chose_ground", "defends", "objectives", "conditions"]
Form = Literal["area", "strip", "wall", "tower"]
_WIDTHS: Final = {"road": 1.5, "stream": 2.0, "river": 3.0, "ford": 4.0, "gully": 2.0, "ditch": 1.0}
"""Of strips as they are drawn first, in inches; walls and hedges are half an inch wide."""

_HOUSE: Final[tuple[Spot, ...]] = ((-2, -1.5), (2, -1.5), (2, 1.5), (-2, 1.5))


class PaletteKind(Struct, frozen=True):
    """A kind of ground. An area comes with the outline of a usual piece about its middle, a strip with a width.
    What is high has contours, and `rise` 1; what is deep has them, and -1."""

    kind: str
    form: Form
    title: str
    notes: tuple[GroundNote, ...]
    width: float = 0.0
    outline: tuple[Spot, ...] = ()
    rise: int = 0
    numbers: tuple[Number, ...] = ()
    """What a kind of one's own that is like it may say otherwise."""


class Palette(Struct, frozen=True):
    """All kinds of a book, its ready castles, the usual table in inches, how its ground lies that players lay
    themselves, whether they roll for it, and whether more than two sides may fight."""

    book: str
    kinds: tuple[PaletteKind, ...]
    castles: tuple[Castle, ...]
    table: Spot
    habits: dict[Habit, str]
    rolls_ground: bool
    many_sides: bool
    tableless: bool
    agreements: tuple[Agreement, ...]
    """What may be agreed about sides and victory."""


def palette(book: str) -> Palette:
    master = quartermaster(book)
    width, depth = master.table
    return Palette(
        book=book,
        kinds=(*_areas(master), *_strips(master), *(_works(master) if master.builds else ())),
        castles=tuple(one for one in ready_castles() if one.ruleset == book),
        table=(width / 1000, depth / 1000),
        habits=dict(master.habits),
        rolls_ground=master.rolls_ground,
        many_sides=master.many_sides,
        tableless=master.tableless,
        agreements=_agreements(master),
    )


def _agreements(master: Quartermaster) -> tuple[Agreement, ...]:
    """Those that the book has a use for, as it says itself of a field that has them all."""
    field = Field(
        title="",
        board=Board(*master.table),
        sides=(Side("red", "", "red"), Side("blue", "", "blue")),
        zones=(),
        armies=(("red", ()), ("blue", ())),
        switches={},
        standings=(("red", Standing(1, chose_ground=True, defends=True)),),
        objectives=("here",),
        conditions=(Condition("red", "hold", "here"),),
    )
    refused = (one for one in master.check_field(field) if one.wrong.startswith("this book knows no"))
    unknown = {one.place.rpartition(".")[2] for one in refused}
    return tuple(one for one in get_args(Agreement) if one not in unknown)


def _areas(master: Quartermaster) -> Iterator[PaletteKind]:
    ring = master.outlined(Pose(0, 0, 0))
    outline = tuple((x / 1000, y / 1000) for x, y in ring)
    for kind in master.areas:
        lines = master.contours(kind, ring, {})
        rise = lines[0].rise if lines else 0
        cut = _HOUSE if kind == "building" else outline
        notes, numbers = tuple(master.ground_notes(kind)), tuple(master.ground_numbers(kind))
        yield PaletteKind(kind, "area", _title(kind), notes, outline=cut, rise=rise, numbers=numbers)


def _strips(master: Quartermaster) -> Iterator[PaletteKind]:
    for kind in master.strips:
        width = _WIDTHS.get(kind, 0.5)
        notes, numbers = tuple(master.ground_notes(kind)), tuple(master.ground_numbers(kind))
        yield PaletteKind(kind, "strip", _title(kind), notes, width, numbers=numbers)


def _works(master: Quartermaster) -> Iterator[PaletteKind]:
    wall, tower = Rampart(((0, 0), (1, 0))), Tower((0, 0))
    for kind in master.walls:
        yield PaletteKind(kind, "wall", _title(kind), tuple(master.ground_notes(kind)), wall.width)
    for kind in master.towers:
        yield PaletteKind(kind, "tower", _title(kind), tuple(master.ground_notes(kind)), tower.size)


def _title(kind: str) -> str:
    return kind.replace("_", " ").capitalize()
