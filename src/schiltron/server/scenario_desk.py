"""Scenarios in the making, for the page: each is sent whole with every question, and nothing of it is kept.

Armies by name are ready ones: no visitor can have files of the server read.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from schiltron.muster import Fault, MusterFault, check_scenario
from schiltron.muster.books import rulesets
from schiltron.muster.library import gathered
from schiltron.muster.preparing import named, set_up_zones, sides
from schiltron.muster.reading import MOST_FAULTS, read
from schiltron.muster.scenario import Scenario, ZoneEntry
from schiltron.muster.scenario_text import written_scenario
from schiltron.server.catalogue_payloads import FaultShown
from schiltron.server.fault import Refusal, not_to_be_used

Text = Annotated[str, Meta(max_length=40_000)]


class ScenarioAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as it stands, or as the text of its file."""

    toml: Text = ""
    scenario: Scenario | None = None


class SideDrawn(Struct, frozen=True):
    """A side with what it costs, and the rectangle in which it sets up, in inches; none off the table."""

    id: str
    name: str
    colour: str
    points: float
    figures: int
    zone: ZoneEntry | None


class ScenarioReport(Struct, frozen=True):
    """A scenario as it was read, its text, and everything that keeps a battle from beginning with it."""

    scenario: Scenario | None
    toml: str
    faults: tuple[FaultShown, ...]
    sides: tuple[SideDrawn, ...]
    lawful: bool


def looked_at(asked: ScenarioAsked) -> ScenarioReport:
    try:
        scenario = as_asked(asked)
    except MusterFault as fault:
        return ScenarioReport(None, "", _faults(fault.faults), (), lawful=False)
    whole, faults = gathered(scenario, files=False)
    drawn = _drawn(whole) if scenario.ruleset in rulesets() else ()
    return ScenarioReport(scenario, written_scenario(scenario), _faults(faults), drawn, lawful=not faults)


def as_asked(asked: ScenarioAsked) -> Scenario:
    """The scenario that is spoken of, as its file has it; MusterFault where it cannot be read."""
    if bool(asked.toml) == (asked.scenario is not None):
        raise Refusal(422, "a scenario is missing", where="toml", right="toml: the text of a file, or scenario")
    return asked.scenario if asked.scenario is not None else read(asked.toml, Scenario, "")


def own_scenario(toml: str) -> Scenario:
    """A scenario of a visitor's own, with its armies in it; Refusal with everything against it."""
    try:
        whole, faults = gathered(read(toml, Scenario, ""), files=False)
    except MusterFault as fault:
        raise not_to_be_used(fault) from fault
    if faults:
        raise not_to_be_used(MusterFault(faults))
    return replace(whole, id=OWN, follows="", first=False)


OWN = "own-scenario"


def _faults(faults: tuple[Fault, ...] | list[Fault]) -> tuple[FaultShown, ...]:
    return tuple(
        FaultShown(f"{one.file}: {one.wrong}" if one.file else one.wrong, one.place, one.right, one.rules)
        for one in faults[:MOST_FAULTS]
    )


def _drawn(scenario: Scenario) -> tuple[SideDrawn, ...]:
    reports = check_scenario(scenario)
    zones = set_up_zones(scenario)
    return tuple(
        SideDrawn(
            id=side,
            name=named(side, entry).name,
            colour=named(side, entry).colour,
            points=reports[side].points,
            figures=sum(unit.figures for unit in entry.units) + reports[side].commanders,
            zone=zones.get(side),
        )
        for side, entry in sides(scenario)
    )
