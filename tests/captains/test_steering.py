"""How far to wheel."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from schiltron.captains.steering import facing_edge, turn_towards, wheel_towards, wheeled
from schiltron.table.body import Base, Formed
from schiltron.table.contact import EDGES
from schiltron.table.lengths import degrees, direction, inches
from schiltron.table.outline import outline
from schiltron.table.pose import Pose


def test_a_wheel_moves_the_front_about_its_inner_corner() -> None:
    """Four inches wide, a quarter to the right: the right corner stays where it was."""
    pose = wheeled(Pose(0, 0, 0), 2000, 90_000)
    assert pose == Pose(2000, -2000, 90_000)
    assert pose.world(2000, 0) == (2000.0, 0.0)


def test_straight_ahead_needs_no_wheel() -> None:
    assert wheel_towards(Pose(0, 0, 90_000), 3000, inches(10), 0) == 0


@given(
    half=st.integers(inches(1), inches(5)),
    heading=st.integers(0, 359_999),
    far=st.integers(inches(21), inches(56)),
    off=st.integers(-degrees(119), degrees(119)),
)
def test_after_the_wheel_the_front_looks_at_the_point(half: int, heading: int, far: int, off: int) -> None:
    """Of a point well off, and not behind it."""
    pose = Pose(0, 0, heading)
    dx, dy = direction((heading + off) % 360_000)
    x, y = round(far * dx), round(far * dy)
    turn = wheel_towards(pose, half, x, y)
    assert abs(turn_towards(wheeled(pose, half, turn), x, y)) <= degrees(2)


def test_who_comes_at_an_edge_looks_at_it_from_outside() -> None:
    """A body of 4 by 2 inches whose front looks north."""
    body = outline(Pose(0, 0, 0), Formed(base=Base(1000, 1000), files=4), 8)
    assert facing_edge(body, "front") == Pose(0, inches(-3), 180_000)
    assert facing_edge(body, "right") == Pose(inches(8), inches(1), 270_000)
    assert [facing_edge(body, edge).heading for edge in EDGES] == [180_000, 270_000, 0, 90_000]
