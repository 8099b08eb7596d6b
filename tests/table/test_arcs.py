from math import atan2, cos, degrees, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point, Polygon

from schiltron.table.arcs import Arc, arc_polygon, in_arc
from schiltron.table.pose import Pose
from tests.table.shapes import places, poses

LEFT, RIGHT = (-2_000.0, 0.0), (2_000.0, 0.0)


def seen(x: float, y: float, left: int = 45_000, right: int = 45_000) -> bool:
    return in_arc(LEFT, RIGHT, 0, left, right, x, y)


def test_straight_ahead_of_the_front_is_inside() -> None:
    assert all(seen(x, -9_000, 0, 0) for x in (-2_000, 0, 2_000))
    assert not seen(-2_001, -9_000, 0, 0)
    assert not seen(0, 1, 0, 0)
    assert not seen(-2_000, 9_000, 0, 0)


def test_45_degrees_from_the_corners() -> None:
    assert seen(5_000, -3_000)
    assert not seen(5_001, -2_999)
    assert seen(-5_000, -3_000)
    assert not seen(-5_001, -2_999)
    assert not seen(0, 1_000)


def test_the_two_sides_may_differ() -> None:
    assert seen(-9_000, 0, 90_000, 0)
    assert not seen(9_000, 0, 90_000, 0)
    assert seen(-9_000, 8_000, 135_000, 0) is False
    assert seen(-9_000, 6_900, 135_000, 0)


def test_half_a_turn_opens_a_whole_side() -> None:
    assert seen(-2_001, 50_000, 180_000, 0)
    assert not seen(2_001, 50_000, 180_000, 0)
    assert not seen(0, 50_000, 180_000, 0)
    assert seen(0, 50_000, 180_000, 180_000)


@pytest.mark.parametrize(("left", "right"), [(45_000, 45_000), (90_000, 30_000), (120_000, 150_000)])
def test_the_drawn_arc_reaches_as_far_as_asked(left: int, right: int) -> None:
    ring = arc_polygon(LEFT, RIGHT, 0, left, right, 6_000)
    assert ring[0] == LEFT
    assert ring[-1] == RIGHT
    assert max(-y for _, y in ring) == 6_000
    assert all(seen(x, y, left, right) for x, y in ring)


openings = st.integers(0, 180_000)


@given(poses, st.integers(100, 3_000), openings, openings, places, places)
def test_a_point_beside_the_front_is_judged_by_its_angle_from_the_corner(
    pose: Pose, half: int, left: int, right: int, x: int, y: int
) -> None:
    across, ahead = pose.local(x, y)
    found = in_arc(pose.world(-half, 0), pose.world(half, 0), pose.heading, left, right, x, y)
    if across > half + 10 or across < -half - 10:
        angle = degrees(atan2(abs(across) - half, ahead)) * 1000
        opening = left if across < 0 else right
        if abs(angle - opening) > 200:
            assert found == (angle < opening)
    elif abs(across) < half - 10 and abs(ahead) > 10 and not left == right == 180_000:
        assert found == (ahead > 0)


@given(poses, st.integers(100, 3_000), st.integers(0, 90_000), st.integers(0, 90_000), places, places)
def test_what_lies_in_the_drawing_lies_in_the_arc(pose: Pose, half: int, left: int, right: int, x: int, y: int) -> None:
    corners = pose.world(-half, 0), pose.world(half, 0)
    if Polygon(arc_polygon(*corners, pose.heading, left, right, 30_000)).contains(Point(x, y)):
        assert in_arc(*corners, pose.heading, left, right, x, y)


openings = st.sampled_from((0, 30_000, 45_000, 60_000, 90_000, 135_000, 180_000))


@given(places, places, st.floats(0, 6_000), openings, openings, st.lists(st.tuples(st.floats(0, 1), st.floats(0, 7))))
def test_no_point_of_a_circle_that_is_missed_is_in_the_arc(
    x: float, y: float, radius: float, left: int, right: int, spots: list[tuple[float, float]]
) -> None:
    arc = Arc(LEFT, RIGHT, 0, left, right)
    if arc.misses(x, y, radius):
        for part, angle in [(0.0, 0.0), *((1.0, step / 4) for step in range(26)), *spots]:
            assert not arc.holds(x + part * radius * cos(angle), y + part * radius * sin(angle))


def test_what_lies_behind_or_beside_is_missed() -> None:
    arc = Arc(LEFT, RIGHT, 0, 45_000, 45_000)
    assert arc.misses(0, 6_000, 2_000)
    assert arc.misses(9_000, 0, 2_000)
    assert not arc.misses(9_000, -9_000, 2_000)
    assert not Arc(LEFT, RIGHT, 0, 180_000, 45_000).misses(0, 6_000, 2_000)
