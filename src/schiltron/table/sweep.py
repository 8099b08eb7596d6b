"""The ground a body covers while it moves: for the page to draw, and for rules about ground of any shape.

How far bodies are from each other, and what they meet on their way, rules ask `outline`.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

from shapely import LineString, Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.outline import Outline
from schiltron.table.rectangles import Rect
from schiltron.table.rings import Ring

_GRID = 0.01
"""On a fine grid: the plain union now and then loses one of several shapes that lie almost in a straight line."""


def advanced_shape(outline: Outline, ux: float, uy: float, distance: float) -> BaseGeometry:
    """What a body covers on its way straight along a unit vector."""
    dx, dy = ux * distance, uy * distance
    return union_all([advanced_rect(rect, dx, dy) for rect in outline.rects], grid_size=_GRID)


def advanced_rect(rect: Rect, dx: float, dy: float) -> BaseGeometry:
    """What a rectangle covers on its way to so much farther on."""
    return LineString([*rect.corners, *((x + dx, y + dy) for x, y in rect.corners)]).convex_hull


def pivoted_shape(make: Callable[[Mdeg], Outline], turn: Mdeg, steps: int = 24) -> BaseGeometry:
    """What a body covers on its way through a turn; `make` gives its outline after a part of the turn.

    Between two steps the corners are taken along their chord. The body keeps its rectangles throughout.
    """
    stages = [make(turn * step // steps) for step in range(steps + 1)]
    hulls = [
        LineString([*before.corners, *after.corners]).convex_hull
        for earlier, later in pairwise(stages)
        for before, after in zip(earlier.rects, later.rects, strict=True)
    ]
    return union_all(hulls, grid_size=_GRID)


def ring_points(geometry: BaseGeometry) -> list[tuple[tuple[Mil, Mil], ...]]:
    """Every ring of a shape in whole thousandths, outer rings and holes alike. No point follows upon itself; a ring may
    come to one again where rounding pinches it."""
    return [_rounded(ring) for ring in float_rings(geometry)]


def _rounded(ring: Ring) -> tuple[tuple[Mil, Mil], ...]:
    points = [(round(x), round(y)) for x, y in ring]
    return tuple([one for one, after in zip(points, (*points[1:], points[0]), strict=True) if one != after])


def float_rings(geometry: BaseGeometry) -> Iterator[Ring]:
    """Every ring of a shape, outer rings and holes alike, each point once."""
    for part in _polygons(geometry):
        for ring in (part.exterior, *part.interiors):
            yield tuple(ring.coords[:-1])


def _polygons(geometry: BaseGeometry) -> Iterator[Polygon]:
    for part in getattr(geometry, "geoms", [geometry]):
        if isinstance(part, Polygon) and not part.is_empty:
            yield part
