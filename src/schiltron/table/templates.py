"""Templates laid over figures: blast circles, bouncing shot and corridors, cones of flame and breath.

The books count differently (bases touched, centres covered, bases wholly inside), so every figure met is returned
with the answer to each of these, and the caller takes the one its rule asks for.
"""

from collections.abc import Iterable, Sequence
from math import hypot
from typing import NamedTuple

from shapely import Polygon, box
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry

from schiltron.table.body import Figure
from schiltron.table.contact import Edge, sector
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, direction
from schiltron.table.rectangles import point_gap
from schiltron.table.rings import Interval, joined
from schiltron.table.terrain import Feature

_ROUNDING = 1e-6
"""The edge of a template belongs to it, whatever the last bit of a float says."""


class Caught:
    """A figure that a template meets.

    A base that merely stands against the edge of the template is met but not `touched`: the rounding of a length
    must not burn a figure.
    """

    __slots__ = ("along", "centre_inside", "face", "index", "touched", "wholly_inside")

    def __init__(
        self, index: int, *, touched: bool, centre_inside: bool, wholly_inside: bool, along: float, face: Edge
    ) -> None:
        self.index = index
        """Its place in the sequence of figures handed in."""
        self.touched = touched
        self.centre_inside = centre_inside
        self.wholly_inside = wholly_inside
        self.along = along
        """How far from the origin of the template its base is first met."""
        self.face = face
        """The edge of its base that looks towards that origin."""

    def __repr__(self) -> str:
        how = (
            "wholly"
            if self.wholly_inside
            else "centre"
            if self.centre_inside
            else "touched"
            if self.touched
            else "edge"
        )
        return f"Caught({self.index}, {how}, along={self.along:g}, face={self.face})"


class _Mouth(NamedTuple):
    """Where a template starts, and the unit vector along which it runs."""

    x: float
    y: float
    ux: float
    uy: float

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """A point as (to the right, ahead) of the mouth."""
        dx, dy = x - self.x, y - self.y
        return dy * self.ux - dx * self.uy, dx * self.ux + dy * self.uy

    def shape_seen(self, shape: BaseGeometry) -> BaseGeometry:
        """The same for a whole shape."""
        x, y, ux, uy = self
        return affine_transform(shape, (-uy, ux, ux, uy, x * uy - y * ux, -x * ux - y * uy))


def under_circle(figures: Sequence[Figure], x: float, y: float, radius: Mil) -> tuple[Caught, ...]:
    """Figures under a circle, nearest to its centre first."""
    caught = []
    for index, figure in enumerate(figures):
        rect = figure.rect
        apart = point_gap(rect, x, y)
        if apart > radius:
            continue
        farthest = max(hypot(corner_x - x, corner_y - y) for corner_x, corner_y in rect.corners)
        caught.append(
            Caught(
                index,
                touched=apart < radius - TOLERANCE,
                centre_inside=hypot(figure.x - x, figure.y - y) <= radius + _ROUNDING,
                wholly_inside=farthest <= radius + _ROUNDING,
                along=apart,
                face=sector(rect, x, y),
            )
        )
    return _nearest_first(caught)


def under_strip(
    figures: Sequence[Figure], ax: float, ay: float, bx: float, by: float, width: Mil
) -> tuple[Caught, ...]:
    """Figures under a corridor of even width from a to b, in the order in which it reaches them."""
    length = hypot(bx - ax, by - ay)
    if not length:
        return ()
    return _under(figures, _Mouth(ax, ay, (bx - ax) / length, (by - ay) / length), length, width, width)


def stretches_under(
    shapes: Iterable[BaseGeometry], ax: float, ay: float, bx: float, by: float, width: Mil
) -> list[Interval]:
    """The stretches of a corridor that lie on any of some shapes, as distances from a; bare edges do not count."""
    length = hypot(bx - ax, by - ay)
    if not length:
        return []
    mouth = _Mouth(ax, ay, (bx - ax) / length, (by - ay) / length)
    corridor = box(TOLERANCE - width / 2, 0, width / 2 - TOLERANCE, length)
    found: list[Interval] = []
    for shape in shapes:
        common = corridor.intersection(mouth.shape_seen(shape))
        parts = getattr(common, "geoms", [common])
        found += [(part.bounds[1], part.bounds[3]) for part in parts if part.area > 0]
    return joined(found)


def higher_under(
    features: Iterable[Feature], level: int, ax: float, ay: float, bx: float, by: float, width: Mil
) -> list[Interval]:
    """The stretches of a corridor on which the ground is higher than a level, as distances from a."""
    length = hypot(bx - ax, by - ay)
    if not length:
        return []
    across, along = (by - ay) / length * width / 2, (bx - ax) / length * width / 2
    corners = (
        (ax - across, ay + along),
        (ax + across, ay - along),
        (bx + across, by - along),
        (bx - across, by + along),
    )
    parts: list[tuple[BaseGeometry, int]] = [(Polygon(corners), 0)]
    for contour in (contour for feature in features for contour in feature.contours):
        inside = [(part.intersection(contour.polygon), height + contour.rise) for part, height in parts]
        outside = [(part.difference(contour.polygon), height) for part, height in parts]
        parts = [(part, height) for part, height in (*inside, *outside) if part.area > 0]
    return stretches_under([part for part, height in parts if height > level], ax, ay, bx, by, width)


def under_cone(
    figures: Sequence[Figure],
    x: float,
    y: float,
    heading: Mdeg,
    length: Mil,
    width_at_mouth: Mil,
    width_at_end: Mil,
) -> tuple[Caught, ...]:
    """Figures under a cone that opens from a mouth with straight edges, in the order in which it reaches them."""
    return _under(figures, _Mouth(x, y, *direction(heading)), length, width_at_mouth, width_at_end)


def _under(
    figures: Sequence[Figure], mouth: _Mouth, length: float, width_at_mouth: float, width_at_end: float
) -> tuple[Caught, ...]:
    """Seen from its mouth the template is a trapezium from 0 to `length` ahead, and all questions are level ones."""
    near, far = width_at_mouth / 2, width_at_end / 2
    within = [
        (index, figure, across, ahead)
        for index, figure in enumerate(figures)
        for across, ahead in (mouth.seen(figure.x, figure.y),)
        if abs(across) <= max(near, far) + figure.rect.radius + 1 and abs(ahead) <= length + figure.rect.radius + 1
    ]
    if not within:
        return ()
    template = Polygon([(-near, 0), (near, 0), (far, length), (-far, length)])
    inner = template.buffer(-TOLERANCE)
    outer = template.buffer(_ROUNDING)
    caught = []
    for index, figure, across, ahead in within:
        rect = figure.rect
        base = Polygon([mouth.seen(corner_x, corner_y) for corner_x, corner_y in rect.corners])
        if not outer.intersects(base):
            continue
        half = near + (far - near) * ahead / length
        caught.append(
            Caught(
                index,
                touched=inner.intersects(base),
                centre_inside=-_ROUNDING <= ahead <= length + _ROUNDING and abs(across) <= half + _ROUNDING,
                wholly_inside=outer.contains(base),
                along=max(0.0, outer.intersection(base).bounds[1]),
                face=sector(rect, mouth.x, mouth.y),
            )
        )
    return _nearest_first(caught)


def _nearest_first(caught: Iterable[Caught]) -> tuple[Caught, ...]:
    return tuple(sorted(caught, key=lambda figure: (figure.along, figure.index)))
