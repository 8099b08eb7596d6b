"""Terrain features: areas, strips, and the contours that lift or lower the ground.

Features are stored values; what is worked out from them (rings of floats, boxes, polygons) hangs on the
value itself and is no part of it.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.table.builds import Build
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.rings import Bounds, Interval, Ring, bounds_of, inside, line_inside

Points = tuple[tuple[Mil, Mil], ...]
N = TypeVar("N", int, float, Fraction)


class Contour(Struct, frozen=True, dict=True):
    """A line at which the ground changes its level."""

    ring: Points
    rise: int
    """On going into the ring: +1 up a hill, -1 down into a gulley."""

    def __post_init__(self) -> None:
        _check(self.ring, 3)

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        return (_floats(self.ring),)

    @cached_property
    def bounds(self) -> Bounds:
        return bounds_of(self.ring)

    @cached_property
    def polygon(self) -> BaseGeometry:
        return _valid(Polygon(self.ring))

    def contains(self, x: float, y: float) -> bool:
        return inside(self.rings, self.bounds, x, y)

    def along(self, x: float, y: float, ux: float, uy: float) -> list[Interval]:
        """The parts of a line inside, as distances from (x, y) along the unit vector."""
        return line_inside(self.rings, x, y, ux, uy)


class OwnNumbers(Struct, frozen=True, omit_defaults=True):
    """Numbers of a piece that are other than those of its kind: how many inches of a move an inch in it takes, and how
    many it takes to go into it or over it, or up each of its contours."""

    pace: int | None = None
    loss: Mil | None = None


class Area(Struct, frozen=True, dict=True, tag="area"):
    """A wood, a hill, a marsh: whatever fills a ring."""

    id: str
    kind: str
    name: str
    ring: Points
    contours: tuple[Contour, ...] = ()
    build: Build | UnsetType = UNSET
    altered: OwnNumbers | UnsetType = UNSET

    def __post_init__(self) -> None:
        _check(self.ring, 3)

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        return (_floats(self.ring),)

    @cached_property
    def bounds(self) -> Bounds:
        """The box round the ring and the contours."""
        return bounds_of(point for ring in (self.ring, *(c.ring for c in self.contours)) for point in ring)

    @cached_property
    def polygon(self) -> BaseGeometry:
        return _valid(Polygon(self.ring))

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies in the feature; its boundary belongs to it."""
        return inside(self.rings, self.bounds, x, y)

    def along(self, x: float, y: float, ux: float, uy: float) -> list[Interval]:
        """The parts of a line inside, as distances from (x, y) along the unit vector."""
        return line_inside(self.rings, x, y, ux, uy)


class Strip(Struct, frozen=True, dict=True, tag="strip"):
    """A stream, a road, a wall: a course of some width, cut off square at its ends."""

    id: str
    kind: str
    name: str
    course: Points
    width: Mil
    build: Build | UnsetType = UNSET
    altered: OwnNumbers | UnsetType = UNSET

    def __post_init__(self) -> None:
        _check(self.course, 2)
        if self.width <= 0:
            raise ValueError("a strip has a width")

    @property
    def contours(self) -> tuple[Contour, ...]:
        return ()

    @cached_property
    def line(self) -> LineString:
        """The middle of the course."""
        return LineString(self.course)

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        """The outer ring, then those round ground the course encloses; in whole mils, as stored rings are."""
        shape = self.line.buffer(self.width / 2, cap_style="flat", join_style="round", quad_segs=4)
        return tuple(
            tuple((float(round(x)), float(round(y))) for x, y in ring.coords[:-1])
            for ring in (shape.exterior, *shape.interiors)
        )

    @property
    def ring(self) -> Ring:
        return self.rings[0]

    @cached_property
    def bounds(self) -> Bounds:
        return bounds_of(self.ring)

    @cached_property
    def polygon(self) -> BaseGeometry:
        return _valid(Polygon(self.ring, self.rings[1:]))

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies in the feature; its boundary belongs to it."""
        return inside(self.rings, self.bounds, x, y)

    def along(self, x: float, y: float, ux: float, uy: float) -> list[Interval]:
        """The parts of a line inside, as distances from (x, y) along the unit vector."""
        return line_inside(self.rings, x, y, ux, uy)


Feature = Area | Strip


def name_of(feature: Feature) -> str:
    """What a piece of terrain is called: after its kind, where it has no name of its own."""
    return feature.name or feature.kind.replace("_", " ")


def pace_in(feature: Feature, usual: N) -> int | N:
    """How many inches of a move an inch in a piece takes: so many as usual with its kind, or its own number."""
    altered = feature.altered
    return usual if altered is UNSET or altered.pace is None else altered.pace


def loss_at(feature: Feature, usual: Mil) -> Mil:
    """What it takes to go into a piece or over it, or up one of its contours: as usual with its kind, or its own."""
    altered = feature.altered
    return usual if altered is UNSET or altered.loss is None else altered.loss


def level_at(features: Iterable[Feature], x: float, y: float) -> int:
    """The height of the ground at a point, in contours above the plain."""
    return sum(contour.rise for feature in features for contour in feature.contours if contour.contains(x, y))


def kinds_at(features: Iterable[Feature], x: float, y: float) -> tuple[Feature, ...]:
    """The features that hold a point, in their order."""
    return tuple(feature for feature in features if feature.contains(x, y))


def features_overlap(a: Feature, b: Feature) -> bool:
    """Whether two features lie on each other; touching edges, within CONTACT, is fine."""
    if not a.polygon.intersects(b.polygon):
        return False
    return not a.polygon.intersection(b.polygon).buffer(-CONTACT / 2).is_empty


def inset_ring(ring: Points, mil: Mil) -> Points | None:
    """The ring so far inside another, as for the second contour of a hill; None where nothing is left.

    Where it falls apart, the largest part.
    """
    shape = _valid(Polygon(ring)).buffer(-mil, join_style="round", quad_segs=4)
    parts = [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon) and not part.is_empty]
    if not parts:
        return None
    largest = max(parts, key=lambda part: part.area)
    return tuple((round(x), round(y)) for x, y in largest.exterior.coords[:-1])


def _check(points: Points, least: int) -> None:
    if len(set(points)) < least:
        raise ValueError(f"at least {least} different points are needed")


def _floats(ring: Points) -> Ring:
    """The points as floats; a ring closed by repeating its first point is opened."""
    points = tuple((float(x), float(y)) for x, y in ring)
    return points[:-1] if points[0] == points[-1] else points


def _valid(shape: BaseGeometry) -> BaseGeometry:
    """A ring that crosses itself is read by the even-odd rule here too."""
    return shape if shape.is_valid else shape.buffer(0)
