from math import cos, sin, tau

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import Point

from schiltron.table.lengths import CONTACT, direction
from schiltron.table.rectangles import (
    Rect,
    advance_gap,
    brush_gap,
    gap,
    overlapping,
    pivot_angle,
    pivoted,
    point_gap,
    scraping,
)
from tests.table.shapes import first_hit, headings, moved, places, polygon, rects, side_by_side

UP = (0.0, -1.0)


def square(x: float, y: float, heading: int = 0) -> Rect:
    """Two inches by two."""
    return Rect(x, y, *direction(heading), 1_000, 1_000)


def test_corners_go_round_from_the_front_left() -> None:
    assert Rect(0, 0, 0.0, -1.0, 300, 200).corners == ((-300, -200), (300, -200), (300, 200), (-300, 200))
    assert Rect(0, 0, 1.0, 0.0, 300, 200).corners == ((200, -300), (200, 300), (-200, 300), (-200, -300))


def test_bases_side_by_side_and_corner_to_corner() -> None:
    assert gap(square(0, 0), square(5_000, 500)) == 3_000
    assert gap(square(0, 0), square(5_000, 6_000)) == 5_000
    assert gap(square(0, 0), square(2_000, 0)) == 0
    assert gap(square(0, 0), square(1_000, 0)) == 0


def test_a_corner_pointing_at_an_edge() -> None:
    assert gap(square(0, 0), square(0, -4_000, 45_000)) == pytest.approx(3_000 - 2**0.5 * 1_000)


def test_crossed_bars_overlap_though_no_corner_is_inside() -> None:
    bar = Rect(0, 0, *direction(30_000), 4_000, 200)
    post = Rect(0, 0, *direction(75_000), 200, 4_000)
    assert gap(bar, post) == 0
    assert overlapping(bar, post)


def test_overlap_counts_only_beyond_the_tolerance() -> None:
    assert not overlapping(square(0, 0), square(1_980, 0))
    assert overlapping(square(0, 0), square(1_979, 0))
    assert overlapping(square(0, 0), square(1_990, 0), by=5)


def test_an_advance_ends_at_the_first_touch() -> None:
    assert advance_gap(square(0, 0), *UP, square(500, -5_000)) == 3_000
    assert advance_gap(square(0, 0), *UP, square(0, -5_000, 45_000)) == pytest.approx(4_000 - 2**0.5 * 1_000)
    assert advance_gap(square(0, 0), 1.0, 0.0, square(5_000, 0)) == 3_000


def test_a_graze_is_no_touch() -> None:
    assert advance_gap(square(0, 0), *UP, square(1_980, -5_000)) is None
    assert advance_gap(square(0, 0), *UP, square(1_979, -5_000)) == 3_000
    assert advance_gap(square(0, 0), 1.0, 0.0, square(5_000, 1_985)) is None


def test_what_touches_ahead_stops_the_advance_at_once() -> None:
    assert advance_gap(square(0, 0), *UP, square(0, -2_000)) == 0.0
    assert advance_gap(square(0, 0), *UP, square(0, -1_985)) == 0.0
    assert advance_gap(square(0, 0), *UP, square(0, -2_015)) == 0.0
    assert advance_gap(square(0, 0), *UP, square(0, -1_000)) == 0.0


def test_what_touches_behind_or_beside_does_not() -> None:
    assert advance_gap(square(0, 0), *UP, square(0, 2_000)) is None
    assert advance_gap(square(0, 0), *UP, square(0, 1_985)) is None
    assert advance_gap(square(0, 0), *UP, square(0, 4_000)) is None
    assert advance_gap(square(0, 0), *UP, square(2_000, 0)) is None


def test_a_corner_resting_on_a_slope_ahead_stops_the_advance_but_not_the_retreat() -> None:
    slope = square(0, -1_000 - 2**0.5 * 1_000 + 10, 45_000)
    assert advance_gap(square(0, 0), *UP, slope) == 0.0
    assert advance_gap(square(0, 0), 0.0, 1.0, slope) is None


