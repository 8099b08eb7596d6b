"""A scenario made ready: checked as a whole, and turned into the battle before its first roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from schiltron.battle.state.battle import Battle, Side
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.unit import Unit
from schiltron.muster.army import COLOURS, enlisted
from schiltron.muster.books import nearest_ruleset, quartermaster, rulesets
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.own_rows import is_own
from schiltron.muster.scenario import ConditionEntry, FieldedUnit, Scenario, SideEntry, TableSize, Victory, ZoneEntry
from schiltron.muster.terrain import features, terrain_violations
from schiltron.rulesets.mustering import nearest
from schiltron.rulesets.quartermaster import (
    Condition,
    Enlisted,
    Field,
    Quartermaster,
    Report,
    Setting,
    Standing,
    Violation,
)
from schiltron.table.edges import Board, TableEdge
from schiltron.table.lengths import Mil, degrees, inches
from schiltron.table.outline import overlapping
from schiltron.table.pose import Pose

_HEADINGS: dict[TableEdge, float] = {"north": 180, "east": 270, "south": 0, "west": 90}
"""Where a side looks from its own edge, in degrees."""
_VICTORY = {"victory": "victory.by", "turn_limit": "victory.turn_limit"}
"""Where a scenario says what these switches say."""
_OPPOSITE: dict[TableEdge, TableEdge] = {"north": "south", "south": "north", "east": "west", "west": "east"}


def prepare(scenario: Scenario) -> Battle[Any, Any, Any]:
    """The battle of a scenario; MusterFault with everything against it."""
    found, battle = examined(scenario)
    if battle is None:
        raise MusterFault(Fault(scenario.id, one.place, one.wrong, one.right, one.rules) for one in found)
    return battle


def check_scenario(scenario: Scenario) -> dict[str, Report]:
    """What each side's army costs, and the rules it breaks."""
    book = quartermaster(scenario.ruleset)
    return {side: book.check(_army(entry), None, switches(scenario)) for side, entry in sides(scenario)}


def examined(scenario: Scenario) -> tuple[list[Violation], Battle[Any, Any, Any] | None]:
    """Everything wrong with a scenario; the battle where nothing is."""
    if scenario.ruleset not in rulesets():
        wrong = f"there is no ruleset {scenario.ruleset!r}"
        return [Violation("ruleset", wrong, nearest_ruleset(scenario.ruleset))], None
    book = quartermaster(scenario.ruleset)
    found = [*_switch_violations(scenario, book), *_side_violations(scenario, book)]
    for side, report in check_scenario(scenario).items():
        found += [Violation(f"sides.{side}.{one.place}", one.wrong, one.right, one.rules) for one in report.violations]
    found += _table_violations(scenario, book)
    if scenario.ground == "rolled" and not book.rolls_ground:
        found.append(Violation("ground", "this book does not roll for terrain", 'ground = "fixed"'))
    elif scenario.ground == "rolled" and scenario.terrain:
        right = 'ground = "fixed", or no terrain entries'
        found.append(Violation("terrain", "the ground is rolled for, so none can be fixed", right))
    if found:
        return found, None
    if scenario.table is not None:
        found += _zone_violations(scenario, *table_size(scenario.table))
    found += _victory_violations(scenario)
    if found:
        return found, None
    field = _field(scenario, book)
    found += book.check_field(field)
    if found:
        return found, None
    battle = book.prepare(field)
    found += _post_violations(scenario, battle)
    return found, None if found else battle


# ---------------------------------------------------------------- parts of a scenario


def sides(scenario: Scenario) -> tuple[tuple[str, SideEntry], ...]:
    """The sides with their names: red and blue first, the others as the file has them."""
    usual = [side for side in ("red", "blue") if side in scenario.sides]
    return tuple((side, scenario.sides[side]) for side in dict.fromkeys((*usual, *scenario.sides)))


def named(side: str, entry: SideEntry) -> Side:
    """A side as the battle knows it: by its army and its colour."""
    return Side(side, entry.name or side.capitalize(), entry.colour or side)


