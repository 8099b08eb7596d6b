"""The front of a body, against its figures."""

from __future__ import annotations

import pytest

from schiltron.table.base import Base
from schiltron.table.body import Body, Formed, Single, figures
from schiltron.table.front import front_corners, front_middle, front_rank
from schiltron.table.lengths import degrees, inches
from schiltron.table.outline import box_round, outline
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect, nearest_point, point_gap

FOOT = Base(inches(0.75), inches(0.75))
HERE = Pose(inches(20), inches(30), degrees(30))


@pytest.mark.parametrize(
    ("body", "count"),
    [
        (Formed(FOOT, 6), 17),
        (Formed(FOOT, 6), 6),
        (Formed(FOOT, 6), 3),
        (Formed(FOOT, 4, spacing=inches(1.25)), 9),
        (Single(FOOT), 1),
    ],
)
def test_the_front_rank_holds_just_the_figures_of_the_first_rank(body: Body, count: int) -> None:
    rect = front_rank(HERE, body, count)
    first = [figure for figure in figures(HERE, body, count) if figure.rank == 0]
    assert all(point_gap(rect, *corner) < 1 for figure in first for corner in figure.rect.corners)
    left, right = front_corners(rect)
    assert left == pytest.approx(first[0].rect.corners[0])
    assert right == pytest.approx(first[-1].rect.corners[1])
    middle = front_middle(rect)
    assert middle == pytest.approx(((left[0] + right[0]) / 2, (left[1] + right[1]) / 2))


@pytest.mark.parametrize(
    ("point", "nearest"), [((0, -50), (0, -20)), ((30, -50), (10, -20)), ((30, 5), (10, 5)), ((3, 4), (3, 4))]
)
def test_the_nearest_point_of_a_rectangle(point: tuple[float, float], nearest: tuple[float, float]) -> None:
    rect = Rect(0, 0, 0, -1, 10, 20)
    assert nearest_point(rect, *point) == pytest.approx(nearest)


def test_a_box_holds_two_bodies_and_what_is_between() -> None:
    one, other = outline(HERE, Formed(FOOT, 6), 12), outline(HERE.advanced(inches(10)), Formed(FOOT, 6), 12)
    left, top, right, bottom = box_round(one, other)
    for x, y in (corner for shape in (one, other) for rect in shape.rects for corner in rect.corners):
        assert left <= x <= right
        assert top <= y <= bottom
