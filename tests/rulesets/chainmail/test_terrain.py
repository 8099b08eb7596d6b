"""What ground does to a move."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.movement.closing_up import close_up
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Face, FormUp, Wheel
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.chainmail.melee.after import carry_on
from schiltron.rulesets.chainmail.melee.ground import no_footing
from schiltron.rulesets.chainmail.morale.flight import drive_back
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import Unit
from schiltron.rulesets.chainmail.steps import BeginTurn, Walk
from schiltron.rulesets.chainmail.walking.ground import FORDING
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.table.body import figures
from schiltron.table.ground import stood_in
from schiltron.table.lengths import degrees, inches
from schiltron.table.terrain import Area
from tests.rulesets.chainmail.positions import (
    EAST,
    NORTH,
    SOUTH,
    ahead,
    blue,
    charge,
    choose,
    commander,
    field,
    locked,
    march,
    moving,
    piece,
    place,
    play,
    red,
    rules,
    strip,
    turn,
)

HILL = piece("hill", 30, 20, 70, 40)
"""Its ridge runs from west to east at y = 30."""


def men(at: tuple[float, float], facing: float = NORTH, **more: Any) -> Unit:
    return blue("men", 4, files=4, at=at, facing=facing, **more)


# ---------------------------------------------------------------- hills


def test_uphill_a_move_is_halved() -> None:
    """CM-TERR-01: nine inches of move are four and a half of slope."""
    start = moving(men((50, 39.625)), features=(HILL,))
    moved = start.then(march("men", ahead(4.5)))
    assert moved.unit("men").own.turn.spent == inches(9)
    assert moved.unit("men").own.turn.uphill
    assert "CM-TERR-01" in moved.events_of(Moved)[0].rules
    assert rules(start.refusal(march("men", ahead(5)))) == {"CM-MOVE-01", "CM-TERR-01"}


def test_only_what_is_gone_on_the_slope_is_halved() -> None:
    """CM-TERR-01: four inches of plain, then the slope."""
    moved = moving(men((50, 43.625)), features=(HILL,)).then(march("men", ahead(6)))
    assert moved.unit("men").own.turn.spent == pytest.approx(inches(8), abs=5)


def test_along_the_slope_a_move_is_halved_too_but_is_not_uphill() -> None:
    """CM-TERR-01."""
    start = moving(men((40, 36), EAST), features=(HILL,))
    moved = start.then(march("men", ahead(4)))
    assert moved.unit("men").own.turn.spent == inches(8)
    assert not moved.unit("men").own.turn.uphill
    assert start.refusal(march("men", ahead(5)))


def test_downhill_is_at_normal_speed() -> None:
    """CM-TERR-02: straight down, off the hill and on."""
    start = moving(men((50, 32), SOUTH), features=(HILL,))
    moved = start.then(march("men", ahead(9)))
    assert moved.unit("men").own.turn.spent == inches(9)
    assert "CM-TERR-02" in moved.events_of(Moved)[0].rules
    assert not moved.unit("men").own.turn.uphill


def test_no_charge_goes_up_a_hill_or_along_it() -> None:
    """CM-TERR-03."""
    up = moving(men((50, 42)), red("foe", 4, at=(50, 36)), features=(HILL,))
    assert rules(up.refusal(charge("men", ahead(6)))) == {"CM-TERR-03"}
    along = moving(men((40, 36), EAST), red("foe", 4, at=(46, 36), facing=270), features=(HILL,))
    assert rules(along.refusal(charge("men", ahead(6)))) == {"CM-TERR-03"}
    assert up.then(march("men", ahead(5.2)))


def test_a_charge_wholly_downhill_is_allowed() -> None:
    """CM-TERR-03: the ruling on charging down a slope."""
    down = moving(men((50, 32), SOUTH), red("foe", 4, at=(50, 38), facing=NORTH), features=(HILL,))
    met = down.then(charge("men", ahead(6)))
    assert met.battle.engagements[0].attacker == "men"


def test_a_wheel_on_a_slope_costs_double_and_no_charge_makes_one() -> None:
    """CM-TERR-01, CM-TERR-03: as hill."""
    flat = moving(men((10, 36), EAST)).then(march("men", Wheel("right", 44_000))).unit("men").own.turn.spent
    slope = moving(men((40, 36), EAST), features=(HILL,)).then(march("men", Wheel("right", 44_000)))
    assert slope.unit("men").own.turn.spent == 2 * flat
    foe = red("foe", 4, at=(50, 39), facing=NORTH)
    start = moving(men((50, 32), SOUTH), foe, features=(HILL,))
    assert "CM-TERR-03" in rules(start.refusal(charge("men", Wheel("right", 5_000), ahead(6))))


# ---------------------------------------------------------------- woods, marsh, rough ground, ditches

_BOX = (30, 20, 70, 40)


def test_woods_are_for_open_order_and_halve_its_moves() -> None:
    """CM-TERR-04, CM-TERR-05: formed bodies may not move in them."""
    woods = (piece("woods", *_BOX),)
    formed = moving(men((50, 42)), features=woods)
    assert rules(formed.refusal(march("men", ahead(5)))) == {"CM-TERR-05"}
    assert formed.then(march("men", ahead(2)))
    loose = moving(men((50, 39.625), formation="open"), features=woods)
    moved = loose.then(march("men", ahead(4)))
    assert moved.unit("men").own.turn.spent == inches(8)
    assert "CM-TERR-04" in moved.events_of(Moved)[0].rules
    assert "CM-TERR-04" in rules(loose.refusal(march("men", ahead(7))))


@pytest.mark.parametrize("heading", [0, 7, 13.3, 30.7])
def test_who_has_come_up_to_a_wood_can_face_about(heading: float) -> None:
    """CM-TERR-05, CM-FORM-04: the front stands at the border, and no rounding puts it inside."""
    men = blue("men", 12, files=4, at=(24, 30), facing=heading)
    start = moving(men, red("foe", 5, at=(80, 55)), features=[piece("woods", 0, 5, 90, 22)])
    there = Walk("men", (ahead(40),), "move")
    up_to_it = start.battle.with_unit(replace(men, place=OnTable(walk(start.battle, there).pose)))
    assert walk(up_to_it, Walk("men", (Face("rear"),), "move")).reasons == []


def test_a_formed_body_caught_in_woods_goes_into_open_order_first() -> None:
    """CM-TERR-05: it does not even turn before."""
    inside = moving(men((50, 30)), features=(piece("woods", *_BOX),))
    for leg in (ahead(1), turn(30), Wheel("left", 20_000)):
        assert "CM-TERR-05" in rules(inside.refusal(march("men", leg)))
    assert inside.then(march("men", FormUp("open"))).unit("men").own.formation == "open"


def test_no_charge_goes_through_woods_marsh_rough_ground_or_a_ditch() -> None:
    """CM-TERR-04, CM-TERR-06, CM-TERR-08, CM-TERR-09."""
    for ground, rule in (
        (piece("woods", 30, 37, 70, 39), "CM-TERR-04"),
        (piece("marsh", 30, 37, 70, 39), "CM-TERR-06"),
        (piece("rough", 30, 37, 70, 39), "CM-TERR-08"),
        (strip("ditch", (30, 38), (70, 38)), "CM-TERR-09"),
        (piece("gully", 30, 37, 70, 39), "CM-TERR-09"),
        (strip("wall", (30, 38), (70, 38), width=0.5), "CM-TERR-08"),
        (strip("stream", (30, 38), (70, 38)), "CM-TERR-11"),
    ):
        riders = men((50, 42), formation="open", troop="light_horse")
        start = moving(riders, red("foe", 4, at=(50, 34)), features=(ground,))
        assert rule in rules(start.refusal(charge("men", ahead(8)))), ground.kind


def test_marsh_halves_moves_and_does_not_bear_engines_and_wagons() -> None:
    """CM-TERR-06, CM-TERR-07."""
    marsh = (piece("marsh", *_BOX),)
    moved = moving(men((50, 39.625)), features=marsh).then(march("men", ahead(4)))
    assert moved.unit("men").own.turn.spent == inches(8)
    for troop in ("heavy_catapult", "light_field_gun", "wagon"):
        start = moving(blue("piece", 4, at=(50, 42), troop=troop), features=marsh)
        assert rules(start.refusal(march("piece", ahead(4)))) == {"CM-TERR-07"}
        assert start.then(march("piece", ahead(1)))


def test_rough_ground_slows_nobody() -> None:
    """CM-TERR-08: it only bars charges."""
    moved = moving(men((50, 42)), features=(piece("rough", *_BOX),)).then(march("men", ahead(9)))
    assert moved.unit("men").own.turn.spent == inches(9)


def test_ditch_and_gully_are_slow_as_a_hill_is() -> None:
    """CM-TERR-09, CM-TERR-15: the inch of the ditch costs two."""
    ditch = strip("ditch", (30, 38), (70, 38))
    moved = moving(men((50, 42)), features=(ditch,)).then(march("men", ahead(8)))
    assert moved.unit("men").own.turn.spent == pytest.approx(inches(9), abs=5)
    gully = piece("gully", *_BOX)
    assert moving(men((50, 39.625)), features=(gully,)).then(march("men", ahead(4))).unit(
        "men"
    ).own.turn.spent == inches(8)


def test_slow_ground_on_slow_ground_is_slow_once() -> None:
    """CM-TERR-01, CM-TERR-06: a marsh on a hill."""
    both = (HILL, piece("marsh", *_BOX))
    assert moving(men((50, 39.625)), features=both).then(march("men", ahead(4))).unit("men").own.turn.spent == inches(8)


def test_nobody_goes_through_ponds_and_houses() -> None:
    """CM-TERR-15: the ruling on ponds."""
    for kind in ("pond", "building"):
        start = moving(men((50, 42)), features=(piece(kind, *_BOX),))
        assert rules(start.refusal(march("men", ahead(5)))) == {"CM-TERR-15"}
        assert start.then(march("men", ahead(2)))
    by_the_pond = moving(men((50, 40.5)), features=(piece("pond", *_BOX),))
    assert "CM-TERR-15" in rules(by_the_pond.refusal(march("men", turn(90))))


# ---------------------------------------------------------------- water


def test_a_stream_costs_six_inches_once() -> None:
    """CM-TERR-10, CM-TERR-11: horse with enough left is over; foot with too little waits at it."""
    stream = (strip("stream", (30, 38), (70, 38)),)
    horse = moving(men((50, 42), troop="heavy_horse"), features=stream)
    moved = horse.then(march("men", ahead(6)))
    assert moved.unit("men").own.turn.spent == inches(6) + FORDING == inches(12)
    assert "CM-TERR-11" in moved.events_of(Moved)[0].rules
    assert rules(horse.refusal(march("men", ahead(7)))) >= {"CM-MOVE-01"}
    foot = moving(men((50, 42)), features=stream)
    (reason,) = foot.refusal(march("men", ahead(6)))
    assert reason.rules == ("CM-TERR-11",)
    astride = moving(men((50, 37.5)), features=stream)
    assert astride.then(march("men", ahead(6))).unit("men").own.turn.spent == inches(6)


def test_a_river_halts_takes_a_whole_move_and_halts_again() -> None:
    """CM-TERR-10, CM-TERR-12: turn 1 to the bank, turn 2 across, turn 3 on."""
    river = (strip("river", (30, 38), (70, 38), width=2),)
    start = play(field(men((50, 44)), red("foe", 4, at=(80, 5)), features=river, turn=0), BeginTurn(), "6 | 1")
    first = start.then(choose("first"))
    assert "CM-TERR-12" in rules(first.refusal(march("men", ahead(8))))
    banked = first.then(march("men", ahead(5)))
    assert "CM-TERR-12" in rules(first.refusal(march("men", ahead(5), turn(10))))
    assert place(banked.unit("men")) == (50, 39, NORTH)
    second = banked.then(march("foe"), "6 | 1", choose("first"))
    assert second.unit("men").own.bank == ("river", 1, False)
    crossed = second.then(march("men", ahead(1)))
    assert place(crossed.unit("men")) == (50, 36.25, NORTH)
    assert crossed.unit("men").own.turn.spent == inches(9)
    assert rules(second.refusal(march("men", ahead(1), ahead(1)))) == {"CM-TERR-10", "CM-TERR-12"}
    assert rules(second.refusal(march("men", turn(10), ahead(1)))) & {"CM-TERR-12"}
    swiss = men((50, 39), troop="swiss_pikemen", bank=("river", 1, False))
    turning = play(field(swiss, red("foe", 4, at=(80, 5)), features=river, turn=2), Moves("blue"))
    to_and_fro = march("men", Face("left"), Face("right"), ahead(1))
    (reason,) = turning.refusal(to_and_fro)
    assert (reason.leg, reason.rules) == (2, ("CM-TERR-10", "CM-TERR-12"))
    assert turning.then(march("men", ahead(1))).unit("men").own.turn.spent == inches(12)
    third = crossed.then(march("foe"), "6 | 1", choose("first"), march("men", ahead(9)))
    assert place(third.unit("men")) == (50, 27.25, NORTH)


def test_a_river_is_not_crossed_in_the_turn_it_is_reached_nor_by_a_charge() -> None:
    """CM-TERR-12."""
    river = (strip("river", (30, 38), (70, 38), width=2),)
    at_the_bank = moving(men((50, 39)), red("foe", 4, at=(50, 35)), features=river)
    assert rules(at_the_bank.refusal(march("men", ahead(3)))) == {"CM-TERR-10", "CM-TERR-12"}
    waited = moving(men((50, 39), bank=("river", 1, False)), red("foe", 4, at=(50, 35)), features=river, turn=2)
    assert rules(waited.refusal(charge("men", ahead(4)))) == {"CM-TERR-10", "CM-TERR-12"}
    noted = play(field(men((50, 39)), features=river, turn=4), EndTurn())
    assert noted.unit("men").own.bank == ("river", 4, False)


def test_the_commander_rides_where_formed_bodies_cannot() -> None:
    """CM-TERR-05: a single figure is no formed body."""
    start = moving(commander("prince", "blue", at=(50, 42)), features=(piece("woods", *_BOX),))
    assert start.then(march("prince", ahead(5)))


def test_nobody_leaves_the_table_of_his_own_will() -> None:
    """CM-SETUP-01: the battle is fought on the table."""
    start = moving(men((50, 3)))
    assert rules(start.refusal(march("men", ahead(5)))) == {"CM-SETUP-01"}


def test_who_has_no_more_than_six_inches_spends_a_whole_move_on_a_stream() -> None:
    """CM-TERR-11: armored foot at the bank are over at the end of their move, and no farther."""
    stream = (strip("stream", (30, 38), (70, 38)),)
    near = moving(men((50, 40), troop="armored_foot"), features=stream)
    assert rules(near.refusal(march("men", ahead(3)))) == {"CM-TERR-11"}
    bank = moving(men((50, 38.125), troop="armored_foot"), features=stream)
    over = bank.then(march("men", ahead(3)))
    assert over.unit("men").own.turn.spent == inches(6)
    assert place(over.unit("men"))[1] < 37.5
    assert "CM-TERR-11" in over.events_of(Moved)[0].rules
    assert rules(bank.refusal(march("men", ahead(3), ahead(1)))) == {"CM-TERR-10", "CM-TERR-11"}


def test_a_stream_is_paid_for_by_who_wheels_or_turns_into_it() -> None:
    """CM-TERR-11."""
    stream = (strip("stream", (0, 41), (96, 41)),)
    position = field(men((30, 41.5), troop="heavy_horse"), red("foe", 4, at=(80, 5)), features=stream)
    wheeled = play(position, Moves("blue"), march("men", Wheel("left", degrees(20))))
    assert wheeled.unit("men").own.turn.spent > inches(6)
    assert "CM-TERR-11" in wheeled.events_of(Moved)[0].rules
    slow = field(men((30, 41.5)), red("foe", 4, at=(80, 5)), features=stream)
    refused = play(slow, Moves("blue")).refusal(march("men", Wheel("left", degrees(60))))
    assert "CM-TERR-11" in rules(refused)


@pytest.mark.parametrize(("deep", "wet"), [(-2, False), (1, False), (4, False), (9, True), (40, True)])
def test_who_turns_a_hair_over_the_bank_is_not_in_the_water(deep: int, wet: bool) -> None:
    """CM-TERR-11: the hindmost of a column that turns on the spot comes to stand so many thousandths of an inch over
    the bank. Neither a charge nor a move pays for a ford then; farther in the one is refused and the other pays."""
    horse = blue("horse", 6, files=2, at=(40, 30), troop="heavy_horse")
    foe = red("foe", 6, files=6, at=(41, 24))
    way = (turn(12), ahead(3))
    dry = walk(field(horse, foe), Walk("horse", way, "move"))
    hindmost = max(one.y for one in figures(dry.legs[0].pose, dry.legs[0].body, 6))
    course = (hindmost - deep) / 1000 + 0.5
    ground = (strip("stream", (0, course), (96, course)),)
    for action in ("charge", "move"):
        walked = walk(field(horse, foe, features=ground), Walk("horse", way, action), trial=False)
        if wet and action == "charge":
            assert rules(walked.reasons) == {"CM-TERR-10", "CM-TERR-11"}
        else:
            assert not walked.reasons
            assert walked.spent == dry.spent + (FORDING if wet else 0)


def test_who_stands_a_hair_over_the_bank_has_not_paid_for_the_stream() -> None:
    """CM-TERR-11: he pays when he turns or goes into it."""
    horse = men((40, 29.747), troop="heavy_horse")
    ground = (strip("stream", (0, 30), (96, 30)),)
    assert {one.y for one in horse.places} == {inches(30.5) - 3}
    for way in ((turn(30),), (ahead(1),)):
        dry = walk(field(horse), Walk("men", way, "move"))
        wet = walk(field(horse, features=ground), Walk("men", way, "move"))
        assert wet.spent - dry.spent == FORDING


@pytest.mark.parametrize("files", [1, 2, 3])
@pytest.mark.parametrize("side", [1, -1])
def test_who_comes_up_to_a_stream_slantwise_and_halts_on_its_bank_pays_for_it_next(files: int, side: int) -> None:
    """CM-TERR-11: at whatever angle, and whether the line of his march touches the water long before he is in it."""
    ground = (strip("stream", (0, 29), (96, 29)),)
    for tenth in range(3, 60):
        slant = radians(tenth / 10)
        five_inches_off = 29.5 + 4.64 * sin(slant) + 0.375 * (files - 1) * cos(slant)
        facing = 270 + tenth / 10 if side > 0 else 90 - tenth / 10
        foot = blue("men", 6, files=files, at=(50, five_inches_off), facing=facing)
        battle = field(foot, features=ground)
        came = walk(battle, Walk("men", (ahead(9),), "move"))
        assert inches(4.7) < came.spent < inches(5.3)
        there = battle.with_unit(replace(foot, place=OnTable(came.pose)))
        goes_on = walk(there, Walk("men", (ahead(2.5),), "move"))
        assert (goes_on.reasons, goes_on.spent) == ([], inches(2.5) + FORDING), tenth


def test_one_may_turn_on_a_hill_and_charge_down_it() -> None:
    """CM-TERR-03: a charge wholly downhill is allowed; turning on the spot is no way along the slope."""
    hill = (piece("hill", 20, 38, 40, 60),)
    position = field(blue("men", 4, at=(30, 39)), red("foe", 6, at=(31, 34)), features=hill)
    played = play(position, Moves("blue"), charge("men", turn(10), ahead(9)))
    assert played.unit("men").own.turn.charged


def test_a_corner_in_a_pond_is_no_way_into_it() -> None:
    """CM-TERR-15: who touches closed ground does not wheel or turn deeper into it, but out of it."""
    pond = (piece("pond", 20, 30, 40, 40),)
    start = moving(blue("men", 12, files=6, at=(30, 39.9)), features=pond)
    assert rules(start.refusal(march("men", turn(45)))) == {"CM-TERR-15"}
    assert rules(start.refusal(march("men", Wheel("left", degrees(20))))) == {"CM-TERR-15"}
    assert start.then(march("men", Face("rear")))


def test_nobody_crosses_a_river_into_a_house() -> None:
    """CM-TERR-12, CM-TERR-15: there must be room to stand on the far bank; formed bodies find none in woods."""
    river = strip("river", (0, 38), (96, 38), width=2)
    for kind in ("building", "woods"):
        ground = (river, piece(kind, 45, 30, 55, 37))
        unit = men((50, 39), bank=("river", 1, False))
        start = play(field(unit, red("foe", 4, at=(80, 5)), features=ground, turn=2), Moves("blue"))
        assert rules(start.refusal(march("men", ahead(1)))) == {"CM-TERR-10", "CM-TERR-12"}, kind


def test_no_crossing_of_a_river_leads_through_a_pond_to_an_enemy() -> None:
    """CM-TERR-12, CM-TERR-15: what nobody goes through bars the ford, whoever stands beyond."""
    river = strip("river", (0, 38), (96, 38), width=2)
    unit, foe = men((50, 39), bank=("river", 1, False)), red("foe", 6, at=(50, 36.5))
    for pond, barred in ((piece("pond", 51, 36.7, 60, 37), True), (piece("pond", 70, 36.7, 80, 37), False)):
        start = play(field(unit, foe, features=(river, pond), turn=2), Moves("blue"))
        if barred:
            assert rules(start.refusal(march("men", ahead(1)))) == {"CM-TERR-10", "CM-TERR-12"}
        else:
            assert start.then(march("men", ahead(1))).battle.engagements


def test_a_corner_of_a_pond_between_two_files_bars_the_way() -> None:
    """CM-TERR-15: a wedge that no file walks along, and none creeps into it turn after turn."""
    wedge = Area(id="pond", kind="pond", name="Pond", ring=((48_200, 38_000), (48_000, 36_000), (48_400, 36_000)))
    body = blue("men", 2, files=2, at=(48.35, 40))
    start = moving(body, features=(wedge,))
    assert rules(start.refusal(march("men", ahead(3)))) == {"CM-TERR-15"}
    near = start.then(march("men", ahead(2)))
    again = play(replace(near.battle.with_unit(replace(body, place=near.unit("men").place)), agenda=()), Moves("blue"))
    assert rules(again.refusal(march("men", ahead(0.1)))) == {"CM-TERR-15"}


def test_flight_and_fall_back_keep_every_base_out_of_a_house() -> None:
    """CM-TERR-15, CM-MELEE-21: also a house that only the end of a rank would brush."""
    house = piece("building", 51.2, 20, 56, 26)
    for facing_enemy in (True, False):
        unit = red("men", 8, files=8, at=(48, 34), facing=180)
        scene: Any = Scene(field(unit, blue("foe", 8, files=8, at=(48, 34)), features=(house,)))
        assert drive_back(scene, "men", 1500, facing_enemy=facing_enemy, rules=("CM-MELEE-21",))
        assert stood_in((house,), scene.unit("men").outline) is None
        assert scene.unit("men").pose != unit.pose


@pytest.mark.parametrize(("at", "turns"), [((70, 20, 80, 25), True), ((49.5, 26, 60, 29.5), False)])
def test_chargers_look_ahead_again_only_where_they_have_footing(at: Any, turns: bool) -> None:
    """CM-TERR-15, CM-MELEE-14: a house beside them keeps them from looking the way they charged."""
    knights = blue(
        "men", 4, at=(48, 30), troop="knights", charged=True, moved=True, spent=9000, charge_bearing=degrees(-20)
    )
    scene: Any = Scene(field(knights, features=(piece("building", *at),)))
    carry_on(scene, ("men",), ())
    assert (scene.unit("men").pose.heading == degrees(340)) is turns


@pytest.mark.parametrize(("at", "follows"), [((70, 20, 80, 25), True), ((49, 29, 60, 29.9), False)])
def test_who_follows_thinner_ranks_keeps_out_of_a_pond(at: Any, follows: bool) -> None:
    """CM-TERR-15, CM-MELEE-03."""
    ours, theirs = blue("men", 8, at=(48, 30)), red("foe", 4, at=(46, 29.3))
    scene: Any = Scene(field(ours, theirs, features=(piece("pond", *at),), contacts=(locked("men", "foe"),)))
    close_up(scene, ("CM-MELEE-03",), no_footing)
    assert (scene.unit("men").pose != ours.pose) is follows
