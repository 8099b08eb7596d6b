"""A field as it lies on the bench: what bars a battle on it, what may stand and should be known, what is sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from shapely.geometry.base import BaseGeometry

from schiltron.battle.state.decision import Zone
from schiltron.battle.words.grammar import counted
from schiltron.muster.books import quartermaster, rulesets
from schiltron.muster.fieldbench.laid import (
    castle_of,
    drawn_pieces,
    moved,
    nearest_place,
    number_of,
    reaches_into,
    zone_shape,
)
from schiltron.muster.library import gathered, with_castles
from schiltron.muster.own_ground import with_own_ground
from schiltron.muster.preparing import check_scenario, named, sides, table_size, zones
from schiltron.muster.scenario import Rampart, Scenario, Terrain, Tower
from schiltron.muster.terrain import points
from schiltron.rulesets.quartermaster import Quartermaster
from schiltron.table.edges import Board, TableEdge
from schiltron.table.lengths import CONTACT, show_inches
from schiltron.table.pieces import edges_at
from schiltron.table.terrain import Area, Feature, Strip, features_overlap

_WATERS: Final = ("stream", "river")
_BESIDE_EACH_OTHER: Final = ("road", "ford")
"""What lies over other ground without being in its way."""
_UNEVEN: Final = 0.1
_MOST_MENDED: Final = 6
_MOST_SHOWN: Final = 60


class Mend(Struct, frozen=True):
    """A change of one piece of terrain that puts a thing right: in words, which piece, and how it would lie."""

    words: str
    piece: int
    entry: Terrain


class Finding(Struct, frozen=True):
    """A fault bars the battle; a caution may stand, for the reason given; what is sound is said too. `piece` is the
    number of the piece of terrain that it is about, `castle` that of the castle, `side` the side."""

    weight: Literal["fault", "caution", "sound"]
    text: str
    right: str = ""
    place: str = ""
    rules: tuple[str, ...] = ()
    mends: tuple[Mend, ...] = ()
    piece: int | None = None
    castle: int | None = None
    side: str = ""


class SideOnField(Struct, frozen=True):
    """A side: what it is called, what its army costs, how many figures and units it has, and where it sets up, in
    thousandths of an inch."""

    id: str
    name: str
    colour: str
    points: float
    figures: int
    units: int
    zone: Zone | None


class FieldBench(Struct, frozen=True):
    """What was found, the pieces as they are drawn (none for one that cannot be), the sides, whether it may begin."""

    findings: tuple[Finding, ...]
    pieces: tuple[Feature | None, ...]
    sides: tuple[SideOnField, ...]

    @property
    def playable(self) -> bool:
        return not any(one.weight == "fault" for one in self.findings)


def examined_field(scenario: Scenario) -> FieldBench:
    """Looked at by the same code that prepares a battle. Armies by name are ready ones."""
    if scenario.ruleset not in rulesets():
        _, faults = gathered(scenario, files=False)
        return FieldBench(tuple(_about(Finding("fault", one.wrong, one.right, one.place)) for one in faults), (), ())
    whole, faults = gathered(scenario, files=False)
    book = quartermaster(scenario.ruleset)
    laid, castles = with_castles(scenario, files=False)[0], _castles(scenario)
    field = _Laid(with_own_ground(laid)[0], book, laid.terrain, len(castles))
    found = [
        Finding("fault", one.wrong, one.right, one.place, one.rules, tuple(field.onto_table(one.place)))
        for one in faults[:_MOST_SHOWN]
    ]
    found += list(field.cautions())[:_MOST_SHOWN]
    shown = _sides(whole)
    found += _uneven(whole, shown)
    found += field.sound(barred=bool(faults))
    if not faults:
        found += _sound_armies(shown)
    findings = tuple(_about(_as_written(one, castles)) for one in found)
    return FieldBench(findings, field.pieces[len(castles) :], shown)


def _castles(scenario: Scenario) -> tuple[int, ...]:
    """Of each piece that comes with a castle, which castle; these pieces are numbered before the others."""
    return tuple(
        number
        for number, castle in enumerate(scenario.castles)
        for _ in with_castles(replace(scenario, castles=(castle,), terrain=()), files=False)[0].terrain
    )


def _as_written(finding: Finding, castles: tuple[int, ...]) -> Finding:
    """With its place as the scenario has it: the piece without those of the castles, or the castle."""
    number = number_of(finding.place)
    if number is None:
        return finding
    if number < len(castles):
        return replace(finding, place=f"castles[{castles[number]}]", mends=())
    rest = finding.place.partition("]")[2]
    mends = tuple(replace(one, piece=one.piece - len(castles)) for one in finding.mends)
    return replace(finding, place=f"terrain[{number - len(castles)}]{rest}", mends=mends)


def _about(finding: Finding) -> Finding:
    """With the piece, the castle or the side whose place in the scenario it names."""
    whole, _, rest = finding.place.partition(".")
    side = rest.partition(".")[0] if whole == "sides" else ""
    return replace(finding, piece=number_of(finding.place), castle=castle_of(finding.place), side=side)


# ---------------------------------------------------------------- the ground


class _Laid:
    """The ground of a scenario, and how a book's players would have laid it. The first pieces are those of castles."""

    def __init__(
        self, scenario: Scenario, book: Quartermaster, written: tuple[Terrain, ...], of_castles: int = 0
    ) -> None:
        self.scenario = scenario
        self.written = written
        self.of_castles = of_castles
        self.habits = book.habits
        self.pieces = drawn_pieces(scenario, book)
        self.size = table_size(scenario.table) if scenario.table is not None else (0, 0)
        self.zones = zones(scenario)
        self._mended = 0

    def laid(self) -> Iterator[tuple[int, Feature]]:
        return ((number, piece) for number, piece in enumerate(self.pieces) if piece is not None)

    def cautions(self) -> Iterator[Finding]:
        """Where the ground is otherwise than a book's players would lay it themselves."""
        yield from self._in_zones()
        yield from self._on_each_other()
        yield from self._ending()

    def _in_zones(self) -> Iterator[Finding]:
        rule = self.habits.get("zones stay clear")
        if rule is None:
            return
        for number, piece in self.laid():
            if not self._in_the_way(number):
                continue
            for side, zone in self.zones.items():
                deep = reaches_into(piece, zone)
                if deep:
                    who = named(side, self.scenario.sides[side]).name
                    yield Finding(
                        "caution",
                        f"{piece.name} lies {show_inches(deep)} inside the set-up zone of {who}",
                        "A field that players lay themselves keeps it clear; a fixed site need not",
                        f"terrain[{number}]",
                        (rule,),
                        tuple(self._moved_clear(number, piece)),
                    )

    def _on_each_other(self) -> Iterator[Finding]:
        rule = self.habits.get("pieces lie apart")
        if rule is None:
            return
        kept = [(number, piece) for number, piece in self.laid() if self._in_the_way(number)]
        for (_, one), (number, other) in combinations(kept, 2):
            if features_overlap(one, other):
                yield Finding(
                    "caution",
                    f"{other.name} lies on {one.name}",
                    "Pieces that players lay themselves touch but do not overlap; drawn ones may",
                    f"terrain[{number}]",
                    (rule,),
                    tuple(self._moved_clear(number, other)),
                )

    def _in_the_way(self, number: int) -> bool:
        """Walls stand on hills and meet their towers, roads lead through everything, a castle stands where it is."""
        piece = self.scenario.terrain[number]
        return (
            number >= self.of_castles
            and not isinstance(piece, Rampart | Tower)
            and piece.kind not in _BESIDE_EACH_OTHER
        )

    def _ending(self) -> Iterator[Finding]:
        """Water of one name is one, though fords part it: two of its ends lie on different edges."""
        rule = self.habits.get("water runs through")
        if rule is None:
            return
        board, ends = Board(*self.size), dict[str, list[tuple[int, list[TableEdge]]]]()
        for number, piece in self.laid():
            if isinstance(piece, Strip) and piece.kind in _WATERS:
                found = [(number, edges_at(end, board)) for end in (piece.course[0], piece.course[-1])]
                ends.setdefault(self.scenario.terrain[number].name or piece.id, []).extend(found)
        for water in ends.values():
            if any(one != other for (_, a), (_, b) in combinations(water, 2) for one in a for other in b):
                continue
            number = water[0][0]
            begins = self.pieces[number]
            yield Finding(
                "caution",
                f"{begins.name if begins else 'The water'} begins or ends on the table",
                "One that players lay themselves runs from edge to edge; a drawn one may have its spring there",
                f"terrain[{number}]",
                (rule,),
            )

    def _moved_clear(self, number: int, piece: Feature) -> Iterator[Mend]:
        """The nearest place where nothing is to be said against it."""
        if self._mended >= _MOST_MENDED:
            return
        self._mended += 1
        shift = nearest_place(piece.polygon, self.size, self._free_of(number))
        if shift is not None:
            across, down = shift
            far = show_inches(round((across**2 + down**2) ** 0.5 * 1000))
            yield Mend(f"Move it out {far}", number, moved(self.written[number], across, down))

    def _free_of(self, number: int) -> Callable[[BaseGeometry], bool]:
        """Whether a shape keeps clear of set-up zones and other pieces, as far as the book has that habit."""
        taken: list[BaseGeometry] = []
        if "zones stay clear" in self.habits:
            taken += map(zone_shape, self.zones.values())
        if "pieces lie apart" in self.habits:
            taken += [one.polygon for at, one in self.laid() if at != number and self._in_the_way(at)]

        def free(shape: BaseGeometry) -> bool:
            left, top, right, bottom = shape.bounds
            for one in taken:
                a, b, c, d = one.bounds
                if c <= left or a >= right or d <= top or b >= bottom or not one.intersects(shape):
                    continue
                if not one.intersection(shape).buffer(-CONTACT / 2).is_empty:
                    return False
            return True

        return free

    def onto_table(self, place: str) -> Iterator[Mend]:
        """A piece that reaches over the edge moved onto the table, where it has room there."""
        number = number_of(place)
        if number is None or self._mended >= _MOST_MENDED or self.scenario.table is None:
            return
        self._mended += 1
        piece = self.scenario.terrain[number]
        spots = [spot for ring in _rings_of(piece) for spot in points(ring)]
        if not spots:
            return
        left, right = min(x for x, _ in spots), max(x for x, _ in spots)
        top, bottom = min(y for _, y in spots), max(y for _, y in spots)
        width, depth = self.size
        across = -left if left < 0 else min(0, width - right)
        down = -top if top < 0 else min(0, depth - bottom)
        if (across or down) and right - left <= width and bottom - top <= depth:
            yield Mend("Move it onto the table", number, moved(self.written[number], across / 1000, down / 1000))

    def sound(self, *, barred: bool) -> Iterator[Finding]:
        """What was looked at and is in order."""
        if not self.pieces:
            return
        if None not in self.pieces:
            yield Finding("sound", f"{counted(len(self.pieces), 'piece')} of terrain, all on the table")
        said = {rule for one in self.cautions() for rule in one.rules} if self.habits else set()
        areas = [piece for _, piece in self.laid() if isinstance(piece, Area)]
        waters = [piece for _, piece in self.laid() if isinstance(piece, Strip) and piece.kind in _WATERS]
        habits = (
            ("zones stay clear", "The set-up zones are clear", bool(areas or waters)),
            ("pieces lie apart", "No two pieces overlap", len(areas) + len(waters) > 1),
            ("water runs through", "Water runs from edge to edge", bool(waters)),
        )
        for habit, text, asked in habits:
            rule = self.habits.get(habit)  # type: ignore[call-overload]
            if rule is not None and rule not in said and asked and not barred:
                yield Finding("sound", text, rules=(rule,))


