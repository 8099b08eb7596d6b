from hypothesis import given
from hypothesis import strategies as st
from shapely import Point, Polygon, box

from schiltron.table.body import Figure, Formed, Scatter, Single, Spot, figures
from schiltron.table.lengths import CONTACT, direction
from schiltron.table.pose import Pose
from schiltron.table.templates import (
    Caught,
    higher_under,
    stretches_under,
    under_circle,
    under_cone,
    under_strip,
)
from schiltron.table.terrain import Area, Contour
from tests.table.shapes import FOOT, HORSE, bodies, counts, headings, places, polygon, poses

BLOCK = figures(Pose(0, 0, 0), Formed(FOOT, 4), 12)
"""Four files by three ranks of square inches; the front edge runs from (-2000, 0) to (2000, 0)."""


def indexes(caught: tuple[Caught, ...]) -> list[int]:
    return [one.index for one in caught if one.touched]


def test_a_small_blast_touches_four_bases_around_a_corner_where_they_meet() -> None:
    caught = under_circle(BLOCK, 0, 1_000, 400)
    assert sorted(indexes(caught)) == [1, 2, 5, 6]
    assert not any(one.centre_inside for one in caught)
    assert not any(one.wholly_inside for one in caught)


def test_a_blast_covers_centres_before_it_covers_whole_bases() -> None:
    middle = (0, 500)
    reaches_centres = under_circle(BLOCK, *middle, 600)
    assert [one.index for one in reaches_centres if one.centre_inside] == [1, 2]
    assert not any(one.wholly_inside for one in reaches_centres)
    covers = under_circle(BLOCK, *middle, 1_200)
    assert [one.index for one in covers if one.wholly_inside] == [1, 2]


def test_the_nearest_to_the_centre_of_a_blast_come_first() -> None:
    caught = under_circle(BLOCK, -1_500, 500, 5_000)
    assert caught[0].index == 0
    assert [one.along for one in caught] == sorted(one.along for one in caught)
    assert caught[0].along == 0


def test_a_base_against_the_edge_of_a_blast_is_met_but_not_touched() -> None:
    single = figures(Pose(0, 0, 0), Single(FOOT), 1)
    (edge,) = under_circle(single, 1_500, 0, 1_000)
    assert not edge.touched
    assert under_circle(single, 1_500, 0, 999) == ()
    (inside,) = under_circle(single, 1_500, 0, 1_010)
    assert inside.touched


def test_a_shot_goes_down_a_file_and_strikes_front_to_rear() -> None:
    caught = under_strip(BLOCK, -500, -3_000, -500, 10_000, 500)
    assert [one.index for one in caught] == [1, 5, 9]
    assert [one.along for one in caught] == [3_000, 4_000, 5_000]
    assert {one.face for one in caught} == {"front"}
    assert all(one.centre_inside for one in caught)


def test_a_shot_from_the_flank_strikes_a_rank_on_its_left() -> None:
    caught = under_strip(BLOCK, -6_000, 500, 6_000, 500, 300)
    assert [one.index for one in caught] == [0, 1, 2, 3]
    assert {one.face for one in caught} == {"left"}


def test_a_shot_ends_where_it_ends() -> None:
    caught = under_strip(BLOCK, -500, -3_000, -500, 1_500, 500)
    assert [one.index for one in caught] == [1, 5]
    assert [one.wholly_inside for one in caught] == [False, False]


def test_a_corridor_as_wide_as_a_file_holds_its_bases_wholly() -> None:
    caught = under_strip(BLOCK, -500, -3_000, -500, 10_000, 1_000)
    assert [one.index for one in caught if one.wholly_inside] == [1, 5, 9]
    assert [one.index for one in caught if one.touched] == [1, 5, 9]


def test_a_shot_without_length_strikes_nobody() -> None:
    assert under_strip(BLOCK, 0, 500, 0, 500, 1_000) == ()


