"""What is told of books, scenarios and armies."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from schiltron.battle.guide import SequenceEntry
from schiltron.battle.law import Rule
from schiltron.rulesets.quartermaster import Listing, Switch


class BookShown(Struct, frozen=True):
    name: str
    title: str
    rules: int
    sequence: tuple[SequenceEntry, ...]
    options: tuple[Switch, ...]
    captains: tuple[str, ...]
    troops: tuple[Listing, ...]


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
    book: str
    title: str
    rules: tuple[Rule, ...]
    tables: tuple[SheetShown, ...]


class SideShown(Struct, frozen=True):
    id: str
    name: str
    colour: str
    army: str
    points: int
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
    id: str
    name: str
    kind: str
    figures: int
    points: int


class ArmyShown(Struct, frozen=True):
    id: str
    ruleset: str
    title: str
    description: str
    points: int
    figures: int
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
