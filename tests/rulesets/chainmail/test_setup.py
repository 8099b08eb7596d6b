"""Before the first turn: the table, who sets up first, setting down, and the scale of it all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.setup.deployment import NO_ROOM
from schiltron.battle.state.battle import Side
from schiltron.battle.state.decision import Chosen, PlaceUnit, SetDown, Zone
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Began, Placed, Removed, Ruled
from schiltron.battle.state.order import Amend
from schiltron.battle.state.unit import Aboard, OffTable
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.catalogue import QUARTERMASTER
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.scale import men, yards
from schiltron.rulesets.chainmail.setup.deployment import Deploy, RollSetup
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.steps import BeginTurn
from schiltron.rulesets.quartermaster import Condition, Enlisted, Field, Standing, Violation
from schiltron.table.edges import Board
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature
from tests.rulesets.chainmail.positions import Played, piece, rules, strip

RED_ZONE = Zone(0, 0, inches(96), inches(12))
BLUE_ZONE = Zone(0, inches(48), inches(96), inches(60))
SIDES = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"))


def pose(x: float, y: float, facing: float) -> Pose:
    return Pose(inches(x), inches(y), degrees(facing))


RED = (
    Enlisted("men_at_arms", 12, name="Foot"),
    Enlisted("archers", 8, name="Bows", equipment={"formation": "open"}),
    Enlisted("light_catapult", 4, name="Engine"),
    Enlisted("army_commander", 1, name="Prince", joins="Foot"),
)
BLUE = (Enlisted("knights", 6, name="Lances", pose=pose(48, 50, 0)), Enlisted("levies", 10, name="Levy"))


def mustered(
    *,
    red: tuple[Enlisted, ...] = RED,
    blue: tuple[Enlisted, ...] = BLUE,
    features: tuple[Feature, ...] = (),
    size: tuple[float, float] = (96, 60),
    ground: Any = "fixed",
    standings: tuple[tuple[str, Standing], ...] = (),
    objectives: tuple[str, ...] = (),
    conditions: tuple[Condition, ...] = (),
    **switches: Any,
) -> Field:
    return Field(
        title="a test",
        board=Board(inches(size[0]), inches(size[1]), features),
        sides=SIDES,
        zones=(("red", RED_ZONE), ("blue", BLUE_ZONE)),
        armies=(("red", red), ("blue", blue)),
        switches=switches,
        ground=ground,
        standings=standings,
        objectives=objectives,
        conditions=conditions,
    )


def prepared(**more: Any) -> Battle:
    return QUARTERMASTER.prepare(mustered(**more))


def against(**more: Any) -> tuple[Violation, ...]:
    """What the book has against a field."""
    return QUARTERMASTER.check_field(mustered(**more))


def opened(battle: Battle) -> Played:
    begun = CHAINMAIL.begun(battle)
    return Played(begun.battle, begun.events)


def put(unit: str, x: float, y: float, facing: float = 180, files: int = 4) -> SetDown:
    return SetDown(unit, pose(x, y, facing), files)


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize("size", [(96, 48), (96, 84), (144, 60), (60, 96)])
def test_a_table_four_to_seven_feet_wide_and_eight_long_will_do(size: tuple[float, float]) -> None:
    """CM-SETUP-01: whichever way it lies."""
    assert not against(size=size)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((96, 47), "the table is 47 inches wide"),
        ((96, 85), "the table is 85 inches wide"),
        ((95, 60), "the table is 95 inches long"),
        ((72, 48), "the table is 72 inches long"),
    ],
)
def test_any_other_table_is_refused(size: tuple[float, float], said: str) -> None:
    """CM-SETUP-01"""
    (found,) = against(size=size)
    assert (found.place, found.wrong, found.rules) == ("table", said, ("CM-SETUP-01",))


def test_an_army_that_is_dearer_than_its_side_may_be_is_refused() -> None:
    """CM-SETUP-02, CM-SETUP-03, CM-SETUP-04"""
    army = (Enlisted("heavy_foot", 50),)
    assert not against(red=army, blue=army, points=100)
    (found,) = against(red=army, blue=army, points=90, standings=(("red", Standing(extra_points=10)),))
    assert (found.place, found.rules) == ("sides.blue.units", ("CM-SETUP-02",))
    (found,) = against(red=army, blue=army, points=100, standings=(("red", Standing(chose_ground=True)),))
    assert found.place == "sides.red.units"
    assert found.wrong == (
        "the army costs 100 points, the limit is 85 (100 agreed for each side, -15 chose the ground, 15 percent)"
    )
    assert found.rules == ("CM-SETUP-02", "CM-SETUP-04")
    assert found.right == "take away 15 points or more"


@pytest.mark.parametrize(("points", "side"), [(117, ""), (118, ""), (116, "red")])
def test_who_chose_the_ground_may_spend_what_is_left_to_the_last_point(points: int, side: str) -> None:
    """CM-SETUP-04: of 117 points 17.55 are 18, which leaves 99 and refuses 100; of 118 they leave 100."""
    army = (Enlisted("heavy_foot", 50),)
    cheaper = (Enlisted("heavy_foot", 49), Enlisted("light_foot", 1))
    chose = (("red", Standing(chose_ground=True)),)
    assert bool(against(red=army, blue=army, points=points, standings=chose)) is (points < 118)
    found = against(red=cheaper, blue=army, points=points, standings=chose)
    assert [one.place for one in found] == [f"sides.{side}.units"] * bool(side)


def test_without_points_no_army_is_too_dear() -> None:
    """CM-SETUP-02: 0 asks for nothing."""
    dear = (Enlisted("knights", 90),)
    assert not against(red=dear, blue=(Enlisted("peasants", 1),), points=0)
    found = against(red=dear, blue=dear, points=449)
    assert [one.place for one in found] == ["sides.red.units", "sides.blue.units"]
    assert not against(red=dear, blue=dear, points=450)


def test_who_has_no_points_agreed_has_none_to_give_or_take() -> None:
    """CM-SETUP-03, CM-SETUP-04"""
    (found,) = against(standings=(("red", Standing(extra_points=10)),))
    assert (found.place, found.rules) == ("sides.red.extra_points", ("CM-SETUP-03",))
    (found,) = against(standings=(("blue", Standing(chose_ground=True)),))
    assert (found.place, found.rules) == ("sides.blue.chose_ground", ("CM-SETUP-04",))


# ---------------------------------------------------------------- scale


def test_the_scale_is_said_before_anything_else() -> None:
    """CM-SCALE-01, CM-SCALE-02, CM-SCALE-03: figures, inches and turns as men, yards and minutes."""
    (said,) = opened(prepared()).events_of(Ruled)
    assert said.what == ("the field is 960 by 600 yards, a figure stands for 20 men, a turn for about a minute")
    assert said.rules == ("CM-SCALE-01", "CM-SCALE-02", "CM-SCALE-03")
    (said,) = opened(prepared(men_per_figure="10")).events_of(Ruled)
    assert "a figure stands for 10 men" in said.what
    assert (men(12, Options()), yards(7.5)) == (240, 75)


def test_how_each_water_is_crossed_is_settled_before_play() -> None:
    """CM-TERR-10: piece by piece, by its kind."""
    river, brook = strip("river", (0, 24), (96, 24), width=2), strip("stream", (20, 30), (60, 30))
    pond = piece("pond", 70, 26, 80, 34)
    told = opened(prepared(features=(river, brook, pond))).events_of(Ruled)[1:]
    assert [event.rules for event in told] == [
        ("CM-TERR-10", "CM-TERR-12"),
        ("CM-TERR-10", "CM-TERR-11"),
        ("CM-TERR-10", "CM-TERR-15"),
    ]
    assert told[0].what == "river is forded in a whole move, with a halt on either bank"


# ---------------------------------------------------------------- setting up


def test_the_lower_roll_sets_up_first() -> None:
    """CM-SETUP-01: the other then sees the enemy's line."""
    played = opened(prepared())
    assert played.roll.rules == ("CM-SETUP-01",)
    assert played.roll.unequal
    assert played.then("2 | 5").decision.seat == "red"
    blue_first = played.then("5 | 2")
    assert blue_first.decision.seat == "blue"
    (began,) = blue_first.events_of(Began)
    assert (began.what, began.side) == ("deployment", "blue")


