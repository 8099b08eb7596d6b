"""Shapes laid on the table: blasts, corridors of shot, cones of flame and breath, ground of any outline.

One set of values serves templates, events, previews, overlays and drawings. The books count differently (bases touched,
centres covered, bases wholly inside), so every figure met is returned with the answer to each of these, and the caller
takes the one its rule asks for.
"""

from collections.abc import Iterable, Sequence
from math import cos, hypot, sin, tau
from typing import Final, NamedTuple

from msgspec import Struct
from shapely import Polygon, box
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry

from schiltron.table.body import Figure
from schiltron.table.contact import Edge, sector
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, direction
from schiltron.table.outline import Outline
from schiltron.table.rectangles import point_gap
from schiltron.table.rings import Interval, joined
from schiltron.table.terrain import Feature, Points

_ROUNDING = 1e-6
"""The edge of a template belongs to it, whatever the last bit of a float says."""
_ROUND: Final = 48
"""Corners of a circle, where it is drawn with corners."""


class Disc(Struct, frozen=True, tag="disc"):
    x: Mil
    y: Mil
    radius: Mil


class Corridor(Struct, frozen=True, tag="corridor"):
    """Of even width from one end to the other."""

    from_x: Mil
    from_y: Mil
    to_x: Mil
    to_y: Mil
    width: Mil

    @property
    def length(self) -> float:
        return hypot(self.to_x - self.from_x, self.to_y - self.from_y)


class Cone(Struct, frozen=True, tag="cone"):
    """Opens with straight edges from a mouth of some width."""

    x: Mil
    y: Mil
    heading: Mdeg
    length: Mil
    mouth: Mil
    end: Mil


class Plot(Struct, frozen=True, tag="plot"):
    """Ground of any outline. Rings are read by the even-odd rule, so a ring inside another is a hole."""

    rings: tuple[Points, ...]


Template = Disc | Corridor | Cone
"""What is laid over figures: it has a middle or a mouth, from which it reaches them one after the other."""
Shape = Template | Plot


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


def _mouth(shape: Corridor | Cone) -> _Mouth:
    if isinstance(shape, Cone):
        return _Mouth(shape.x, shape.y, *direction(shape.heading))
    length = shape.length or 1.0
    ux, uy = (shape.to_x - shape.from_x) / length, (shape.to_y - shape.from_y) / length
    return _Mouth(shape.from_x, shape.from_y, ux, uy)


# ---------------------------------------------------------------- as drawn


def rings_of(shape: Shape) -> tuple[Points, ...]:
    """The outline of a shape, corner by corner."""
    match shape:
        case Disc(x, y, radius):
            angles = (tau * step / _ROUND for step in range(_ROUND))
            return (tuple((round(x + radius * cos(angle)), round(y + radius * sin(angle))) for angle in angles),)
        case Corridor():
            return (_corners(_mouth(shape), shape.length, shape.width, shape.width),)
        case Cone():
            return (_corners(_mouth(shape), shape.length, shape.mouth, shape.end),)
        case Plot():
            return shape.rings


def _corners(mouth: _Mouth, length: float, near: Mil, far: Mil) -> Points:
    """From the near left corner round."""
    x, y, ux, uy = mouth
    ends = ((0.0, -near / 2), (length, -far / 2), (length, far / 2), (0.0, near / 2))
    return tuple((round(x + ux * ahead - uy * right), round(y + uy * ahead + ux * right)) for ahead, right in ends)


# ---------------------------------------------------------------- figures under a template


def may_meet(template: Template, body: Outline) -> bool:
    """A quick test that can rule contact out: whether a body may come under a template."""
    if isinstance(template, Disc):
        return hypot(body.x - template.x, body.y - template.y) <= template.radius + body.radius + 1
    half = template.width if isinstance(template, Corridor) else max(template.mouth, template.end)
    across, ahead = _mouth(template).seen(body.x, body.y)
    return hypot(across, ahead - min(max(ahead, 0.0), template.length)) <= half / 2 + body.radius + 1


def caught(template: Template, figures: Sequence[Figure]) -> tuple[Caught, ...]:
    """Figures that a template meets, in the order in which it reaches them; those under a disc from its middle."""
    match template:
        case Disc():
            return _under_disc(template, figures)
        case Corridor():
            if not template.length:
                return ()
            return _under(figures, _mouth(template), template.length, template.width, template.width)
        case Cone():
            return _under(figures, _mouth(template), template.length, template.mouth, template.end)


def _under_disc(disc: Disc, figures: Sequence[Figure]) -> tuple[Caught, ...]:
    x, y, radius = disc.x, disc.y, disc.radius
    found = []
    for index, figure in enumerate(figures):
        rect = figure.rect
        apart = point_gap(rect, x, y)
        if apart > radius:
            continue
        farthest = max(hypot(corner_x - x, corner_y - y) for corner_x, corner_y in rect.corners)
        found.append(
            Caught(
                index,
                touched=apart < radius - TOLERANCE,
                centre_inside=hypot(figure.x - x, figure.y - y) <= radius + _ROUNDING,
                wholly_inside=farthest <= radius + _ROUNDING,
                along=apart,
                face=sector(rect, x, y),
            )
        )
    return _nearest_first(found)


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
    found = []
    for index, figure, across, ahead in within:
        rect = figure.rect
        base = Polygon([mouth.seen(corner_x, corner_y) for corner_x, corner_y in rect.corners])
        if not outer.intersects(base):
            continue
        half = near + (far - near) * ahead / length
        found.append(
            Caught(
                index,
                touched=inner.intersects(base),
                centre_inside=-_ROUNDING <= ahead <= length + _ROUNDING and abs(across) <= half + _ROUNDING,
                wholly_inside=outer.contains(base),
                along=max(0.0, outer.intersection(base).bounds[1]),
                face=sector(rect, mouth.x, mouth.y),
            )
        )
    return _nearest_first(found)


def _nearest_first(found: Iterable[Caught]) -> tuple[Caught, ...]:
    return tuple(sorted(found, key=lambda figure: (figure.along, figure.index)))


# ---------------------------------------------------------------- ground under a corridor


def stretches_under(corridor: Corridor, shapes: Iterable[BaseGeometry]) -> list[Interval]:
    """The stretches of a corridor that lie on any of some shapes, as distances from its near end; bare edges do not
    count."""
    if not corridor.length:
        return []
    mouth, half = _mouth(corridor), corridor.width / 2
    laid = box(TOLERANCE - half, 0, half - TOLERANCE, corridor.length)
    found: list[Interval] = []
    for shape in shapes:
        common = laid.intersection(mouth.shape_seen(shape))
        parts = getattr(common, "geoms", [common])
        found += [(part.bounds[1], part.bounds[3]) for part in parts if part.area > 0]
    return joined(found)


def higher_under(corridor: Corridor, features: Iterable[Feature], level: int) -> list[Interval]:
    """The stretches of a corridor on which the ground is higher than a level, as distances from its near end."""
    if not corridor.length:
        return []
    (ax, ay, ux, uy), half = _mouth(corridor), corridor.width / 2
    bx, by, across, along = corridor.to_x, corridor.to_y, uy * half, ux * half
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
    return stretches_under(corridor, [part for part, height in parts if height > level])
