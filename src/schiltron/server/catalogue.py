"""How books, scenarios and armies are shown: what a visitor finds on the shelves."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import zip_longest

from schiltron.battle.state.battle import Side
from schiltron.battle.state.law import Rule
from schiltron.battle.words.phrases import capital
from schiltron.battle.words.text import linked
from schiltron.captains.ladder import book_ladder
from schiltron.captains.opponents import opponents
from schiltron.drawing.small import draw_small
from schiltron.drawing.svg import draw
from schiltron.muster import (
    Fault,
    ListedUnit,
    MusterFault,
    Scenario,
    check,
    check_scenario,
    quartermaster,
    ready_scenarios,
)
from schiltron.muster.army import Army
from schiltron.muster.house_troops import read_army
from schiltron.muster.preparing import named, sides, switches, table_size
from schiltron.muster.reading import MOST_FAULTS
from schiltron.muster.scenario import TableSize
from schiltron.report.typeset import can_print
from schiltron.rulesets import package_of, ruleset
from schiltron.rulesets.quartermaster import Listing
from schiltron.server.catalogue_payloads import (
    ArmyReport,
    ArmyShown,
    ArmyUnitShown,
    BookShown,
    FaultShown,
    LinkedRule,
    Rulebook,
    ScenarioPicture,
    ScenarioShown,
    SheetShown,
    SideShown,
    TableShown,
)
from schiltron.server.scenario_pictures import PICTURE_WIDTH, drawn_up, ground_of


@cache
def sides_of(scenario: str) -> dict[str, Side]:
    """The sides of a ready battle; of armies that visitors bring, nothing is known beforehand."""
    found = next((one for one in ready_scenarios() if one.id == scenario), None)
    return {side: named(side, entry) for side, entry in sides(found)} if found is not None else {}


def first_army(book: str) -> str:
    """An army list to begin with; where a book ships none, its first line."""
    shipped = files(package_of(book)) / "first_army.toml"
    return shipped.read_text(encoding="utf-8") if shipped.is_file() else f'ruleset = "{book}"\n'


def book_shown(name: str) -> BookShown:
    book, muster = ruleset(name), quartermaster(name)
    return BookShown(
        name=name,
        title=book.title,
        prefix=book.law.prefix,
        first_army=first_army(name),
        rules=len(book.law.rules),
        sequence=book.sequence(),
        options=tuple(muster.switches),
        opponents=opponents(name),
        ladder=book_ladder(name),
        troops=tuple(muster.listings.values()),
        rolls_ground=muster.rolls_ground,
        prints=can_print(),
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
            note=linked(sheet.note, law),
            rules=tuple(rule.id for rule in law.rules if sheet.id in rule.tables),
        )
        for sheet in law.sheets
    )
    in_spans = {rule.id: LinkedRule(*(linked(one, law) for one in _texts(rule))) for rule in law.rules}
    naming = {key: one for key, one in in_spans.items() if max(map(len, (one.rule, one.ruling, one.example))) > 1}
    return Rulebook(name, law.title, law.rules, naming, tables, law.played)


def _texts(rule: Rule) -> tuple[str, str, str]:
    return rule.rule, rule.ruling, rule.example


def scenario_shown(scenario: Scenario) -> ScenarioShown:
    reports = check_scenario(scenario)
    return ScenarioShown(
        id=scenario.id,
        ruleset=scenario.ruleset,
        title=scenario.title,
        description=" ".join(scenario.description.split()),
        table=_table_shown(scenario.table),
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
        first=scenario.first,
    )


def scenario_picture(scenario: Scenario) -> ScenarioPicture:
    """The armies have to be drawn up for it, which takes a captain a while."""
    drawn = drawn_up(scenario)
    return ScenarioPicture(
        armies=ground_of(*drawn) if drawn else None,
        svg=draw(*drawn, PICTURE_WIDTH, theme="both", title=scenario.title) if drawn else "",
        map=draw_small(*drawn) if drawn else "",
    )


def _table_shown(table: TableSize | None) -> TableShown | None:
    if table is None:
        return None
    width, depth = table_size(table)
    return TableShown(width / 1000, depth / 1000)


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
        army = read_army(toml, "")
    except MusterFault as fault:
        return ArmyReport(legal=False, army=None, faults=tuple(map(_fault, fault.faults)))
    broken = check(army).violations
    if broken:
        faults = [Fault("", one.place, one.wrong, one.right, one.rules) for one in broken[:MOST_FAULTS]]
        return ArmyReport(legal=False, army=None, faults=tuple(map(_fault, faults)))
    return ArmyReport(legal=True, army=army_shown("", army), faults=())


def _fault(fault: Fault) -> FaultShown:
    return FaultShown(fault.wrong, fault.place, fault.right, fault.rules)
