"""Army lists and creatures as the text of their files: what is read again is the same."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.muster.army import Army, ListedUnit
from schiltron.muster.creature_entry import CreatureEntry
from schiltron.muster.house_file import HouseFile
from schiltron.muster.toml_words import said, schema_line, tables, text, value


def written(army: Army) -> str:
    """An army list as the text of its file."""
    return "\n".join((*_head(army), *_brought(army), *(line for unit in army.units for line in _unit(unit)))) + "\n"


def written_rules(rules: HouseFile) -> str:
    """House rules as the text of their file."""
    head = [*schema_line(rules.ruleset, "house"), f"ruleset = {text(rules.ruleset)}", f"name = {text(rules.name)}"]
    if rules.description:
        head.append(f"description = {text(rules.description)}")
    return "\n".join((*head, *_brought(rules), *tables("kinds", rules.kinds))) + "\n"


def written_unit(unit: ListedUnit) -> str:
    """One unit of an army list as text."""
    return "\n".join(_unit(unit)).strip()


def written_creature(entry: CreatureEntry) -> str:
    """A creature as the text of its file."""
    return "\n".join(said(entry)) + "\n"


def _head(army: Army) -> Iterator[str]:
    yield from schema_line(army.ruleset, "army")
    yield f"ruleset = {text(army.ruleset)}"
    yield f"name = {text(army.name)}"
    if army.colour is not None:
        yield f"colour = {text(army.colour)}"
    if army.limit is not None:
        yield f"limit = {army.limit}"
    if army.description:
        yield f"description = {text(army.description)}"
    if army.house:
        yield f"house = {value(army.house)}"
    if not army.units:
        yield "units = []"


def _brought(army: Army | HouseFile) -> Iterator[str]:
    """What it brings of its own, each a table."""
    yield from tables("troops", army.troops)
    yield from tables("items", army.items)
    yield from tables("creatures", army.creatures)
    yield from tables("spells", army.spells)


def _unit(unit: ListedUnit) -> Iterator[str]:
    yield "\n[[units]]"
    yield from unit_lines(unit)


def unit_lines(unit: ListedUnit) -> Iterator[str]:
    """What a list says of a unit, line by line."""
    yield f"troop = {text(unit.troop)}"
    yield f"figures = {unit.figures}"
    if unit.files is not None:
        yield f"files = {unit.files}"
    if unit.hedgehog:
        yield "hedgehog = true"
    if unit.name:
        yield f"name = {text(unit.name)}"
    if unit.equipment:
        yield f"equipment = {value(unit.equipment)}"
    if unit.joins:
        yield f"joins = {text(unit.joins)}"
