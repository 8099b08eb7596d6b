import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import MultiPolygon, Point, Polygon, box

from schiltron.table.body import Formed, Scatter, Single, Spot
from schiltron.table.lengths import direction
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose
from schiltron.table.sweep import advanced_shape, pivoted_shape, ring_points
from tests.table.shapes import FOOT, bodies, counts, headings, poses, shape_of

BODY = Formed(FOOT, 4)


def test_a_straight_advance_sweeps_a_longer_rectangle() -> None:
    swept = advanced_shape(outline(Pose(0, 0, 0), BODY, 8), 0, -1, 3_000)
    assert swept.equals(box(-2_000, -3_000, 2_000, 2_000))


def test_an_oblique_move_sweeps_a_slanting_shape() -> None:
    swept = advanced_shape(outline(Pose(0, 0, 0), BODY, 4), 0.6, -0.8, 5_000)
    assert swept.area == pytest.approx(4_000 * 1_000 + 5_000 * (0.6 * 1_000 + 0.8 * 4_000))


def test_skirmishers_sweep_a_lane_each() -> None:
    loose = Scatter(FOOT, (Spot(-4_000, 0), Spot(4_000, 0)))
    swept = advanced_shape(outline(Pose(0, 0, 0), loose, 2), 0, -1, 2_000)
    assert isinstance(swept, MultiPolygon)
    assert len(ring_points(swept)) == 2


def test_a_wheel_sweeps_a_quarter_circle_about_its_pivot() -> None:
    def wheeled(turn: int) -> Outline:
        return outline(Pose(0, 0, 0).pivoted(2_000, 0, turn), BODY, 4)

    swept = pivoted_shape(wheeled, 90_000, steps=90)
    corner = Point(2_000, 0)
    assert swept.contains(corner.buffer(50).intersection(box(-2_000, -2_000, 2_000, 0)))
    farthest = max(corner.distance(Point(point)) for ring in ring_points(swept) for point in ring)
    assert farthest == pytest.approx((4_000**2 + 1_000**2) ** 0.5, rel=0.001)


def test_a_wheel_to_the_left_is_the_mirror_of_one_to_the_right() -> None:
    def wheeled(turn: int) -> Outline:
        return outline(Pose(0, 0, 0).pivoted(2_000 if turn > 0 else -2_000, 0, turn), BODY, 8)

    right = pivoted_shape(lambda turn: wheeled(turn or 1), 60_000)
    left = pivoted_shape(lambda turn: wheeled(turn or -1), -60_000)
    assert right.area == pytest.approx(left.area, rel=0.001)


def test_rings_come_in_whole_thousandths_without_the_last_point() -> None:
    holed = Polygon([(0, 0), (10, 0), (10, 10.4), (0, 10)], [[(2, 2), (4, 2), (4, 4)]])
    outer, hole = ring_points(holed)
    assert outer == ((0, 0), (10, 0), (10, 10), (0, 10))
    assert set(hole) == {(2, 2), (4, 2), (4, 4)}


def test_a_shape_with_a_neck_that_rounding_closes_keeps_both_its_halves() -> None:
    """A column bent behind its head covers such ground as it goes on."""
    hourglass = Polygon([(0, 0), (20, 0), (10.2, 5), (20, 10), (0, 10), (9.8, 5)])
    (ring,) = ring_points(hourglass)
    assert ring.count((10, 5)) == 2
    assert Polygon(ring).area == 100


def test_points_that_round_to_one_are_one() -> None:
    (ring,) = ring_points(Polygon([(0, 0), (10, 0), (10, 9.8), (10, 10.2), (0, 10), (0.3, 0.2)]))
    assert ring == ((0, 0), (10, 0), (10, 10), (0, 10))


def test_nothing_swept_has_no_rings() -> None:
    assert ring_points(advanced_shape(outline(Pose(0, 0, 0), BODY, 0), 0, -1, 2_000)) == []


@given(pose=poses, body=bodies, count=counts, heading=headings, distance=st.integers(0, 9_000))
def test_the_swept_ground_holds_the_body_all_the_way(
    pose: Pose, body: Formed | Scatter | Single, count: int, heading: int, distance: int
) -> None:
    ux, uy = direction(heading)
    swept = advanced_shape(outline(pose, body, count), ux, uy, distance).buffer(2)
    for part in (0, 0.37, 1):
        there = Pose(round(pose.x + ux * distance * part), round(pose.y + uy * distance * part), pose.heading)
        assert swept.contains(shape_of(outline(there, body, count)))


@given(pose=poses, body=bodies, count=counts, turn=st.integers(-180_000, 180_000))
def test_the_wheeled_ground_holds_the_body_at_every_stage(
    pose: Pose, body: Formed | Scatter | Single, count: int, turn: int
) -> None:
    def made(part: int) -> Outline:
        return outline(pose.pivoted(0, 0, part), body, count)

    swept = pivoted_shape(made, turn, steps=8).buffer(2)
    for step in range(9):
        assert swept.contains(shape_of(made(turn * step // 8)))
