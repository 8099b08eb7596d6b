from random import Random

import msgspec
import pytest
from hypothesis import given
from shapely import box

from schiltron.table.body import Body, Formed, Single
from schiltron.table.edges import Board
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Strip
from tests.table.shapes import FOOT, bodies, counts, poses, shape_of

BOARD = Board(72_000, 48_000)
LINE = Formed(FOOT, 4)


def test_a_body_on_the_table_is_held() -> None:
    middle = outline(Pose(36_000, 24_000, 0), LINE, 8)
    assert BOARD.holds(middle)
    assert BOARD.edge_crossed(middle) is None
    assert BOARD.distance_to_edge(middle) == 48_000 - 26_000


def test_a_body_may_stand_on_the_very_edge() -> None:
    at_edge = outline(Pose(2_000, 0, 0), LINE, 8)
    assert BOARD.holds(at_edge)
    assert BOARD.distance_to_edge(at_edge) == 0
    assert BOARD.holds(outline(Pose(2_000, -5, 0), LINE, 8))
    assert not BOARD.holds(outline(Pose(2_000, -6, 0), LINE, 8))


@pytest.mark.parametrize(
    ("pose", "edge"),
    [
        (Pose(36_000, -500, 0), "north"),
        (Pose(71_000, 24_000, 0), "east"),
        (Pose(36_000, 47_000, 0), "south"),
        (Pose(1_900, 24_000, 0), "west"),
        (Pose(1_900, -900, 0), "north"),
    ],
)
def test_the_edge_crossed_is_the_one_reached_over_farthest(pose: Pose, edge: str) -> None:
    body = outline(pose, LINE, 8)
    assert not BOARD.holds(body)
    assert BOARD.edge_crossed(body) == edge
    assert BOARD.distance_to_edge(body) == 0


def test_features_near_a_box() -> None:
    wood = Area("wood", "woods", "", ((1_000, 1_000), (5_000, 1_000), (5_000, 5_000)))
    road = Strip("road", "road", "", ((0, 20_000), (72_000, 20_000)), 2_000)
    board = Board(72_000, 48_000, (wood, road))
    assert board.near((0, 0, 2_000, 2_000)) == (wood,)
    assert board.near((30_000, 18_000, 31_000, 19_500)) == (road,)
    assert board.near((30_000, 30_000, 31_000, 31_000)) == ()
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board


@given(poses, bodies, counts)
def test_holding_and_distance_agree_with_shapely(pose: Pose, body: Body, count: int) -> None:
    board = Board(12_000, 10_000)
    there = outline(Pose(pose.x + 6_000, pose.y + 5_000, pose.heading), body, count)
    table = box(0, 0, 12_000, 10_000)
    outside = not shape_of(there).within(table.buffer(5, join_style="mitre"))
    if board.distance_to_edge(there) > 0:
        assert board.distance_to_edge(there) == pytest.approx(shape_of(there).distance(table.exterior), abs=0.51)
        assert not outside
    assert (board.edge_crossed(there) is None) == board.holds(there)
    if outside and not shape_of(there).within(table.buffer(5.1, join_style="mitre")):
        assert not board.holds(there)
    if shape_of(there).within(table.buffer(4.9, join_style="mitre")):
        assert board.holds(there)


def test_a_single_figure_has_an_edge_too() -> None:
    assert BOARD.distance_to_edge(outline(Pose(3_000, 9_000, 0), Single(FOOT), 1)) == 2_500


def test_a_body_may_turn_as_far_as_it_stays_on_the_table() -> None:
    """Looked at a hundred times on its way round a corner: before it is said to reach over an edge it does not, and
    where nothing is said of an edge it never does."""
    random = Random(3)
    over = 0
    for _ in range(300):
        pose = Pose(random.randint(0, 9_000), random.randint(0, 48_000), random.randint(0, 359_999))
        count = random.randint(1, 16)
        turn = random.choice((-1, 1)) * random.randint(1_000, 180_000)
        shape = outline(pose, LINE, count)
        x, y = pose.world(random.choice((-1, 1)) * LINE.frontage / 2, 0)
        if not BOARD.holds(shape):
            continue
        first = BOARD.turns_over_edge(shape, turn, x, y)
        for part in range(1, 101):
            angle = turn * part // 100
            if not BOARD.holds(outline(pose.pivoted(x, y, angle), LINE, count)):
                assert first is not None
                assert first <= abs(angle) + 1
                assert first > abs(angle) - abs(turn) / 100 - 700
                over += 1
                break
    assert over > 30