def table_size(table: TableSize) -> tuple[Mil, Mil]:
    inch = 12 if table.measure == "feet" else 1
    return inches(table.width * inch), inches(table.depth * inch)


def zones(scenario: Scenario) -> dict[str, Zone]:
    """Where each side sets up; nowhere without a table."""
    if scenario.table is None:
        return {}
    book, size = quartermaster(scenario.ruleset), table_size(scenario.table)
    return {side: _zone(scenario, entry, book, *size) for side, entry in sides(scenario)}


def switches(scenario: Scenario) -> dict[str, Setting]:
    """The options of the book, with how the battle is won among them."""
    chosen: dict[str, Setting] = dict(scenario.options)
    return chosen | won_by(scenario)


def won_by(scenario: Scenario) -> dict[str, Setting]:
    """How the battle is won, as switches of the book."""
    victory = scenario.victory
    if victory is None:
        return {}
    by: dict[str, Setting] = {} if victory.by is None else {"victory": victory.by}
    return {**by, "turn_limit": victory.turn_limit}


def switched(scenario: Scenario, /, **switches: Setting) -> Scenario:
    """The scenario with switches of its book set otherwise; how it is won is among them (`victory`, `turn_limit`).

    Whether the book knows them and what they may be is looked at by `prepare`.
    """
    if switches.keys() & _VICTORY.keys():
        scenario = replace(scenario, victory=None, options=scenario.options | won_by(scenario))
    return replace(scenario, options=scenario.options | switches)


def _army(entry: SideEntry) -> tuple[Enlisted, ...]:
    return tuple(_posted(unit, entry.edge) for unit in entry.units)


def _posted(unit: FieldedUnit, edge: TableEdge) -> Enlisted:
    pose = None
    if unit.at is not None:
        heading = _HEADINGS[edge] if unit.heading is None else unit.heading
        pose = Pose(inches(unit.at[0]), inches(unit.at[1]), degrees(heading))
    return replace(enlisted(unit), pose=pose, on=unit.on, on_top=unit.on_top)


def _zone(scenario: Scenario, entry: SideEntry, book: Quartermaster, width: Mil, depth: Mil) -> Zone:
    """The rectangle a side names, or a strip along its edge."""
    if entry.zone is not None:
        drawn = entry.zone
        return Zone(inches(drawn.left), inches(drawn.top), inches(drawn.right), inches(drawn.bottom))
    if scenario.deployment is not None:
        deep = inches(scenario.deployment.depth)
    else:
        deep = book.setup_depth(switches(scenario))
    strips: dict[TableEdge, Zone] = {
        "north": Zone(0, 0, width, deep),
        "east": Zone(width - deep, 0, width, depth),
        "south": Zone(0, depth - deep, width, depth),
        "west": Zone(0, 0, deep, depth),
    }
    return strips[entry.edge]


def set_up_zones(scenario: Scenario) -> dict[str, ZoneEntry]:
    """The same in inches."""
    return {
        side: ZoneEntry(one.left / 1000, one.top / 1000, one.right / 1000, one.bottom / 1000)
        for side, one in zones(scenario).items()
    }


def _field(scenario: Scenario, book: Quartermaster) -> Field:
    chosen = switches(scenario)
    size = table_size(scenario.table) if scenario.table is not None else None
    return Field(
        title=scenario.title,
        board=Board(*size, features(scenario.terrain, book, chosen)) if size is not None else None,
        sides=tuple(named(side, entry) for side, entry in sides(scenario)),
        zones=tuple(zones(scenario).items()),
        armies=tuple((side, _army(entry)) for side, entry in sides(scenario)),
        switches=chosen,
        ground=scenario.ground,
        standings=tuple(
            (side, Standing(entry.extra_points, entry.chose_ground, entry.defends)) for side, entry in sides(scenario)
        ),
        objectives=tuple(_features_named(scenario)[name] for name in _victory(scenario).objectives),
        conditions=tuple(
            Condition(one.side, one.does, _meant(scenario, one)[one.what]) for one in _victory(scenario).conditions
        ),
    )


