from msgspec.structs import replace

from schiltron.battle.state.battle import Side
from schiltron.battle.state.field import (
    asked_seat,
    commanded_by,
    commands,
    enemies,
    enemies_within,
    fights_for,
    foes,
    friendly,
    friends,
    hostile,
    near,
    opposing,
    others,
    touching,
    touching_enemies,
    troops,
)
from schiltron.battle.state.unit import Aloft, Hidden, OffTable, OnTable
from schiltron.battle.state.view import redacted
from schiltron.table.lengths import inches
from tests.battle.drawn_up import PlainUnit, drawn_up, hero, line

BLUE = line("blue", 24, 20)
COMRADE = hero("blue hero", 30, 20)
FACING = line("red", 24, 20)
FAR = line("red far", 24, 8)
GONE = replace(line("red gone", 24, 20), place=OffTable("fled"))
FIELD = drawn_up(BLUE, COMRADE, FAR, FACING, GONE)


def ids(units: list[PlainUnit]) -> list[str]:
    return [unit.id for unit in units]


def test_only_units_on_the_table_count() -> None:
    assert ids(others(FIELD, BLUE)) == ["blue hero", "red far", "red"]
    assert ids(enemies(FIELD, BLUE)) == ["red far", "red"]
    assert ids(friends(FIELD, BLUE)) == ["blue hero"]


def test_a_hidden_body_is_in_the_way_of_who_moves_and_in_no_view_that_lacks_it() -> None:
    hidden = replace(FACING, place=Hidden(FACING.pose))
    truth = FIELD.with_unit(hidden)
    assert ids(others(truth, BLUE)) == ["blue hero", "red far", "red"]
    assert ids(enemies(truth, BLUE)) == ["red far"]
    aloft = replace(BLUE, place=OnTable(BLUE.pose, Aloft(inches(3), 1)))
    assert others(truth, aloft) == []
    assert ids(others(redacted(truth, BLUE.controller), BLUE)) == ["blue hero", "red far"]
    assert ids(others(redacted(truth, hidden.controller), BLUE)) == ["blue hero", "red far", "red"]


def test_fronts_that_meet_touch() -> None:
    assert touching(FIELD, BLUE, FACING)
    assert not touching(FIELD, BLUE, COMRADE)
    assert ids(touching_enemies(FIELD, BLUE)) == ["red"]
    assert touching_enemies(FIELD, COMRADE) == []


def test_near_is_judged_by_the_circles_about_units() -> None:
    assert near(BLUE, COMRADE, inches(4))
    assert not near(BLUE, FAR, inches(4))


def test_enemies_within_reach_come_in_the_order_of_their_ids() -> None:
    assert ids(enemies_within(FIELD, BLUE, inches(20))) == ["red", "red far"]
    assert ids(enemies_within(FIELD, BLUE, inches(2))) == ["red"]


def test_fallen_bodies_are_no_enemies_to_strike_but_still_lie_there() -> None:
    fallen = replace(FACING, figures=0, fallen=10)
    battle = drawn_up(BLUE, fallen)
    assert ids(enemies(battle, BLUE)) == ["red"]
    assert enemies_within(battle, BLUE, inches(2)) == []


# ---------------------------------------------------------------- whose they are


def test_who_is_commanded_by_the_enemy_still_fights_for_its_side() -> None:
    charmed = replace(FAR, controller="blue")
    battle = drawn_up(BLUE, FACING, charmed)
    assert ids(commanded_by(battle, "blue")) == ["blue", "red far"]
    assert ids(commanded_by(battle, "red")) == ["red"]
    assert commands(battle, "blue", charmed)
    assert not commands(battle, "red", charmed)
    assert asked_seat(battle, charmed) == "blue"
    assert ids(troops(battle, "red")) == ["red", "red far"]
    assert fights_for(battle, charmed, "red")
    assert hostile(battle, BLUE, charmed)
    assert friendly(battle, FACING, charmed)


def test_a_side_without_a_seat_is_there_and_nobody_is_asked_for_it() -> None:
    wolves = replace(line("wild wolves", 10, 10), controller="")
    battle = drawn_up(BLUE, FACING, wolves)
    battle = replace(battle, sides=(*battle.sides, Side("wild", "Wolves", "grey")))
    assert asked_seat(battle, "wild") is None
    assert asked_seat(battle, wolves) is None
    assert commanded_by(battle, "wild") == []
    assert ids(troops(battle, "wild")) == ["wild wolves"]
    assert ids(foes(battle, "wild")) == ["blue", "red"]
    assert opposing(battle, "wild") == ["blue", "red"]
    assert all(hostile(battle, wolves, other) for other in (BLUE, FACING))
