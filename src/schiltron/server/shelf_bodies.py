"""What is told of books, scenarios and armies."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from schiltron.battle.guide import SequenceEntry
from schiltron.battle.law import Rule
from schiltron.rulesets.quartermaster import Equipment, Listing, Switch


class BookShown(Struct, frozen=True):
    """A book to play by. `rolls_ground`: without a scenario both sides roll for the ground and lay it."""

    name: str
    title: str
    rules: int
    sequence: tuple[SequenceEntry, ...]
    options: tuple[Switch, ...]
    captains: tuple[str, ...]
    troops: tuple[Listing, ...]
    rolls_ground: bool


class SheetShown(Struct, frozen=True):
    """A table of the book; `rules` are those that refer to it."""

    id: str
    title: str
    section: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str
    rules: tuple[str, ...]


class Rulebook(Struct, frozen=True):
    """The rules of a book. `played` are the tiers that are played here; the others can only be read."""

    book: str
    title: str
    rules: tuple[Rule, ...]
    tables: tuple[SheetShown, ...]
    played: tuple[str, ...]


class Coverage(Struct, frozen=True):
    """What of a book's coverage is told to readers."""

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


class ScenarioShown(Struct, frozen=True):
    id: str
    ruleset: str
    title: str
    description: str
    table: TableShown
    sides: tuple[SideShown, ...]
    options: dict[str, str]
    svg: str


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
