"""How the armies stand: a small map, and every unit with its strength."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace
from rich.table import Table
from rich.text import Text

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import strength, troops
from schiltron.battle.state.unit import Unit
from schiltron.battle.words.phrases import spelled
from schiltron.rulesets import ruleset
from schiltron.table.terrain import kinds_at

if TYPE_CHECKING:
    from schiltron.cli.terminal import Colours


_CELL: Final = (2000, 4000)
"""A letter is twice as high as it is wide: it stands for two inches by four."""
_GROUND: Final = {
    "woods": ("♣", "green"),
    "hill": ("^", "yellow"),
    "gulley": ("v", "yellow"),
    "gully": ("v", "yellow"),
    "ditch": ("v", "yellow"),
    "stream": ("~", "blue"),
    "pond": ("~", "blue"),
    "marsh": (",", "cyan"),
    "swamp": (",", "cyan"),
    "ford": ("-", "cyan"),
    "rough": (":", "bright_black"),
    "road": ("=", "bright_black"),
    "river": ("~", "blue"),
    "wall": ("#", "bright_black"),
    "hedge": ("#", "green"),
    "fence": ("#", "bright_black"),
    "building": ("H", "bright_black"),
    "prohibited": ("x", "red"),
    "scrub": (":", "green"),
    "light_woods": ("♣", "green"),
    "brush": (":", "green"),
    "burning_woods": ("*", "red"),
    "burning_brush": ("*", "red"),
    "smouldering_woods": ("*", "yellow"),
    "smouldering_brush": ("*", "yellow"),
}
_LETTERS: Final = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "αβγδεζηθλμξπρστφχψω", "0123456789")
_BAR: Final = 12


def standing(battle: AnyBattle, colours: Colours) -> Table:
    """The map beside the armies."""
    battle = replace(battle, board=ruleset(battle.ruleset).drawn(battle))
    letters = _letters(battle)
    grid = Table.grid(padding=(0, 2))
    grid.add_row(
        *([_map(battle, colours, letters)] if battle.board is not None else []), _armies(battle, colours, letters)
    )
    return grid


def _letters(battle: AnyBattle) -> dict[str, str]:
    """Each side's units in order: A, B, C for the first side, small letters for the second, Greek ones for a third."""
    named = {}
    for place, side in enumerate(battle.sides):
        letters = _LETTERS[place % len(_LETTERS)]
        for number, unit in enumerate(troops(battle, side.id)):
            named[unit.id] = letters[number % len(letters)]
    return named


def _map(battle: AnyBattle, colours: Colours, letters: dict[str, str]) -> Text:
    board = battle.table
    across, down = -(-board.width // _CELL[0]), -(-board.depth // _CELL[1])
    cells = [[_ground(battle, column, row) for column in range(across)] for row in range(down)]
    for unit in battle.standing():
        for figure in unit.places[: unit.figures]:
            column, row = int(figure.x // _CELL[0]), int(figure.y // _CELL[1])
            if 0 <= column < across and 0 <= row < down:
                routed = "dim " if "routed" in unit.marks else "bold "
                cells[row][column] = (letters[unit.id], routed + colours.style(unit.side))
    text = Text(f"┌{'─' * across}┐\n", "bright_black")
    for line in cells:
        text.append("│", "bright_black")
        for letter, style in line:
            text.append(letter, style)
        text.append("│\n", "bright_black")
    text.append(f"└{'─' * across}┘", "bright_black")
    return text


def _ground(battle: AnyBattle, column: int, row: int) -> tuple[str, str]:
    """What lies in a cell; one look in its middle would miss a stream."""
    x = (column + 0.5) * _CELL[0]
    for down in (0.5, 0.15, 0.85):
        for feature in kinds_at(battle.table.features, x, (row + down) * _CELL[1]):
            if feature.kind in _GROUND:
                return _GROUND[feature.kind]
    return " ", ""


def _armies(battle: AnyBattle, colours: Colours, letters: dict[str, str]) -> Table:
    table = Table.grid(padding=(0, 1))
    for side in battle.sides:
        units = troops(battle, side.id)
        left, whole = strength(units)
        name = colours.token(side.id) + Text(f" {side.title}", f"bold {colours.style(side.id)}")
        table.add_row("", name, "", Text(f"{left} of {whole}", "bold"))
        for unit in units:
            table.add_row(
                Text(letters[unit.id], colours.style(unit.side)),
                Text(unit.name, "" if unit.figures else "dim strike"),
                _bar(unit, colours.style(unit.side)),
                Text(_state(battle, unit), "" if unit.figures else "dim"),
            )
    return table


def _bar(unit: Unit[Any], style: str) -> Text:
    full = round(_BAR * unit.figures / unit.original) if unit.original else 0
    full = max(full, 1) if unit.figures else 0
    return Text("▇" * full, style).append("·" * (_BAR - full), "bright_black")


def _state(battle: AnyBattle, unit: Unit[Any]) -> str:
    if not unit.figures:
        return "gone"
    if unit.host:
        return ", ".join((f"with {battle.units[unit.host].name}", *map(spelled, unit.marks)))
    count = f"{unit.figures} of {unit.original}"
    if battle.board is not None and not unit.on_table:
        return f"{count}, off the table"
    return ", ".join((count, *map(spelled, unit.marks)))
