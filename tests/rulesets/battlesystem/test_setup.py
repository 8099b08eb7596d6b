"""Before the first Game Round: what the table stands for, who sets up when, and where everybody stands."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.record.journal import Journal
from schiltron.battle.setup.deployment import NO_ROOM, TO_BE_SET_DOWN
from schiltron.battle.state.battle import Seat, Side
from schiltron.battle.state.decision import Choose, Chosen, PlaceUnit, SetDown, Waiting, Zone
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Began, Placed, Ruled
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.manoeuvre import Wheel
from schiltron.battle.state.order import Reply
from schiltron.battle.state.unit import Aboard, Hidden, OffTable, OnTable
from schiltron.battle.state.view import heard_by
from schiltron.herald.answers import typed_answer
from schiltron.herald.orders_in_words import said_answer
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.catalogue import QUARTERMASTER
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.setup.rolled_scores import RollScores
from schiltron.rulesets.battlesystem.state import Battle
from schiltron.rulesets.battlesystem.steps import BeginRound, Walk
from schiltron.rulesets.quartermaster import Enlisted, Field, Violation
from schiltron.table.body import Formed, Single
from schiltron.table.edges import Board
from schiltron.table.lengths import degrees, inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature
from tests.rulesets.battlesystem.positions import Played, piece, rules, strip

SIDES = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"))
SWORDS = Enlisted("human_swordsmen", 12, name="Swords", files=6)
RED = (Enlisted("orc_foot", 12, name="Orcs", files=6),)
BLUE = (SWORDS,)


def pose(x: float, y: float, facing: float = 0) -> Pose:
    return Pose(inches(x), inches(y), degrees(facing))


def zones(depth: float, size: tuple[float, float]) -> tuple[tuple[str, Zone], ...]:
    wide, deep, far = inches(size[0]), inches(size[1]), inches(depth)
    return ("red", Zone(0, 0, wide, far)), ("blue", Zone(0, deep - far, wide, deep))


def mustered(
    *,
    red: tuple[Enlisted, ...] = RED,
    blue: tuple[Enlisted, ...] = BLUE,
    features: tuple[Feature, ...] = (),
    size: tuple[float, float] = (96, 48),
    depth: float = 10,
    **switches: Any,
) -> Field:
    return Field(
        title="a test",
        board=Board(inches(size[0]), inches(size[1]), features),
        sides=SIDES,
        zones=zones(depth, size),
        armies=(("red", red), ("blue", blue)),
        switches=switches,
    )


def prepared(**more: Any) -> Battle:
    return QUARTERMASTER.prepare(mustered(**more))


def against(**more: Any) -> tuple[Violation, ...]:
    return QUARTERMASTER.check_field(mustered(**more))


def opened(**more: Any) -> Played:
    begun = BATTLESYSTEM.begun(prepared(**more))
    return Played(begun.battle, begun.events)


def put(unit: str, x: float, y: float, facing: float = 0, files: int = 6, formation: str = "") -> SetDown:
    return SetDown(unit, pose(x, y, facing), files, formation)


ORCS = put("red-1", 48, 8, 180)
MEN = put("blue-1", 48, 40)


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize("size", [(48, 48), (96, 48), (48, 96), (120, 60)])
def test_a_table_of_four_feet_each_way_or_more_will_do(size: tuple[float, float]) -> None:
    """BS-0.0-03"""
    assert not against(size=size)
    assert QUARTERMASTER.table == (inches(96), inches(48))


def test_a_smaller_table_is_refused() -> None:
    """BS-0.0-03"""
    (found,) = against(size=(47, 60))
    assert (found.place, found.rules) == ("table", ("BS-0.0-03",))


def test_what_the_table_stands_for_is_said_before_anybody_is_placed() -> None:
    """BS-0.0-01, BS-0.0-02, BS-0.0-04, BS-0.0-05, BS-2.1-01, BS-2.2-01, BS-S0-13"""
    said = {event.rules[0]: event.what for event in opened(level="basic", measuring="free").events_of(Ruled)}
    assert said["BS-0.0-01"] == "the Basic Game, on top of AD&D"
    assert said["BS-2.1-01"] == "an inch is 10 yards, the field 960 by 480 yards"
    assert said["BS-2.2-01"].startswith("a figure stands for 10 creatures, 5 of more than 4 hit dice, 2 of 9")
    assert "orcs and goblins suffer" in said["BS-S0-13"]
    assert said["BS-0.0-04"].endswith("except as agreed: “Measuring: Measure freely”")
    agreed = opened(tie="blue", volleys=3).events_of(Ruled)
    switches = next(event.what for event in agreed if "BS-0.0-04" in event.rules).partition("as agreed: ")[2]
    assert switches == "“Volleys: 3” and “Nobody left: Blue”"
    sunset = {event.rules[0]: event.what for event in opened(light="sunset").events_of(Ruled)}
    assert "nobody suffers" in sunset["BS-S0-13"]
    assert sunset["BS-0.0-04"] == "no referee is needed: the rulings of the ledger count"


# ---------------------------------------------------------------- how far apart


def test_strips_that_no_scenario_drew_leave_more_than_two_moves_of_the_faster_between() -> None:
    """BS-3.4-01: orcs and men in armour move 9 inches; zones of 16 inches would leave only 16."""
    battle = prepared(depth=16, setup_depth=16)
    red, blue = battle.own.zone("red"), battle.own.zone("blue")
    assert inches(18) < blue.top - red.bottom < inches(18.5)
    assert (red.top, blue.bottom) == (0, inches(48))


def test_a_zone_that_the_scenario_marks_stays_as_it_is() -> None:
    """BS-3.4-01, BS-S0-15: and it is said that the armies start near each other."""
    played = opened(depth=18, setup_depth=10)
    assert played.battle.own.zone("red").bottom == inches(18)
    assert "nearer than 18" in " ".join(event.what for event in played.events_of(Ruled))


def test_on_a_table_too_small_for_horse_the_zones_keep_room_to_stand() -> None:
    """BS-3.4-01: two moves of light horse are 48 inches."""
    riders = (Enlisted("human_light_cavalry", 8, name="Riders"),)
    battle = prepared(blue=riders, setup_depth=10)
    assert battle.own.zone("red").bottom == battle.own.zone("blue").bottom - battle.own.zone("blue").top == inches(6)


# ---------------------------------------------------------------- who sets up when


@pytest.mark.parametrize(("setup", "first"), [("red_first", "red"), ("blue_first", "blue")])
def test_one_side_after_the_other_sets_up_before_everybodys_eyes(setup: str, first: str) -> None:
    """BS-3.4-02, BS-3.0-01, BS-S1-02"""
    played = opened(setup=setup)
    assert played.decision.seat == first
    answers = {"red": ORCS, "blue": MEN}
    second = "blue" if first == "red" else "red"
    played = played.then(answers[first])
    assert [event.side for event in played.events_of(Began) if event.what == "deployment"] == [first, second]
    assert f"{first}-1" in BATTLESYSTEM.view(played.battle, second).units
    played = played.then(answers[second])
    assert played.battle.turn == 1
    assert all(unit.on_table or unit.host for unit in played.battle.units.values())


def test_nobody_stands_out_of_his_zone_or_on_his_friends() -> None:
    """BS-3.4-01"""
    two = (SWORDS, Enlisted("human_spearmen", 12, name="Spears", files=6))
    played = opened(setup="blue_first", blue=two)
    assert "BS-3.4-01" in rules(played.refusal(put("blue-1", 48, 37)))
    played = played.then(MEN)
    assert "BS-3.4-01" in rules(played.refusal(put("blue-2", 50, 41)))


def together() -> Played:
    two = (
        SWORDS,
        Enlisted("fighter", 1, name="Sir Oswy", joins="Swords"),
        Enlisted("human_spearmen", 8, name="Spears"),
    )
    return opened(blue=two, setup="simultaneous")


def test_both_sides_are_asked_at_the_same_time() -> None:
    """BS-3.4-02, BS-S2-02: simultaneous unless decided otherwise."""
    played = opened()
    assert [(one.seat, one.sealed, type(one)) for one in played.battle.decisions] == [
        ("red", True, PlaceUnit),
        ("blue", True, PlaceUnit),
    ]
    assert isinstance(BATTLESYSTEM.view(played.battle, "red").decisions[1], Waiting)


def in_reserve(view: Battle, *units: str) -> bool:
    return all(view.units[one].place == OffTable(TO_BE_SET_DOWN) for one in units)


def test_each_side_sees_only_its_own_line_until_both_have_confirmed() -> None:
    """BS-3.4-02, BS-S2-02: what stands is seen in reserve, whoever goes with it too, and nobody hears of it."""
    played = together().at_once(ORCS, put("blue-1", 30, 40, formation="closed"))
    assert played.unit("blue-1").place == Hidden(pose(30, 40))
    theirs, own = BATTLESYSTEM.view(played.battle, "red"), BATTLESYSTEM.view(played.battle, "blue")
    assert in_reserve(theirs, "blue-1")
    assert theirs.units["blue-1"].own.formation == "open"
    assert theirs.units["blue-2"].host == "blue-1"
    assert own.units["blue-1"] == played.unit("blue-1")
    assert in_reserve(own, "red-1")
    assert in_reserve(BATTLESYSTEM.view(played.battle, None), "blue-1", "red-1")
    heard = [event.what for event in heard_by(played.events, "red") if isinstance(event, Placed)]
    assert heard == ["red-1"]
    played = played.at_once(Chosen(()), put("blue-3", 60, 40, files=4))
    assert played.decision.seat == "blue"
    assert in_reserve(BATTLESYSTEM.view(played.battle, "blue"), "red-1")
    played = played.then(Chosen(()))
    assert all(type(unit.place) in (OnTable, Aboard) for unit in played.battle.units.values())
    heard = [event.what for event in heard_by(played.events, "red") if isinstance(event, Placed)]
    assert set(heard) == {"red-1", "blue-1", "blue-3"}
    assert played.battle.turn == 1


def _both(played: Played, blues: SetDown | Chosen) -> Played:
    """Blue answers; red sets down its orcs, and confirms in the next round."""
    if len(played.battle.decisions) == 1:
        return played.then(blues)
    return played.at_once(ORCS if isinstance(played.decision_of("red"), PlaceUnit) else Chosen(()), blues)


def test_where_and_how_the_enemy_stands_cannot_be_told_from_anything_a_seat_sees() -> None:
    """BS-3.4-02, BS-S2-02: two set-ups that differ only in the enemy's line look the same to the byte."""
    one, other = together(), together()
    for here, there in (
        (put("blue-1", 30, 40, formation="closed"), put("blue-1", 70, 41, 90, files=3)),
        (put("blue-3", 60, 40, files=4), put("blue-3", 10, 44, files=2, formation="closed")),
        (Chosen(("blue-3",)), Chosen(("blue-3",))),
    ):
        one, other = _both(one, here), _both(other, there)
        for seat in ("red", None):
            views = [encode(BATTLESYSTEM.view(played.battle, seat)) for played in (one, other)]
            assert views[0] == views[1]
            assert encode(heard_by(one.events, seat)) == encode(heard_by(other.events, seat))


