from math import hypot

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schiltron.table.pose import Pose
from tests.table.shapes import headings, places, poses

turns = st.integers(-180_000, 180_000)


def test_an_advance_goes_up_the_page_at_heading_nought() -> None:
    assert Pose(5_000, 5_000, 0).advanced(2_000) == Pose(5_000, 3_000, 0)
    assert Pose(5_000, 5_000, 90_000).advanced(2_000) == Pose(7_000, 5_000, 90_000)
    assert Pose(5_000, 5_000, 90_000).advanced(-500) == Pose(4_500, 5_000, 90_000)


def test_right_is_to_the_right_of_the_way_it_looks() -> None:
    assert Pose(0, 0, 0).right == (1.0, 0.0)
    assert Pose(0, 0, 90_000).right == (0.0, 1.0)
    assert Pose(0, 0, 180_000).shifted(1_000, 3_000) == Pose(-1_000, 3_000, 180_000)


def test_a_wheel_to_the_right_about_the_right_front_corner() -> None:
    front_middle = Pose(10_000, 10_000, 0)
    assert front_middle.pivoted(12_000, 10_000, 90_000) == Pose(12_000, 8_000, 90_000)


def test_a_pose_looks_at_a_point() -> None:
    pose = Pose(1_000, 1_000, 33_000)
    assert pose.heading_to(1_000, 0) == 0
    assert pose.heading_to(2_000, 2_000) == 135_000
    assert pose.heading_to(0, 1_000) == 270_000
    assert pose.heading_to(1_000, 1_000) == 33_000


def test_two_hundred_wheels_there_and_back_do_not_drift_far() -> None:
    start = pose = Pose(20_000, 20_000, 0)
    for _ in range(100):
        pose = pose.pivoted(22_250, 20_000, 37_123).pivoted(22_250, 20_000, -37_123)
    assert pose.heading == start.heading
    assert hypot(pose.x - start.x, pose.y - start.y) <= 2


@given(poses, places, places)
def test_local_and_world_undo_each_other(pose: Pose, x: int, y: int) -> None:
    assert pose.world(*pose.local(x, y)) == pytest.approx((x, y), abs=1e-5)


@given(poses, turns)
def test_a_turn_on_the_spot_keeps_the_place(pose: Pose, turn: int) -> None:
    turned = pose.turned(turn)
    assert (turned.x, turned.y) == (pose.x, pose.y)
    assert (turned.heading - pose.heading - turn) % 360_000 == 0
    assert 0 <= turned.heading < 360_000


@given(poses, places, places, turns)
def test_a_pivot_keeps_its_distance_and_its_bearing_to_the_point(pose: Pose, x: int, y: int, turn: int) -> None:
    swung = pose.pivoted(x, y, turn)
    assert swung.local(x, y) == pytest.approx(pose.local(x, y), abs=1.0)
    assert swung.heading == (pose.heading + turn) % 360_000


@given(poses, headings, places)
def test_poses_are_whole_numbers_and_survive_json(pose: Pose, turn: int, far: int) -> None:
    there = pose.turned(turn).advanced(far).shifted(far / 3, 0.4)
    assert all(isinstance(part, int) for part in (there.x, there.y, there.heading))
    assert msgspec.json.decode(msgspec.json.encode(there), type=Pose) == there
