"""Scenarios as the text of their files: what is read again is the same scenario."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.muster.list_text import unit_lines
from schiltron.muster.scenario import Course, FieldedUnit, Patch, Rampart, Scenario, SideEntry, Terrain, Tile, Tower
from schiltron.muster.toml_words import key, long_text, said, schema_line, tables, text, value

_FORMS: dict[type, str] = {Tile: "tile", Patch: "area", Course: "strip", Rampart: "wall", Tower: "tower"}


def written_scenario(scenario: Scenario) -> str:
    """A scenario as the text of its file: its head, the table, how it is won, the ground, then side by side."""
    lines = [*_head(scenario), *_table(scenario)]
    lines += tables("kinds", scenario.kinds)
    for castle in scenario.castles:
        lines += ["\n[[castles]]", *said(castle)]
    for piece in scenario.terrain:
        lines += ["\n[[terrain]]", *_piece(piece)]
    for name, side in scenario.sides.items():
        lines += _side(f"sides.{key(name)}", side)
    return "\n".join(lines) + "\n"


def _head(scenario: Scenario) -> Iterator[str]:
    yield from schema_line(scenario.ruleset, "scenario")
    yield f"id = {text(scenario.id)}"
    yield f"title = {text(scenario.title)}"
    yield f"ruleset = {text(scenario.ruleset)}"
    if scenario.description:
        yield f"description = {long_text(scenario.description)}"
    if scenario.first:
        yield "first = true"
    if scenario.follows:
        yield f"follows = {text(scenario.follows)}"
    if scenario.ground != "fixed":
        yield f"ground = {text(scenario.ground)}"


def _table(scenario: Scenario) -> Iterator[str]:
    if scenario.table is not None:
        yield "\n[table]"
        yield from said(scenario.table)
    if scenario.deployment is not None:
        yield "\n[deployment]"
        yield from said(scenario.deployment)
    if scenario.options:
        yield "\n[options]"
        yield from (f"{key(name)} = {value(one)}" for name, one in scenario.options.items())
    if scenario.victory is not None:
        yield "\n[victory]"
        yield from said(scenario.victory, "conditions")
        for condition in scenario.victory.conditions:
            yield "\n[[victory.conditions]]"
            yield from said(condition)


def _piece(piece: Terrain) -> Iterator[str]:
    yield f"form = {text(_FORMS[type(piece)])}"
    yield from said(piece, "contours")
    if isinstance(piece, Patch) and piece.contours is not None:
        yield f"contours = {value(piece.contours)}"


def _side(place: str, side: SideEntry) -> Iterator[str]:
    yield f"\n[{place}]"
    yield f"edge = {text(side.edge)}"
    yield from said(side, "edge", "units", "reinforcements", "creatures", "spells", "troops", "items")
    yield from tables(f"{place}.troops", side.troops)
    yield from tables(f"{place}.items", side.items)
    yield from tables(f"{place}.creatures", side.creatures)
    yield from tables(f"{place}.spells", side.spells)
    for kind, units in (("units", side.units), ("reinforcements", side.reinforcements)):
        for unit in units:
            yield f"\n[[{place}.{kind}]]"
            yield from _fielded(unit)


def _fielded(unit: FieldedUnit) -> Iterator[str]:
    yield from unit_lines(unit)
    if unit.at is not None:
        yield f"at = {value(unit.at)}"
    if unit.heading is not None:
        yield f"heading = {value(unit.heading)}"
    if unit.on:
        yield f"on = {text(unit.on)}"
    if unit.on_top:
        yield "on_top = true"