def test_which_units_the_enemy_has_set_down_cannot_be_told() -> None:
    """BS-3.4-02, BS-S2-02: one unit is set down, this one or that one."""
    swords, spears = (together().at_once(ORCS, first) for first in (MEN, put("blue-3", 60, 40, files=4)))
    for seat in ("red", None):
        views = [encode(BATTLESYSTEM.view(played.battle, seat)) for played in (swords, spears)]
        assert views[0] == views[1]


def test_who_sits_for_the_same_side_sees_its_line() -> None:
    """BS-3.4-02: the one who sets up and whoever is to command the unit, and nobody else."""
    start = together()
    swords = replace(start.unit("blue-1"), controller="ally")
    allied = replace(start.battle.with_unit(swords), seats=(*start.battle.seats, Seat("ally", "blue")))
    played = Played(allied, ()).at_once(ORCS, MEN)
    for seat, sees in (("ally", True), ("blue", True), ("red", False), (None, False)):
        view = BATTLESYSTEM.view(played.battle, seat)
        assert (view.units["blue-1"].place == played.unit("blue-1").place) is sees


def test_when_both_lines_have_been_shown_the_last_to_confirm_cannot_take_it_back() -> None:
    """BS-3.4-02: he has seen the enemy's line."""
    two = (SWORDS, Enlisted("human_spearmen", 8, name="Spears"))
    journal = Journal.start(BATTLESYSTEM, prepared(blue=two, setup="simultaneous"), "fast")
    answers = {"red": [ORCS, Chosen(())], "blue": [MEN, put("blue-2", 60, 40, files=4), Chosen(())]}
    for number in range(5):
        asked = journal.battle.decisions[0]
        assert not isinstance(journal.obey(Reply(asked.seat, asked.id, answers[asked.seat].pop(0))), Illegal)
        assert bool(journal.against_undo(asked.seat)) is (number in (1, 3, 4)), "sealed answers lie open; or all does"
    assert journal.battle.turn == 1
    assert "brought something hidden to light" in str(journal.against_undo("blue"))


