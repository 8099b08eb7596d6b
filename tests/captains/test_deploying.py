from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.setup.battle_line import SetupGround, front_of
from schiltron.battle.setup.deployment import TO_BE_SET_DOWN, Deployment, SetupRules
from schiltron.battle.state.decision import PlaceUnit, Zone
from schiltron.battle.state.unit import OffTable
from schiltron.captains.deploying import GAPS, RESERVE, in_line, opposite, set_down
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from tests.battle.drawn_up import PlainUnit, drawn_up, hero, line

ZONE = Zone(0, inches(24), inches(48), inches(36))
FRONT, HALF = front_of(ZONE, 0)
DEPLOYMENT: Deployment[None, None, None] = Deployment(
    ground=lambda _battle, _side: SetupGround(ZONE, 0),
    rules=SetupRules((), (), (), (), (), ()),
    rank_in_line=lambda unit: unit.id,
    on_the_wings=lambda _: False,
    then=lambda _: None,
)


def waiting(unit: PlainUnit) -> PlainUnit:
    return replace(unit, place=OffTable(TO_BE_SET_DOWN))


LEFT, HERO, RIGHT = (waiting(one) for one in (line("blue a", 0, 0), hero("blue b", 0, 0), line("blue c", 0, 0)))


def test_a_line_stands_about_its_middle_with_room_between() -> None:
    slots = in_line([LEFT, HERO, RIGHT], HALF, 0, lambda unit: unit.id)
    apart = inches(2.5) + GAPS[0] + inches(0.5)
    assert slots == {"blue a": (-apart, 0), "blue b": (0, 0), "blue c": (apart, 0)}


def test_a_line_is_pushed_in_where_it_would_leave_the_zone() -> None:
    slots = in_line([LEFT], HALF, inches(40), lambda unit: unit.id)
    assert slots == {"blue a": (HALF - inches(2.5), 0)}


def test_those_of_the_last_posts_stand_behind_a_full_line() -> None:
    half = inches(4)
    slots = in_line([LEFT, HERO, RIGHT], half, 0, lambda unit: unit.id)
    assert slots["blue a"][1] == slots["blue b"][1] == 0
    assert slots["blue c"] == (0, inches(2) + RESERVE)


def test_the_middle_lies_opposite_the_weight_of_the_enemy() -> None:
    battle = drawn_up(LEFT, line("red", 30, 10), line("red weak", 18, 10))
    assert opposite(battle, "blue", FRONT, lambda unit: 0.0 if "weak" in unit.name else 1.0) == inches(6)
    assert opposite(drawn_up(LEFT), "blue", FRONT, lambda _: 1.0) == 0


def test_fronts_stand_level_whatever_the_bodies() -> None:
    battle = drawn_up(LEFT, HERO)
    slots = {"blue a": (0, 0), "blue b": (inches(5), 0)}
    asked = PlaceUnit(seat="blue", prompt="", rules=(), units=("blue a", "blue b"), zone=ZONE)
    first = set_down(battle, asked, DEPLOYMENT, FRONT, slots)
    assert first is not None
    assert (first.unit, first.pose, first.files) == ("blue a", Pose(inches(24), inches(24), 0), 5)
    second = set_down(battle, replace(asked, units=("blue b",)), DEPLOYMENT, FRONT, slots)
    assert second is not None
    assert (second.pose, second.files) == (Pose(inches(29), inches(24.5), 0), 1)


def test_a_slot_that_is_taken_is_left_to_the_next() -> None:
    battle = drawn_up(LEFT, RIGHT, line("blue here", 24, 24))
    asked = PlaceUnit(seat="blue", prompt="", rules=(), units=("blue a", "blue c"), zone=ZONE)
    found = set_down(battle, asked, DEPLOYMENT, FRONT, {"blue a": (0, 0), "blue c": (inches(10), 0)})
    assert found is not None
    assert found.unit == "blue c"
    assert set_down(battle, replace(asked, units=("blue a",)), DEPLOYMENT, FRONT, {"blue a": (0, 0)}) is None