def _victory(scenario: Scenario) -> Victory:
    return scenario.victory or Victory()


def _features_named(scenario: Scenario) -> dict[str, str]:
    """The ids of the pieces of terrain by their names, as far as a name stands for one of them."""
    count: Counter[str] = Counter()
    found: dict[str, str] = {}
    for entry in scenario.terrain:
        count[entry.kind] += 1
        count[f"called {entry.name}"] += 1
        found[entry.name] = f"{entry.kind}-{count[entry.kind]}"
    return {name: piece for name, piece in found.items() if name and count[f"called {name}"] == 1}


def _units_named(scenario: Scenario, side: str) -> dict[str, str]:
    entry = scenario.sides[side]
    names = Counter(unit.name for unit in entry.units)
    numbered = {unit.name: f"{side}-{number}" for number, unit in enumerate(entry.units, 1)}
    return {name: unit for name, unit in numbered.items() if name and names[name] == 1}


def _meant(scenario: Scenario, condition: ConditionEntry) -> dict[str, str]:
    """What a condition may be about: names and ids."""
    match condition.does:
        case "hold":
            return _features_named(scenario)
        case "destroy":
            others = [_units_named(scenario, side) for side in scenario.sides if side != condition.side]
            count = Counter(name for units in others for name in units)
            return {name: unit for units in others for name, unit in units.items() if count[name] == 1}
        case "save":
            return _units_named(scenario, condition.side)


# ---------------------------------------------------------------- what can be wrong


def _switch_violations(scenario: Scenario, book: Quartermaster) -> Iterator[Violation]:
    homes = {name: _VICTORY[name] for name in won_by(scenario)}
    for one in book.check_switches(switches(scenario)):
        place = homes.get(one.place, f"options.{one.place}")
        yield Violation(place, one.wrong, one.right, one.rules)
    for name, home in homes.items():
        if name in scenario.options:
            wrong = f"{home} says this too"
            yield Violation(f"options.{name}", wrong, f"either options.{name} or [victory], not both")


def _side_violations(scenario: Scenario, book: Quartermaster) -> Iterator[Violation]:
    (first, one), (second, other), *more = sides(scenario)
    if more and not book.many_sides:
        yield Violation("sides", f"{len(scenario.sides)} sides fight each other", "this book is for two")
    if scenario.table is not None and not more and other.edge != _OPPOSITE[one.edge]:
        wrong = f"{first} stands on the {one.edge} edge, {second} on the {other.edge} edge"
        yield Violation(f"sides.{second}.edge", wrong, f"opposite edges: {_OPPOSITE[one.edge]}")
    taken: dict[str, str] = {}
    for side, entry in sides(scenario):
        colour = named(side, entry).colour
        if colour not in COLOURS:
            yield Violation(f"sides.{side}.colour", f"{side} is no colour", f"one of {', '.join(COLOURS)}")
        elif colour in taken:
            both = f"{taken[colour]} and {side} are both {colour}" if more else f"both sides are {colour}"
            yield Violation(f"sides.{side}.colour", both, "a colour for each" if more else "two colours")
        taken.setdefault(colour, side)
        if entry.army is not None:
            wrong = f"the army {entry.army!r} is not loaded"
            yield Violation(f"sides.{side}.army", wrong, "load_scenario loads it, or list the units here")
        for number, unit in enumerate(entry.reinforcements):
            if unit.troop not in book.listings and not is_own(unit.troop):
                place = f"sides.{side}.reinforcements[{number}].troop"
                yield Violation(place, f"there is no troop type {unit.troop!r}", nearest(unit.troop, book.listings))
        for number, unit in enumerate(entry.units):
            if unit.on and unit.at is not None:
                place = f"sides.{side}.units[{number}].on"
                yield Violation(place, "posted on a work and put down elsewhere", "either on or at")
            if unit.heading is not None and unit.at is None:
                place = f"sides.{side}.units[{number}].heading"
                yield Violation(place, "a heading without a place", "at = [across, down], or no heading")