def test_own_hidden_units_are_in_the_way_and_the_enemys_are_not() -> None:
    """BS-3.4-02"""
    played = together().at_once(ORCS, MEN)
    assert "BS-3.4-01" in rules(played.refusal(put("blue-3", 50, 41, files=4), "blue"))
    decision = played.decision_of("blue")
    view = BATTLESYSTEM.view(played.battle, "blue")
    found = BATTLESYSTEM.sample(view, decision, Random(3))
    assert isinstance(found, SetDown)
    assert BATTLESYSTEM.reasons(played.battle, Reply(decision.seat, decision.id, found)) == []


def test_before_confirming_a_unit_may_be_taken_up_again_and_keeps_no_trace() -> None:
    """BS-3.4-02, BS-S2-02"""
    played = opened().at_once(ORCS, put("blue-1", 30, 40, files=3, formation="closed"))
    confirm = played.decision_of("blue")
    assert isinstance(confirm, Choose)
    assert [option.key for option in confirm.options] == ["blue-1"]
    played = played.at_once(Chosen(()), Chosen(("blue-1",)))
    unit = played.unit("blue-1")
    assert unit.place == OffTable(TO_BE_SET_DOWN)
    assert unit.body.files == 6
    assert [one.seat for one in played.battle.decisions] == ["blue"]
    assert in_reserve(BATTLESYSTEM.view(played.battle, "blue"), "red-1")
    played = played.then(MEN, Chosen(()))
    assert played.unit("blue-1").pose == MEN.pose
    assert played.battle.turn == 1


