import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from schiltron.table.lengths import direction
from schiltron.table.rings import Ring, bounds_of, clear_of, inside, joined, line_inside, meeting
from tests.table.shapes import headings, places

SQUARE = ((0.0, 0.0), (4_000.0, 0.0), (4_000.0, 4_000.0), (0.0, 4_000.0))
HOLE = ((1_000.0, 1_000.0), (3_000.0, 1_000.0), (3_000.0, 3_000.0), (1_000.0, 3_000.0))


def within(x: float, y: float, *rings: Ring) -> bool:
    return inside(rings, bounds_of(rings[0]), x, y)


def test_the_boundary_is_inside() -> None:
    assert all(within(x, y, SQUARE) for x, y in ((0, 0), (2_000, 0), (4_000, 1_000), (4_000, 4_000), (0, 3)))
    assert not within(4_001, 2_000, SQUARE)


def test_a_second_ring_is_a_hole() -> None:
    assert within(500, 500, SQUARE, HOLE)
    assert not within(2_000, 2_000, SQUARE, HOLE)
    assert line_inside((SQUARE, HOLE), 0, 2_000, 1, 0) == [(0, 1_000), (3_000, 4_000)]


@pytest.mark.parametrize(("y", "inward"), [(0, 1), (4_000, -1)])
def test_a_line_along_an_edge_is_inside_on_every_side(y: int, inward: int) -> None:
    assert line_inside((SQUARE,), -1_000, y, 1, 0) == [(1_000, 5_000)]
    assert line_inside((SQUARE,), -1_000, y - inward, 1, 0) == []


def test_intervals_that_meet_are_joined() -> None:
    assert joined([(3, 5), (0, 1), (1, 2), (4, 4.5)]) == [(0, 2), (3, 5)]


def test_boxes_meet_at_their_edges() -> None:
    assert meeting((0, 0, 2, 2), (2, 2, 3, 3))
    assert not meeting((0, 0, 2, 2), (2.1, 0, 3, 3))


stars = st.lists(st.integers(500, 5_000), min_size=3, max_size=12).map(
    lambda reaches: tuple(
        (
            reach * direction(index * 360_000 // len(reaches))[0],
            reach * direction(index * 360_000 // len(reaches))[1],
        )
        for index, reach in enumerate(reaches)
    )
)


@given(stars, places, places)
def test_inside_agrees_with_shapely(ring: Ring, x: int, y: int) -> None:
    polygon = Polygon(ring)
    point = Point(x, y)
    if polygon.exterior.distance(point) > 0.6:
        assert within(x, y, ring) == polygon.contains(point)
    elif polygon.exterior.distance(point) < 0.4:
        assert within(x, y, ring)


@given(stars, places, places, headings)
def test_the_part_of_a_line_inside_agrees_with_shapely(ring: Ring, x: int, y: int, heading: int) -> None:
    ux, uy = direction(heading)
    far = 20_000
    line = LineString([(x - far * ux, y - far * uy), (x + far * ux, y + far * uy)])
    spans = line_inside((ring,), x, y, ux, uy)
    expected = line.intersection(Polygon(ring)).length
    grazing = any(abs((py - y) * ux - (px - x) * uy) < 1 for px, py in ring)
    if not grazing:
        assert sum(end - start for start, end in spans) == pytest.approx(expected, abs=0.01)
    assert spans == joined(spans)


@given(places, places, st.sampled_from((0.5, 2.0, 700.0)))
def test_a_point_is_clear_of_a_boundary_that_is_farther_away(x: float, y: float, distance: float) -> None:
    apart = Polygon(SQUARE).boundary.distance(Point(x, y))
    if abs(apart - distance) > 1e-6:
        assert clear_of(SQUARE, x, y, distance) == (apart > distance)
