"""Before the first turn: the battle made from a field, who sets up first, setting down, and the turn that follows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.setup.deployment import NO_ROOM
from schiltron.battle.state.battle import Side
from schiltron.battle.state.decision import Chosen, PlaceUnit, SetDown, Zone
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Began, Placed, Removed
from schiltron.battle.state.order import Amend
from schiltron.battle.state.unit import Aboard, OffTable, OnTable
from schiltron.rulesets.by_this_axe.bases import FOOT, HORSE
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.catalogue import QUARTERMASTER
from schiltron.rulesets.by_this_axe.sequence import HANDLERS, EndPhase, EndTurn, Phase
from schiltron.rulesets.by_this_axe.setup.deployment import Deploy, RollSetup
from schiltron.rulesets.by_this_axe.state import Battle, Scene, with_turn
from schiltron.rulesets.by_this_axe.steps import BeginTurn, Checks, Flights
from schiltron.rulesets.quartermaster import Enlisted, Field
from schiltron.table.body import Formed, Single
from schiltron.table.edges import Board
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature, Strip
from tests.rulesets.by_this_axe.positions import Ordered, Played, orders_of, under_orders

RED_ZONE = Zone(0, 0, inches(48), inches(12))
BLUE_ZONE = Zone(0, inches(36), inches(48), inches(48))
SIDES = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"))


def pose(x: float, y: float, facing: float) -> Pose:
    return Pose(inches(x), inches(y), degrees(facing))


RED = (
    Enlisted("spearmen", 8, name="Spears"),
    Enlisted("squires", 4, name="Squires"),
    Enlisted("general", 1, name="Chief", joins="Spears", equipment={"roles": ("general", "hero")}),
    Enlisted("hero", 1, name="Wanderer"),
)
BLUE = (
    Enlisted("levy", 10, name="Levy", pose=pose(24, 40, 0)),
    Enlisted("archers", 5, name="Bows"),
    Enlisted("general", 1, name="Baron", joins="Levy"),
)


def prepared(
    *,
    red: tuple[Enlisted, ...] = RED,
    blue: tuple[Enlisted, ...] = BLUE,
    features: tuple[Feature, ...] = (),
    zones: tuple[Zone, Zone] = (RED_ZONE, BLUE_ZONE),
    **switches: Any,
) -> Battle:
    return QUARTERMASTER.prepare(
        Field(
            title="a test",
            board=Board(inches(48), inches(48), features),
            sides=SIDES,
            zones=(("red", zones[0]), ("blue", zones[1])),
            armies=(("red", red), ("blue", blue)),
            switches=switches,
        )
    )


def opened(battle: Battle) -> Played:
    begun = BY_THIS_AXE.begun(battle)
    return Played(begun.battle, begun.events)


def put(unit: str, x: float, y: float, facing: float, files: int = 1) -> SetDown:
    return SetDown(unit, pose(x, y, facing), files)


# ---------------------------------------------------------------- the battle made


def test_two_sides_wait_to_set_up_their_armies() -> None:
    """TA-UNIT-01, TA-TURN-01"""
    battle = prepared()
    assert [(seat.id, seat.side) for seat in battle.seats] == [("red", "red"), ("blue", "blue")]
    assert sorted(battle.units) == ["blue-1", "blue-2", "blue-3", "red-1", "red-2", "red-3", "red-4"]
    assert battle.phase == "deployment"
    assert BY_THIS_AXE.decode(encode(battle)) == battle


def test_units_stand_on_bases_of_an_inch_and_riders_on_two() -> None:
    """TA-UNIT-09: the same for both sides; losses are single figures."""
    battle = prepared()
    assert battle.units["red-1"].body == Formed(FOOT, files=4)
    assert battle.units["red-2"].body == Formed(HORSE, files=2)
    assert battle.units["blue-2"].body == Formed(FOOT, files=3)
    assert battle.units["red-4"].body == Single(FOOT)


def test_starting_strength_leaves_out_those_who_joined() -> None:
    """TA-UNIT-19, TA-UNIT-05: a character is a single figure of his own."""
    battle = prepared()
    assert (battle.units["red-1"].original, battle.units["red-1"].figures) == (8, 8)
    assert (battle.units["red-3"].original, battle.units["red-3"].place) == (1, Aboard("red-1"))


def test_characters_know_their_level_and_what_kills_them() -> None:
    """TA-CHAR-04, TA-CHAR-08, TA-CHAR-12, TA-UNIT-07"""
    chief, baron = (prepared().units[name].own for name in ("red-3", "blue-3"))
    assert chief.person is not None
    assert baron.person is not None
    assert (chief.profile.fc, chief.person.roles, chief.person.leadership, chief.person.hits) == (
        5,
        ("general", "hero"),
        2,
        2,
    )
    assert (baron.profile.fc, baron.person.leadership, baron.person.hits) == (1, 2, 1)


def test_another_scale_changes_what_kills_a_hero_also_in_mid_battle() -> None:
    """TA-UNIT-07"""
    smaller = prepared(scale="1:20")
    assert smaller.units["red-3"].own.person.hits == 1  # type: ignore[union-attr]
    amended = BY_THIS_AXE.amended(prepared(), Amend("scale", "1:20"))
    assert amended == smaller


def test_a_switch_nobody_knows_is_refused() -> None:
    """TA-CMD-01, TA-UNIT-22: they take the words of the ledger."""
    refused = BY_THIS_AXE.amended(prepared(), Amend("command", "shouting"))
    assert not isinstance(refused, type(prepared()))
    assert refused.rules == ("TA-CMD-01",)
    changed = BY_THIS_AXE.amended(prepared(), Amend("unarmored", "natural_one"))
    assert changed == prepared(unarmored="natural_one")


@pytest.mark.parametrize(
    ("troop", "equipment", "kind"),
    [
        ("knights", {}, "heavy_cavalry"),
        ("light_horse", {}, "light_cavalry"),
        ("horse_archers", {}, "horse_archers"),
        ("men_at_arms", {}, "heavy_infantry"),
        ("longbowmen", {}, "longbowmen"),
        ("javelin_skirmishers", {}, "light_infantry"),
        ("foot", {"melee": "pike"}, "pikemen"),
        ("horse", {}, "light_cavalry"),
        ("hero", {}, "hero"),
        ("general", {}, "general"),
        ("character", {"roles": ("leader", "hero"), "leadership": 2}, "leader"),
        ("arquebusiers", {}, "arquebusiers"),
    ],
)
def test_a_unit_is_drawn_as_what_it_carries(troop: str, equipment: dict[str, Any], kind: str) -> None:
    """TA-UNIT-29"""
    figures = 1 if troop in ("hero", "general", "character") else 4
    one = Enlisted(troop, figures, name="One", equipment=equipment)
    assert prepared(red=(one, *RED[:3])).units["red-1"].kind == kind


# ---------------------------------------------------------------- who sets up first


def test_the_lower_roll_sets_up_first() -> None:
    """TA-TURN-01: ruled, since the book has no word on setting up."""
    start = opened(prepared())
    assert (start.roll.unequal, [pool.count for pool in start.roll.pools]) == (True, [1, 1])
    assert start.then("5 | 2").battle.agenda[:2] == (Deploy("blue"), Deploy("red"))
    red_first = start.then("2 | 5")
    assert red_first.battle.agenda == (Deploy("red"), Deploy("blue"), BeginTurn())
    assert (red_first.battle.phase, red_first.battle.active) == ("deployment", "red")
    assert [event.side for event in red_first.events_of(Began)] == ["red"]


def test_where_one_side_stands_already_nothing_is_rolled() -> None:
    """TA-TURN-01: a die that can change nothing is not thrown."""
    standing = tuple(
        replace(unit, pose=pose(10 + 14 * place, 40, 0)) if not unit.joins else unit for place, unit in enumerate(BLUE)
    )
    start = opened(prepared(blue=standing))
    assert start.battle.agenda == (Deploy("red"), BeginTurn())
    assert isinstance(start.decision, PlaceUnit)


# ---------------------------------------------------------------- setting down


def red_first(**more: Any) -> Played:
    return opened(prepared(**more)).then("1 | 6")


def test_lone_characters_are_set_down_and_those_with_a_unit_come_with_it() -> None:
    """TA-CHAR-11, TA-UNIT-05"""
    start = red_first()
    assert start.decision.units == ("red-1", "red-2", "red-4")
    placed = start.then(put("red-4", 40, 6, 180), put("red-1", 24, 10, 180, files=4))
    assert placed.unit("red-4").place == OnTable(pose(40, 6, 180))
    assert placed.unit("red-3").place == Aboard("red-1")
    assert [event.what for event in placed.events_of(Placed)] == ["red-4", "red-1"]


def test_a_unit_may_be_drawn_up_in_any_number_of_ranks() -> None:
    """TA-UNIT-06"""
    for files in (1, 3, 8):
        placed = red_first().then(put("red-1", 24, 10, 180, files=files))
        assert placed.unit("red-1").body == Formed(FOOT, files=files)
    (reason,) = red_first().refusal(put("red-1", 24, 10, 180, files=9))
    assert reason.rules == ("TA-UNIT-06",)


def test_units_stay_in_their_zone_apart_from_others_and_out_of_rivers() -> None:
    """TA-TURN-01, TA-MOVE-14, TA-TERR-06"""
    river = Strip("river-1", "river", "River", ((0, inches(4)), (inches(48), inches(4))), inches(1))
    start = red_first(features=(river,))
    (zone,) = start.refusal(put("red-1", 24, 14, 180, files=4))
    assert zone.rules == ("TA-TURN-01",)
    (wet,) = start.refusal(put("red-1", 24, 5, 180, files=4))
    assert wet.rules == ("TA-TERR-06",)
    start = start.then(put("red-1", 24, 10, 180, files=4))
    (crowd,) = start.refusal(put("red-2", 24, 10, 180, files=4))
    assert crowd.rules == ("TA-MOVE-14",)


def test_who_finds_no_room_stays_away_with_those_who_were_to_be_with_him() -> None:
    """TA-TURN-01"""
    narrow = Zone(0, 0, inches(3), inches(2))
    start = red_first(zones=(narrow, BLUE_ZONE))
    assert start.refusal(Chosen(()))
    placed = start.then(put("red-4", 0.5, 0.5, 180))
    left = placed.then(Chosen(()))
    assert left.unit("red-1").place == left.unit("red-3").place == OffTable(NO_ROOM)
    assert {event.unit for event in left.events_of(Removed)} >= {"red-1", "red-3"}


@pytest.mark.parametrize("manner", ["sample", "suggest"])
@pytest.mark.parametrize("seed", range(3))
def test_a_machine_can_set_up(manner: str, seed: int) -> None:
    """TA-TURN-01, TA-UNIT-06"""
    random = Random(seed)
    played = opened(replace(prepared(), agenda=(RollSetup(),))).then("1 | 6")
    while not played.over:
        decision = played.decision
        view = BY_THIS_AXE.view(played.battle, decision.seat)
        if manner == "sample":
            answer = BY_THIS_AXE.sample(view, decision, random)
        else:
            answer = next(iter(BY_THIS_AXE.suggest(view, decision)))
        played = played.then(answer)
    assert all(unit.on_table or unit.host for unit in played.battle.units.values())


# ---------------------------------------------------------------- the turn


@pytest.mark.parametrize(
    ("command", "phases"),
    [
        ("none", ["duels", "ranged", "movement", "melee"]),
        ("cards", ["command", "duels", "ranged", "movement", "melee"]),
    ],
)
def test_a_turn_has_five_phases_each_finished_before_the_next(command: str, phases: list[str]) -> None:
    """TA-TURN-01, TA-TURN-02: the first only with order cards."""
    scene = Scene(replace(prepared(command=command), agenda=()))
    begin = HANDLERS[BeginTurn].do
    assert begin is not None
    begin(scene, BeginTurn())
    steps = scene.battle.agenda
    assert [step.name for step in steps if isinstance(step, Phase)] == phases
    assert [step.name for step in steps if isinstance(step, EndPhase)] == phases
    assert isinstance(steps[-1], EndTurn)
    assert scene.battle.turn == 1
    assert [entry.name for entry in BY_THIS_AXE.sequence()] == ["deployment", "command", *phases[-4:]]


def begun(battle: Battle, step: BeginTurn | Phase) -> Scene:
    scene = Scene(replace(battle, agenda=()))
    begin = HANDLERS[type(step)].do
    assert begin is not None
    begin(scene, step)
    return scene


def test_what_is_done_in_each_phase_and_in_what_order() -> None:
    """TA-TURN-03, TA-TURN-04, TA-TURN-05, TA-TURN-06: checks after attacks, then flight; rallies after moves."""
    steps = begun(prepared(), BeginTurn()).battle.agenda
    assert [type(step).__name__ for step in steps if not isinstance(step, Phase | EndPhase | EndTurn)] == [
        *("ChallengeOrder", "Fire", "Checks", "Flights"),
        *("Initiative", "Rallies", "Melees", "Checks", "Flights"),
    ]
    told = [entry.rules[0] for entry in BY_THIS_AXE.sequence() if entry.name != "deployment"]
    assert told == ["TA-TURN-02", "TA-TURN-03", "TA-TURN-04", "TA-TURN-05", "TA-TURN-06"]
    assert [step.phase for step in steps if isinstance(step, Checks | Flights)] == ["ranged"] * 2 + ["melee"] * 2


def test_a_new_turn_wipes_what_was_counted_for_the_last() -> None:
    """TA-TURN-01, TA-MORALE-01, TA-RANGED-10, TA-RALLY-05, TA-DUEL-05: losses, shots, moves, orders and shame."""
    battle = prepared()
    worn = [
        with_turn(unit, spent=9, moved=True, shot=True, charged=True, rallied=True, lost=3)
        for unit in battle.units.values()
    ]
    worn = [with_turn(unit, lost_to_woods=1, shamed=True, duelled=True) for unit in worn]
    before = replace(battle, units={unit.id: unit for unit in worn})
    after = begun(under_orders(before, worn[0].id, [Ordered("march", "", 1)]), BeginTurn()).battle
    assert after.units == battle.units
    assert not after.effects.all


def test_a_new_phase_wipes_what_was_counted_for_the_last() -> None:
    """TA-MORALE-01, TA-MORALE-03, TA-MORALE-06, TA-CMD-08, TA-CMD-41: and only that; the losses of the turn stay."""
    battle = prepared()
    levy = battle.units["blue-1"]
    march, nerve = Ordered("march", "", 1), Ordered("morale", "", 2)
    kept = with_turn(levy, lost=3, shot=True)
    counted = replace(kept.own.phase, lost_now=3, struck=("flank",), checked=("own",), carded="ranged")
    before = battle.with_unit(replace(kept, own=replace(kept.own, phase=counted)))
    after = begun(under_orders(before, "blue-1", [march, nerve]), Phase("melee"))
    assert after.unit("blue-1") == kept
    assert orders_of(after.battle, "blue-1") == (march,)
