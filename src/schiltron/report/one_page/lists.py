"""An army list on one page: every row with its price and the sum of it, and what the list brings of its own."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from schiltron.battle.state.tally import Tally, show_points
from schiltron.battle.words.grammar import counted
from schiltron.battle.words.phrases import spelled
from schiltron.muster import quartermaster
from schiltron.muster.army import Army, ListedUnit
from schiltron.muster.workbench import laid_out
from schiltron.report.typeset import Paper, typeset
from schiltron.rulesets import ruleset

_PACKAGE = "schiltron.report.one_page"


class ListRow(Struct, frozen=True):
    """A unit: its name, what it is, how many stand how, what it carries, what it costs and how that comes about."""

    name: str
    kind: str
    figures: str
    stands: str
    arms: str
    points: str
    terms: tuple[str, ...]


class ListPage(Struct, frozen=True):
    """A list as it stands on paper. `against` is what keeps it from being by the book."""

    title: str
    book: str
    colour: str
    points: str
    figures: str
    note: str
    description: str
    rows: tuple[ListRow, ...]
    own: tuple[str, ...]
    against: tuple[str, ...]


class _Handed(Struct, frozen=True):
    paper: Paper
    page: ListPage


def list_page(army: Army) -> ListPage:
    """A list as its file has it, by the book or not."""
    bench = laid_out(army)
    limit = f" of {army.limit}" if army.limit else ""
    faults = (*bench.faults, *(fault for row in bench.rows for fault in row.faults))
    return ListPage(
        title=army.name,
        book=ruleset(army.ruleset).title,
        colour=army.colour or "grey",
        points=f"{show_points(bench.points)}{limit} points",
        figures=f"{counted(sum(unit.figures for unit in army.units), 'figure')} in {counted(len(army.units), 'row')}",
        note=bench.note,
        description=" ".join(army.description.split()),
        rows=tuple(
            ListRow(
                name=unit.name or _kind(army, unit),
                kind=_kind(army, unit),
                figures=str(unit.figures),
                stands=f"{unit.files} wide" if unit.files else "",
                arms=row.line or ", ".join(_arms(army, unit)),
                points=show_points(row.cost.points),
                terms=tuple(_terms(row.cost)),
            )
            for unit, row in zip(army.units, bench.rows, strict=True)
        ),
        own=tuple(_own(army)),
        against=tuple(dict.fromkeys(fault.violation.wrong for fault in faults)),
    )


def print_list(page: ListPage, paper: Paper = "a4") -> bytes:
    """The PDF; NoPrinter where nothing can set it."""
    return typeset(_PACKAGE, "list.typ", _Handed(paper, page))


def _kind(army: Army, unit: ListedUnit) -> str:
    if unit.troop in army.troops:
        own = army.troops[unit.troop]
        return f"{own.name or spelled(unit.troop)} (house)"
    if unit.troop in army.creatures:
        entry = army.creatures[unit.troop].creature
        return f"{entry.name if entry else spelled(unit.troop)} (house)"
    listed = quartermaster(army.ruleset).listings.get(unit.troop)
    return listed.name if listed else spelled(unit.troop)


def _arms(army: Army, unit: ListedUnit) -> Iterator[str]:
    """What a list says of a unit besides; a word for what it has, the number of what is counted."""
    for name, value in unit.equipment.items():
        if name == "house":
            held = value if isinstance(value, list | tuple) else (value,)
            yield from (f"{army.items[one].name} (house)" if one in army.items else str(one) for one in map(str, held))
        elif value is True:
            yield spelled(name)
        elif isinstance(value, str):
            yield spelled(value)
        elif isinstance(value, list | tuple):
            yield ", ".join(spelled(str(one)) for one in value)
        elif value is not False and value is not None:
            yield f"{spelled(name)} {value}"


def _terms(cost: Tally) -> Iterator[str]:
    """Whatever adds to the price."""
    for term in cost.terms:
        yield f"{term.label} {show_points(Tally('', (term,), cost.measure).points)}"


def _own(army: Army) -> Iterator[str]:
    """What the list brings of its own, in a line each."""
    for troop in army.troops.values():
        price = f", {counted(troop.price, 'point')} a figure" if troop.price else ""
        yield f"{troop.name or spelled(troop.like)}: like {spelled(troop.like)}{price}"
    for item in army.items.values():
        yield f"{item.name}: {counted(item.price, 'point')}"
    for name, one in army.creatures.items():
        yield f"{one.creature.name if one.creature else spelled(name)}: {counted(one.price, 'point')} a figure"
    yield from (f"{spelled(name)}: a spell" for name in army.spells)
