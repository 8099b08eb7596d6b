"""The command `schiltron roster` prints roster sheets of an army list, or of the sides of a scenario, as a PDF."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from schiltron.cli.battle_setup import file_for
from schiltron.cli.fault import CommandFault, nearest
from schiltron.cli.guard import DONE
from schiltron.cli.output import write_bytes
from schiltron.cli.terminal import console
from schiltron.muster import Army, Fault, MusterFault, check, load_army, load_scenario
from schiltron.muster.library import ready_names
from schiltron.report.rosters import Roster, print_rosters, roster_of, rosters_of
from schiltron.report.typeset import NoPrinter, Paper

_PAPERS: Final[dict[str, Paper]] = {"a4": "a4", "letter": "us-letter"}


def print_roster(wanted: str, *, side: str | None, out: Path, paper: str) -> int:
    rosters = _rosters(wanted, side)
    try:
        printed = print_rosters(rosters, _PAPERS[paper])
    except NoPrinter as fault:
        raise CommandFault(f"{fault}.") from fault
    write_bytes(file_for(out), printed)
    for roster in rosters:
        console().print(f"{out}: {roster.title}, {len(roster.sheets)} sheets", markup=False, highlight=False)
    return DONE


def _rosters(wanted: str, side: str | None) -> list[Roster]:
    try:
        if _is_scenario(wanted):
            all_of_them = rosters_of(load_scenario(wanted))
            if side and side not in all_of_them:
                raise CommandFault(f"--side {side}: there is no such side. {nearest(side, all_of_them)}")
            return [all_of_them[side]] if side else list(all_of_them.values())
        army = load_army(wanted)
    except MusterFault as fault:
        raise CommandFault(*map(str, fault.faults)) from fault
    if side:
        raise CommandFault(f"--side {side}: {wanted} is an army list, which has no sides. Leave --side out.")
    return [_lawful(army, wanted)]


def _lawful(army: Army, file: str) -> Roster:
    broken = check(army).violations
    if broken:
        raise CommandFault(*(str(Fault(file, one.place, one.wrong, one.right, one.rules)) for one in broken))
    return roster_of(army)


def _is_scenario(wanted: str) -> bool:
    """A ready one by its name; of files those that have sides. What is wrong with a file is said when it is read."""
    if wanted.endswith(".toml"):
        try:
            return "sides" in tomllib.loads(Path(wanted).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False
    scenarios, armies = ready_names("scenarios"), ready_names("armies")
    if wanted not in scenarios and wanted not in armies:
        known = sorted({name for name in (*scenarios, *armies) if "/" not in name})
        raise CommandFault(f"{wanted}: there is no ready scenario or army of that name. {nearest(wanted, known)}")
    return wanted in scenarios
