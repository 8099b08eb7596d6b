"""What the tests of the table draw at random, and shapely as the second opinion."""

from collections.abc import Iterable

from hypothesis import strategies as st
from shapely import LineString, Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.table.base import Base
from schiltron.table.body import Bend, Body, Formed, Scatter, Single, Spot, Wing
from schiltron.table.lengths import direction
from schiltron.table.outline import Outline
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect

FOOT = Base(1000, 1000)
"""An inch square, so that examples can be read off by eye."""
HORSE = Base(1000, 2000)

headings = st.one_of(st.sampled_from([0, 90_000, 180_000, 270_000, 45_000]), st.integers(0, 359_999))
places = st.integers(-6_000, 6_000)
poses = st.builds(Pose, places, places, headings)
bases = st.builds(Base, st.integers(400, 1_500), st.integers(400, 2_500))
counts = st.integers(1, 30)
spacings = st.sampled_from([0, 0, 250, 500])


@st.composite
def rects(draw: st.DrawFn) -> Rect:
    fx, fy = direction(draw(headings))
    half_width, half_depth = draw(st.integers(200, 4_000)), draw(st.integers(200, 4_000))
    return Rect(draw(places), draw(places), fx, fy, half_width, half_depth)


@st.composite
def winged(draw: st.DrawFn) -> Formed:
    turns = st.integers(-90_000, 90_000)
    wings = st.one_of(st.none(), st.builds(Wing, st.integers(1, 3), turns))
    left, right = draw(wings), draw(wings)
    in_wings = sum(wing.files for wing in (left, right) if wing is not None)
    files = in_wings + draw(st.integers(1, 6))
    return Formed(draw(bases), files, spacing=draw(spacings), left=left, right=right)


bends = st.builds(Bend, st.integers(0, 4_000), st.integers(-90_000, 90_000))
plain = st.builds(Formed, bases, st.integers(1, 10), spacings, st.booleans())
bent = st.builds(
    lambda base, files, spacing, corners: Formed(base, files, spacing=spacing, bends=corners),
    bases,
    st.integers(1, 3),
    spacings,
    st.lists(bends, max_size=2).map(tuple),
)
formed = st.one_of(plain, winged(), bent)
spots = st.builds(Spot, places, places, headings)
scattered = st.builds(Scatter, bases, st.lists(spots, min_size=30, max_size=30).map(tuple))
bodies: st.SearchStrategy[Body] = st.one_of(formed, scattered, st.builds(Single, bases))


def polygon(rect: Rect) -> Polygon:
    return Polygon(rect.corners)


def covered(rects: Iterable[Rect]) -> BaseGeometry:
    # On a fine grid: the plain union now and then loses one of several rectangles in almost a straight line.
    return union_all([polygon(rect) for rect in rects], grid_size=0.001)


def shape_of(outline: Outline) -> BaseGeometry:
    return covered(outline.rects)


def moved(rect: Rect, dx: float, dy: float) -> Rect:
    return Rect(rect.x + dx, rect.y + dy, rect.fx, rect.fy, rect.half_width, rect.half_depth)


def first_hit(mover: Rect, ux: float, uy: float, other: Rect) -> float | None:
    """How far the mover can go, by shooting a ray from every corner of one at the other."""
    far = 100_000
    hits = []
    for points, target, sign in ((mover.corners, polygon(other), 1), (other.corners, polygon(mover), -1)):
        for x, y in points:
            hit = LineString([(x, y), (x + sign * far * ux, y + sign * far * uy)]).intersection(target)
            hits += [abs((px - x) * ux + (py - y) * uy) for px, py in coordinates(hit)]
    return min(hits, default=None)


def coordinates(geometry: BaseGeometry) -> list[tuple[float, float]]:
    parts = getattr(geometry, "geoms", [geometry])
    return [(point[0], point[1]) for part in parts for point in part.coords]


def side_by_side(mover: Rect, ux: float, uy: float, other: Rect) -> float:
    """How much of two rectangles meets side by side, seen along a direction."""
    a = [y * ux - x * uy for x, y in mover.corners]
    b = [y * ux - x * uy for x, y in other.corners]
    return min(max(a), max(b)) - max(min(a), min(b))