def test_what_finds_no_room_stays_away_with_who_was_to_be_with_it() -> None:
    """BS-3.4-01"""
    crowd = tuple(Enlisted("human_heavy_chariots", 48, name=f"Carts {number}", files=24) for number in range(3))
    played = opened(setup="blue_first", blue=crowd, size=(48, 48))
    random = Random(1)
    while played.decision.seat == "blue":
        view = BATTLESYSTEM.view(played.battle, "blue")
        played = played.then(BATTLESYSTEM.sample(view, played.decision, random))
    away = [unit for unit in played.battle.units.values() if unit.place == OffTable(NO_ROOM)]
    assert away
    assert all(f"{unit.id}.chief" in {one.id for one in away} for unit in away if "." not in unit.id)


# ---------------------------------------------------------------- formations


def test_a_unit_starts_in_any_formation_it_may_be_in() -> None:
    """BS-S1-02, BS-S2-02: the answer names it, and with it the room between the bases."""
    played = opened(setup="blue_first")
    offered = {one.formation: one.spacing for one in played.decision.formations}
    assert offered == {"open": inches(0.5), "closed": 0}
    played = played.then(put("blue-1", 48, 40, formation="closed"))
    unit = played.unit("blue-1")
    assert (unit.own.formation, unit.body.spacing) == ("closed", 0)
    assert opened(setup="blue_first").then(MEN).unit("blue-1").own.formation == "open"


