"""Pieces of a field by themselves: which can be drawn, where they lie, and where else they might."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin
from typing import Final

from msgspec.structs import replace
from shapely import affinity, box
from shapely.geometry.base import BaseGeometry

from schiltron.battle.state.decision import Zone
from schiltron.muster.preparing import switches, table_size
from schiltron.muster.scenario import Course, Patch, Rampart, Scenario, Spot, Terrain, Tile, Tower
from schiltron.muster.terrain import features, terrain_violations
from schiltron.rulesets.quartermaster import Quartermaster
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.terrain import Feature

_PLACE: Final = re.compile(r"^terrain\[(\d+)\]")
_CASTLE: Final = re.compile(r"^castles\[(\d+)\]")
_STEP: Final = 500
_FARTHEST: Final = 24_000
_WAYS: Final = 16


def drawn_pieces(scenario: Scenario, book: Quartermaster) -> tuple[Feature | None, ...]:
    """Every piece as it lies on the table; none for one that cannot be drawn as it is."""
    if scenario.table is None:
        return ()
    wrong = {number_of(one.place) for one in terrain_violations(scenario.terrain, book, *table_size(scenario.table))}
    right = [piece for number, piece in enumerate(scenario.terrain) if number not in wrong]
    chosen = {} if book.check_switches(switches(scenario)) else switches(scenario)
    laid = iter(features(right, book, chosen))
    return tuple(None if number in wrong else next(laid) for number in range(len(scenario.terrain)))


def number_of(place: str) -> int | None:
    """Of which piece of terrain a place in a scenario is."""
    found = _PLACE.match(place)
    return int(found[1]) if found else None


def castle_of(place: str) -> int | None:
    """Of which castle a place in a scenario is."""
    found = _CASTLE.match(place)
    return int(found[1]) if found else None


def zone_shape(zone: Zone) -> BaseGeometry:
    return box(zone.left, zone.top, zone.right, zone.bottom)


def reaches_into(feature: Feature, zone: Zone) -> Mil:
    """How far a piece lies inside a set-up zone, measured along the table's edges; 0 for one that only touches it."""
    left, top, right, bottom = feature.bounds
    if right <= zone.left or left >= zone.right or bottom <= zone.top or top >= zone.bottom:
        return 0
    inside = feature.polygon.intersection(zone_shape(zone))
    if inside.buffer(-CONTACT / 2).is_empty:
        return 0
    left, top, right, bottom = inside.bounds
    ways = (right - zone.left, zone.right - left, bottom - zone.top, zone.bottom - top)
    return round(min(ways))


def moved(piece: Terrain, across: float, down: float) -> Terrain:
    """A piece so many inches farther across and down, with all that belongs to it."""

    def there(spots: Sequence[Spot]) -> tuple[Spot, ...]:
        return tuple((round(x + across, 3), round(y + down, 3)) for x, y in spots)

    match piece:
        case Tile():
            return replace(piece, at=there((piece.at,))[0])
        case Patch():
            lines = None if piece.contours is None else tuple(map(there, piece.contours))
            return replace(piece, outline=there(piece.outline), contours=lines)
        case Course() | Rampart():
            return replace(piece, course=there(piece.course))
        case Tower():
            at = None if piece.at is None else there((piece.at,))[0]
            doors = tuple(replace(door, at=there((door.at,))[0]) for door in piece.doors)
            return replace(piece, at=at, outline=there(piece.outline), doors=doors)


Shifted = tuple[float, float]


def nearest_place(shape: BaseGeometry, size: tuple[Mil, Mil], free: Callable[[BaseGeometry], bool]) -> Shifted | None:
    """The shortest way, in inches, to where a piece lies wholly on the table, free of what it should keep clear of."""
    width, depth = size
    for across, down in _shifts():
        there = affinity.translate(shape, across, down)
        left, top, right, bottom = there.bounds
        if left >= 0 and top >= 0 and right <= width and bottom <= depth and free(there):
            return across / 1000, down / 1000
    return None


def _shifts() -> Iterator[tuple[int, int]]:
    """Half an inch farther each time, straight along the edges first."""
    for far in range(_STEP, _FARTHEST + 1, _STEP):
        for number in sorted(range(_WAYS), key=lambda way: way % (_WAYS // 4)):
            turn = 2 * pi * number / _WAYS
            yield round(far * sin(turn)), round(-far * cos(turn))
