"""Creatures and characters of the role-playing game as figures of every book, side by side, for the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note
from schiltron.drawing.figures import definitions
from schiltron.drawing.svg import Drawn, draw_body, style
from schiltron.muster import MusterFault
from schiltron.muster.army import Army, HouseTroop, ListedUnit
from schiltron.muster.books import quartermaster
from schiltron.muster.creature_entry import CreatureEntry
from schiltron.muster.creatures import faults_of, ready_creatures, record
from schiltron.muster.list_text import written_creature
from schiltron.muster.party import load_party, ready_parties
from schiltron.muster.reading import read
from schiltron.muster.taken_up import PartTaken, parts_taken
from schiltron.muster.workbench.parade import paraded
from schiltron.muster.workbench.trial import Trial
from schiltron.parent_game.classes import CLASSES
from schiltron.parent_game.creature import Record
from schiltron.rulesets import NAMES, ruleset
from schiltron.rulesets.conversion import Converted
from schiltron.rulesets.quartermaster import Quartermaster, Violation
from schiltron.server.catalogue_payloads import FaultShown
from schiltron.server.fault import Refusal
from schiltron.table.outline import outline
from schiltron.table.pose import Pose

_HOUSE = "house-creature"
_MEN = 5
_GAP = 0.8


class SheetAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A creature as its sheet has it, the name of a ready party, or the text of a creature's file; and by book the
    price of a figure that players have agreed on."""

    creature: CreatureEntry | None = None
    party: Annotated[str, Meta(max_length=60)] = ""
    toml: Annotated[str, Meta(max_length=40_000)] = ""
    prices: Annotated[dict[str, Annotated[int, Meta(ge=1, le=10_000)]], Meta(max_length=10)] = {}


class Enlisting(Struct, frozen=True):
    """How an army list can take a figure: the unit, what it costs, and the troop type that the list then has to bring
    under that name, at a price which players agree on. What the book says against it when it stands alone."""

    label: str
    unit: ListedUnit
    points: float
    house: HouseTroop | None
    against: tuple[Violation, ...]


class FigureShown(Struct, frozen=True):
    """What a book makes of somebody: every number with its sum, what he can do besides, what is left out and by which
    rule, and what no rule gives; how a list takes him, and how he looks beside men."""

    name: str
    verdict: Note
    taken: bool
    ratings: tuple[RatingShown, ...]
    notes: tuple[Note, ...]
    left_out: tuple[Note, ...]
    missing: tuple[Note, ...]
    ways: tuple[Enlisting, ...]
    svg: str


class RatingShown(Struct, frozen=True):
    """A number of the figure: its name in the book, as it is said there, and its sum."""

    key: str
    label: str
    said: str
    tally: Tally


class BookFigures(Struct, frozen=True):
    """What a book makes of a creature, or of a party figure by figure."""

    book: str
    title: str
    figures: tuple[FigureShown, ...]


class ConvertedShown(Struct, frozen=True):
    """The sheet as it was read, or everything against it; what every book makes of it, the text of its file, and which
    books take up which of its parts."""

    name: str
    creature: CreatureEntry | None
    faults: tuple[FaultShown, ...]
    books: tuple[BookFigures, ...]
    toml: str = ""
    parts: tuple[PartTaken, ...] = ()


class ReadySheet(Struct, frozen=True):
    """A creature of the catalogue with its sheet, or a party."""

    id: str
    name: str
    creature: CreatureEntry | None


class ReadySheets(Struct, frozen=True):
    """All that are ready, and the classes that a sheet may name."""

    sheets: tuple[ReadySheet, ...]
    classes: tuple[str, ...]


def ready_sheets() -> ReadySheets:
    creatures = (ReadySheet(key, one.name, one) for key, one in ready_creatures().items())
    parties = (ReadySheet(key, one.name, None) for key, one in ready_parties().items())
    return ReadySheets((*creatures, *parties), tuple(CLASSES))


def converted(asked: SheetAsked) -> ConvertedShown:
    """What every book makes of somebody, or everything that is wrong with his sheet."""
    if (asked.creature is not None) + bool(asked.party) + bool(asked.toml) != 1:
        raise Refusal(422, "one sheet is converted", where="creature", right="a creature, a party or a file")
    if asked.party:
        return _party(asked.party)
    try:
        entry = asked.creature or read(asked.toml, CreatureEntry, "")
    except MusterFault as fault:
        told = tuple(FaultShown(one.wrong, one.place, one.right, one.rules) for one in fault.faults)
        return ConvertedShown("", None, told, ())
    wrong = tuple(FaultShown(one.wrong, one.place, one.right, one.rules) for one in faults_of(entry))
    if wrong:
        return ConvertedShown(entry.name, entry, wrong, ())
    who = record(entry)
    made = {book: quartermaster(book).converted(who, {}) for book in NAMES}
    books = []
    for book, one in made.items():
        ways = tuple(_ways(quartermaster(book), one, who, entry, asked.prices.get(book, 1)))
        books.append(BookFigures(book, ruleset(book).title, (_figure(book, one, ways),)))
    return ConvertedShown(entry.name, entry, (), tuple(books), written_creature(entry), parts_taken(entry, made))


