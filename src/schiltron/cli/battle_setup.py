"""From words on the command line to a battle with captains at its seats."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.record.savefile import SaveFault, read
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import strength, troops
from schiltron.captains.roster import captains_for, plays, tempered_for
from schiltron.cli.fault import CommandFault, nearest
from schiltron.muster import Fault, MusterFault, Scenario, even_field, load_scenario, prepare, switched
from schiltron.muster.campaigns import carried_on
from schiltron.rulesets import BOOKS, ruleset

AnyRuleset = Ruleset[Any, Any, Any]

USUAL: Final = "captain"
"""Who leads a side of which nothing is said."""


class Opening(Struct, frozen=True):
    """A battle ready to be fought, any number of times."""

    scenario: Scenario
    battle: AnyBattle

    @property
    def book(self) -> AnyRuleset:
        return ruleset(self.scenario.ruleset)


def opened(wanted: str, switches: Sequence[str], even: str = "", before: Path | None = None) -> Opening:
    """The scenario by name or path, with switches changed as `name=value`; with the army of one side for all of them
    if that is named, or with the armies that a battle before it has left."""
    try:
        scenario = load_scenario(wanted)
        if before is not None:
            scenario = carried_on(scenario, read(before, BOOKS).journal.battle)
        if even:
            scenario = even_field(scenario, even)
    except SaveFault as fault:
        raise CommandFault(f"--after: {fault}") from fault
    except MusterFault as fault:
        raise CommandFault(*map(str, fault.faults)) from fault
    return prepared_with(scenario, switches)


def prepared_with(scenario: Scenario, switches: Sequence[str]) -> Opening:
    """A scenario made ready, with switches changed as `name=value`."""
    changed = [split_switch(switch) for switch in switches]
    try:
        scenario = switched(scenario, **dict(changed))
        return Opening(scenario, prepare(scenario))
    except MusterFault as fault:
        names = [name for name, _ in changed]
        raise CommandFault(*(_of_option(one, names) for one in fault.faults)) from fault


def split_switch(switch: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in switch.partition("="))
    if not (name and equals and value):
        raise CommandFault(f"--option {switch}: a switch and its value are needed, such as --option turn_limit=12.")
    return name, value


def _of_option(fault: Fault, names: Sequence[str]) -> str:
    """A fault of a switch from the command line is said of the command line."""
    name = fault.place.removeprefix("options.")
    if name not in names:
        return str(fault)
    cited = f" [{', '.join(fault.rules)}]" if fault.rules else ""
    return f"--option {name}: {fault.wrong}. Try: {fault.right}.{cited}"


def led(battle: AnyBattle, named: Mapping[str, str], seats: Sequence[str]) -> dict[str, str]:
    """Who leads each side: as `--red`, `--blue` and `--seat side=who` say, else a captain."""
    leaders = {side.id: named.get(side.id, USUAL) for side in battle.sides}
    for seat in seats:
        side, equals, who = (part.strip() for part in seat.partition("="))
        if not (side and equals and who):
            raise CommandFault(
                f"--seat {seat}: a side and who leads it are needed, as in --seat {side or 'red'}=recruit."
            )
        if side not in leaders:
            raise CommandFault(f"--seat {seat}: there is no such side. {nearest(side, list(leaders))}")
        leaders[side] = who
    return leaders


def check_captains(book: str, captains: Mapping[str, str]) -> None:
    known = (*captains_for(book), *tempered_for(book))
    for side, name in captains.items():
        if not plays(name, book):
            said = f"--{side} {name}" if side in ("red", "blue") else f"--seat {side}={name}"
            raise CommandFault(f"{said}: there is no such captain. {nearest(name, known)}")


def figures(battle: AnyBattle) -> dict[str, int]:
    """Figures of each side that are still in the battle."""
    return {side.id: strength(troops(battle, side.id))[0] for side in battle.sides}


def file_for(path: Path) -> Path:
    """A path that can be written to, its folder made if need be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandFault(f"{path}: its folder cannot be made ({error.strerror}). {_ELSEWHERE}") from error
    if path.is_dir():
        raise CommandFault(f"{path}: this is a folder. {_ELSEWHERE}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise CommandFault(f"{path}: cannot be written. {_ELSEWHERE}")
    return path


_ELSEWHERE = "Try: a file in a folder you may write to."
