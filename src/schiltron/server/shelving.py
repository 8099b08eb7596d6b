"""How books, scenarios and armies are shown: what a visitor finds on the shelves."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import zip_longest
from random import Random
from typing import Final

import msgspec

from schiltron.battle.dice import FastDice
from schiltron.battle.drawing import picture
from schiltron.battle.state import AnyBattle
from schiltron.battle.wording import capital
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named, captains_for
from schiltron.muster import (
    Fault,
    ListedUnit,
    MusterFault,
    Scenario,
    check,
    check_scenario,
    prepare,
    quartermaster,
)
from schiltron.muster.army import Army
from schiltron.muster.preparing import sides, switches, table_size
from schiltron.muster.reading import MOST_FAULTS, read
from schiltron.rulesets import ruleset
from schiltron.rulesets.quartermaster import Listing
from schiltron.server.shelf_bodies import (
    ArmyReport,
    ArmyShown,
    ArmyUnitShown,
    BookShown,
    Coverage,
    FaultShown,
    Rulebook,
    ScenarioShown,
    SheetShown,
    SideShown,
    TableShown,
)

PICTURE_WIDTH: Final = 480


def book_shown(name: str) -> BookShown:
    book, muster = ruleset(name), quartermaster(name)
    return BookShown(
        name=name,
        title=book.title,
        rules=len(book.law.rules),
        sequence=book.sequence(),
        options=tuple(muster.switches),
        captains=captains_for(name),
        troops=tuple(muster.listings.values()),
        rolls_ground=muster.rolls_ground,
    )


@cache
def rulebook(name: str) -> Rulebook:
    law = ruleset(name).law
    tables = tuple(
        SheetShown(
            id=sheet.id,
            title=sheet.title,
            section=sheet.section,
            columns=sheet.columns,
            rows=tuple(tuple(map(str, row)) for row in sheet.rows),
            note=sheet.note,
            rules=tuple(rule.id for rule in law.rules if sheet.id in rule.tables),
        )
        for sheet in law.sheets
    )
    return Rulebook(name, law.title, law.rules, tables, _coverage(name).played)


def _coverage(name: str) -> Coverage:
    shipped = files(f"schiltron.rulesets.{name}") / "coverage.json"
    return msgspec.json.decode(shipped.read_bytes(), type=Coverage)


def scenario_shown(scenario: Scenario) -> ScenarioShown:
    width, depth = table_size(scenario)
    reports = check_scenario(scenario)
    return ScenarioShown(
        id=scenario.id,
        ruleset=scenario.ruleset,
        title=scenario.title,
        description=" ".join(scenario.description.split()),
        table=TableShown(width / 1000, depth / 1000),
        sides=tuple(
            SideShown(
                id=side,
                name=entry.name or side.capitalize(),
                colour=entry.colour or side,
                army=entry.army or "",
                points=reports[side].points,
                figures=sum(unit.figures for unit in entry.units) + reports[side].commanders,
                units=len(entry.units),
            )
            for side, entry in sides(scenario)
        ),
        options={name: str(value) for name, value in switches(scenario).items()},
        svg=picture(_drawn_up(scenario), width_px=PICTURE_WIDTH, theme="both") or "",
    )


def _drawn_up(scenario: Scenario) -> AnyBattle:
    """The armies as two captains would draw them up: a picture of what is to come."""
    battle = prepare(scenario)
    book = ruleset(scenario.ruleset)
    best = captains_for(book.name)[-1]
    captains = {seat.id: captain_named(best, book, place) for place, seat in enumerate(battle.seats)}
    return play(book, battle, captains, FastDice(Random(0)), to_the_end=False)


def army_shown(name: str, army: Army) -> ArmyShown:
    report = check(army)
    return ArmyShown(
        id=name,
        ruleset=army.ruleset,
        title=army.name,
        description=" ".join(army.description.split()),
        points=report.points,
        figures=sum(unit.figures for unit in army.units) + report.commanders,
        commanders=report.commanders,
        units=tuple(
            ArmyUnitShown(
                id=unit.troop,
                name=unit.name or _troop(army, unit).name,
                kind=_kind(army, unit, line),
                figures=unit.figures,
                points=cost.points,
                equipment=unit.equipment,
                joins=unit.joins,
            )
            for unit, cost, line in zip_longest(army.units, report.costs, report.lines)
        ),
    )


def _troop(army: Army, unit: ListedUnit) -> Listing:
    return quartermaster(army.ruleset).listings[unit.troop]


def _kind(army: Army, unit: ListedUnit, line: str | None) -> str:
    """What troops they are; of those who are the only ones of their name, what their line begins with."""
    troop = _troop(army, unit)
    if unit.name != troop.name:
        return troop.name
    return capital((line or troop.note).split(",", 1)[0]) or troop.name


def army_report(toml: str) -> ArmyReport:
    """What an army list costs, and what is wrong with it."""
    try:
        army = read(toml, Army, "")
    except MusterFault as fault:
        return ArmyReport(legal=False, army=None, faults=tuple(map(_fault, fault.faults)))
    broken = check(army).violations
    if broken:
        faults = [Fault("", one.place, one.wrong, one.right, one.rules) for one in broken[:MOST_FAULTS]]
        return ArmyReport(legal=False, army=None, faults=tuple(map(_fault, faults)))
    return ArmyReport(legal=True, army=army_shown("", army), faults=())


def _fault(fault: Fault) -> FaultShown:
    return FaultShown(fault.wrong, fault.place, fault.right, fault.rules)
