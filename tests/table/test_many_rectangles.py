import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schiltron.table.many_rectangles import corner_gaps, rows
from schiltron.table.rectangles import Rect, gap
from tests.table.shapes import moved, rects


@given(st.lists(rects(), min_size=1, max_size=4), st.lists(rects(), min_size=1, max_size=3))
def test_many_are_as_far_apart_as_one_by_one(some: list[Rect], others: list[Rect]) -> None:
    """But for rectangles that lie across one another: of them only the corners are measured."""
    measured = corner_gaps(rows(some), rows(others))
    for row, one in enumerate(some):
        for column, other in enumerate(others):
            apart = gap(one, other)
            assert measured[row, column] == pytest.approx(apart, abs=0.01) if apart else measured[row, column] >= 0


@given(rects(), st.integers(0, 9_000))
def test_each_goes_straight_ahead(rect: Rect, distance: int) -> None:
    there = rows([rect]).advanced(np.array([float(distance)]))
    expected = moved(rect, rect.fx * distance, rect.fy * distance)
    assert np.column_stack([part[0] for part in there.corners()]) == pytest.approx(np.array(expected.corners))