def test_a_cone_opens_from_its_mouth() -> None:
    caught = under_cone(BLOCK, 0, -3_000, 180_000, 6_000, 0, 4_000)
    by_rank = [sorted(one.index for one in caught if one.touched and one.index // 4 == rank) for rank in range(3)]
    assert by_rank == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert [one.index for one in caught if one.wholly_inside] == [1, 2, 5, 6, 9, 10]
    narrow = under_cone(BLOCK, 0, -3_000, 180_000, 6_000, 0, 1_000)
    assert sorted(indexes(narrow)) == [1, 2, 5, 6, 9, 10]


def test_a_cone_reaches_as_far_as_its_length() -> None:
    caught = under_cone(BLOCK, -500, -2_000, 180_000, 2_500, 500, 500)
    assert [one.index for one in caught] == [1]
    assert caught[0].along == 2_000
    assert under_cone(BLOCK, -500, -2_000, 0, 2_500, 500, 500) == ()


def test_the_face_is_the_side_of_the_base_towards_the_mouth() -> None:
    horse = figures(Pose(0, 0, 90_000), Single(HORSE), 1)
    (struck,) = under_cone(horse, 0, -4_000, 180_000, 5_000, 500, 2_000)
    assert struck.face == "left"


@given(pose=poses, body=bodies, count=counts, x=places, y=places, radius=st.integers(100, 6_000))
def test_circles_agree_with_a_round_polygon(
    pose: Pose, body: Formed | Scatter | Single, count: int, x: int, y: int, radius: int
) -> None:
    placed = figures(pose, body, count)
    found = {one.index: one for one in under_circle(placed, x, y, radius)}
    centre = Point(x, y)
    for index, figure in enumerate(placed):
        base = polygon(figure.rect)
        apart = base.distance(centre)
        farthest = max(Point(corner).distance(centre) for corner in figure.rect.corners)
        if apart < radius - 2 * CONTACT:
            assert found[index].touched
            assert abs(found[index].along - apart) < 1
        elif apart > radius + 1:
            assert index not in found
            continue
        if index in found and abs(farthest - radius) > 1:
            assert found[index].wholly_inside == (farthest < radius)


@given(
    pose=poses,
    body=bodies,
    count=counts,
    x=places,
    y=places,
    heading=headings,
    length=st.integers(500, 9_000),
    widths=st.tuples(st.integers(0, 3_000), st.integers(200, 4_000)),
)
def test_cones_agree_with_a_polygon_on_the_table(
    pose: Pose,
    body: Formed | Scatter | Single,
    count: int,
    x: int,
    y: int,
    heading: int,
    length: int,
    widths: tuple[int, int],
) -> None:
    placed = figures(pose, body, count)
    template = cone(x, y, heading, length, *widths)
    found = {one.index: one for one in under_cone(placed, x, y, heading, length, *widths)}
    for index, figure in enumerate(placed):
        _agrees(figure, template, found.get(index))


def cone(x: int, y: int, heading: int, length: int, mouth: int, end: int) -> Polygon:
    origin = Pose(x, y, heading)
    corners = ((-mouth / 2, 0), (mouth / 2, 0), (end / 2, length), (-end / 2, length))
    return Polygon([origin.world(*corner) for corner in corners])


def _agrees(figure: Figure, template: Polygon, caught: Caught | None) -> None:
    """Leaves a hair of doubt at the very edge, where either answer will do."""
    base, centre = polygon(figure.rect), Point(figure.x, figure.y)
    if template.buffer(-CONTACT).intersects(base):
        assert caught is not None
        assert caught.touched
    if not template.buffer(1).intersects(base):
        assert caught is None
        return
    if caught is not None and centre.distance(template.boundary) > 1:
        assert caught.centre_inside == template.contains(centre)
    if caught is not None and template.buffer(-1).contains(base):
        assert caught.wholly_inside
    if caught is not None and not template.buffer(1).contains(base):
        assert not caught.wholly_inside


@given(pose=poses, count=counts, heading=headings, length=st.integers(500, 9_000), width=st.integers(50, 2_000))
def test_a_strip_is_a_cone_that_does_not_open(pose: Pose, count: int, heading: int, length: int, width: int) -> None:
    placed = figures(pose, Formed(FOOT, 5), count)
    ux, uy = direction(heading)
    strip = under_strip(placed, 0, 0, ux * length, uy * length, width)
    even = under_cone(placed, 0, 0, heading, length, width, width)
    assert {one.index for one in strip if one.touched} == {one.index for one in even if one.touched}


def test_skirmishers_are_caught_one_by_one() -> None:
    loose = Scatter(FOOT, (Spot(-4_000, 0), Spot(0, 0), Spot(4_000, 0)))
    caught = under_circle(figures(Pose(0, 0, 0), loose, 3), 4_000, 0, 1_500)
    assert [(one.index, one.wholly_inside) for one in caught] == [(2, True)]


# ---------------------------------------------------------------- the ground under a corridor


def test_the_stretches_of_a_corridor_on_shapes_are_told_in_order() -> None:
    near, far = box(-200, 4_000, 5_000, 6_000), box(-9_000, 8_000, 0, 9_000)
    assert stretches_under((far, near), 0, 0, 0, 10_000, 1_000) == [(4_000, 6_000), (8_000, 9_000)]
    assert stretches_under((near,), 0, 10_000, 0, 0, 1_000) == [(4_000, 6_000)]
    assert stretches_under((near,), 0, 0, 0, 5_000, 1_000) == [(4_000, 5_000)]
    assert stretches_under((near,), 0, 0, 0, 0, 1_000) == []


def test_a_shape_against_the_edge_of_a_corridor_is_not_under_it() -> None:
    assert stretches_under((box(500, 0, 5_000, 6_000),), 0, 0, 0, 10_000, 1_000) == []
    assert stretches_under((box(480, 1_000, 5_000, 6_000),), 0, 0, 0, 10_000, 1_000) == [(1_000, 6_000)]


def test_higher_ground_is_found_by_its_contours_up_hills_and_out_of_gullies() -> None:
    def square(low: int, high: int) -> tuple[tuple[int, int], ...]:
        return (-5_000, low), (5_000, low), (5_000, high), (-5_000, high)

    rings = square(4_000, 8_000), square(5_000, 7_000)
    hill = Area("hill", "hill", "hill", rings[0], tuple(Contour(ring, 1) for ring in rings))
    line = (0, 0, 0, 10_000, 1_000)
    assert higher_under((hill,), 0, *line) == [(4_000, 8_000)]
    assert higher_under((hill,), 1, *line) == [(5_000, 7_000)]
    assert higher_under((hill,), 2, *line) == []
    gully = Area("gully", "gully", "gully", square(-1_000, 2_000), (Contour(square(-1_000, 2_000), -1),))
    assert higher_under((gully,), -1, *line) == [(2_000, 10_000)]
    assert higher_under((), -1, 0, 0, 0, 0, 1_000) == []
