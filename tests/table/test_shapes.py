from hypothesis import given
from hypothesis import strategies as st
from shapely import Point, Polygon, box

from schiltron.table.body import Figure, Formed, Scatter, Single, Spot, figures
from schiltron.table.lengths import CONTACT, direction
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from schiltron.table.shapes import (
    Caught,
    Cone,
    Corridor,
    Disc,
    Plot,
    Template,
    caught,
    higher_under,
    may_meet,
    rings_of,
    stretches_under,
)
from schiltron.table.terrain import Area, Contour
from tests.table.shapes import FOOT, HORSE, bodies, counts, headings, places, polygon, poses

BLOCK = figures(Pose(0, 0, 0), Formed(FOOT, 4), 12)
"""Four files by three ranks of square inches; the front edge runs from (-2000, 0) to (2000, 0)."""


def indexes(found: tuple[Caught, ...]) -> list[int]:
    return [one.index for one in found if one.touched]


def test_a_small_blast_touches_four_bases_around_a_corner_where_they_meet() -> None:
    found = caught(Disc(0, 1_000, 400), BLOCK)
    assert sorted(indexes(found)) == [1, 2, 5, 6]
    assert not any(one.centre_inside for one in found)
    assert not any(one.wholly_inside for one in found)


def test_a_blast_covers_centres_before_it_covers_whole_bases() -> None:
    middle = (0, 500)
    reaches_centres = caught(Disc(*middle, 600), BLOCK)
    assert [one.index for one in reaches_centres if one.centre_inside] == [1, 2]
    assert not any(one.wholly_inside for one in reaches_centres)
    covers = caught(Disc(*middle, 1_200), BLOCK)
    assert [one.index for one in covers if one.wholly_inside] == [1, 2]


def test_the_nearest_to_the_centre_of_a_blast_come_first() -> None:
    found = caught(Disc(-1_500, 500, 5_000), BLOCK)
    assert found[0].index == 0
    assert [one.along for one in found] == sorted(one.along for one in found)
    assert found[0].along == 0


def test_a_base_against_the_edge_of_a_blast_is_met_but_not_touched() -> None:
    single = figures(Pose(0, 0, 0), Single(FOOT), 1)
    (edge,) = caught(Disc(1_500, 0, 1_000), single)
    assert not edge.touched
    assert caught(Disc(1_500, 0, 999), single) == ()
    (inside,) = caught(Disc(1_500, 0, 1_010), single)
    assert inside.touched


def test_a_shot_goes_down_a_file_and_strikes_front_to_rear() -> None:
    found = caught(Corridor(-500, -3_000, -500, 10_000, 500), BLOCK)
    assert [one.index for one in found] == [1, 5, 9]
    assert [one.along for one in found] == [3_000, 4_000, 5_000]
    assert {one.face for one in found} == {"front"}
    assert all(one.centre_inside for one in found)


def test_a_shot_from_the_flank_strikes_a_rank_on_its_left() -> None:
    found = caught(Corridor(-6_000, 500, 6_000, 500, 300), BLOCK)
    assert [one.index for one in found] == [0, 1, 2, 3]
    assert {one.face for one in found} == {"left"}


def test_a_shot_ends_where_it_ends() -> None:
    found = caught(Corridor(-500, -3_000, -500, 1_500, 500), BLOCK)
    assert [one.index for one in found] == [1, 5]
    assert [one.wholly_inside for one in found] == [False, False]


def test_a_corridor_as_wide_as_a_file_holds_its_bases_wholly() -> None:
    found = caught(Corridor(-500, -3_000, -500, 10_000, 1_000), BLOCK)
    assert [one.index for one in found if one.wholly_inside] == [1, 5, 9]
    assert [one.index for one in found if one.touched] == [1, 5, 9]


def test_a_shot_without_length_strikes_nobody() -> None:
    assert caught(Corridor(0, 500, 0, 500, 1_000), BLOCK) == ()