def test_units_are_set_down_in_their_zone_and_the_commander_comes_with_his() -> None:
    """CM-SETUP-01"""
    played = opened(prepared()).then("2 | 5")
    assert isinstance(played.decision, PlaceUnit)
    assert sorted(played.decision.units) == ["red-1", "red-2", "red-3"]
    assert (played.decision.zone, played.decision.rules) == (RED_ZONE, ("CM-SETUP-01",))
    assert rules(played.refusal(put("red-1", 48, 14))) == {"CM-SETUP-01"}
    placed = played.then(put("red-1", 48, 8))
    assert placed.unit("red-4").place == Aboard("red-1")
    assert rules(placed.refusal(put("red-2", 48, 8.2))) == {"CM-SETUP-01"}
    assert rules(placed.refusal(put("red-2", 20, 8, files=9))) == {"CM-SCALE-04"}
    done = placed.then(put("red-2", 20, 8), put("red-3", 70, 6, files=1))
    assert [event.what for event in done.events_of(Placed)] == ["red-1", "red-2", "red-3"]
    assert done.decision.seat == "blue"
    assert done.decision.units == ("blue-2",)


@pytest.mark.parametrize(
    ("unit", "kind", "rule"),
    [
        ("red-1", "pond", "CM-TERR-15"),
        ("red-2", "building", "CM-TERR-15"),
        ("red-2", "river", "CM-TERR-12"),
        ("red-1", "woods", "CM-TERR-05"),
        ("red-3", "marsh", "CM-TERR-07"),
    ],
)
def test_ground_nobody_starts_in(unit: str, kind: str, rule: str) -> None:
    """CM-SETUP-01, CM-TERR-05, CM-TERR-07: formed bodies stay out of woods, engines out of marshes."""
    ground = piece(kind, 20, 2, 36, 11)
    played = opened(prepared(features=(ground,))).then("2 | 5")
    (reason,) = played.refusal(put(unit, 28, 6, files=1 if unit == "red-3" else 4))
    assert rule in reason.rules


