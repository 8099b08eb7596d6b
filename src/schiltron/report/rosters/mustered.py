"""Rosters of army lists, and of the sides of a scenario under its switches."""

from __future__ import annotations

from schiltron.muster import Army, Scenario, quartermaster
from schiltron.muster.army import check, enlisted
from schiltron.muster.preparing import sides, switches
from schiltron.report.rosters.printed import Roster
from schiltron.rulesets import ruleset


def roster_of(army: Army) -> Roster:
    """An army list, which is lawful."""
    units = [enlisted(unit) for unit in army.units]
    return Roster(
        title=army.name,
        book=ruleset(army.ruleset).title,
        sheets=quartermaster(army.ruleset).sheets(units, {}),
        colour=army.colour or "grey",
        note=check(army).note,
    )


def rosters_of(scenario: Scenario) -> dict[str, Roster]:
    """Each side of a scenario that has been checked."""
    book, chosen = quartermaster(scenario.ruleset), switches(scenario)
    return {
        side: Roster(
            title=entry.name or side.capitalize(),
            book=ruleset(scenario.ruleset).title,
            sheets=book.sheets([enlisted(unit) for unit in entry.units], chosen),
            colour=entry.colour or side,
            note=scenario.title,
        )
        for side, entry in sides(scenario)
    }
