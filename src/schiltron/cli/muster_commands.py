"""The commands `schiltron scenarios` and `schiltron army` list what is ready and check army lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from schiltron.battle.state.tally import show_points, signed_points
from schiltron.cli.battle_setup import split_switch
from schiltron.cli.fault import CommandFault
from schiltron.cli.guard import DONE
from schiltron.cli.output import print_json
from schiltron.cli.terminal import console
from schiltron.muster import (
    Army,
    Fault,
    MusterFault,
    check,
    check_scenario,
    load_army,
    load_list,
    quartermaster,
    ready_armies,
    ready_scenarios,
    rulesets,
)
from schiltron.muster.workbench import Remedy, laid_out
from schiltron.rulesets.quartermaster import Switches, Violation


def list_scenarios(*, as_json: bool) -> int:
    found = [
        (scenario, {side: report.points for side, report in check_scenario(scenario).items()})
        for scenario in ready_scenarios()
    ]
    if as_json:
        print_json(
            [
                {
                    "id": scenario.id,
                    "ruleset": scenario.ruleset,
                    "title": scenario.title,
                    "points": points,
                    "description": " ".join(scenario.description.split()),
                }
                for scenario, points in found
            ]
        )
        return DONE
    table = Table(box=None, pad_edge=False)
    for heading in ("scenario", "ruleset", "title"):
        table.add_column(heading)
    sides = dict.fromkeys(side for _, points in found for side in points)
    for side in sides:
        table.add_column(f"{side}, points", justify="right")
    for scenario, points in found:
        costs = (show_points(points[side]) if side in points else "" for side in sides)
        table.add_row(Text(scenario.id, "bold"), scenario.ruleset, scenario.title, *costs)
    console().print(table)
    return DONE


def list_armies(*, as_json: bool) -> int:
    rows: list[dict[str, Any]] = [
        {
            "id": name,
            "ruleset": army.ruleset,
            "name": army.name,
            "points": check(army).points,
            "units": len(army.units),
            "figures": sum(unit.figures for unit in army.units),
        }
        for name, army in ready_armies().items()
    ]
    if as_json:
        print_json(rows)
        return DONE
    table = Table(box=None, pad_edge=False)
    for heading in ("army", "name", "points", "units", "figures"):
        table.add_column(heading, justify="left" if heading in ("army", "name") else "right")
    for row in rows:
        counted = (str(row[key]) for key in ("units", "figures"))
        table.add_row(Text(str(row["id"]), "bold"), str(row["name"]), show_points(row["points"]), *counted)
    console().print(table)
    return DONE


def loaded(file: str) -> Army:
    try:
        return load_army(file)
    except MusterFault as fault:
        raise CommandFault(*map(str, fault.faults)) from fault


def check_army(file: str, options: Sequence[str] = (), *, as_json: bool) -> int:
    """The list with its prices; what is against it, and what would put it right, goes to stderr, with exit status 2."""
    army = loaded(file)
    known = options and army.ruleset in rulesets()
    switches = switches_of(army.ruleset, options) if known else None
    report = check(army, switches)
    faults = [] if report.lawful else _faults(file, army, switches)
    if as_json:
        print_json(
            {
                "name": army.name,
                "ruleset": army.ruleset,
                "points": report.points,
                "limit": army.limit,
                "lawful": report.lawful,
                "units": [
                    {
                        "name": unit.name or unit.troop,
                        "troop": unit.troop,
                        "figures": unit.figures,
                        "points": tally.points,
                    }
                    for unit, tally in zip(army.units, report.costs, strict=False)
                ],
                "faults": faults,
            }
        )
    elif not faults:
        _print_army(army, report)
    if faults:
        raise CommandFault(*faults)
    return DONE


def _faults(file: str, army: Army, switches: Switches | None) -> list[str]:
    """Everything against a list, each with the nearest changes that would put it right."""
    if army.ruleset not in rulesets():
        return [str(_fault(file, one)) for one in check(army, switches).violations]
    bench = laid_out(load_list(file), switches)
    found = [fault for row in bench.rows for fault in row.faults] + list(bench.faults)
    return [f"{_fault(file, one.violation)}{_put_right(one.remedies)}" for one in found]


def _fault(file: str, violation: Violation) -> Fault:
    return Fault(file, violation.place, violation.wrong, violation.right, violation.rules)


def _put_right(remedies: Sequence[Remedy]) -> str:
    ways = [f"{one.words} ({signed_points(one.points)})" for one in remedies]
    return f" This would put it right: {'; '.join(ways)}." if ways else ""


def switches_of(book: str, options: Sequence[str]) -> dict[str, str]:
    """Switches of a book as the command line names them."""
    named = dict(map(split_switch, options))
    faults = quartermaster(book).check_switches(named)
    if faults:
        raise CommandFault(*(f"--option {one.place}: {one.wrong}. Try: {one.right}." for one in faults))
    return named


def pay_army(file: str, months: int | None, *, dearer: bool, as_json: bool) -> int:
    """What an army costs in a campaign, with the sum."""
    army = loaded(file)
    report = check(army)
    if report.violations:
        raise CommandFault(*(str(Fault(file, one.place, one.wrong, one.right, one.rules)) for one in report.violations))
    book = quartermaster(army.ruleset)
    wages = book.wages(int(report.points), months, dearer=dearer)
    if wages is None:
        raise CommandFault(f"{file}: {army.ruleset} says nothing of pay.")
    if as_json:
        print_json({"name": army.name, "points": report.points, "gold": wages.gold, "notes": wages.notes})
        return DONE
    console().print(Text(f"{army.name}: {wages.gold.total} gold pieces", "bold"))
    for term in wages.gold.terms:
        console().print(Text(f"{term.value:>10}  {term.label}  [{term.rule}]"))
    for note in wages.notes:
        console().print(Text(f"{note.text}.  [{', '.join(note.rules)}]", "dim"))
    return DONE


def _print_army(army: Any, report: Any) -> None:
    listings = quartermaster(army.ruleset).listings
    table = Table(title=army.name, title_style="bold", title_justify="left", box=None, pad_edge=False, show_footer=True)
    limit = f" of {army.limit}" if army.limit is not None else ""
    table.add_column("unit", "all")
    table.add_column("troops")
    table.add_column("figures", str(sum(unit.figures for unit in army.units)), justify="right")
    table.add_column("points", f"{show_points(report.points)}{limit}", justify="right")
    table.add_column("", style="dim")
    lines = report.lines or tuple(listings[unit.troop].note for unit in army.units)
    for unit, tally, line in zip(army.units, report.costs, lines, strict=True):
        name = listings[unit.troop].name
        table.add_row(unit.name or name, name, str(unit.figures), show_points(tally.points), line)
    console().print(table)
    console().print(f"The army is legal{': ' if report.note else ''}{report.note}.")
