"""What is told of books, scenarios and armies."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.state.law import Rule
from schiltron.battle.words.text import Text
from schiltron.captains.ladder import BookLadder
from schiltron.captains.opponents import ComputerPlayer
from schiltron.rulesets.quartermaster import Equipment, Listing, Switch


class BookShown(Struct, frozen=True):
    """A book to play by. The ids of its rules begin with `prefix`; `first_army` is an army list to begin with, as text.
    `rolls_ground`: without a scenario both sides roll for the ground and lay it. `prints`: this server can print its
    roster sheets. `opponents` are the computer players whom one may choose, `ladder` says how strong they
    are, if they have played for it."""

    name: str
    title: str
    prefix: str
    first_army: str
    rules: int
    sequence: tuple[SequenceEntry, ...]
    options: tuple[Switch, ...]
    opponents: tuple[ComputerPlayer, ...]
    ladder: BookLadder | None
    troops: tuple[Listing, ...]
    rolls_ground: bool
    prints: bool


class SheetShown(Struct, frozen=True):
    """A table of the book; `rules` are those that refer to it."""

    id: str
    title: str
    section: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: Text
    rules: tuple[str, ...]


class LinkedRule(Struct, frozen=True):
    """What a rule says, with the rules it names."""

    rule: Text
    ruling: Text
    example: Text


class Rulebook(Struct, frozen=True):
    """The rules of a book; those that name others are `linked` by their ids. `played` are the tiers that are played
    here; the others can only be read."""

    book: str
    title: str
    rules: tuple[Rule, ...]
    linked: dict[str, LinkedRule]
    tables: tuple[SheetShown, ...]
    played: tuple[str, ...]


class SideShown(Struct, frozen=True):
    id: str
    name: str
    colour: str
    army: str
    points: float
    figures: int
    units: int


class TableShown(Struct, frozen=True):
    """In inches."""

    width: float
    depth: float


class GroundShown(Struct, frozen=True):
    """A part of the table, in inches."""

    left: float
    top: float
    right: float
    bottom: float


class ScenarioShown(Struct, frozen=True):
    """A ready battle. `first` is one to begin with in its book."""

    id: str
    ruleset: str
    title: str
    description: str
    table: TableShown | None
    sides: tuple[SideShown, ...]
    options: dict[str, str]
    first: bool


class ScenarioPicture(Struct, frozen=True):
    """A ready battle with its armies drawn up: `armies` is the ground they stand on, `svg` the table with its frame,
    `map` the same as small as a stamp. Without a table there is nothing of these."""

    armies: GroundShown | None
    svg: str
    map: str


class ArmyUnitShown(Struct, frozen=True):
    """A unit of an army list: `equipment` is what sets it apart from its troop type, `joins` whom a character starts
    with."""

    id: str
    name: str
    kind: str
    figures: int
    points: float
    equipment: Equipment
    joins: str


class ArmyShown(Struct, frozen=True):
    """An army list. The commanders who stand in the ranks of their units are counted among its figures."""

    id: str
    ruleset: str
    title: str
    description: str
    points: float
    figures: int
    commanders: int
    units: tuple[ArmyUnitShown, ...]


class ArmyText(Struct, frozen=True, forbid_unknown_fields=True):
    toml: Annotated[str, Meta(max_length=40_000)]


class FaultShown(Struct, frozen=True):
    what: str
    where: str
    right: str
    rules: tuple[str, ...]


class ArmyReport(Struct, frozen=True):
    legal: bool
    army: ArmyShown | None
    faults: tuple[FaultShown, ...]
