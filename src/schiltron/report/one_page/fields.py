"""A scenario on paper: its map with the zones in which armies are set up, who fights, and how it is won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from schiltron.battle.state.decision import Zone as SetUpZone
from schiltron.battle.state.tally import show_points
from schiltron.battle.words.grammar import counted
from schiltron.battle.words.phrases import spelled
from schiltron.drawing.svg import draw
from schiltron.drawing.zones import Zone
from schiltron.muster import Scenario, quartermaster
from schiltron.muster.preparing import check_scenario, named, sides, switches, table_size, zones
from schiltron.muster.terrain import features
from schiltron.report.typeset import Paper, typeset
from schiltron.rulesets import ruleset
from schiltron.rulesets.quartermaster import Switch
from schiltron.table.edges import Board
from schiltron.table.lengths import show_inches
from schiltron.table.shapes import Plot

_PACKAGE: Final = "schiltron.report.one_page"
_WIDTH: Final = 1440


class FieldSide(Struct, frozen=True):
    """A side: from which edge it comes, what it costs, and its units."""

    name: str
    colour: str
    edge: str
    points: str
    units: tuple[str, ...]


class FieldPage(Struct, frozen=True):
    """A scenario as it stands on paper; off the table it has no map."""

    title: str
    book: str
    table: str
    map: str
    text: str
    sides: tuple[FieldSide, ...]
    won: tuple[str, ...]
    options: tuple[str, ...]


class _Handed(Struct, frozen=True):
    paper: Paper
    page: FieldPage


def field_page(scenario: Scenario) -> FieldPage:
    """A scenario with its armies in it, which has been checked."""
    reports = check_scenario(scenario)
    size = table_size(scenario.table) if scenario.table is not None else None
    return FieldPage(
        title=scenario.title,
        book=ruleset(scenario.ruleset).title,
        table=f"{show_inches(size[0])} × {show_inches(size[1])}" if size else "off the table",
        map=_map(scenario),
        text=" ".join(scenario.description.split()),
        sides=tuple(
            FieldSide(
                name=named(side, entry).name,
                colour=named(side, entry).colour,
                edge=_EDGES[entry.edge],
                points=_points(reports[side].points),
                units=tuple(f"{unit.figures} {unit.name or spelled(unit.troop)}" for unit in entry.units),
            )
            for side, entry in sides(scenario)
        ),
        won=tuple(_won(scenario)),
        options=tuple(_options(scenario)),
    )


_EDGES: Final = {
    "north": "from the top",
    "south": "from the bottom",
    "west": "from the left",
    "east": "from the right",
}


def _points(points: float) -> str:
    return f"{show_points(points)} {'point' if points == 1 else 'points'}"


def print_field(page: FieldPage, paper: Paper = "a4") -> bytes:
    """The PDF; NoPrinter where nothing can set it."""
    return typeset(_PACKAGE, "field.typ", _Handed(paper, page))


def _map(scenario: Scenario) -> str:
    if scenario.table is None:
        return ""
    book = quartermaster(scenario.ruleset)
    ground = features(scenario.terrain, book, switches(scenario)) if scenario.ground == "fixed" else ()
    drawn = [
        Zone(_box(zone), "deployment", who.name, who.colour)
        for side, zone in zones(scenario).items()
        for who in [named(side, scenario.sides[side])]
    ]
    return draw(Board(*table_size(scenario.table), ground), (), _WIDTH, drawn, title=scenario.title)


def _box(zone: SetUpZone) -> Plot:
    return Plot((((zone.left, zone.top), (zone.right, zone.top), (zone.right, zone.bottom), (zone.left, zone.bottom)),))


def _won(scenario: Scenario) -> Iterator[str]:
    """How it is won, in sentences."""
    victory = scenario.victory
    by = next((one for one in quartermaster(scenario.ruleset).switches if one.name == "victory"), None)
    if by is not None:
        yield f"Won by {_said(by, switches(scenario).get('victory', by.default))}."
    if victory is None:
        return
    if victory.turn_limit:
        yield f"It ends after {counted(victory.turn_limit, 'turn')}."
    for letter, name in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", victory.objectives, strict=False):
        yield f"{letter}: {name}."
    for one in victory.conditions:
        yield f"{named(one.side, scenario.sides[one.side]).name} {one.does}s {one.what}."


def _options(scenario: Scenario) -> Iterator[str]:
    """What is played otherwise than the book has it unasked."""
    for switch in quartermaster(scenario.ruleset).switches:
        chosen = scenario.options.get(switch.name)
        if chosen is not None and str(chosen).lower() != switch.default:
            yield f"{switch.label}: {_said(switch, chosen)}"


def _said(switch: Switch, value: object) -> str:
    said = str(value).lower() if isinstance(value, bool) else str(value)
    return next((one.label for one in switch.choices if one.value == said), f"{said} {switch.measure}".strip())