def test_flank_to_flank_within_a_degree_slides_a_little() -> None:
    beside = Rect(1_995, 0, *direction(500), 1_000, 1_000)
    free = advance_gap(square(0, 0), *UP, beside)
    assert free is None or free > 0


@given(rects(), rects())
def test_the_gap_is_shapelys_distance(a: Rect, b: Rect) -> None:
    assert gap(a, b) == pytest.approx(polygon(a).distance(polygon(b)), abs=1e-4)
    assert gap(b, a) == pytest.approx(gap(a, b), abs=1e-6)


@given(rects(), places, places)
def test_the_gap_to_a_point_is_shapelys_distance(a: Rect, x: int, y: int) -> None:
    assert point_gap(a, x, y) == pytest.approx(polygon(a).distance(Point(x, y)), abs=1e-4)


@given(rects(), rects())
def test_rectangles_overlap_when_they_share_ground(a: Rect, b: Rect) -> None:
    shared = polygon(a).intersection(polygon(b)).area
    if shared > 1.0:
        assert overlapping(a, b, by=0)
    if shared == 0.0:
        assert not overlapping(a, b, by=1e-6)


@given(rects(), rects(), st.integers(1, 500))
def test_the_depth_of_an_overlap_is_the_least_push_that_ends_it(a: Rect, b: Rect, by: int) -> None:
    assume(polygon(a).intersection(polygon(b)).area > 1.0)
    ways = [axis for rect in (a, b) for axis in ((rect.fx, rect.fy), (-rect.fy, rect.fx))]
    if overlapping(a, b, by):
        for step in range(24):
            pushed = moved(a, 0.999 * by * cos(tau * step / 24), 0.999 * by * sin(tau * step / 24))
            assert polygon(pushed).intersects(polygon(b))
    else:
        pushes = [moved(a, sign * 1.001 * by * x, sign * 1.001 * by * y) for x, y in ways for sign in (1, -1)]
        assert any(polygon(pushed).intersection(polygon(b)).area < 1e-3 for pushed in pushes)


@given(rects(), rects(), st.one_of(st.none(), headings))
def test_an_advance_agrees_with_rays_shot_from_every_corner(a: Rect, b: Rect, way: int | None) -> None:
    ux, uy = (a.fx, a.fy) if way is None else direction(way)
    assume(polygon(a).distance(polygon(b)) > CONTACT)
    free = advance_gap(a, ux, uy, b)
    meeting = side_by_side(a, ux, uy, b)
    if meeting <= CONTACT - 1e-3:
        assert free is None
    elif meeting >= CONTACT + 1e-3:
        expected = first_hit(a, ux, uy, b)
        assert free == (None if expected is None else pytest.approx(expected, abs=1e-3))


@given(rects(), rects(), st.integers(-3_000, 3_000), st.integers(0, 12_000))
def test_after_a_full_advance_the_two_touch_and_do_not_overlap(a: Rect, b: Rect, across: int, ahead: int) -> None:
    other = Rect(
        a.x - a.fy * across + a.fx * ahead,
        a.y + a.fx * across + a.fy * ahead,
        b.fx,
        b.fy,
        b.half_width,
        b.half_depth,
    )
    free = advance_gap(a, a.fx, a.fy, other)
    if free is None:
        there = moved(a, a.fx * 100_000, a.fy * 100_000)
        hull = polygon(a).union(polygon(there)).convex_hull
        assert side_by_side(a, a.fx, a.fy, other) <= CONTACT or hull.intersection(polygon(other)).area < 1e5
    elif not overlapping(a, other):
        there = moved(a, a.fx * free, a.fy * free)
        assert gap(there, other) <= CONTACT + 1e-6
        assert not overlapping(there, other, CONTACT + 1e-6)