def _table_violations(scenario: Scenario, book: Quartermaster) -> Iterator[Violation]:
    """Terrain lies on the table; where there is none, nothing does."""
    if scenario.table is not None:
        yield from terrain_violations(scenario.terrain, book, *table_size(scenario.table))
        return
    if not book.tableless:
        yield Violation("table", "this book is played on a table", "[table] with its width and depth")
    beside = [("terrain", bool(scenario.terrain)), ("deployment", scenario.deployment is not None)]
    for side, entry in sides(scenario):
        beside.append((f"sides.{side}.zone", entry.zone is not None))
        beside += [(f"sides.{side}.units[{n}].at", unit.at is not None) for n, unit in enumerate(entry.units)]
    for place, said in beside:
        if said:
            yield Violation(place, "the scenario has no table for it", "a [table], or nothing that lies on one")


def _zone_violations(scenario: Scenario, width: Mil, depth: Mil) -> Iterator[Violation]:
    laid = zones(scenario)
    drawn = {side: f"sides.{side}.zone" for side, entry in sides(scenario) if entry.zone is not None}
    outside = {
        drawn.get(side, "deployment.depth")
        for side, zone in laid.items()
        if not (0 <= zone.left < zone.right <= width and 0 <= zone.top < zone.bottom <= depth)
    }
    for place in sorted(outside):
        right = f"within 0 to {width / 1000:g} across and 0 to {depth / 1000:g} down, in inches"
        yield Violation(place, "the set-up zone is not a rectangle of the table", right)
    for (one, here), (other, there) in combinations(laid.items(), 2) if not outside else ():
        if here.left < there.right and there.left < here.right and here.top < there.bottom and there.top < here.bottom:
            place = drawn.get(other) or drawn.get(one) or "deployment.depth"
            whose = "the two set-up zones" if len(laid) == 2 else f"the set-up zones of {one} and {other}"
            yield Violation(place, f"{whose} overlap", "zones that lie apart")


def _victory_violations(scenario: Scenario) -> Iterator[Violation]:
    """Objectives and conditions name pieces and units that are there, once."""
    victory = _victory(scenario)
    meant = [
        (f"victory.objectives[{place}]", name, _features_named(scenario))
        for place, name in enumerate(victory.objectives)
    ]
    for number, condition in enumerate(victory.conditions):
        if condition.side in scenario.sides:
            meant.append((f"victory.conditions[{number}].what", condition.what, _meant(scenario, condition)))
        else:
            wrong = f"there is no side {condition.side!r}"
            yield Violation(f"victory.conditions[{number}].side", wrong, f"one of {', '.join(scenario.sides)}")
    for place, name, known in meant:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            right = f"did you mean {close[0]}?" if close else f"one of {', '.join(known) or 'nothing: none has a name'}"
            yield Violation(place, f"nothing there is called {name!r}, or more than one thing is", right)


def _post_violations(scenario: Scenario, battle: Battle[Any, Any, Any]) -> Iterator[Violation]:
    """Units that stand on the table from the start: on it wholly, and nobody on another."""
    posted: list[tuple[str, Unit[Any]]] = []
    for side, entry in sides(scenario):
        army = [battle.units[f"{side}-{number}"] for number in range(1, len(entry.units) + 1)]
        posted += [(f"sides.{side}.units[{number}].at", unit) for number, unit in enumerate(army) if unit.on_table]
    for place, unit in posted:
        if not battle.table.holds(unit.outline):
            edge = battle.table.edge_crossed(unit.outline)
            yield Violation(place, f"{unit.name} reaches over the {edge} edge", "a place wholly on the table")
    for (_, one), (place, other) in combinations(posted, 2):
        if one.level == other.level and overlapping(one.outline, other.outline):
            yield Violation(place, f"{other.name} stands on {one.name}", "places that lie apart")