@pytest.mark.parametrize(("unit", "kind"), [("red-2", "woods"), ("red-1", "marsh"), ("red-3", "woods")])
def test_ground_some_may_start_in(unit: str, kind: str) -> None:
    """CM-TERR-05, CM-TERR-07: open order in woods; marshes are closed to engines only."""
    played = opened(prepared(features=(piece(kind, 20, 2, 36, 11),))).then("2 | 5")
    assert played.then(put(unit, 28, 6, files=1 if unit == "red-3" else 4)).unit(unit).on_table


def test_what_finds_no_room_stays_away_with_its_commander() -> None:
    """CM-SETUP-01"""
    flood = piece("pond", 0, 0, 96, 11.9)
    played = opened(prepared(features=(flood,))).then("2 | 5", Chosen(()))
    assert all(played.unit(f"red-{number}").place == OffTable(NO_ROOM) for number in (1, 2, 3, 4))
    assert {event.unit for event in played.events_of(Removed)} == {"red-1", "red-2", "red-3", "red-4"}
    dry = opened(prepared()).then("2 | 5")
    assert rules(dry.refusal(Chosen(()))) == {"CM-SETUP-01"}


def test_a_side_whose_units_all_stand_sets_nothing_up() -> None:
    """CM-SETUP-01: no die is thrown where only one side has anything to set down."""
    standing = (Enlisted("knights", 6, pose=pose(48, 50, 0)),)
    played = opened(prepared(blue=standing))
    assert played.decision.seat == "red"


def test_a_random_and_a_sensible_line_are_both_found() -> None:
    """CM-SETUP-01"""
    for manner in ("sample", "suggest"):
        played = opened(prepared(features=(piece("woods", 30, 0, 60, 12), piece("marsh", 60, 0, 80, 12)))).then("2 | 5")
        while played.battle.agenda and isinstance(played.battle.agenda[0], Deploy):
            decision = played.decision
            random = Random(7)
            if manner == "sample":
                answer = CHAINMAIL.sample(played.battle, decision, random)
            else:
                answer = next(iter(CHAINMAIL.suggest(played.battle, decision)))
            played = played.then(answer)
        assert all(unit.on_table or unit.host for unit in played.battle.units.values())


def test_a_prepared_battle_is_saved_with_its_rulings() -> None:
    """CM-SETUP-09: what was agreed is written down with the game, and changed by agreement only."""
    battle = prepared(attrition=25, commander="all_dice", objectives=())
    assert battle.agenda[-2:] == (RollSetup(), BeginTurn())
    again = CHAINMAIL.decode(encode(battle))
    assert again == battle
    assert (again.own.options.attrition, again.own.options.commander) == (25, "all_dice")
    changed = CHAINMAIL.amended(battle, Amend("attrition", "75"))
    assert isinstance(changed, type(battle))
    assert changed.own.options == replace(battle.own.options, attrition=75)