def test_a_formation_may_be_named_in_words() -> None:
    """BS-S1-02: in text play, where the offer is read out as well."""
    played = opened(setup="blue_first")
    view = BATTLESYSTEM.view(played.battle, "blue")
    said = typed_answer(BATTLESYSTEM, view, played.decision, "place swords at 48 40 facing north in 6 files closed")
    assert said == put("blue-1", 48, 40, formation="closed")
    assert said_answer(view, said).endswith("in 6 files, closed")


def test_a_formation_that_is_not_open_to_it_is_refused() -> None:
    """BS-7.1-01, BS-2.8-04, BS-2.11-02"""
    played = opened(setup="blue_first")
    assert "BS-7.1-01" in rules(played.refusal(put("blue-1", 48, 40, formation="skirmish")))
    elite = (Enlisted("human_guard", 12, name="Guard", files=6),)
    played = opened(setup="blue_first", blue=elite, special_units="on")
    assert played.then(put("blue-1", 48, 40, formation="skirmish")).unit("blue-1").body.spacing == inches(1)


def test_closed_ranks_that_nobody_commands_do_not_stay_closed() -> None:
    """BS-4.7-03, BS-7.6-02: a line too long for its commander's voice opens when the armies stand."""
    goblins = (Enlisted("goblin_foot", 24, name="Goblins", files=24),)
    played = opened(setup="red_first", red=goblins)
    played = played.then(put("red-1", 48, 8, 180, files=24, formation="closed"), MEN)
    assert played.unit("red-1").own.formation == "open"


def test_closed_ranks_do_not_start_in_woods_nor_anybody_in_a_prohibited_area() -> None:
    """BS-11.8-02, BS-11.8-03, BS-S1-03"""
    wood, thicket = piece("woods", 30, 38, 60, 46), piece("prohibited", 70, 38, 80, 46)
    played = opened(setup="blue_first", features=(wood, thicket))
    assert "BS-11.8-03" in rules(played.refusal(put("blue-1", 45, 40, formation="closed")))
    assert "BS-S1-03" in rules(played.refusal(put("blue-1", 75, 40)))
    assert played.then(put("blue-1", 45, 40)).unit("blue-1").on_table


def test_artillery_starts_on_clear_ground_and_ranks_keep_out_of_houses() -> None:
    """BS-10.9-02, BS-11.8-07"""
    engine = (*BLUE, Enlisted("ballista", 1, name="Needle"), Enlisted("fighter", 1, name="Oswy"))
    features = (
        strip("wall", (10, 42), (20, 42), width=0.5),
        piece("building", 40, 40, 46, 44),
        piece("pond", 60, 40, 64, 44),
    )
    played = opened(setup="blue_first", blue=engine, features=features)
    assert "BS-10.9-02" in rules(played.refusal(put("blue-2", 15, 42, files=1)))
    assert "BS-11.8-07" in rules(played.refusal(put("blue-1", 43, 41)))
    assert "BS-11.8-07" in rules(played.refusal(put("blue-3", 62, 42, files=1)))
    assert played.then(put("blue-3", 43, 42, files=1)).unit("blue-3").on_table


def test_a_mob_stands_about_as_wide_as_it_is_deep() -> None:
    """BS-2.10-04, BS-2.10-05"""
    mob = (Enlisted("human_mob", 14, name="Mob"),)
    played = opened(setup="blue_first", blue=mob)
    assert played.unit("blue-1").body.files == 4
    assert "BS-2.10-04" in rules(played.refusal(put("blue-1", 48, 40, files=7)))
    assert played.then(put("blue-1", 20, 42, files=4)).unit("blue-1").on_table


