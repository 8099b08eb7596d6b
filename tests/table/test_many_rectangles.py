import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schiltron.table.many_rectangles import Runs, rows, seen_from
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect, gap
from tests.table.shapes import moved, rects


@given(st.lists(rects(), min_size=1, max_size=4), st.lists(rects(), min_size=1, max_size=3), st.integers(0, 9_000))
def test_both_ends_of_a_way_are_measured_as_one_by_one(some: list[Rect], others: list[Rect], distance: int) -> None:
    """But for rectangles that lie across one another: of them only the corners are measured."""
    ends = Runs(rows(some), np.full(len(some), float(distance))).corner_gaps(rows(others))
    for measured, gone in zip(ends, (0, distance), strict=True):
        for row, one in enumerate(some):
            for column, other in enumerate(others):
                apart = gap(moved(one, one.fx * gone, one.fy * gone), other)
                assert measured[row, column] == pytest.approx(apart, abs=0.01) if apart else measured[row, column] >= 0


@given(rects(), rects(), st.integers(-9_000, 9_000), st.integers(-9_000, 9_000), st.integers(0, 359_999))
def test_seen_from_somewhere_else_all_lie_to_each_other_as_before(
    one: Rect, other: Rect, x: int, y: int, heading: int
) -> None:
    seen = seen_from(rows([one, other]), Pose(x, y, heading))
    here, there = (Rect(*place) for place in zip(*seen, strict=True))
    assert gap(here, there) == pytest.approx(gap(one, other), abs=0.01)


def test_who_stands_there_looks_up_the_table_from_its_corner() -> None:
    ahead, beside = Rect(7_000, 5_000, 1, 0, 800, 300), Rect(5_000, 6_000, 0, 1, 800, 300)
    seen = seen_from(rows([ahead, beside]), Pose(5_000, 5_000, 90_000))
    assert [tuple(place) for place in zip(*seen, strict=True)] == [
        (0, -2_000, 0, -1, 800, 300),
        (1_000, 0, 1, 0, 800, 300),
    ]
