from itertools import combinations

import msgspec
import pytest
from hypothesis import given

from schiltron.table import rectangles
from schiltron.table.base import Base
from schiltron.table.body import Bend, Body, Figure, Formed, Scatter, Single, Spot, Wing, figures, straightened
from schiltron.table.pose import Pose
from tests.table.shapes import FOOT, HORSE, bent, bodies, counts, formed, plain, poses, winged

HERE = Pose(0, 0, 0)


def places(placed: tuple[Figure, ...]) -> list[tuple[float, float]]:
    return [(figure.x, figure.y) for figure in placed]


def test_ranks_and_files_are_counted() -> None:
    body = Formed(FOOT, 5)
    assert [body.ranks(count) for count in (1, 5, 6, 15, 16)] == [1, 1, 2, 3, 4]
    assert [body.short_rank(count) for count in (0, 3, 5, 6, 15)] == [0, 3, 5, 1, 5]
    assert body.frontage == body.full_frontage == 5_000
    assert body.depth(12) == 3_000


def test_spacing_widens_and_deepens_but_not_beyond_the_last_base() -> None:
    body = Formed(HORSE, 3, spacing=500)
    assert body.frontage == 4_000
    assert body.depth(6) == 4_500


def test_the_frontage_leaves_out_the_wings() -> None:
    body = Formed(FOOT, 9, left=Wing(2, 90_000), right=Wing(3, 90_000))
    assert body.main_files == 4
    assert body.frontage == 4_000
    assert body.full_frontage == 9_000


def test_the_pose_is_the_middle_of_the_front_edge() -> None:
    placed = figures(HERE, Formed(FOOT, 2), 4)
    assert places(placed) == [(-500, 500), (500, 500), (-500, 1_500), (500, 1_500)]
    assert [(figure.rank, figure.file) for figure in placed] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert {figure.heading for figure in placed} == {0}


def test_figures_look_and_stand_the_way_of_the_pose() -> None:
    placed = figures(Pose(10_000, 10_000, 90_000), Formed(FOOT, 2), 2)
    assert places(placed) == [(9_500, 9_500), (9_500, 10_500)]


def test_a_short_rank_stands_on_whole_places_in_the_middle() -> None:
    placed = figures(HERE, Formed(FOOT, 5), 7)
    assert [(figure.rank, figure.file) for figure in placed[5:]] == [(1, 1), (1, 2)]
    assert places(placed)[5:] == [(-1_000, 1_500), (0, 1_500)]


def test_a_left_wing_swung_forward_stands_ahead_and_faces_inward() -> None:
    body = Formed(FOOT, 5, left=Wing(2, 90_000))
    wing = [figure for figure in figures(HERE, body, 5) if figure.wing == "left"]
    assert places(tuple(wing)) == [(-2_000, -1_500), (-2_000, -500)]
    assert {figure.heading for figure in wing} == {90_000}
    assert [figure.file for figure in wing] == [0, 1]


def test_a_right_wing_is_the_mirror_of_a_left_one() -> None:
    left = figures(HERE, Formed(HORSE, 6, left=Wing(2, 70_000, 300)), 15)
    right = figures(HERE, Formed(HORSE, 6, right=Wing(2, 70_000, 300)), 15)
    mirrored = [(-x, y) for x, y in places(left)]
    full = [figure for figure in right if figure.rank < 2]
    assert len(full) == 12
    for figure in full:
        assert any((figure.x, figure.y) == pytest.approx(place, abs=1e-6) for place in mirrored), (
            f"nobody opposite {figure}"
        )


def test_the_inset_brings_the_hinge_inward() -> None:
    wide = figures(HERE, Formed(FOOT, 5, right=Wing(1, 90_000)), 5)[-1]
    inset = figures(HERE, Formed(FOOT, 5, right=Wing(1, 90_000, inset=700)), 5)[-1]
    assert (wide.x, wide.y, wide.heading) == (2_500, -500, 270_000)
    assert (inset.x, inset.y, inset.heading) == (1_800, -500, 270_000)


def test_a_wing_bent_back_stands_behind_and_outside_and_faces_outward() -> None:
    body = Formed(FOOT, 4, right=Wing(2, -90_000))
    wing = [figure for figure in figures(HERE, body, 4) if figure.wing == "right"]
    assert places(tuple(wing)) == [(1_500, 1_500), (1_500, 2_500)]
    assert {figure.heading for figure in wing} == {90_000}


def test_a_wing_bent_back_by_almost_nothing_stays_in_line() -> None:
    straight = places(figures(HERE, Formed(FOOT, 6), 18))
    body = Formed(FOOT, 6, right=Wing(2, -1))
    moved = places(figures(Pose(-1_000, 0, 0), body, 18))
    assert all(there == pytest.approx(here, abs=1) for here, there in zip(straight, moved, strict=True))


