"""A table seen from its other long edge."""

from schiltron.drawing.half_turn import drawn_half_turned, half_turned
from schiltron.drawing.small import draw_small
from schiltron.drawing.svg import Drawn
from schiltron.table.base import Base
from schiltron.table.body import Formed
from schiltron.table.edges import Board
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Contour, Strip

HILL = Area(
    "h",
    "hill",
    "Knoll",
    ((1000, 1000), (9000, 1000), (9000, 6000)),
    (Contour(((2000, 2000), (8000, 2000), (8000, 4000)), 1),),
)
ROAD = Strip("r", "road", "Lane", ((0, 3000), (30000, 9000)), 1000)
BOARD = Board(60000, 40000, (HILL, ROAD))


def test_ground_lies_across_the_middle_and_comes_back_on_a_second_turn() -> None:
    turned = half_turned(BOARD)
    hill, road = turned.features
    assert hill.ring[0] == (59000, 39000)
    assert hill.contours[0].ring[1] == (52000, 38000)
    assert isinstance(road, Strip)
    assert road.course == ((60000, 37000), (30000, 31000))
    assert half_turned(turned) == BOARD


def test_a_unit_stands_across_the_middle_and_looks_the_other_way() -> None:
    drawn = Drawn(Pose(10000, 5000, 213000), Formed(Base(1000, 500), 4), 8)
    turned = drawn_half_turned(BOARD, drawn)
    assert turned.pose == Pose(50000, 35000, 33000)
    assert drawn_half_turned(BOARD, turned) == drawn


def test_a_small_map_has_every_piece_of_ground_and_every_unit() -> None:
    red = Drawn(Pose(10000, 5000, 17000), Formed(Base(1000, 500), 4), 8)
    blue = Drawn(Pose(30000, 25000, 180000), Formed(Base(1000, 500), 4), 8, colour="blue", open=True, label="A & B")
    small = draw_small(BOARD, [red, blue])
    assert small.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"')
    for kind in ("area high", "strip trodden", "red solid", "blue open"):
        assert small.count(f'class="{kind}"') == 1
    assert "A &" not in small
