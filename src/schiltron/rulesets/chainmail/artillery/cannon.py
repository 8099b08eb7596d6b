"""Cannon shots in a straight line, with the dowel: CM-GUN-12 to CM-GUN-18."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.battle.state.decision import Pointed
from schiltron.battle.state.event import Covered
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.artillery.footprints import Footprint, bodies_near, ground
from schiltron.rulesets.chainmail.engines import Dowel, Section, muzzle, piece
from schiltron.rulesets.chainmail.fantasy.stones import withstands
from schiltron.rulesets.chainmail.field import is_engine
from schiltron.rulesets.chainmail.fortress import ABATIS, STANDING
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.siege.stations import is_siege
from schiltron.rulesets.chainmail.siege.wear import is_target
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import (
    ARROW_SLITS,
    BARRICADE,
    BUILDING,
    DITCH,
    MANTLETS,
    POND,
    RIVER,
    STREAM,
    WALL,
    WOODED,
)
from schiltron.table.lengths import Mdeg, Mil, direction, heading_of, inches, signed
from schiltron.table.rings import Interval, meeting
from schiltron.table.shapes import Corridor, caught, higher_under, stretches_under
from schiltron.table.terrain import Feature, level_at

COLOURS: Final = ("white", "black")
"""Short and long (CM-GUN-14)."""
VARIATION: Final = {
    int(row["die"]): inches(float(row["offset_inches"])) for row in LAW.sheet("CM-T-cannon-variation").records()
}
"""How far to the right the far end of the dowel is swung for each face of the die (CM-GUN-13)."""
RISING: Final = (*WOODED, BARRICADE, BUILDING, DITCH, ARROW_SLITS, *STANDING, ABATIS)
"""What stops the ball in any section (CM-GUN-16); a ditch has a rampart, arrow slits are in a high wall."""
MAN_HIGH: Final = (WALL, MANTLETS)
"""What stops it only in a section of the colour named (CM-GUN-17), as engines do; a fence is not substantial."""
WATER: Final = (RIVER, STREAM, POND)
"""Where it does not bounce (CM-GUN-18)."""


class Line(NamedTuple):
    """The dowel as it lies."""

    x: Mil
    y: Mil
    bearing: Mdeg
    dowel: Dowel

    def at(self, along: float) -> tuple[Mil, Mil]:
        ux, uy = direction(self.bearing)
        return round(self.x + ux * along), round(self.y + uy * along)

    def between(self, start: float, end: float) -> Corridor:
        return Corridor(*self.at(start), *self.at(end), self.dowel.width)

    @property
    def whole(self) -> Corridor:
        return self.between(0, self.dowel.reach)

    def named(self, colour: str) -> list[Section]:
        return [section for section in self.dowel.sections if section.colour == colour]


class Stop(NamedTuple):
    """What ends the flight of the ball, and how far from the muzzle."""

    at: float
    by: str
    rule: str
    machine: str = ""
    work: str = ""


# ---------------------------------------------------------------- laying the dowel


def laid(unit: Unit, pointed: Pointed, die: int | None = None) -> Line:
    """From the muzzle along the bearing, its far end swung to the mark of the die (CM-GUN-12, CM-GUN-13)."""
    dowel = piece(unit).dowel
    assert dowel is not None
    swing = signed(heading_of(VARIATION[die], -dowel.reach)) if die is not None else 0
    return Line(*muzzle(unit), pointed.bearing + swing, dowel)


def flight(battle: Battle, unit: Unit, pointed: Pointed, die: int | None = None) -> Footprint:
    """The ball along the dowel until something stops it; without a die it goes straight.

    Every figure that a section of the named colour touches is struck, whoever it is (CM-GUN-14).
    """
    line = laid(unit, pointed, die)
    stop = next(iter(sorted(_stops(battle, unit, line, pointed.section))), None)
    end = stop.at if stop is not None else line.dowel.reach
    flown = [(one.colour, line.between(one.start, min(one.end, end))) for one in line.dowel.sections if one.start < end]
    struck: dict[str, set[int]] = {}
    for colour, section in flown:
        if colour == pointed.section:
            for body in bodies_near(battle, section):
                met = caught(section, body.places)
                struck.setdefault(body.id, set()).update(one.index for one in met if one.touched)
    return Footprint(
        marks=tuple(Covered(section, colour, colour == pointed.section) for colour, section in flown),
        figures=tuple(
            (key, tuple(sorted(struck[key])))
            for key in battle.in_line(struck)
            if struck[key] and not is_engine(battle.units[key]) and not withstands(battle.units[key], shot=True)
        ),
        machines=(stop.machine,) if stop is not None and stop.machine else (),
        works=((stop.work, *line.at(stop.at)),) if stop is not None and stop.work and is_siege(battle) else (),
        stopped=stop.by if stop is not None else "",
        tallies=(_swung(die),) if die is not None else (),
        rules=("CM-GUN-14", *((stop.rule,) if stop is not None else ())),
    )


def _swung(die: int) -> Tally:
    """How far the end of the dowel went to the right."""
    return Tally("variation", (Term(f"die {die}", VARIATION[die], "CM-GUN-13"),), measure="thousandths")


# ---------------------------------------------------------------- what stops the ball


def _stops(battle: Battle, unit: Unit, line: Line, colour: str) -> Iterator[Stop]:
    """Whatever would end the flight, each where it first would."""
    yield from _ground_rising(battle, unit, line)
    for feature in _features(battle, line):
        yield from _feature_stops(feature, line, colour)
    for body in bodies_near(battle, line.whole):
        if is_engine(body) and body.id != unit.id:
            under = _under(line, *(Polygon(rect.corners) for rect in body.outline.rects))
            for at in _first_within(under, line.named(colour)):
                yield Stop(at, body.name, "CM-GUN-17", body.id)


def _ground_rising(battle: Battle, unit: Unit, line: Line) -> Iterator[Stop]:
    """High ground: contours above that on which the gun stands (CM-GUN-16)."""
    features = [feature for feature in _features(battle, line) if feature.contours]
    stands = max(level_at(ground(battle), *spot) for spot in ((unit.pose.x, unit.pose.y), (line.x, line.y)))
    for start, _ in higher_under(line.whole, features, stands)[:1]:
        yield Stop(start, "high ground", "CM-GUN-16")


def _feature_stops(feature: Feature, line: Line, colour: str) -> Iterator[Stop]:
    if feature.kind in RISING:
        for start, _ in _under(line, feature.polygon)[:1]:
            yield Stop(start, feature.name, "CM-GUN-16", work=feature.id if is_target(feature) else "")
    elif feature.kind in MAN_HIGH:
        for at in _first_within(_under(line, feature.polygon), line.named(colour)):
            yield Stop(at, feature.name, "CM-GUN-17")
    elif feature.kind in WATER:
        for at in _first_within(_under(line, feature.polygon), line.named(colour)[1:]):
            yield Stop(at, feature.name, "CM-GUN-18")


def _features(battle: Battle, line: Line) -> list[Feature]:
    """Those whose box the dowel may lie in."""
    (ax, ay), (bx, by), half = line.at(0), line.at(line.dowel.reach), line.dowel.width / 2
    box = (min(ax, bx) - half, min(ay, by) - half, max(ax, bx) + half, max(ay, by) + half)
    return [feature for feature in ground(battle) if meeting(feature.bounds, box)]


def _under(line: Line, *shapes: BaseGeometry) -> list[Interval]:
    return stretches_under(line.whole, shapes)


def _first_within(stretches: list[Interval], sections: list[Section]) -> list[float]:
    """Where a stretch first lies under one of the sections; nowhere is an empty list."""
    starts = [
        max(start, section.start)
        for start, end in stretches
        for section in sections
        if min(end, section.end) > max(start, section.start)
    ]
    return [min(starts)] if starts else []
