from schiltron.battle.movement.walker import Walker
from schiltron.battle.state.manoeuvre import Advance
from schiltron.table.lengths import inches
from schiltron.table.outline import overlapping
from tests.battle.drawn_up import PlainUnit, drawn_up, hero, line


def walker(unit: PlainUnit, *there: PlainUnit) -> Walker[None, None, None]:
    return Walker(drawn_up(unit, *there), unit, inches(6))


def test_a_leg_spends_the_move_and_takes_the_body_along() -> None:
    walk = walker(line("blue", 24, 20))
    walk.goes(Advance(inches(4)), walk.pose.advanced(inches(4)), walk.body, inches(4))
    assert (walk.spent, walk.left) == (inches(4), inches(2))
    assert walk.standing.pose.y == inches(16)
    assert not walk.stopped


def test_a_reason_names_the_leg_and_stops_the_walk() -> None:
    walk = walker(line("blue", 24, 20))
    walk.index = 1
    walk.refuse("too far", "X-1", measured=True)
    assert walk.stopped
    [reason] = walk.reasons
    assert (reason.text, reason.rules, reason.leg, reason.measured) == ("too far", ("X-1",), 1, True)


def test_enemies_are_touched_where_the_walk_has_got_to() -> None:
    walk = walker(hero("blue hero", 24, 20), line("red", 24, 15), line("blue", 24, 26))
    assert walk.enemies_touched() == []
    walk.goes(Advance(inches(4.5)), walk.pose.advanced(inches(4.5)), walk.body, inches(4.5))
    assert [enemy.id for enemy in walk.enemies_touched()] == ["red"]


def test_a_unit_that_has_not_moved_stands_where_it_stood() -> None:
    unit = line("blue", 24, 20)
    walk = walker(unit)
    assert walk.standing is unit
    assert overlapping(walk.outline, unit.outline)