def test_a_cone_opens_from_its_mouth() -> None:
    found = caught(Cone(0, -3_000, 180_000, 6_000, 0, 4_000), BLOCK)
    by_rank = [sorted(one.index for one in found if one.touched and one.index // 4 == rank) for rank in range(3)]
    assert by_rank == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert [one.index for one in found if one.wholly_inside] == [1, 2, 5, 6, 9, 10]
    narrow = caught(Cone(0, -3_000, 180_000, 6_000, 0, 1_000), BLOCK)
    assert sorted(indexes(narrow)) == [1, 2, 5, 6, 9, 10]


def test_a_cone_reaches_as_far_as_its_length() -> None:
    found = caught(Cone(-500, -2_000, 180_000, 2_500, 500, 500), BLOCK)
    assert [one.index for one in found] == [1]
    assert found[0].along == 2_000
    assert caught(Cone(-500, -2_000, 0, 2_500, 500, 500), BLOCK) == ()


def test_the_face_is_the_side_of_the_base_towards_the_mouth() -> None:
    horse = figures(Pose(0, 0, 90_000), Single(HORSE), 1)
    (struck,) = caught(Cone(0, -4_000, 180_000, 5_000, 500, 2_000), horse)
    assert struck.face == "left"


@given(pose=poses, body=bodies, count=counts, x=places, y=places, radius=st.integers(100, 6_000))
def test_circles_agree_with_a_round_polygon(
    pose: Pose, body: Formed | Scatter | Single, count: int, x: int, y: int, radius: int
) -> None:
    placed = figures(pose, body, count)
    found = {one.index: one for one in caught(Disc(x, y, radius), placed)}
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
    template = Cone(x, y, heading, length, *widths)
    found = {one.index: one for one in caught(template, placed)}
    for index, figure in enumerate(placed):
        _agrees(figure, Polygon(rings_of(template)[0]), found.get(index))


@given(
    pose=poses,
    body=bodies,
    count=counts,
    template=st.one_of(
        st.builds(Disc, places, places, st.integers(100, 6_000)),
        st.builds(Corridor, places, places, places, places, st.integers(50, 2_000)),
        st.builds(
            Cone, places, places, headings, st.integers(500, 9_000), st.integers(0, 3_000), st.integers(1, 4_000)
        ),
    ),
)
def test_a_first_glance_passes_over_nobody_under_a_template(
    pose: Pose, body: Formed | Scatter | Single, count: int, template: Template
) -> None:
    assert may_meet(template, outline(pose, body, count)) or not caught(template, figures(pose, body, count))


def test_shapes_are_drawn_corner_by_corner() -> None:
    (round_,) = rings_of(Disc(8_000, 8_000, 1_500))
    assert {round(((x - 8_000) ** 2 + (y - 8_000) ** 2) ** 0.5) for x, y in round_} <= {1_499, 1_500, 1_501}
    (straight,) = rings_of(Corridor(10_000, 10_000, 10_000, 6_000, 500))
    assert straight == ((9_750, 10_000), (9_750, 6_000), (10_250, 6_000), (10_250, 10_000))
    (opening,) = rings_of(Cone(0, 0, 90_000, 4_000, 0, 2_000))
    assert opening == ((0, 0), (4_000, -1_000), (4_000, 1_000), (0, 0))
    hole = (((0, 0), (9, 0), (9, 9)), ((3, 2), (6, 2), (6, 4)))
    assert rings_of(Plot(hole)) == hole


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
    strip = caught(Corridor(0, 0, round(ux * length), round(uy * length), width), placed)
    touched = {one.index for one in strip if one.touched}
    wider, narrower = (caught(Cone(0, 0, heading, length + by, width + by, width + by), placed) for by in (4, -4))
    assert {*indexes(narrower)} <= touched <= {*indexes(wider)}


def test_skirmishers_are_caught_one_by_one() -> None:
    loose = Scatter(FOOT, (Spot(-4_000, 0), Spot(0, 0), Spot(4_000, 0)))
    found = caught(Disc(4_000, 0, 1_500), figures(Pose(0, 0, 0), loose, 3))
    assert [(one.index, one.wholly_inside) for one in found] == [(2, True)]


# ---------------------------------------------------------------- the ground under a corridor


def test_the_stretches_of_a_corridor_on_shapes_are_told_in_order() -> None:
    corridor = Corridor(0, 0, 0, 10_000, 1_000)
    near, far = box(-200, 4_000, 5_000, 6_000), box(-9_000, 8_000, 0, 9_000)
    assert stretches_under(corridor, (far, near)) == [(4_000, 6_000), (8_000, 9_000)]
    assert stretches_under(Corridor(0, 10_000, 0, 0, 1_000), (near,)) == [(4_000, 6_000)]
    assert stretches_under(Corridor(0, 0, 0, 5_000, 1_000), (near,)) == [(4_000, 5_000)]
    assert stretches_under(Corridor(0, 0, 0, 0, 1_000), (near,)) == []


def test_a_shape_against_the_edge_of_a_corridor_is_not_under_it() -> None:
    assert stretches_under(Corridor(0, 0, 0, 10_000, 1_000), (box(500, 0, 5_000, 6_000),)) == []
    assert stretches_under(Corridor(0, 0, 0, 10_000, 1_000), (box(480, 1_000, 5_000, 6_000),)) == [(1_000, 6_000)]


def test_higher_ground_is_found_by_its_contours_up_hills_and_out_of_gullies() -> None:
    def square(low: int, high: int) -> tuple[tuple[int, int], ...]:
        return (-5_000, low), (5_000, low), (5_000, high), (-5_000, high)

    rings = square(4_000, 8_000), square(5_000, 7_000)
    hill = Area("hill", "hill", "hill", rings[0], tuple(Contour(ring, 1) for ring in rings))
    line = Corridor(0, 0, 0, 10_000, 1_000)
    assert higher_under(line, (hill,), 0) == [(4_000, 8_000)]
    assert higher_under(line, (hill,), 1) == [(5_000, 7_000)]
    assert higher_under(line, (hill,), 2) == []
    gully = Area("gully", "gully", "gully", square(-1_000, 2_000), (Contour(square(-1_000, 2_000), -1),))
    assert higher_under(line, (gully,), -1) == [(2_000, 10_000)]
    assert higher_under(Corridor(0, 0, 0, 0, 1_000), (), -1) == []
