from math import hypot, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schiltron.table import rectangles
from schiltron.table.body import Bend, Body, Figure, Formed, Scatter, Single, Spot, Wing, figures
from schiltron.table.lengths import CONTACT, Mdeg
from schiltron.table.outline import (
    NOWHERE,
    Outline,
    advance_gap,
    box_swung,
    gap,
    nearest_figure,
    nearest_figures,
    outline,
    overlapping,
    pivot_gap,
)
from schiltron.table.pose import Pose
from tests.table.shapes import FOOT, bodies, counts, covered, formed, headings, places, polygon, poses, shape_of

HERE = Pose(0, 0, 0)
LINE = Formed(FOOT, 5)


def box(rect: rectangles.Rect) -> tuple[float, float, float, float]:
    return polygon(rect).bounds


def test_full_ranks_are_one_rectangle_and_a_short_rank_another() -> None:
    assert [box(rect) for rect in outline(HERE, LINE, 10).rects] == [(-2_500, 0, 2_500, 2_000)]
    assert [box(rect) for rect in outline(HERE, LINE, 12).rects] == [
        (-2_500, 0, 2_500, 2_000),
        (-1_500, 2_000, 500, 3_000),
    ]
    assert [box(rect) for rect in outline(HERE, LINE, 3).rects] == [(-1_500, 0, 1_500, 1_000)]


def test_wings_and_legs_have_rectangles_of_their_own() -> None:
    wrapped = Formed(FOOT, 7, left=Wing(2, 90_000), right=Wing(2, 90_000))
    assert len(outline(HERE, wrapped, 14).rects) == 3
    column = Formed(FOOT, 2, bends=(Bend(1_000, 45_000),))
    assert len(outline(HERE, column, 7).rects) == 3
    assert outline(HERE, wrapped, 14).main is outline(HERE, wrapped, 14).rects[0]
    assert box(outline(HERE, wrapped, 14).main) == (-1_500, 0, 1_500, 2_000)


def test_skirmishers_have_a_rectangle_each() -> None:
    body = Scatter(FOOT, (Spot(0, 0), Spot(3_000, 0), Spot(0, 3_000)))
    assert len(outline(HERE, body, 2).rects) == 2


def test_a_body_without_figures_is_nowhere() -> None:
    for body in (LINE, Single(FOOT), Scatter(FOOT, (Spot(0, 0),))):
        nobody = outline(HERE, body, 0)
        assert nobody.rects == ()
        assert gap(nobody, outline(HERE, LINE, 5)) == NOWHERE
        assert not overlapping(nobody, outline(HERE, LINE, 5))
        assert advance_gap(outline(Pose(0, 4_000, 0), LINE, 5), 0.0, -1.0, nobody, 9_000) is None


def test_the_gap_is_measured_to_the_nearest_base() -> None:
    block = outline(HERE, LINE, 12)
    behind_the_short_rank = outline(Pose(0, 5_000, 0), Single(FOOT), 1)
    behind_the_flank = outline(Pose(2_000, 5_000, 0), Single(FOOT), 1)
    assert gap(block, behind_the_short_rank) == 1_500
    assert gap(block, behind_the_flank) == round(hypot(1_000, 1_500))


def test_an_advance_stops_at_the_nearest_part_within_the_limit() -> None:
    enemy = outline(Pose(0, -3_000, 180_000), LINE, 10)
    mover = outline(HERE, LINE, 10)
    assert advance_gap(mover, 0.0, -1.0, enemy, 9_000) == 3_000
    assert advance_gap(mover, 0.0, -1.0, enemy, 3_000) == 3_000
    assert advance_gap(mover, 0.0, -1.0, enemy, 2_999) is None
    assert advance_gap(mover, 0.0, 1.0, enemy, 9_000) is None


def wheel(pose: Pose, body: Body, count: int, x: float, y: float) -> "Wheel":
    return Wheel(pose, body, count, x, y)


