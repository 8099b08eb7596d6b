from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString

from schiltron.table.body import Formed
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from schiltron.table.sight import look, surely_over, units_between
from schiltron.table.terrain import Area, Contour, Feature, Strip
from tests.table.shapes import FOOT, counts, formed, places, polygon, poses, shape_of


def square(left: int, top: int, side: int) -> tuple[tuple[int, int], ...]:
    return ((left, top), (left + side, top), (left + side, top + side), (left, top + side))


WOOD = Area("wood", "woods", "Hob Wood", square(4_000, -3_000, 6_000))
HILL = Area(
    "hill",
    "hill",
    "Gallow Hill",
    square(20_000, -5_000, 10_000),
    (Contour(square(20_000, -5_000, 10_000), 1), Contour(square(23_000, -2_000, 4_000), 1)),
)
GULLEY = Area("gulley", "gulley", "", square(40_000, -5_000, 10_000), (Contour(square(40_000, -5_000, 10_000), -1),))
STREAM = Strip("stream", "stream", "", ((15_000, -9_000), (15_000, 9_000)), 2_000)


def test_a_clear_line_has_nothing_between() -> None:
    sight = look(0, 0, 3_000, 0, (WOOD, HILL, STREAM))
    assert sight.between == ()
    assert (sight.level_from, sight.level_to) == (0, 0)


def test_every_feature_on_the_line_is_named_with_the_length_inside() -> None:
    sight = look(0, 0, 35_000, 0, (WOOD, HILL, STREAM))
    lengths = {between.feature.id: between.length for between in sight.between}
    assert lengths == pytest.approx({"wood": 6_000, "hill": 10_000, "stream": 2_000})


def test_only_the_part_between_the_two_points_counts() -> None:
    (between,) = look(6_000, 0, 8_500, 0, (WOOD,)).between
    assert between.length == pytest.approx(2_500)


def test_a_hill_is_as_high_as_the_line_crosses_it() -> None:
    (over_the_top,) = look(19_000, 0, 31_000, 0, (HILL,)).between
    assert (over_the_top.highest, over_the_top.lowest) == (2, 1)
    (along_the_slope,) = look(19_000, -4_000, 31_000, -4_000, (HILL,)).between
    assert (along_the_slope.highest, along_the_slope.lowest) == (1, 1)


def test_the_levels_at_both_ends_are_known() -> None:
    sight = look(25_000, 0, 45_000, 0, (HILL, GULLEY))
    assert (sight.level_from, sight.level_to) == (2, -1)
    ids = [between.feature.id for between in sight.between]
    assert ids == ["hill", "gulley"]
    assert sight.between[1].lowest == -1


def test_a_wood_on_a_hill_stands_on_the_level_of_the_hill() -> None:
    grove = Area("grove", "woods", "", square(23_500, -1_500, 3_000))
    by_id = {between.feature.id: between for between in look(10_000, 0, 40_000, 0, (grove, HILL)).between}
    assert by_id["grove"].highest == by_id["grove"].lowest == 2


def test_a_body_in_the_line_is_in_between() -> None:
    screen = outline(Pose(5_000, 0, 90_000), Formed(FOOT, 6), 12)
    aside = outline(Pose(5_000, 8_000, 90_000), Formed(FOOT, 6), 12)
    named = [("screen", screen), ("aside", aside)]
    assert units_between(0, 0, 10_000, 0, named) == ["screen"]
    assert units_between(0, 0, 2_500, 0, named) == []


def test_grazing_a_body_is_not_enough() -> None:
    block = [("block", outline(Pose(5_000, 0, 0), Formed(FOOT, 2), 4))]
    assert units_between(0, 0, 10_000, 0, block) == []
    assert units_between(0, 10, 10_000, 10, block) == ["block"]
    assert units_between(3_000, 1_000, 5_000, -1_000, block) == []


def test_no_line_goes_through_nobody() -> None:
    assert units_between(5_000, 500, 5_000, 500, [("me", outline(Pose(5_000, 0, 0), Formed(FOOT, 2), 4))]) == []


@st.composite
def blobs(draw: st.DrawFn) -> Area:
    """A ring about a centre, no point of it twice."""
    x, y = draw(places), draw(places)
    radii = draw(st.lists(st.integers(500, 5_000), min_size=3, max_size=9))
    ring = tuple(
        (
            round(x + radius * cos(2 * pi * index / len(radii))),
            round(y + radius * sin(2 * pi * index / len(radii))),
        )
        for index, radius in enumerate(radii)
    )
    return Area("blob", "woods", "", ring)


strips = st.builds(
    lambda points, width: Strip("strip", "stream", "", tuple(points), width),
    st.lists(st.tuples(places, places), min_size=2, max_size=4, unique=True),
    st.integers(300, 2_000),
)


@given(feature=st.one_of(blobs(), strips), ax=places, ay=places, bx=places, by=places)
def test_lengths_inside_agree_with_shapely(feature: Feature, ax: int, ay: int, bx: int, by: int) -> None:
    line = LineString([(ax, ay), (bx, by)])
    inside = line.intersection(feature.polygon).length
    found = sum(between.length for between in look(ax, ay, bx, by, (feature,)).between)
    # Along the very edge of a feature both answers are right.
    rim = line.intersection(feature.polygon.boundary.buffer(1)).length
    assert abs(found - inside) <= rim + 2


@given(pose=poses, body=formed, count=counts, ax=places, ay=places, bx=places, by=places)
def test_bodies_between_agree_with_shapely(
    pose: Pose, body: Formed, count: int, ax: int, ay: int, bx: int, by: int
) -> None:
    shape = outline(pose, body, count)
    line = LineString([(ax, ay), (bx, by)])
    inner = [polygon(rect).buffer(-10) for rect in shape.rects]
    found = units_between(ax, ay, bx, by, [("body", shape)])
    if line.intersection(shape_of(shape).buffer(1)).length < CONTACT:
        assert found == []
    if any(line.intersection(part).length > CONTACT + 1 for part in inner):
        assert found == ["body"]


# ---------------------------------------------------------------- a quick look at a crest

ASKEW = ((20_100, -4_700), (27_300, -5_900), (31_000, 1_200), (26_200, 5_300), (19_400, 3_100))
TOP = ((23_000, -2_000), (26_400, -2_300), (27_500, 1_000), (24_100, 1_800))
RIDGE = Area("ridge", "hill", "", ASKEW, (Contour(ASKEW, 1), Contour(TOP, 1)))
near_by = st.floats(min_value=-9_000, max_value=9_000)


@given(st.floats(14_000, 36_000), near_by, st.floats(14_000, 36_000), near_by, st.sampled_from((HILL, RIDGE, GULLEY)))
def test_what_is_surely_over_a_crest_is_over_it(ax: float, ay: float, bx: float, by: float, rise: Area) -> None:
    sight = look(ax, ay, bx, by, (rise,))
    for level in (-1, 0, 1, 2):
        if surely_over(ax, ay, bx, by, rise, level):
            assert max(part.highest for part in sight.between) > level


def test_a_line_over_the_middle_is_surely_over_it_and_one_along_its_foot_is_not() -> None:
    assert surely_over(15_000, 0, 34_000, 1_000, RIDGE, 1)
    assert not surely_over(15_000, 0, 34_000, 1_000, RIDGE, 2)
    assert not surely_over(15_000, -5_000, 34_000, -5_000, HILL, 0)
    assert not surely_over(15_000, 9_000, 34_000, 9_000, RIDGE, 0)