@given(rects(), rects(), headings)
def test_turning_the_whole_table_changes_nothing(a: Rect, b: Rect, turn: int) -> None:
    sine, minus_cosine = direction(turn)

    def swung(rect: Rect) -> Rect:
        def about(x: float, y: float) -> tuple[float, float]:
            return -x * minus_cosine - y * sine, x * sine - y * minus_cosine

        return Rect(*about(rect.x, rect.y), *about(rect.fx, rect.fy), rect.half_width, rect.half_depth)

    assert gap(swung(a), swung(b)) == pytest.approx(gap(a, b), abs=1e-3)


@pytest.mark.parametrize(
    ("x", "y", "heading", "way"),
    [(-4_900, -3_000, 160_000, 1), (200, 2_600, 20_000, -1), (-200, 3_200, 130_000, -1)],
)
def test_a_turn_ends_even_at_the_corner_nearest_to_the_pivot(x: int, y: int, heading: int, way: int) -> None:
    line = Rect(-2_500, 500, *UP, 2_500, 500)
    half = 1_000 if heading == 20_000 else 500
    post = Rect(x, y, *direction(heading), half, 1_500 if heading == 130_000 else half)
    free = pivot_angle(line, 0, 0, post, way * 1.5)
    assert free is not None
    assert gap(pivoted(line, 0, 0, free), post) == pytest.approx(0, abs=1e-6)
    assert not overlapping(pivoted(line, 0, 0, free), post, 1e-6)


@given(rects(), rects(), st.integers(0, 3), headings, st.integers(500, 6_000), st.floats(0.05, 2.0), st.booleans())
def test_a_turn_ends_where_the_two_begin_to_overlap(
    a: Rect, b: Rect, corner: int, bearing: int, far: int, most: float, left: bool
) -> None:
    x, y = a.corners[corner]
    ux, uy = direction(bearing)
    other = Rect(x + ux * far, y + uy * far, b.fx, b.fy, b.half_width / 4, b.half_depth / 4)
    assume(gap(a, other) > CONTACT)
    limit = -most if left else most
    free = pivot_angle(a, x, y, other, limit)
    reached = limit if free is None else free
    for step in range(60):
        assert not overlapping(pivoted(a, x, y, reached * step / 60), other, 1e-3)
    if free is not None:
        assert gap(pivoted(a, x, y, free), other) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("heading", [0, 17_000, 213_000])
@pytest.mark.parametrize("side", [-1, 1])
def test_a_flank_brushes_what_lies_along_its_line_and_nothing_else(heading: int, side: int) -> None:
    """The other is 2 by 2, its near edge so far from the line of the flank, its near end three ahead of the front."""
    fx, fy = direction(heading)

    def at(across: float, ahead: float) -> Rect:
        x, y = -fy * side * across + fx * ahead, fx * side * across + fy * ahead
        return Rect(x, y, fx, fy, 1_000, 1_000)

    mover = Rect(0, 0, fx, fy, 2_000, 500)
    for apart, brushed in ((0, True), (19, True), (-19, True), (21, False), (-21, False), (300, False)):
        free = brush_gap(mover, at(3_000 + apart, 4_500))
        assert (free is not None) == brushed
        assert free is None or free == pytest.approx(3_000 + 20)
    assert brush_gap(mover, at(3_000, 0)) is None, "it is alongside already"
    assert brush_gap(mover, at(3_000, -4_500)) is None, "it is left behind"


@pytest.mark.parametrize("heading", [0, 17_000, 213_000])
@pytest.mark.parametrize(
    ("across", "ahead", "scrapes"),
    [
        (3_000, 0, True),
        (3_000, -1_450, True),
        (3_000, 1_450, True),
        (-3_000, 300, True),
        (3_000, -1_490, False),
        (3_000, 1_490, False),
        (3_030, 0, False),
        (0, -1_500, False),
        (2_500, -1_500, False),
    ],
)
def test_only_who_lies_along_a_flank_is_scraped(heading: int, across: int, ahead: int, scrapes: bool) -> None:
    fx, fy = direction(heading)
    other = Rect(-fy * across + fx * ahead, fx * across + fy * ahead, fx, fy, 1_000, 1_000)
    assert scraping(Rect(0, 0, fx, fy, 2_000, 500), other) == scrapes
