import pytest
from msgspec.structs import replace

from schiltron.table.body import Formed, Single, Wing
from schiltron.table.facing import arc_of, faced, in_line
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from tests.table.shapes import FOOT

HERE = Pose(0, 0, 0)
LINE = Formed(FOOT, 5)


@pytest.mark.parametrize("to", ["left", "right", "rear"])
def test_a_body_that_faces_stays_on_its_ground(to: str) -> None:
    pose, body = faced(HERE, LINE, 10, to)
    before, after = outline(HERE, LINE, 10), outline(pose, body, 10)
    assert (round(after.x), round(after.y)) == (round(before.x), round(before.y))
    assert body.files == (5 if to == "rear" else 2)


def test_a_hedgehog_faces_one_way_again() -> None:
    assert faced(HERE, replace(LINE, hedgehog=True), 10, "front") == (HERE, LINE)


def test_one_figure_turns_where_it_stands() -> None:
    assert faced(HERE, Single(FOOT), 1, "left") == (Pose(0, 0, 270_000), Single(FOOT))


def test_a_wing_falls_back_into_line_beside_the_main_block() -> None:
    winged = replace(LINE, right=Wing(2, 90_000))
    body, pose = in_line(winged, HERE)
    assert body == LINE
    assert pose == Pose(FOOT.width, 0, 0)


@pytest.mark.parametrize(("beyond", "arc"), [(1, "front"), (0, "flank"), (-1, "rear")])
def test_the_arc_of_a_point_hangs_on_front_and_rear_edge_alone(beyond: int, arc: str) -> None:
    """Ahead is up the page: smaller y."""
    depth = LINE.depth(10)
    y = {1: -1, 0: depth - 1, -1: depth + 1}[beyond]
    assert {arc_of(HERE, LINE, 10, x, y) for x in (-50_000, 0, 50_000)} == {arc}
    half = FOOT.depth / 2
    assert arc_of(HERE, Single(FOOT), 1, 0, -beyond * (half + 1)) == arc