class Wheel:
    """The outlines of a body on its way round a pivot."""

    def __init__(self, pose: Pose, body: Body, count: int, x: float, y: float) -> None:
        self.pose, self.body, self.count, self.x, self.y = pose, body, count, x, y

    def __call__(self, turn: Mdeg) -> Outline:
        return outline(self.pose.pivoted(self.x, self.y, turn), self.body, self.count)


def test_a_wheel_stops_at_what_stands_in_its_way() -> None:
    make = wheel(HERE, LINE, 5, 2_500, 0)
    post = outline(Pose(-2_000, -1_500, 0), Single(FOOT), 1)
    turn = pivot_gap(make(0), 90_000, 2_500, 0, post)
    assert turn is not None
    assert 0 < turn < 45_000
    assert 0 <= gap(make(turn), post) <= CONTACT
    assert overlapping(make(turn + 1_000), post)


def test_a_wheel_the_other_way_has_the_other_sign() -> None:
    make = wheel(HERE, LINE, 5, -2_500, 0)
    post = outline(Pose(2_000, -1_500, 0), Single(FOOT), 1)
    turn = pivot_gap(make(0), -90_000, -2_500, 0, post)
    mirrored = pivot_gap(
        wheel(HERE, LINE, 5, 2_500, 0)(0), 90_000, 2_500, 0, outline(Pose(-2_000, -1_500, 0), Single(FOOT), 1)
    )
    assert turn is not None
    assert mirrored is not None
    assert turn == pytest.approx(-mirrored, abs=100)


def test_a_wheel_is_free_past_what_is_out_of_reach() -> None:
    make = wheel(HERE, LINE, 5, 2_500, 0)
    assert pivot_gap(make(0), 90_000, 2_500, 0, outline(Pose(-2_000, -9_000, 0), Single(FOOT), 1)) is None
    assert pivot_gap(make(0), 20_000, 2_500, 0, outline(Pose(0, -4_000, 0), Single(FOOT), 1)) is None


def test_a_wheel_back_from_a_touching_neighbour_is_free() -> None:
    make = wheel(HERE, LINE, 5, -2_500, 0)
    neighbour = outline(Pose(5_000, 0, 0), LINE, 5)
    assert gap(make(0), neighbour) == 0
    assert pivot_gap(make(0), 45_000, -2_500, 0, neighbour) is None


def test_a_wheel_past_a_touching_neighbour_ends_when_the_rear_corner_digs_in() -> None:
    make = wheel(HERE, LINE, 5, -2_500, 0)
    neighbour = outline(Pose(5_000, 0, 0), LINE, 5)
    turn = pivot_gap(make(0), -45_000, -2_500, 0, neighbour)
    assert turn is not None
    assert -2_000 < turn < -500
    assert not overlapping(make(turn), neighbour)


def test_a_wheel_into_what_already_overlaps_goes_nowhere() -> None:
    make = wheel(HERE, LINE, 5, -2_500, 0)
    assert pivot_gap(make(0), 45_000, -2_500, 0, outline(Pose(1_000, 500, 0), LINE, 5)) == 0


def test_the_nearest_figure_to_a_point() -> None:
    line = figures(HERE, LINE, 5)
    assert nearest_figure(line, 1_100, -3_000).file == 3
    assert nearest_figure(line, 9_000, 500).file == 4


@given(poses, bodies, counts)
def test_an_outline_covers_just_the_bases_of_its_figures(pose: Pose, body: Body, count: int) -> None:
    shape = shape_of(outline(pose, body, count))
    bases = covered(figure.rect for figure in figures(pose, body, count))
    assert bases.difference(shape.buffer(0.01)).area < 1
    if not (isinstance(body, Formed) and body.spacing):
        assert shape.difference(bases.buffer(0.01)).area < 1


@given(poses, bodies, counts)
def test_the_circle_holds_every_corner(pose: Pose, body: Body, count: int) -> None:
    whole = outline(pose, body, count)
    for rect in whole.rects:
        for x, y in rect.corners:
            assert hypot(x - whole.x, y - whole.y) <= whole.radius + 1e-6


