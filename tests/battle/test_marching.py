import pytest

from schiltron.battle.movement.straight_and_wheel import first_ahead, first_round, furthest, room_ahead, square_up
from schiltron.battle.movement.walker import Walker
from schiltron.battle.state.manoeuvre import Advance
from schiltron.table.lengths import CONTACT, Mil, inches
from tests.battle.drawn_up import PlainUnit, drawn_up, hero, line

PlainWalker = Walker[None, None, None]


def walker(unit: PlainUnit, *there: PlainUnit) -> PlainWalker:
    return Walker(drawn_up(unit, *there), unit, inches(12))


def advance(walk: PlainWalker, distance: Mil) -> None:
    walk.goes(Advance(distance), walk.pose.advanced(distance), walk.body, distance)


def test_the_way_ahead_ends_at_the_nearest_unit() -> None:
    walk = walker(line("blue", 24, 20), line("red far", 24, 8), line("red", 26, 14))
    free, first = first_ahead(walk, inches(12))
    assert free == pytest.approx(inches(6), abs=CONTACT)
    assert first is not None
    assert first.id == "red"


def test_an_open_way_is_clear_to_its_end() -> None:
    assert first_ahead(walker(line("blue", 24, 20), line("red", 40, 14)), inches(12)) == (inches(12), None)


def test_a_hero_passes_where_a_line_would_not() -> None:
    stands = line("red", 28, 14)
    assert first_ahead(walker(line("blue", 24, 20), stands), inches(12))[1] is stands
    assert first_ahead(walker(hero("blue hero", 24, 20), stands), inches(12))[1] is None


def test_a_wheel_ends_at_who_stands_in_its_sweep() -> None:
    walk = walker(line("blue", 24, 20), line("red", 20, 17))
    x, y = walk.pose.world(inches(2.5), 0)
    turn, first = first_round(walk, walk.outline, 90_000, x, y)
    assert first is not None
    assert 0 < turn < 90_000
    assert first_round(walk, walk.outline, turn // 2, x, y) == (turn // 2, None)


def test_the_table_ends_the_way() -> None:
    assert room_ahead(walker(line("blue", 24, 3))) == inches(3)
    assert room_ahead(walker(hero("blue hero", 24, 3))) == inches(2.5)


def test_the_furthest_good_point_is_found_to_a_hundredth_of_an_inch() -> None:
    assert furthest(inches(6), lambda there: there <= 2_345) == pytest.approx(2_345, abs=10)


def test_a_unit_squares_up_on_the_edge_it_meets() -> None:
    enemy = line("red", 24, 15, facing=170)
    walk = walker(line("blue", 24, 20), enemy)
    free, _ = first_ahead(walk, inches(12))
    advance(walk, int(free))
    square_up(walk, enemy, barred=lambda _: False)
    assert walk.met is enemy
    assert walk.edge == "front"
    assert walk.pose.heading == 350_000
    assert walk.enemies_touched() == [enemy]


@pytest.mark.parametrize("mover", [line("blue", 24, 20), hero("blue hero", 24, 20)], ids=["a line", "a hero"])
def test_who_has_no_room_to_square_up_stays_as_it_is(mover: PlainUnit) -> None:
    enemy = line("red", 24, 15, facing=170)
    walk = walker(mover, enemy)
    free, _ = first_ahead(walk, inches(12))
    advance(walk, int(free))
    here = walk.pose
    square_up(walk, enemy, barred=lambda _: True)
    assert walk.met is enemy
    assert walk.pose == here
