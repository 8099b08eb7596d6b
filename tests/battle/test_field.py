from msgspec.structs import replace

from schiltron.battle.field import enemies, enemies_within, friends, near, others, touching, touching_enemies
from schiltron.battle.unit import OffTable
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


def test_fronts_that_meet_touch() -> None:
    assert touching(BLUE, FACING)
    assert not touching(BLUE, COMRADE)
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
