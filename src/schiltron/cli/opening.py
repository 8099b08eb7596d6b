"""From words on the command line to a battle with captains at its seats."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import AnyBattle
from schiltron.captains.captain import Captain
from schiltron.captains.roster import captain_named, captains_for
from schiltron.cli.fault import CommandFault, nearest
from schiltron.muster import Fault, MusterFault, Scenario, load_scenario, prepare
from schiltron.muster.preparing import won_by
from schiltron.rulesets import ruleset

AnyRuleset = Ruleset[Any, Any, Any]


class Opening(Struct, frozen=True):
    """A battle ready to be fought, as often as one likes."""

    scenario: Scenario
    battle: AnyBattle

    @property
    def book(self) -> AnyRuleset:
        return ruleset(self.scenario.ruleset)


def opened(wanted: str, switches: Sequence[str]) -> Opening:
    """The scenario by name or path, with switches changed as `name=value`."""
    try:
        scenario = load_scenario(wanted)
    except MusterFault as fault:
        raise CommandFault(*map(str, fault.faults)) from fault
    changed = [_parted(switch) for switch in switches]
    for name, value in changed:
        scenario = _switched(scenario, name, value)
    try:
        return Opening(scenario, prepare(scenario))
    except MusterFault as fault:
        names = [name for name, _ in changed]
        raise CommandFault(*(_of_option(one, names) for one in fault.faults)) from fault


def _parted(switch: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in switch.partition("="))
    if not (name and equals and value):
        raise CommandFault(f"--option {switch}: a switch and its value are needed, as in --option turn_limit=12.")
    return name, value


def _switched(scenario: Scenario, name: str, value: str) -> Scenario:
    """How it is won may stand in a part of its own; the command line goes before it."""
    if name in ("victory", "turn_limit"):
        return replace(scenario, victory=None, options=scenario.options | won_by(scenario) | {name: value})
    return replace(scenario, options=scenario.options | {name: value})


def _of_option(fault: Fault, names: Sequence[str]) -> str:
    """A fault of a switch from the command line is said of the command line."""
    name = fault.place.removeprefix("options.")
    if name not in names:
        return str(fault)
    cited = f" [{', '.join(fault.rules)}]" if fault.rules else ""
    return f"--option {name}: {fault.wrong}. Right would be: {fault.right}.{cited}"


def seated(opening: Opening, captains: Mapping[str, str], seed: int) -> dict[str, Captain]:
    """A captain for each seat. Two recruits of one battle do not think alike."""
    return {
        seat.id: captain_named(captains[seat.side], opening.book, 2 * seed + place)
        for place, seat in enumerate(opening.battle.seats)
        if seat.side
    }


def check_captains(opening: Opening, captains: Mapping[str, str]) -> None:
    known = captains_for(opening.scenario.ruleset)
    for side, name in captains.items():
        if name not in known:
            raise CommandFault(f"--{side} {name}: there is no such captain. {nearest(name, known)}")


def figures(battle: AnyBattle) -> dict[str, int]:
    """Figures of each side that are still in the battle."""
    count = {side.id: 0 for side in battle.sides}
    for unit in battle.units.values():
        count[unit.side] += unit.figures
    return count


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


_ELSEWHERE = "Right would be: a file in a folder you may write to."
