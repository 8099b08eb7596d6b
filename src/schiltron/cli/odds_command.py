"""The command `schiltron odds`: what a battle without a table may come to, exactly, as bars and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from schiltron.battle.guide.reckonings import Chart, Grid, Reckoning
from schiltron.battle.state.illegal import Reason
from schiltron.cli.bar_charts import picture_of
from schiltron.cli.battle_setup import Opening, file_for, opened, prepared_with
from schiltron.cli.fault import CommandFault
from schiltron.cli.guard import DONE
from schiltron.cli.output import print_json, write_text
from schiltron.cli.terminal import console
from schiltron.muster import MusterFault, Scenario, load_army
from schiltron.muster.scenario import SideEntry, fielded

_SIDES = ("red", "blue")
_WIDTH = 40


def reckon(
    what: Sequence[str], supposed: Sequence[str], options: Sequence[str], *, picture: Path | None, as_json: bool
) -> int:
    """Every result with its chance, what both sides keep, and every pair of choices."""
    opening = _opening(what, options)
    found = opening.book.reckoned(opening.battle, dict(_split(one) for one in supposed))
    if found is None:
        raise CommandFault(f"{opening.scenario.title}: only battles without a table can be reckoned.")
    if isinstance(found, Reason):
        cited = f" [{', '.join(found.rules)}]" if found.rules else ""
        raise CommandFault(f"--suppose: {found.text}.{cited}")
    if picture is not None:
        write_text(file_for(picture), picture_of(found))
    if as_json:
        print_json(found)
    else:
        _print(found)
        if picture is not None:
            console().print(Text(f"The charts are in {picture}"))
    return DONE


def _split(text: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise CommandFault(f"--suppose {text}: a name and a value are needed, such as --suppose attacker=red.")
    return name, value


def _opening(what: Sequence[str], options: Sequence[str]) -> Opening:
    """A scenario, or one made of two army lists."""
    if len(what) == 1:
        return opened(what[0], options)
    if len(what) != len(_SIDES):
        raise CommandFault(f"{len(what)} things to reckon with: name a scenario, or two army lists.")
    try:
        armies = [load_army(one) for one in what]
    except MusterFault as fault:
        raise CommandFault(*map(str, fault.faults)) from fault
    if armies[0].ruleset != armies[1].ruleset:
        raise CommandFault(f"{what[0]} and {what[1]}: they are lists of different books.")
    sides = {
        side: SideEntry(units=tuple(map(fielded, one.units)), name=one.name, colour=one.colour)
        for side, one in zip(_SIDES, armies, strict=True)
    }
    scenario = Scenario("odds", f"{armies[0].name} and {armies[1].name}", armies[0].ruleset, sides)
    return prepared_with(scenario, options)


def _print(found: Reckoning) -> None:
    out = console()
    out.print(Text(found.title, "bold"))
    for note in found.notes:
        out.print(Text(f"  {note}"))
    for chart in found.charts:
        _bars(chart)
    for grid in found.grids:
        _grid(grid)


def _bars(chart: Chart) -> None:
    out = console()
    out.print(Text(f"\n{chart.title}", "bold").append(f"  [{', '.join(chart.rules)}]" if chart.rules else "", "dim"))
    widest = max((len(one.label) for one in chart.bars), default=0)
    for one in chart.bars:
        bar = "█" * round(one.chance * _WIDTH) or ("▏" if one.chance else "")
        out.print(Text(f"  {one.label:<{widest}}  {one.chance:6.1%}  {bar}"))
    if not chart.bars:
        out.print(Text("  nobody can try one"))


def _grid(grid: Grid) -> None:
    out = console()
    out.print(Text(f"\n{grid.title}", "bold"))
    table = Table(box=None, pad_edge=False)
    for name in ("", *grid.columns):
        table.add_column(name, justify="left" if not name else "right")
    for name, cells in grid.rows:
        table.add_row(Text(name, "bold"), *cells)
    out.print(table)