def _party(name: str) -> ConvertedShown:
    if name not in ready_parties():
        right = f"one of {', '.join(ready_parties())}"
        raise Refusal(422, f"there is no ready party called {name!r}", where="party", right=right)
    party = load_party(name)
    assert party is not None
    books = []
    for book in NAMES:
        keeper = quartermaster(book)
        made = keeper.converted_party(party, {})
        figures = tuple(_figure(book, one, tuple(_listed(keeper, one))) for one in _each(made))
        books.append(BookFigures(book, ruleset(book).title, figures))
    return ConvertedShown(party.name, None, (), tuple(books))


def _each(made: tuple[Converted[Any], ...]) -> tuple[Converted[Any], ...]:
    """All figures; of a book that says the same of everybody the first alone."""
    same = all(one.line is None and not one.ratings and one.verdict == made[0].verdict for one in made)
    return made[:1] if same else made


def _figure(book: str, made: Converted[Any], ways: tuple[Enlisting, ...]) -> FigureShown:
    return FigureShown(
        name=made.name,
        verdict=made.verdict,
        taken=made.line is not None or bool(made.ratings),
        ratings=tuple(RatingShown(one.key, one.label, one.said, one.tally) for one in made.ratings),
        notes=made.notes,
        left_out=made.left_out,
        missing=made.missing,
        ways=ways,
        svg=_beside_men(book, ways[0]) if ways else "",
    )


# ---------------------------------------------------------------- how a list takes it


def _ways(
    keeper: Quartermaster, made: Converted[Any], who: Record, entry: CreatureEntry, price: int
) -> Iterator[Enlisting]:
    yield from _listed(keeper, made)
    if made.line is not None and isinstance(keeper.house(who, _HOUSE, price, exact=False), str):
        house = HouseTroop(price=price, creature=entry)
        yield _way(keeper.ruleset, "at a price of your own", ListedUnit(_HOUSE, 1, name=entry.name), house)


def _listed(keeper: Quartermaster, made: Converted[Any]) -> Iterator[Enlisting]:
    """As the book's own lists have it."""
    if made.entry is not None:
        one = made.entry
        unit = ListedUnit(one.troop, one.figures, name=one.name, equipment=dict(one.equipment))
        yield _way(keeper.ruleset, "as the book makes it", unit, None)
    if made.alike:
        listing = keeper.listings[made.alike]
        yield _way(keeper.ruleset, f"as {listing.name.lower()}, who are alike", ListedUnit(made.alike, 1), None)


def _way(book: str, label: str, unit: ListedUnit, house: HouseTroop | None) -> Enlisting:
    trial = Trial(_alone(book, unit, house), None)
    return Enlisting(label, unit, trial.report.points, house, trial.of_row(0))


def _alone(book: str, unit: ListedUnit, house: HouseTroop | None, *more: ListedUnit) -> Army:
    return Army(book, "", (unit, *more), creatures={_HOUSE: house} if house is not None else {})


# ---------------------------------------------------------------- how it looks


def _beside_men(book: str, way: Enlisting) -> str:
    """The figure with a few of the book's foot beside it, at the scale of the battle; nothing if it may not stand."""
    men = ListedUnit("light_infantry", _MEN)
    if men.troop not in quartermaster(book).listings:
        men = ListedUnit(next(iter(quartermaster(book).listings)), _MEN)
    parade = paraded(_alone(book, way.unit, way.house, men))
    x = 0.0
    bodies = []
    height = 0.0
    for one in parade.units:
        rects = outline(Pose(0, 0, 0), one.unit.body, one.unit.figures).rects
        corners = [corner for rect in rects for corner in rect.corners]
        left, right = min(x for x, _ in corners) / 1000, max(x for x, _ in corners) / 1000
        top, bottom = min(y for _, y in corners) / 1000, max(y for _, y in corners) / 1000
        x += _GAP - left
        height = max(height, bottom - top)
        bodies.append(
            Drawn(
                pose=Pose(round(x * 1000), round(-top * 1000), 0),
                body=one.unit.body,
                count=one.unit.figures,
                colour="red" if one.row == 0 else "grey",
                open=one.row != 0,
                label=one.unit.name,
                symbol=one.unit.kind,
            )
        )
        x += right
    if not bodies or parade.units[0].row != 0 or parade.units[0].doubtful:
        return ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="table" aria-hidden="true"'
        f' viewBox="0 -1 {x + _GAP:.2f} {height + 1.6:.2f}"><style>{style("both")}</style>'
        f"<defs>{definitions(bodies)}</defs>{''.join(map(draw_body, bodies))}</svg>"
    )
