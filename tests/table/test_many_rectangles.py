import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schiltron.table.many_rectangles import corner_gaps_at_both_ends, rows
from schiltron.table.rectangles import Rect, gap
from tests.table.shapes import moved, rects


@given(st.lists(rects(), min_size=1, max_size=4), st.lists(rects(), min_size=1, max_size=3), st.integers(0, 9_000))
def test_both_ends_of_a_way_are_measured_as_one_by_one(some: list[Rect], others: list[Rect], distance: int) -> None:
    """But for rectangles that lie across one another: of them only the corners are measured."""
    ends = corner_gaps_at_both_ends(rows(some), np.full(len(some), float(distance)), rows(others))
    for measured, gone in zip(ends, (0, distance), strict=True):
        for row, one in enumerate(some):
            for column, other in enumerate(others):
                apart = gap(moved(one, one.fx * gone, one.fy * gone), other)
                assert measured[row, column] == pytest.approx(apart, abs=0.01) if apart else measured[row, column] >= 0