def test_units_are_proposed_with_room_to_wheel_where_the_zone_has_it() -> None:
    """BS-7.9-03: three units of six files; past a neighbour an inch off each of them wheels."""
    army = tuple(Enlisted("human_swordsmen", 12, name=name, files=6) for name in ("One", "Two", "Three"))
    played = opened(setup="blue_first", blue=army)
    for _ in army:
        played = played.then(next(iter(BATTLESYSTEM.suggest(played.battle, played.decision))))
    ours = [unit for unit in played.battle.units.values() if unit.side == "blue" and isinstance(unit.body, Formed)]
    assert len(ours) == 3
    for one in ours:
        assert min(gap(one.outline, other.outline) for other in ours if other is not one) >= inches(1)
        for side in ("left", "right"):
            assert not walk(played.battle, Walk(one.id, (Wheel(side, degrees(15)),), "move")).reasons


# ---------------------------------------------------------------- skirmish companies


def scouts(**more: Any) -> Played:
    company = (Enlisted("human_scouts", 5, name="Scouts", files=5, equipment={"commander": "Tib"}),)
    return opened(setup="blue_first", blue=company, **more)


def test_a_skirmish_company_is_set_down_as_a_loose_line_and_then_every_figure_stands_alone() -> None:
    """BS-2.9-05, BS-2.9-08, BS-2.9-04"""
    played = scouts().then(put("blue-1", 48, 40, files=5))
    figures = [unit for unit in played.battle.units.values() if unit.of]
    assert [unit.id for unit in figures] == ["blue-1", *(f"blue-1.{number}" for number in range(2, 6))]
    assert all(unit.figures == unit.original == 1 and isinstance(unit.body, Single) for unit in figures)
    for one in figures:
        assert min(gap(one.outline, other.outline) for other in figures if other is not one) >= inches(1) - 2
    (company,) = played.battle.own.companies
    assert {unit.of for unit in figures} == {company.id}
    assert (company.figures, company.commander, company.name) == (5, "blue-1.chief", "Scouts")
    assert played.unit("blue-1.chief").host == "blue-1"
    assert len(played.events_of(Placed)) == 6


def test_a_company_set_down_in_secret_scatters_when_all_is_shown() -> None:
    """BS-3.4-02, BS-2.9-05"""
    company = (Enlisted("human_scouts", 3, name="Scouts", files=3),)
    played = opened(blue=company).at_once(ORCS, put("blue-1", 48, 40, files=3))
    assert isinstance(played.unit("blue-1").body, Formed)
    played = played.at_once(Chosen(()), Chosen(()))
    assert sum(bool(unit.of) for unit in played.battle.units.values()) == 3


def test_a_company_that_the_scenario_posts_is_scattered_from_the_start() -> None:
    """BS-2.9-05"""
    company = (*BLUE, Enlisted("human_scouts", 3, name="Scouts", files=3, pose=pose(20, 40)))
    played = opened(setup="blue_first", blue=company)
    assert [unit.id for unit in played.battle.units.values() if unit.of] == ["blue-2", "blue-2.2", "blue-2.3"]


# ---------------------------------------------------------------- who is what


LED = (
    SWORDS,
    Enlisted("human_spearmen", 12, name="Spears", files=6),
    Enlisted("fighter", 1, name="Sir Oswy", joins="Swords", equipment={"rank": "unit"}),
    Enlisted("cleric", 1, name="Dame Ysolt", equipment={"rank": "army"}),
    Enlisted("thief", 1, name="Crane", equipment={"deputy_to": "Dame Ysolt"}),
    Enlisted("ranger", 1, name="Hild", joins="Spears", equipment={"rank": "member"}),
)