@given(poses, bodies, counts, poses, bodies, counts)
def test_gap_and_overlap_agree_with_shapely(
    pose: Pose, body: Body, count: int, other_pose: Pose, other_body: Body, other_count: int
) -> None:
    a, b = outline(pose, body, count), outline(other_pose.advanced(3_000), other_body, other_count)
    distance = shape_of(a).distance(shape_of(b))
    assert gap(a, b) == pytest.approx(distance, abs=0.51)
    if distance > 0.01:
        assert not overlapping(a, b, 0)
    elif shape_of(a).intersection(shape_of(b)).area > 1:
        assert overlapping(a, b, 0)


@given(poses, formed, counts, poses, formed, counts, headings)
def test_an_advance_is_that_of_the_first_pair_of_rectangles(
    pose: Pose, body: Formed, count: int, other_pose: Pose, other_body: Formed, other_count: int, way: int
) -> None:
    a, b = outline(pose, body, count), outline(other_pose, other_body, other_count)
    ux, uy = Pose(0, 0, way).forward
    frees = [rectangles.advance_gap(one, ux, uy, two) for one in a.rects for two in b.rects]
    within = [free for free in frees if free is not None and free <= 8_000]
    assert advance_gap(a, ux, uy, b, 8_000) == min(within, default=None)


@given(poses, formed, counts, places, places, st.integers(-180_000, 180_000))
def test_a_box_holds_a_body_all_the_while_it_turns_and_no_more(
    pose: Pose, body: Formed, count: int, x: int, y: int, turn: Mdeg
) -> None:
    here = outline(pose, body, count)
    left, top, right, bottom = box_swung(here, turn, x, y)
    stages = [
        rectangles.pivoted(rect, x, y, radians(turn / 1000) * part / 90) for rect in here.rects for part in range(91)
    ]
    corners = [(x, y), *(corner for stage in stages for corner in stage.corners)]
    reach = max(hypot(corner_x - x, corner_y - y) for corner_x, corner_y in corners)
    sampled = (
        min(a for a, _ in corners),
        min(b for _, b in corners),
        max(a for a, _ in corners),
        max(b for _, b in corners),
    )
    assert (left, top, right, bottom) == pytest.approx(sampled, abs=0.001 * reach + 1e-6)
    assert max(left - sampled[0], top - sampled[1], sampled[2] - right, sampled[3] - bottom) < 1e-6


@given(poses, formed, counts, poses, st.integers(-120_000, 120_000), st.sampled_from([-1, 1]))
def test_a_wheel_is_free_up_to_its_limit(
    pose: Pose, body: Formed, count: int, other_pose: Pose, turn: int, side: int
) -> None:
    x, y = pose.world(side * body.frontage / 2, 0)
    make = wheel(pose, body, count, x, y)
    other = outline(other_pose, LINE, 10)
    limit = pivot_gap(make(0), turn, x, y, other)
    reached = turn if limit is None else limit
    if not overlapping(make(0), other):
        for step in range(9):
            assert not overlapping(make(reached * step // 8), other)
        assert not overlapping(make(reached), other)
        if limit is not None:
            assert gap(make(limit), other) <= CONTACT
    else:
        assert limit == 0 or limit is None


def some_figures(data: tuple[Pose, Body, int]) -> tuple[Figure, ...]:
    return figures(*data)


crowds = st.tuples(poses, bodies, counts).map(some_figures)


@given(crowds, crowds)
def test_the_nearest_two_figures_are_found_among_all_pairs(
    some: tuple[Figure, ...], others: tuple[Figure, ...]
) -> None:
    one, two, apart = nearest_figures(some, others)
    least = min(rectangles.gap(a.rect, b.rect) for a in some for b in others)
    assert apart == round(least)
    assert rectangles.gap(one.rect, two.rect) == least


@given(crowds, places, places)
def test_the_nearest_figure_is_found_among_all(some: tuple[Figure, ...], x: int, y: int) -> None:
    nearest = nearest_figure(some, x, y)
    assert all(rectangles.point_gap(nearest.rect, x, y) <= rectangles.point_gap(other.rect, x, y) for other in some)