def test_the_last_rank_fills_the_main_block_before_the_wings() -> None:
    body = Formed(FOOT, 7, left=Wing(2, 90_000), right=Wing(2, 90_000))
    behind = [figure for figure in figures(HERE, body, 7 + 5) if figure.rank == 1]
    assert [(figure.wing, figure.file) for figure in behind] == [
        ("left", 1),
        ("main", 2),
        ("main", 3),
        ("main", 4),
        ("right", 5),
    ]


def test_a_hooked_wing_closes_the_ring_behind_the_enemy() -> None:
    body = Formed(FOOT, 6, left=Wing(3, 90_000, hook=1, reach=2_000))
    wing = [figure for figure in figures(HERE, body, 6) if figure.wing == "left"]
    assert [(figure.x, figure.y, figure.heading) for figure in wing] == [
        (-1_000, -2_500, 180_000),
        (-2_000, -1_500, 90_000),
        (-2_000, -500, 90_000),
    ]


def stands(placed: tuple[Figure, ...]) -> list[tuple[int, int, int]]:
    return [(round(figure.x), round(figure.y), figure.heading) for figure in placed]


def test_ranks_behind_a_corner_to_the_right_stand_where_the_front_rank_wheeled() -> None:
    """The corner lies on the right edge, an inch behind the front; the third rank has come up to it and no farther."""
    body = Formed(FOOT, 2, bends=(Bend(1_000, 90_000),))
    placed = figures(HERE, body, 6)
    assert places(placed)[:4] == [(-500, 500), (500, 500), (-500, 1_500), (500, 1_500)]
    assert [(figure.x, figure.y, figure.heading, figure.file) for figure in placed[4:]] == [
        (1_500, 2_500, 270_000, 0),
        (1_500, 1_500, 270_000, 1),
    ]


def test_ranks_behind_a_corner_to_the_left_stand_where_the_front_rank_wheeled() -> None:
    placed = figures(HERE, Formed(FOOT, 2, bends=(Bend(0, -90_000),)), 4)
    assert stands(placed)[2:] == [(-1_500, 500, 90_000), (-1_500, 1_500, 90_000)]


def test_ranks_behind_a_gentle_corner_close_up_to_the_rank_that_wheels() -> None:
    """Half an inch past a corner of 60 degrees the front rank reaches half an inch back, a quarter along the tail."""
    placed = figures(HERE, Formed(FOOT, 2, bends=(Bend(500, 60_000),)), 4)
    tail = Pose(0, 0, 300_000)
    (rear_x, rear_y), corner = placed[1].rect.corners[2], (1_000, 500)
    assert tail.local(*placed[1].rect.corners[2])[1] == pytest.approx(tail.local(*corner)[1] - 250, abs=1)
    assert {round(tail.local(*one.rect.corners[0])[1]) for one in placed[2:]} == {round(tail.local(rear_x, rear_y)[1])}


@pytest.mark.parametrize("turn", [90_000, -90_000, 30_000, -135_000, 180_000])
@pytest.mark.parametrize("heading", [0, 17_000, 213_000])
def test_the_tail_of_a_column_never_goes_sideways(turn: int, heading: int) -> None:
    """As the head goes on, whoever still stands behind the corner has only come straight up to it."""
    before: dict[tuple[int, int], Figure] = {}
    for distance in range(0, 4_000, 125):
        pose = Pose(20_000, 30_000, heading).advanced(distance)
        placed = figures(pose, Formed(FOOT, 2, bends=(Bend(distance, turn),)), 12)
        for figure in placed:
            earlier = before.get((figure.rank, figure.file))
            if earlier is not None and earlier.heading == figure.heading:
                aside, ahead = Pose(round(earlier.x), round(earlier.y), figure.heading).local(figure.x, figure.y)
                assert abs(aside) <= 2
                assert -2 <= ahead <= 1_000 + 2
        before = {(figure.rank, figure.file): figure for figure in placed}


def test_every_rank_wheels_on_the_same_spot() -> None:
    """Its inner front corner rests on the corner of the column when it comes round."""
    for rank in range(1, 5):
        placed = figures(HERE, Formed(FOOT, 3, bends=(Bend(rank * 1_000, 75_000),)), 15)
        (inner,) = [figure for figure in placed if (figure.rank, figure.file) == (rank, 2)]
        assert inner.heading == 0
        assert inner.rect.corners[1] == pytest.approx((1_500, rank * 1_000))


def test_spent_bends_are_dropped() -> None:
    body = Formed(FOOT, 2, bends=(Bend(1_000, 90_000), Bend(2_000, -45_000)))
    assert straightened(body, 12) == body
    assert straightened(body, 10).bends == body.bends[:1]
    assert straightened(body, 4).bends == ()


