"""What the quartermasters of all books share: switches, names in a list, and where a unit starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct

from schiltron.battle.state.tally import Tally, Term, points_of, show_points
from schiltron.battle.state.unit import Aboard, OnTable, Place
from schiltron.parent_game.creature import Record
from schiltron.parent_game.party import Party
from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets.conversion import Converted, not_converted
from schiltron.rulesets.outfits import Outfit
from schiltron.rulesets.quartermaster import (
    Enlisted,
    Field,
    GroundNote,
    Habit,
    Listing,
    Number,
    Quartermaster,
    Switch,
    Switches,
    Violation,
    Wages,
    nothing_agreed,
)
from schiltron.rulesets.sheets import Boxes, Entry, RosterSheet
from schiltron.rulesets.switches import Switchboard
from schiltron.table.lengths import Mil

O = TypeVar("O", bound=Struct)  # noqa: E741 - a book's options


class Muster(Generic[O]):
    """The part of a `Quartermaster` that hangs on the switches alone; the rest is the book's.

    The options say how deep armies are set up (`setup_depth`).
    """

    switchboard: ClassVar[Switchboard[Any]]
    tableless: ClassVar[bool] = False
    builds: ClassVar[bool] = False
    walls: ClassVar[Sequence[str]] = ("castle_wall",)
    towers: ClassVar[Sequence[str]] = ("tower",)
    habits: ClassVar[Mapping[Habit, str]] = MappingProxyType({})

    @property
    def switches(self) -> tuple[Switch, ...]:
        return self.switchboard.listed

    def options(self, switches: Switches) -> O:
        """The options that a scenario asks for."""
        options: O = self.switchboard.read(switches)[0]
        return options

    def outfits(self, troop: str) -> Sequence[Outfit]:
        return ()

    def ground_notes(self, kind: str) -> Sequence[GroundNote]:
        return ()

    def ground_numbers(self, kind: str) -> Sequence[Number]:
        return ()

    def check_switches(self, switches: Switches) -> tuple[Violation, ...]:
        return tuple(self.switchboard.read(switches)[1])

    def check_field(self, field: Field) -> tuple[Violation, ...]:
        return tuple(nothing_agreed(field))

    def setup_depth(self, switches: Switches) -> Mil:
        options: Any = self.options(switches)
        depth: Mil = options.setup_depth
        return depth

    def wages(self, points: int, months: int | None, *, dearer: bool) -> Wages | None:
        return None

    def converted(self, record: Record, switches: Switches) -> Converted[Any]:
        return not_converted(record.name)

    def converted_party(self, party: Party, switches: Switches) -> tuple[Converted[Any], ...]:
        """Each by himself."""
        return tuple(self.converted(one.record, switches) for one in party.members)

    def house(self, record: Record, key: str, price: int, *, exact: bool) -> str | Violation:
        return Violation("", f"this book has no rules for {record.name}", "troops of the book")

    def spell(self, entry: SpellEntry, key: str) -> str | list[Violation]:
        return [Violation("", f"this book has no rules for {entry.title} ({key})", "spells of the book")]

    def respelled(self, line: str) -> tuple[str, SpellEntry] | None:
        return None

    def relisted(self, battle: Any, unit: Any) -> Enlisted:
        """A unit that is left after a battle, as an army list has it; one that an army brought goes by its own name,
        under which the list must bring it."""
        name, house, _ = unit.kind.partition(" {")
        return Enlisted(name.removeprefix("house_") if house else unit.kind, unit.figures)

    def remustered(self, units: Sequence[Enlisted], switches: Switches) -> tuple[Enlisted, ...]:
        """As it is left: a book that bounds the sizes of units says more."""
        return tuple(units)

    def sheets(self: Quartermaster, units: Sequence[Enlisted], switches: Switches) -> tuple[RosterSheet, ...]:
        """A plain sheet for every unit, of a book that has no form for them: what it is, its price, its figures."""
        report = self.check(units, None, switches)
        listings = [self.listings[unit.troop] for unit in units]
        lines = report.lines or tuple(listing.note for listing in listings)
        return tuple(map(plain_sheet, units, listings, report.costs, lines))


# ---------------------------------------------------------------- sheets


def plain_sheet(unit: Enlisted, listing: Listing, cost: Tally, line: str) -> RosterSheet:
    figures = [Entry("figures", "Figures", str(unit.figures))]
    files = [] if unit.files is None else [Entry("files", "Files", str(unit.files))]
    price = Entry("points", "Points", show_points(cost.points), tuple(_priced(cost, term) for term in cost.terms))
    facts = [Entry("troop", "Troops", line)]
    facts += [Entry("joins", "Starts with", unit.joins)] if unit.joins else []
    return RosterSheet(
        form="unit",
        name=unit.name or listing.name,
        kind=listing.name,
        ratings=(*figures, *files, price),
        facts=tuple(facts),
        boxes=(Boxes("Figures", unit.figures),),
    )


def _priced(cost: Tally, term: Term) -> str:
    points = points_of(term.value) if cost.measure == "eighths" else term.value
    return f"{term.label}: {show_points(points)}"


# ---------------------------------------------------------------- prices


def unpriced(unit: Enlisted, measure: Literal["points", "eighths"] = "points") -> Tally:
    """What a unit costs of which the book does not know what it is."""
    return Tally(unit.name or unit.troop, (), measure=measure, verdict="impossible")


def too_dear(points: float, limit: float, *rules: str, said: str = "") -> Violation:
    """An army over its limit, which is `said` with what it comes from where more is to be said of it than a number."""
    wrong = f"the army costs {show_points(points)} points, the limit is {said or limit}"
    return Violation("units", wrong, f"take away {show_points(points - limit)} points or more", rules)


# ---------------------------------------------------------------- names


def nearest(word: str, known: Iterable[str]) -> str:
    """What would be right, in words."""
    words = list(known)
    close = get_close_matches(word.lower().replace(" ", "_").replace("-", "_"), words, n=1)
    return f"did you mean {close[0]}? Known are {', '.join(words)}" if close else f"one of {', '.join(words)}"


def called(wanted: str, hosts: Mapping[int, str], place: str, rules: tuple[str, ...]) -> int | Violation:
    """Where in a list the one unit of that name stands; `hosts` are the names of those that may be joined."""
    named = [number for number, name in hosts.items() if name == wanted]
    if len(named) == 1:
        return named[0]
    if named:
        return Violation(place, f"{len(named)} units are called {wanted!r}", "a name that only one unit has", rules)
    close = get_close_matches(wanted, hosts.values(), n=1)
    known = ", ".join(dict.fromkeys(hosts.values())) or "no unit at all"
    right = f"did you mean {close[0]}?" if close else f"one of {known}"
    return Violation(place, f"the army has no unit called {wanted!r}", right, rules)


# ---------------------------------------------------------------- places


def first_place(side: str, unit: Enlisted, host: int | None) -> Place | None:
    """With the unit of that number in the list, where the scenario puts it, or still to be set down."""
    if host is not None:
        return Aboard(f"{side}-{host + 1}")
    return OnTable(unit.pose) if unit.pose is not None else None
