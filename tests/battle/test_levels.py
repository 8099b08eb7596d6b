"""Two bodies may stand on one spot if they are not on one level: then they neither touch nor bar each other."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import schiltron
from schiltron.battle.movement.clock import FULL, Course, Mover, first_meeting
from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.movement.lining_up import room_for
from schiltron.battle.movement.separation import stand_alone
from schiltron.battle.movement.straight_and_wheel import first_ahead, square_up
from schiltron.battle.movement.walker import Walker
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Leg
from schiltron.battle.state.field import enemies, friends, meets, others, touching, touching_enemies
from schiltron.battle.state.manoeuvre import Advance
from schiltron.battle.state.unit import Aboard, Aloft, Level, OnTable, Place, Upon
from schiltron.table.lengths import inches
from schiltron.table.outline import overlapping
from schiltron.table.pose import Pose
from tests.battle.drawn_up import PlainBattle, PlainUnit, drawn_up, hero, line

HIGH, LOW = Aloft(inches(6), 2), Aloft(inches(2), 1)
ROOF, LOFT, WALL = Upon("barn", 1), Upon("barn", 2), Upon("wall", 1)
APART: list[tuple[Level, Level]] = [(None, HIGH), (HIGH, LOW), (None, ROOF), (ROOF, LOFT), (ROOF, WALL), (ROOF, HIGH)]
TOGETHER: list[tuple[Level, Level]] = [(None, None), (HIGH, Aloft(HIGH.height, 7)), (ROOF, Upon("barn", 1))]


def raised(unit: PlainUnit, level: Level) -> PlainUnit:
    return replace(unit, place=OnTable(unit.pose, level))


def over_each_other(mine: Level, theirs: Level) -> tuple[PlainBattle, PlainUnit, PlainUnit, PlainUnit]:
    """Blue, red on the same spot, and blue's comrade beside red."""
    blue, red, hero_ = raised(line("blue", 24, 20), mine), line("red", 24, 20, facing=0), hero("blue hero", 25, 19)
    red, hero_ = raised(red, theirs), raised(hero_, theirs)
    return drawn_up(blue, red, hero_), blue, red, hero_


@pytest.mark.parametrize(("mine", "theirs"), [*APART, *(pair[::-1] for pair in APART)])
def test_bodies_on_one_spot_and_different_levels_neither_touch_nor_bar_each_other(mine: Level, theirs: Level) -> None:
    battle, blue, red, comrade = over_each_other(mine, theirs)
    assert overlapping(blue.outline, red.outline)
    assert not meets(battle, blue, red)
    assert not touching(battle, blue, red)
    assert (others(battle, blue), friends(battle, blue), touching_enemies(battle, blue)) == ([], [], [])
    assert enemies(battle, blue) == [red]
    assert has_room(battle, blue, red.outline)
    assert room_for(battle, {"blue": red.pose}, lambda *_: False)
    assert others(battle, red) == [comrade]


@pytest.mark.parametrize(("mine", "theirs"), TOGETHER)
def test_on_one_level_they_do(mine: Level, theirs: Level) -> None:
    battle, blue, red, comrade = over_each_other(mine, theirs)
    assert meets(battle, blue, red)
    assert touching(battle, blue, red)
    assert others(battle, blue) == [red, comrade]
    assert friends(battle, blue) == [comrade]
    assert touching_enemies(battle, blue) == [red]
    assert not has_room(battle, blue, red.outline)
    assert not room_for(battle, {"blue": red.pose}, lambda *_: False)


@pytest.mark.parametrize(("level", "met"), [(None, True), (HIGH, False), (ROOF, False)])
def test_a_march_ends_only_at_bodies_on_its_level(level: Level, *, met: bool) -> None:
    blue, red = line("blue", 24, 20), raised(line("red", 24, 14), level)
    walk = Walker(drawn_up(blue, red), blue, inches(12))
    assert (first_ahead(walk, inches(12))[1] is red) == met


def test_nobody_on_another_level_keeps_a_body_from_squaring_up() -> None:
    for level, lines_up in ((None, False), (HIGH, True)):
        enemy = line("red", 24, 15, facing=170)
        blue, above = line("blue", 24, 20), raised(line("blue other", 24, 16), level)
        walk = Walker(drawn_up(blue, enemy, above), blue, inches(12))
        walk.goes(Advance(inches(4.4)), walk.pose.advanced(inches(4.4)), walk.body, inches(4.4))
        square_up(walk, enemy, lambda _there: False)
        assert (walk.pose.heading != 0) == lines_up


@pytest.mark.parametrize(("level", "meeting"), [(None, True), (HIGH, False)])
def test_bodies_that_move_at_the_same_time_pass_over_each_other(level: Level, *, meeting: bool) -> None:
    blue, red = line("blue", 24, 20), raised(line("red", 24, 12), level)
    battle = drawn_up(blue, red)
    way = Leg(Advance(inches(9)), blue.pose.advanced(inches(9)), blue.body, inches(9))
    going = Mover(Course("blue", blue.pose, blue.body, (way,)), blue.bodies)

    def meeting_level(one: str, other: str) -> bool:
        return meets(battle, battle.units[one], battle.units[other])

    found = first_meeting([going], {"red": red.outline}, lambda *_: True, 0, FULL, meeting_level)
    assert (found is not None) == meeting


def test_whoever_goes_on_stays_on_his_level_and_who_leaves_his_host_is_where_that_is() -> None:
    blue, chief = raised(line("blue", 24, 20), HIGH), replace(hero("blue chief", 0, 0), place=Aboard("blue", "saddle"))
    assert blue.place_at(Pose(0, 0, 0)) == OnTable(Pose(0, 0, 0), HIGH)
    assert chief.level is None
    scene = Scene(drawn_up(blue, chief))
    stand_alone(scene, chief, blue, ())
    assert scene.unit("blue chief").level == HIGH


def test_what_stands_on_the_ground_is_saved_as_ever() -> None:
    """Files of battles without levels are those of older programs."""
    place = OnTable(Pose(1, 2, 3))
    assert encode(place) == b'{"type":"on_table","pose":{"x":1,"y":2,"heading":3}}'
    assert encode(Aboard("red")) == b'{"type":"aboard","host":"red"}'
    for one in (place, OnTable(Pose(1, 2, 3), HIGH), OnTable(Pose(1, 2, 3), ROOF), Aboard("red", "saddle")):
        assert msgspec.json.decode(encode(one), type=Place) == one


def rebuilt(tree: ast.AST) -> list[int]:
    """Lines on which a unit is changed to one that stands on the ground, wherever it was, and no level is named."""
    return [
        keyword.value.lineno
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "replace"
        for keyword in call.keywords
        if keyword.arg == "place" and isinstance(keyword.value, ast.Call)
        if ast.unparse(keyword.value.func) == "OnTable" and len(keyword.value.args) + len(keyword.value.keywords) == 1
    ]


def test_nobody_comes_down_by_going_on() -> None:
    """Who moves a unit says `place_at`."""
    files = list(Path(schiltron.__file__).parent.rglob("*.py"))
    found = [(file.name, line) for file in files for line in rebuilt(ast.parse(file.read_text("utf-8")))]
    assert found == []
    assert rebuilt(ast.parse("replace(unit, place=OnTable(pose))")) == [1]
    assert rebuilt(ast.parse("replace(unit, place=OnTable(pose, level))")) == []
