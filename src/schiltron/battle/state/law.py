"""A book's law as data: its ledger of numbered rules and its tables, loaded and never retyped."""

from __future__ import annotations

import tomllib
from functools import cached_property
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

Cell = str | int | float | bool


class Rule(Struct, frozen=True):
    """A rule in our words. A ruling with `choices` is a switch of that name, the first the default; where a rule leaves
    more than one thing to the players, `other_switches` has the rest by their names."""

    id: str
    section: str
    tier: str
    kind: str
    rule: str
    ruling: str = ""
    example: str = ""
    tables: tuple[str, ...] = ()
    switch: str = ""
    choices: tuple[str, ...] = ()
    other_switches: dict[str, tuple[str, ...]] = {}


class Sheet(Struct, frozen=True):
    """A table of the book."""

    id: str
    title: str
    section: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def records(self) -> list[dict[str, Cell]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def row(self, key: Cell) -> dict[str, Cell]:
        """The row whose first cell is `key`."""
        for row in self.rows:
            if row[0] == key:
                return dict(zip(self.columns, row, strict=True))
        raise KeyError(f"{self.id} has no row {key!r}")


class Law(Struct, frozen=True, dict=True):
    """All rules of a book, and its tables. `played` are the tiers of the book that the program plays."""

    ruleset: str
    title: str
    rules: tuple[Rule, ...]
    sheets: tuple[Sheet, ...]
    played: tuple[str, ...] = ()

    @property
    def prefix(self) -> str:
        """What the ids of its rules begin with, up to the first dash."""
        return self.rules[0].id.partition("-")[0] if self.rules else ""

    @cached_property
    def _by_id(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def _sheets_by_id(self) -> dict[str, Sheet]:
        return {sheet.id: sheet for sheet in self.sheets}

    def rule(self, rule_id: str) -> Rule:
        return self._by_id[rule_id]

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self._by_id

    def sheet(self, sheet_id: str) -> Sheet:
        return self._sheets_by_id[sheet_id]

    def switches(self) -> dict[str, Rule]:
        """Rules with written alternatives, by the name of their switch, each with the choices of that one."""
        found = {rule.switch: rule for rule in self.rules if rule.switch}
        for rule in self.rules:
            for name, choices in rule.other_switches.items():
                found[name] = replace(rule, switch=name, choices=choices)
        return found


def load_law(package: str) -> Law:
    """The law shipped in a book's package as `ledger.toml` and `tables.toml`."""
    folder = files(package)
    ledger: dict[str, Any] = tomllib.loads((folder / "ledger.toml").read_text(encoding="utf-8"))
    tables: dict[str, Any] = tomllib.loads((folder / "tables.toml").read_text(encoding="utf-8"))
    return Law(
        ruleset=ledger["ruleset"],
        title=ledger["title"],
        rules=msgspec.convert(ledger["rule"], tuple[Rule, ...]),
        sheets=msgspec.convert(tables["table"], tuple[Sheet, ...]),
        played=tuple(ledger.get("played", dict.fromkeys(rule["tier"] for rule in ledger["rule"]))),
    )