def _rings_of(piece: Terrain) -> Iterator[tuple[tuple[float, float], ...]]:
    """All points of a piece that it names itself."""
    for name in ("outline", "course"):
        yield getattr(piece, name, ())


# ---------------------------------------------------------------- the armies


def _sides(whole: Scenario) -> tuple[SideOnField, ...]:
    reports, laid = check_scenario(whole), zones(whole)
    return tuple(
        SideOnField(
            id=side,
            name=named(side, entry).name,
            colour=named(side, entry).colour,
            points=reports[side].points,
            figures=sum(unit.figures for unit in entry.units) + reports[side].commanders,
            units=len(entry.units),
            zone=laid.get(side),
        )
        for side, entry in sides(whole)
    )


def _uneven(whole: Scenario, shown: tuple[SideOnField, ...]) -> Iterator[Finding]:
    """Armies of unlike points, where nothing says that it is meant."""
    agreed = any(entry.extra_points or entry.defends or entry.chose_ground for _, entry in sides(whole))
    best, least = (max(shown, key=lambda one: one.points), min(shown, key=lambda one: one.points))
    if not agreed and least.points and best.points - least.points > _UNEVEN * best.points:
        more = best.points - least.points
        yield Finding(
            "caution",
            f"{best.name} has {more:g} points more than {least.name}: {best.points:g} and {least.points:g}",
            "The ground may make up for it: test the balance",
            f"sides.{best.id}",
        )


def _sound_armies(shown: tuple[SideOnField, ...]) -> Iterator[Finding]:
    together = "Both armies are" if len(shown) == 2 else f"All {len(shown)} armies are"
    yield Finding("sound", f"{together} by the book, and the battle can begin")
