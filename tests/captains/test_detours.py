"""Ways round ground."""

from __future__ import annotations

from math import dist

from schiltron.captains.detours import AT_CORNER, way_round
from schiltron.table.lengths import inches
from tests.rulesets.positions import piece

POND = piece("pond", 10, 10, 20, 20)
ROOM = inches(2)


def at(x: float, y: float) -> tuple[float, float]:
    return inches(x), inches(y)


def test_the_way_goes_past_the_corners_of_the_shorter_side() -> None:
    start, goal = at(12, 30), at(12, 0)
    longer, first = way_round(POND, start, goal, ROOM)
    assert first == at(8, 22)
    second = at(8, 8)
    assert longer == dist(start, first) + dist(first, second) + dist(second, goal) - dist(start, goal)


def test_who_is_at_a_corner_makes_for_the_next() -> None:
    start = (inches(8), inches(22) + AT_CORNER // 2)
    assert way_round(POND, start, at(12, 0), ROOM)[1] == at(8, 8)
