"""A piece of terrain that is shifted over the table, with the units on it, as far as nothing stops it.

A book says what is no ground of its own, whom and what a piece may not come upon, and where a unit that is carried
cannot stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from shapely import box

from schiltron.battle.play.aimed_ground import middle
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.field import takes_room
from schiltron.battle.state.unit import Hidden, Unit, in_line
from schiltron.table.edges import Board
from schiltron.table.ground import stood_in
from schiltron.table.lengths import CONTACT, Mil, inches
from schiltron.table.outline import Outline, gap
from schiltron.table.terrain import Area, Contour, Feature, Points, features_overlap

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

_STEP: Final[Mil] = inches(0.1)
"""How finely the way of a piece is looked through for what stops it."""
_HAIR: Final = 100.0
"""Ground beyond the table's edge, in square mil, that is none."""


class Hindrances(NamedTuple):
    """What a book says stops a piece: `flat` kinds lie under others; `shut` finds ground in which a body cannot stand;
    `upon` says whether the piece, where it would lie, comes upon somebody of those who are not on it; `meets` who of
    these is in the way of who is carried."""

    flat: Sequence[str]
    shut: Callable[[tuple[Feature, ...], Outline], object | None]
    upon: Callable[[Any, Feature, Sequence[Unit[Any]]], bool]
    meets: Callable[[Unit[Any]], bool]


def moved_by(feature: Feature, dx: Mil, dy: Mil) -> Feature:
    """A piece of terrain so much farther on, with its contours."""
    if isinstance(feature, Area):
        contours = tuple(Contour(_points(one.ring, dx, dy), one.rise) for one in feature.contours)
        return replace(feature, ring=_points(feature.ring, dx, dy), contours=contours)
    return replace(feature, course=_points(feature.course, dx, dy))


def _points(points: Points, dx: Mil, dy: Mil) -> Points:
    return tuple((x + dx, y + dy) for x, y in points)


def carried_by(battle: Battle[B, U, S], feature: Feature) -> list[Unit[U]]:
    """Units on the ground with any figure on a piece, those who hide there too."""
    return [
        unit
        for unit in in_line(battle.units.values())
        if takes_room(unit) and unit.level is None and unit.bodies and stood_in((feature,), unit.outline) is not None
    ]


def carried(unit: Unit[U], dx: Mil, dy: Mil) -> Unit[U]:
    """A unit so much farther on, hidden if it was."""
    pose = replace(unit.pose, x=unit.pose.x + dx, y=unit.pose.y + dy)
    place = unit.place
    return replace(unit, place=replace(place, pose=pose) if isinstance(place, Hidden) else unit.place_at(pose))


def way_of(feature: Feature, at: tuple[Mil, Mil], most: Mil) -> tuple[float, float, Mil]:
    """The direction from the middle of a piece to a point, and how far it is to be shifted."""
    x, y = middle(feature)
    apart = hypot(at[0] - x, at[1] - y)
    if not apart:
        return 0.0, 0.0, 0
    return (at[0] - x) / apart, (at[1] - y) / apart, min(most, round(apart))


def shifted_to(
    battle: Battle[B, U, S], feature: Feature, at: tuple[Mil, Mil], most: Mil, stop: Hindrances
) -> tuple[Mil, Mil]:
    """How far a piece gets on its way to a point: up to `most`, or until it, or somebody on it, would come over the
    edge, onto other ground or onto somebody who is not on it."""
    ux, uy, wanted = way_of(feature, at, most)
    upon = carried_by(battle, feature)
    got = 0
    while got < wanted:
        step = min(_STEP, wanted - got)
        while step and _stops(battle, feature, upon, (round(ux * (got + step)), round(uy * (got + step))), stop):
            step //= 2
        if not step:
            break
        got += step
    return round(ux * got), round(uy * got)


def _stops(
    battle: Battle[B, U, S], feature: Feature, upon: Sequence[Unit[U]], by: tuple[Mil, Mil], stop: Hindrances
) -> bool:
    there = moved_by(feature, *by)
    return (
        _over_the_edge(battle.table, feature, there)
        or _on_others(battle.table, feature, there, stop.flat)
        or _stuck(battle, there, upon, by, stop)
    )


def _over_the_edge(board: Board, feature: Feature, there: Feature) -> bool:
    """More of it would lie beyond the table's edge than did before: a stream reaches from edge to edge."""
    left, top, right, bottom = there.bounds
    if left >= 0 and top >= 0 and right <= board.width and bottom <= board.depth:
        return False
    table = box(0, 0, board.width, board.depth)
    return there.polygon.difference(table).area > feature.polygon.difference(table).area + _HAIR


def _on_others(board: Board, feature: Feature, there: Feature, flat: Sequence[str]) -> bool:
    """It would lie on another piece that it did not lie on before."""
    return any(
        features_overlap(there, other) and not features_overlap(feature, other)
        for other in board.features
        if other.id != feature.id and other.kind not in flat
    )


def _stuck(
    battle: Battle[B, U, S], there: Feature, upon: Sequence[Unit[U]], by: tuple[Mil, Mil], stop: Hindrances
) -> bool:
    """It would come under somebody who is not on it, or somebody on it could not stand where it takes him."""
    board, with_it = battle.table, {unit.id for unit in upon}
    left = [unit for unit in battle.units.values() if takes_room(unit) and unit.bodies and unit.id not in with_it]
    if stop.upon(battle, there, left):
        return True
    still = tuple(one for one in board.features if one.id != there.id)
    for unit in upon:
        body = carried(unit, *by).outline
        if not board.holds(body) or stop.shut(still, body) is not None:
            return True
        for other in left:
            apart = gap(body, other.outline)
            if stop.meets(other) and apart <= CONTACT and apart <= gap(unit.outline, other.outline):
                return True
    return False
