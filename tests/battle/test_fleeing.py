"""Ways of who is driven off: which of several is taken, in positions off-centre, askew and in mirrors."""

from __future__ import annotations

from itertools import permutations

import pytest

from schiltron.battle.movement.flight_ways import Terms, Way, best_way, to_nearest_edge
from schiltron.table.edges import Board
from schiltron.table.lengths import HALF_TURN, Mdeg, inches, signed
from tests.battle.drawn_up import PlainUnit, drawn_up, hero, line
from tests.rulesets.positions import Askew

LAYOUTS = tuple(Askew(turned, mirrored, 24, 18) for turned in (0, 90, 17, 213) for mirrored in (False, True))
every_layout = pytest.mark.parametrize("lay", LAYOUTS, ids=str)
FLIGHT = Terms(kept=inches(1))


def stands(lay: Askew, name: str, right: float, ahead: float, heading: float = 0, **more: int) -> PlainUnit:
    return line(name, *lay.at(right, ahead), facing=lay.facing(heading), **more)


def way(lay: Askew, runner: PlainUnit, *others: PlainUnit, distance: float = 6, ahead: float = 0) -> Way:
    """The best way to run, wanting to go straight ahead in the lay-out."""
    found = best_way(drawn_up(runner, *others), runner, round(1000 * lay.facing(ahead)), inches(distance), FLIGHT)
    assert found is not None
    return found


def aside(lay: Askew, found: Way) -> float:
    """By how many degrees a way leads to the right of straight ahead, as it is called in this lay-out."""
    turn = signed(found.bearing - round(1000 * lay.turned)) / 1000
    return -turn if lay.mirrored else turn


def test_an_open_way_leads_straight_on() -> None:
    for lay in LAYOUTS:
        runner = stands(lay, "blue", 0, 0, 30, files=3, figures=6)
        assert aside(lay, way(lay, runner, stands(lay, "red", 0, -6))) == 0


@every_layout
@pytest.mark.parametrize("side", [-1, 1])
def test_of_two_ways_to_either_side_the_one_farther_from_the_enemy(lay: Askew, side: int) -> None:
    """Somebody bars the way straight ahead; another foe stands to one side, beyond both ways round."""
    runner = stands(lay, "blue", 0, 0, files=2, figures=4)
    before = stands(lay, "red before", 0, 4, 180, files=1, figures=1)
    far = stands(lay, "red far", side * 10, 10, 180, files=2, figures=4)
    found = way(lay, runner, before, far, distance=10)
    assert aside(lay, found) * side < 0


@every_layout
@pytest.mark.parametrize("heading", [-40, -15, 15, 40])
def test_else_the_one_for_which_it_turns_less(lay: Askew, heading: float) -> None:
    """It looks to one side of straight ahead already; the foes leave it as much room on either side."""
    runner = hero("blue", *lay.at(0, 0), facing=lay.facing(heading))
    before = stands(lay, "red before", 0, 4, 180, files=1, figures=1)
    found = way(lay, runner, before)
    assert aside(lay, found) * heading > 0


def test_only_where_all_is_alike_the_one_to_the_right() -> None:
    """In a mirror it is the right again: the one place where left and right are told apart."""
    for lay in LAYOUTS:
        runner = stands(lay, "blue", 0, 0, files=1, figures=1)
        found = way(lay, runner, stands(lay, "red before", 0, 4, 180, files=1, figures=1))
        assert signed(found.bearing - round(1000 * lay.turned)) > 0


@every_layout
def test_the_straighter_way_before_the_one_farther_from_the_enemy(lay: Askew) -> None:
    """What is wanted is to get away in one direction."""
    runner = stands(lay, "blue", 0, 0, files=2, figures=4)
    found = way(lay, runner, stands(lay, "red", 6, 4, 250, files=2, figures=4))
    assert aside(lay, found) == 0


@every_layout
def test_the_roster_does_not_matter(lay: Askew) -> None:
    runner = stands(lay, "blue", 0.3, 0, 17, files=3, figures=6)
    others = [
        stands(lay, "red one", 0, 4, 180, files=2, figures=4),
        stands(lay, "red two", -5, 3, 120, files=2, figures=4),
        stands(lay, "blue friend", 4, 5, 40, files=2, figures=4),
    ]
    assert len({way(lay, runner, *order) for order in permutations(others)}) == 1


# ---------------------------------------------------------------- edges


def headed(x: float, y: float, facing: float, board: Board) -> Mdeg:
    return to_nearest_edge(board, line("blue", x, y, facing=facing, files=2, figures=4))


def test_the_nearest_edge_then_the_smaller_turn_then_the_right() -> None:
    """On a square table, the middle of the unit in the middle of it: all four edges are as near."""
    board = Board(inches(40), inches(40))
    for quarter in range(4):
        facing = 90 * quarter
        back = {0: (20, 19), 90: (21, 20), 180: (20, 21), 270: (19, 20)}[facing]
        assert headed(*back, facing, board) == 1000 * facing
    assert headed(20, 6, 180, board) == 0, "up the page is nearer by far"
    between = Board(inches(100), inches(40))
    assert headed(50 + 1, 20, 90, between) == HALF_TURN, "as near above as below, and a quarter turn to either"
    assert headed(50 - 1, 20, 270, between) == 0


def test_a_corner_is_left_by_the_smaller_turn() -> None:
    board = Board(inches(40), inches(40))
    for facing, edge in ((30, 0), (60, 90_000), (300, 0), (150, 90_000)):
        unit = line("blue", 35, 5, facing=facing, files=1, figures=1)
        x, y = unit.outline.x / 1000, unit.outline.y / 1000
        unit = line("blue", 35 + (35 - x), 5 + (5 - y), facing=facing, files=1, figures=1)
        assert to_nearest_edge(board, unit) == edge