def test_individuals_start_in_the_roles_and_units_their_list_names() -> None:
    """BS-2.7-01, BS-9.0-01, BS-9.3-01, BS-9.3-02, BS-4.7-01, BS-S0-03"""
    battle = prepared(blue=LED)
    roles = {unit.name: (unit.own.command.rank, unit.host) for unit in battle.units.values() if unit.own.profile.person}
    assert roles["Sir Oswy"] == ("unit", "blue-1")
    assert roles["Dame Ysolt"] == ("army", "")
    assert roles["Crane"] == ("hero", "")
    assert roles["Hild"] == ("member", "blue-2")
    assert roles["Captain of Spears"] == ("unit", "blue-2")
    assert (battle.units["blue-1"].own.command.commander, battle.units["blue-2"].own.command.commander) == (
        "blue-3",
        "blue-2.chief",
    )
    assert battle.units["blue-5"].own.command.deputy_to == "blue-4"
    assert battle.units["blue-3"].own.hit_points == battle.units["blue-3"].own.profile.person.hit_points > 0
    assert battle.units["blue-1"].own.arms.weapon == "longsword"


def test_the_roles_are_said_when_all_stand() -> None:
    """BS-2.7-01, BS-9.0-01"""
    played = opened(blue=LED, setup="blue_first")
    places = {"blue-1": 20, "blue-2": 40, "blue-4": 60, "blue-5": 62}
    for unit, x in places.items():
        played = played.then(put(unit, x, 40, files=6 if unit < "blue-3" else 1))
    played = played.then(ORCS)
    (said,) = [event.what for event in played.events_of(Ruled) if "BS-9.0-01" in event.rules]
    assert said == (
        "Blue: Crane is a hero, deputy to Dame Ysolt; Dame Ysolt commands the army; Hild is a member of Spears; "
        "Sir Oswy commands Swords"
    )


def test_brigades_are_kept_with_their_commanders() -> None:
    """BS-4.10-02, BS-4.10-03"""
    troops = tuple(
        Enlisted("human_swordsmen", 8, name=f"Swords {number}", equipment={"brigade": "East" if number < 4 else "West"})
        for number in range(8)
    )
    chiefs = tuple(Enlisted("fighter", 1, name=name, equipment={"rank": "brigade"}) for name in ("East", "West"))
    battle = prepared(blue=(*troops, *chiefs))
    assert [battle.units[f"blue-{number}"].own.command.brigade for number in (1, 4, 5, 8)] == ["blue-9"] * 2 + [
        "blue-10"
    ] * 2


def test_scores_that_are_to_be_rolled_are_rolled_before_anybody_is_placed() -> None:
    """BS-3.2-02, BS-3.0-01"""
    played = opened(blue=(SWORDS, Enlisted("fighter", 1, name="Oswy", equipment={"scores": "rolled"})))
    assert isinstance(played.battle.agenda[0], RollScores)
    assert played.roll.rules == ("BS-3.2-02",)


def test_in_the_basic_game_nobody_has_missiles() -> None:
    """BS-5.0-01, BS-0.0-02: a bow is an ability of the Intermediate Game."""
    bows = (Enlisted("human_longbowmen", 12, name="Bows"),)
    assert prepared(blue=bows, level="basic").units["blue-1"].own.profile.missile is None
    assert prepared(blue=bows).units["blue-1"].own.profile.missile is not None


def test_every_figure_has_its_base_and_all_of_a_unit_look_alike() -> None:
    """BS-0.0-06, BS-2.4-01, BS-2.4-02, BS-S0-04: stands and counters are for show."""
    played = opened(setup="blue_first").then(MEN)
    unit = played.unit("blue-1")
    assert len(unit.places) == unit.figures == 12
    assert unit.kind == "heavy_infantry"


def test_all_of_it_is_done_before_the_first_round_and_can_be_kept() -> None:
    """BS-3.0-01"""
    battle = prepared()
    assert isinstance(battle.agenda[-1], BeginRound)
    assert BATTLESYSTEM.decode(encode(opened().battle)) == opened().battle
