"""Battles of a campaign: each begins with the armies as the one before has left them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.muster.after_battle import survivors
from schiltron.muster.army import COLOURS, enlisted
from schiltron.muster.books import quartermaster
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.library import ready_scenarios
from schiltron.muster.preparing import sides, switches
from schiltron.muster.scenario import FieldedUnit, Scenario, SideEntry
from schiltron.rulesets.quartermaster import Enlisted


def next_of(scenario: str) -> Scenario | None:
    """The battle that follows one in a campaign, if it is part of any."""
    return next((one for one in ready_scenarios() if scenario and one.follows == scenario), None)


def carried_on(scenario: Scenario, battle: AnyBattle) -> Scenario:
    """A scenario with the armies that a battle has left, and their reinforcements; MusterFault where that cannot be."""
    faults = tuple(_unfit(scenario, battle))
    if faults:
        raise MusterFault(faults)
    entries = {side: _carried(scenario, entry, battle, side) for side, entry in sides(scenario)}
    gone = [battle.side_named(side).title for side, entry in entries.items() if not entry.units]
    if gone:
        wrong = f"{' and '.join(gone)} cannot take the field again"
        raise MusterFault([Fault(scenario.id, "sides", wrong, "the campaign is over; fight it anew")])
    return replace(scenario, sides=entries)


def _unfit(scenario: Scenario, battle: AnyBattle) -> Iterator[Fault]:
    if battle.ruleset != scenario.ruleset:
        wrong = f"the battle before is one of {battle.ruleset}"
        yield Fault(scenario.id, "ruleset", wrong, f"a battle of {scenario.ruleset}")
    if battle.outcome is None:
        yield Fault(scenario.id, "", "the battle before is not over yet", "a battle that is over")
    missing = {side for side, _ in sides(scenario)} ^ {side.id for side in battle.sides}
    if missing:
        wrong = f"only one of both battles has {', '.join(sorted(missing))}"
        yield Fault(scenario.id, "sides", wrong, "a battle of the same sides")


def _carried(scenario: Scenario, entry: SideEntry, battle: AnyBattle, side: str) -> SideEntry:
    """A side with who is left of it, under its name and colour."""
    book = quartermaster(scenario.ruleset)
    before = battle.side_named(side)
    left = [enlisted(one) for one in survivors(battle, side)]
    fresh = [enlisted(one) for one in entry.reinforcements]
    colour: Any = before.colour if before.colour in COLOURS else None
    units = tuple(map(_fielded, book.remustered((*left, *fresh), switches(scenario))))
    return replace(entry, army=None, units=units, name=before.name, colour=colour or entry.colour)


def _fielded(unit: Enlisted) -> FieldedUnit:
    return FieldedUnit(
        troop=unit.troop,
        figures=unit.figures,
        files=unit.files,
        hedgehog=unit.hedgehog,
        name=unit.name,
        equipment=dict(unit.equipment),
        joins=unit.joins,
    )
