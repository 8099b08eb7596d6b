"""Ground that is closed: prohibited areas, buildings, and water to all that do not live in it (case 11.8; BS-S1-03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from shapely import Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.rulesets.battlesystem.ground.manner import WATER, Manner, manner_of
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.terrain import BUILDING, FORD, PROHIBITED, ROAD
from schiltron.table.ground import open_ahead
from schiltron.table.lengths import CONTACT, Mdeg, Mil, direction
from schiltron.table.outline import Outline
from schiltron.table.rectangles import Rect
from schiltron.table.rings import Ring, meeting
from schiltron.table.sweep import float_rings
from schiltron.table.terrain import Feature

_A_TOUCH: Final = CONTACT * CONTACT
"""Square thousandths of closed ground that a body may cover and still counts as outside it."""


class Closed(NamedTuple):
    feature: Feature
    ground: BaseGeometry
    rings: tuple[Ring, ...]


@lru_cache(maxsize=64)
def _closed(features: tuple[Feature, ...], kinds: tuple[str, ...]) -> tuple[Closed, ...]:
    """Ground of these kinds; of water what lies beside fords and bridges."""
    over = [one.polygon for one in features if one.kind in (FORD, ROAD)]
    ways_over = union_all(over) if over else None
    found = []
    for feature in features:
        if feature.kind in kinds:
            ground = feature.polygon
            if ways_over is not None and feature.kind in WATER:
                ground = ground.difference(ways_over)
            found.append(Closed(feature, ground, tuple(float_rings(ground))))
    return tuple(found)


def closed_to(features: tuple[Feature, ...], manner: Manner) -> tuple[Closed, ...]:
    """Ground a body may not enter: prohibited areas, water it does not live in, and buildings, save for one man."""
    if not features:
        return ()
    inside = manner.single and not manner.engine
    return _closed(features, (PROHIBITED, *(() if manner.swims else WATER), *(() if inside else (BUILDING,))))


def deeper_in(closed: Iterable[Closed], here: Outline, there: Outline) -> Feature | None:
    """Closed ground in which a body would stand there, and deeper than it does here."""
    for one in closed:
        covered = _covered(one, there)
        if covered > _A_TOUCH and covered > _covered(one, here) + _A_TOUCH:
            return one.feature
    return None


def _covered(closed: Closed, body: Outline) -> float:
    """How much of closed ground a body stands on; a touch at its edges does not count."""
    x, y, radius = body.x, body.y, body.radius
    if not meeting(closed.feature.bounds, (x - radius, y - radius, x + radius, y + radius)):
        return 0.0
    return sum(float(closed.ground.intersection(Polygon(_within(rect).corners)).area) for rect in body.rects)


def _within(rect: Rect) -> Rect:
    """A rectangle less what may touch on every side."""
    width, depth = max(1.0, rect.half_width - CONTACT), max(1.0, rect.half_depth - CONTACT)
    return Rect(rect.x, rect.y, rect.fx, rect.fy, width, depth)


def closed_ahead(
    here: Outline, distance: Mil, features: tuple[Feature, ...], manner: Manner, bearing: Mdeg
) -> Iterator[tuple[float, Feature]]:
    """Closed ground on a straight way, and how far the way is free of it. Each rectangle of a body counts for itself:
    the last rank does not follow through what those ahead of it happen to stand on."""
    ux, uy = direction(bearing)
    x, y, radius = here.x, here.y, here.radius
    to_x, to_y = x + ux * distance, y + uy * distance
    box = (min(x, to_x) - radius, min(y, to_y) - radius, max(x, to_x) + radius, max(y, to_y) + radius)
    for closed in closed_to(features, manner):
        if meeting(closed.feature.bounds, box):
            free = open_ahead(closed.rings, here, ux, uy)
            if free < distance:
                yield free, closed.feature


def closed_ground(battle: Battle, unit: Unit, there: Outline) -> bool:
    """Whether a unit would come to stand in ground that is closed to it."""
    features = battle.board.features if battle.board is not None else ()
    closed = closed_to(features, manner_of(battle, unit))
    return bool(closed) and deeper_in(closed, unit.outline, there) is not None
