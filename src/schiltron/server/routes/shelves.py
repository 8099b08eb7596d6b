"""What is ready to be read and fought: books with their rules, scenarios, army lists."""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.resources import files
from itertools import zip_longest
from random import Random
from threading import Event, Lock
from typing import Final

import msgspec
from fastapi import APIRouter, Request, Response

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
    ready_scenarios,
)
from schiltron.muster.army import Army
from schiltron.muster.library import ready_armies
from schiltron.muster.preparing import sides, switches, table_size
from schiltron.muster.reading import read
from schiltron.rulesets import NAMES, UnknownRuleset, ruleset
from schiltron.rulesets.quartermaster import Listing
from schiltron.server.fault import Refusal
from schiltron.server.http import answer, read_body
from schiltron.server.shelf_bodies import (
    ArmyReport,
    ArmyShown,
    ArmyText,
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

router = APIRouter(prefix="/api")

PICTURE_WIDTH = 480


# ---------------------------------------------------------------- books


@router.get("/books")
async def books() -> Response:
    """The books that can be played by, their options and captains."""
    return answer([_book(name) for name in NAMES])


def _book(name: str) -> BookShown:
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


@router.get("/books/{book}/rules")
async def rules(book: str) -> Response:
    """Every rule of a book, and its tables."""
    try:
        return answer(_rulebook(book), headers={"Cache-Control": "max-age=300"})
    except UnknownRuleset as unknown:
        raise Refusal(404, str(unknown), where="book", right=f"one of {', '.join(NAMES)}") from unknown


@cache
def _rulebook(name: str) -> Rulebook:
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


# ---------------------------------------------------------------- scenarios


@router.get("/scenarios")
async def scenarios() -> Response:
    """The battles that are ready to be fought, each with a small picture of its table."""
    return answer(await asyncio.to_thread(_scenarios), headers={"Cache-Control": "max-age=300"})


_SHOWN: Final[dict[str, ScenarioShown]] = {}
_DRAWING: Final = Lock()
"""A picture takes a while: whoever comes while it is drawn waits for it instead of drawing another."""


def _scenarios() -> list[ScenarioShown]:
    return [_shown(one) for one in ready_scenarios()]


def _shown(scenario: Scenario) -> ScenarioShown:
    with _DRAWING:
        if scenario.id not in _SHOWN:
            _SHOWN[scenario.id] = _scenario(scenario)
        return _SHOWN[scenario.id]


def draw_scenarios(enough: Event) -> None:
    """Draw the pictures of all scenarios before anybody asks for them, until it is enough."""
    for scenario in ready_scenarios():
        if enough.is_set():
            return
        _shown(scenario)


def _scenario(scenario: Scenario) -> ScenarioShown:
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


# ---------------------------------------------------------------- armies


@router.get("/armies")
async def armies() -> Response:
    """The armies that are ready to march."""
    return answer([_army(name, army) for name, army in (await asyncio.to_thread(ready_armies)).items()])


def _army(name: str, army: Army) -> ArmyShown:
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


@router.post("/armies/check")
async def check_army(request: Request) -> Response:
    """What an army list costs, and every rule it breaks."""
    return answer(_report((await read_body(request, ArmyText)).toml))


def _report(toml: str) -> ArmyReport:
    try:
        army = read(toml, Army, "")
    except MusterFault as fault:
        return ArmyReport(legal=False, army=None, faults=tuple(map(_fault, fault.faults)))
    broken = check(army).violations
    if broken:
        faults = [Fault("", one.place, one.wrong, one.right, one.rules) for one in broken]
        return ArmyReport(legal=False, army=None, faults=tuple(map(_fault, faults)))
    return ArmyReport(legal=True, army=_army("", army), faults=())


def _fault(fault: Fault) -> FaultShown:
    return FaultShown(fault.wrong, fault.place, fault.right, fault.rules)