def test_a_hedgehog_faces_outward_all_round() -> None:
    placed = figures(HERE, Formed(FOOT, 3, hedgehog=True), 9)
    assert [figure.heading // 1000 for figure in placed] == [0, 0, 0, 270, 0, 90, 180, 180, 180]


def test_a_hedgehog_without_a_full_last_rank_leaves_no_back_uncovered() -> None:
    placed = figures(HERE, Formed(FOOT, 3, hedgehog=True), 7)
    assert [figure.heading // 1000 for figure in placed] == [0, 0, 0, 180, 0, 180, 180]


def test_skirmishers_stand_on_their_spots() -> None:
    body = Scatter(FOOT, (Spot(1_000, 2_000, 10_000), Spot(-1_000, 0), Spot(0, 0)))
    placed = figures(Pose(5_000, 5_000, 90_000), body, 2)
    assert [(figure.x, figure.y, figure.heading) for figure in placed] == [
        (7_000, 6_000, 100_000),
        (5_000, 4_000, 90_000),
    ]


def test_a_single_figure_stands_on_its_pose() -> None:
    (hero,) = figures(Pose(5_000, 6_000, 7_000), Single(FOOT), 1)
    assert (hero.x, hero.y, hero.heading) == (5_000, 6_000, 7_000)
    assert figures(Pose(5_000, 6_000, 7_000), Single(FOOT), 0) == ()


def test_nobody_stands_where_there_are_no_figures() -> None:
    assert figures(HERE, Formed(FOOT, 4), 0) == ()
    assert Formed(FOOT, 4).depth(0) == 0


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"formed","base":{"width":750,"depth":750},"files":0}',
        '{"type":"formed","base":{"width":0,"depth":750},"files":4}',
        '{"type":"formed","base":{"width":750,"depth":750},"files":2,"left":{"files":2,"turn":0}}',
        '{"type":"formed","base":{"width":750,"depth":750},"files":4,"left":{"files":2,"turn":0},'
        '"bends":[{"type":"bend","length":750,"turn":45000}]}',
        '{"type":"formed","base":{"width":750,"depth":750},"files":4,"bends":[{"type":"bend","length":-1,"turn":45000}]}',
        '{"type":"formed","base":{"width":750,"depth":750},"files":4,'
        '"bends":[{"type":"limb","lateral":0,"forward":0,"turn":0,"files":3,"ranks":2}]}',
        '{"type":"formed","base":{"width":750,"depth":750},"files":4,'
        '"bends":[{"type":"limb","lateral":9,"forward":0,"turn":0,"files":4,"ranks":2}]}',
    ],
)
def test_impossible_bodies_are_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Body)


@given(bodies)
def test_bodies_survive_json(body: Body) -> None:
    assert msgspec.json.decode(msgspec.json.encode(body), type=Body) == body


@given(poses, bodies, counts)
def test_there_are_as_many_figures_as_counted(pose: Pose, body: Body, count: int) -> None:
    placed = figures(pose, body, count)
    assert len(placed) == (1 if isinstance(body, Single) else count)


@given(poses, formed, counts)
def test_no_two_figures_of_a_formed_body_stand_on_each_other(pose: Pose, body: Formed, count: int) -> None:
    for one, two in combinations(figures(pose, body, count), 2):
        # A thousandth of an inch of slack: bends and wings join corner to corner.
        assert not rectangles.overlapping(one.rect, two.rect, 1), (one, two)


@given(poses, formed, counts)
def test_figures_come_rank_by_rank_from_left_to_right(pose: Pose, body: Formed, count: int) -> None:
    order = [(figure.rank, figure.file) for figure in figures(pose, body, count)]
    assert order == sorted(set(order))
    assert all(0 <= file < body.files for _, file in order)
    assert max(rank for rank, _ in order) == body.ranks(count) - 1


@given(poses, plain, counts)
def test_neighbours_in_a_rank_stand_exactly_one_place_apart(pose: Pose, body: Formed, count: int) -> None:
    for figure in figures(pose, body, count):
        across, ahead = pose.local(figure.x, figure.y)
        place = (figure.file + 0.5) * (body.base.width + body.spacing) - body.spacing / 2
        assert across == pytest.approx(place - body.frontage / 2, abs=1e-5)
        assert ahead == pytest.approx(-figure.rank * (body.base.depth + body.spacing) - body.base.depth / 2, abs=1e-5)


@given(poses, bent, counts)
def test_straightening_moves_nobody(pose: Pose, body: Formed, count: int) -> None:
    before = places(figures(pose, body, count))
    assert places(figures(pose, straightened(body, count), count)) == before


@given(poses, winged(), counts)
def test_wings_hold_the_files_they_were_given(pose: Pose, body: Formed, count: int) -> None:
    front = [figure for figure in figures(pose, body, count) if figure.rank == 0]
    if len(front) == body.files:
        in_wings = [figure.wing for figure in front]
        assert in_wings.count("left") == (body.left.files if body.left else 0)
        assert in_wings.count("right") == (body.right.files if body.right else 0)


def test_a_base_turned_sideways_covers_the_same_place() -> None:
    assert Base(750, 1_500).turned == Base(1_500, 750)
    placed = figures(HERE, Formed(HORSE, 3, hedgehog=True), 9)
    middle_left = placed[3]
    assert middle_left.heading == 270_000
    assert sorted(middle_left.rect.corners) == [(-1_500, 2_000), (-1_500, 4_000), (-500, 2_000), (-500, 4_000)]
