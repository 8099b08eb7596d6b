"""A piece of terrain moved to another place: the book gives its shape, the player only its place."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Contour, Feature, Points


def laid_at(piece: Feature, x: Mil, y: Mil, turned: Mdeg) -> Feature:
    """The piece with its middle at a point, turned clockwise."""
    middle = middle_of(piece)

    def moved(ring: Points) -> Points:
        return tuple(_turned(at[0] - middle[0], at[1] - middle[1], x, y, turned) for at in ring)

    if isinstance(piece, Area):
        return replace(piece, ring=moved(piece.ring), contours=_contours(piece.contours, moved))
    return replace(piece, course=moved(piece.course))


def middle_of(piece: Feature) -> tuple[float, float]:
    """The middle of the ground it covers from west to east and from north to south."""
    points = piece.ring if isinstance(piece, Area) else piece.course
    xs, ys = [at for at, _ in points], [at for _, at in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _contours(contours: tuple[Contour, ...], moved: Callable[[Points], Points]) -> tuple[Contour, ...]:
    return tuple(Contour(moved(one.ring), one.rise) for one in contours)


def _turned(dx: float, dy: float, x: Mil, y: Mil, turned: Mdeg) -> tuple[Mil, Mil]:
    across, down = Pose(x, y, turned).world(dx, -dy)
    return round(across), round(down)
