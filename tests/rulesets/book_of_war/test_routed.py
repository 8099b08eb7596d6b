"""The state of being routed from its first moment to its last: marks, turning away, recovering, friends in the way."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Chosen
from schiltron.battle.state.event import Checked, Fell, Formed, Marked, Moved, Ruled
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.field import fights_cornered, is_routed
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase, Recover
from schiltron.rulesets.book_of_war.morale.rout import Flights
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.sequence import EndTurn
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.rulesets.book_of_war.steps import BeginTurn, Check
from schiltron.table.body import Wing
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import (
    LAYOUTS,
    Askew,
    Played,
    ahead,
    blue,
    choose,
    field,
    march,
    place,
    play,
    red,
    shoot,
)

every_layout = pytest.mark.parametrize("lay", [LAYOUTS[number] for number in (0, 3, 4, 7)], ids=str)
OPEN = {"declare": "measure_first"}


def stands(
    lay: Askew, make: Any, kind: str, figures: int, right: float, ahead: float, heading: float, **more: Any
) -> Unit:
    return make(kind, figures, at=lay.at(right, ahead), facing=lay.facing(heading), **more)


def broken(*units: Unit, **more: Any) -> Played:
    """The unit called so fails a check."""
    return play(field(*units, **{**OPEN, **more}), Check("unit", "losses", 99)).then("1 1")


# ---------------------------------------------------------------- marks


def test_the_marks_of_rout_are_told() -> None:
    """BW-B5-04, BW-B5-09, BW-B5-12: put on and taken off, with the rules."""
    unit = blue("pikemen", 6, id="unit", at=(36, 30))
    routed = broken(unit, red("archers", 4, at=(36, 20)))
    (marked,) = routed.events_of(Marked)
    assert (marked.unit, marked.mark, marked.on, marked.rules) == ("unit", "routed", True, ("BW-B5-02", "BW-B5-04"))
    again = play(replace(routed.battle, own=replace(routed.battle.own, player_turns=2)), MoralePhase("blue")).then(
        "6 6"
    )
    (taken,) = again.events_of(Marked)
    assert (taken.unit, taken.mark, taken.on, taken.rules) == ("unit", "routed", False, ("BW-B5-09",))
    ring = [
        blue("pikemen", 4, files=2, id="unit", at=(36, 30), marks=("routed",)),
        red("archers", 4, id="north", at=(36, 29.9)),
        red("archers", 4, id="south", at=(36, 31.6), facing=0),
        red("archers", 4, id="west", at=(35.15, 30.75), facing=90),
        red("archers", 4, id="east", at=(36.85, 30.75), facing=270),
    ]
    (cornered,) = play(field(*ring), Flights("blue")).events_of(Marked)
    assert (cornered.unit, cornered.mark, cornered.on, cornered.rules) == ("unit", "cornered", True, ("BW-B5-12",))
    told_once = [replace(one, marks=("routed", "cornered")) if one.side == "blue" else one for one in ring]
    assert not play(field(*told_once), Flights("blue")).events_of(Marked)


# ---------------------------------------------------------------- turning away


@every_layout
@pytest.mark.parametrize(
    ("right", "ahead", "facing", "expected"),
    [(0.7, 3, 180, 180), (0.5, -6, 0, 0), (4, -1, 270, 270), (-4, -1, 90, 90), (3, 4, 200, 180)],
)
def test_it_turns_its_back_to_the_nearest_enemy(
    lay: Askew, right: float, ahead: float, facing: float, expected: float
) -> None:
    """BW-B5-05: whoever stands farther off does not matter, however many they are."""
    far = [
        stands(lay, red, "archers", 4, side * 15, back, 0, id=f"far {side} {back}")
        for side in (-1, 1)
        for back in (-9, 9)
    ]
    unit = stands(lay, blue, "pikemen", 16, 0, 0, 0, files=4, id="unit")
    foe = stands(lay, red, "light_infantry", 3, right, ahead, facing, id="near")
    assert lay.back(broken(unit, foe, *far).unit("unit"))[2] == expected


@every_layout
def test_many_far_off_do_not_outweigh_the_nearest(lay: Askew) -> None:
    """BW-B5-05: one unit ahead, three farther off behind."""
    unit = stands(lay, blue, "pikemen", 16, 0, 0, 0, files=4, id="unit")
    foes = [stands(lay, red, "archers", 4, right, -15, 0, id=f"far {right}") for right in (-6, 0, 6)]
    near = stands(lay, red, "light_infantry", 3, 0.4, 3, 180, id="near")
    assert lay.back(broken(unit, *foes, near).unit("unit"))[2] == 180


@every_layout
def test_of_facings_as_good_it_looks_away_from_the_enemies_as_a_whole(lay: Askew) -> None:
    """BW-B5-05: the nearest stand at a corner; the others are on that side too, or on the other."""
    unit = stands(lay, blue, "pikemen", 16, 0, 0, 0, files=4, id="unit")
    corner = stands(lay, red, "light_infantry", 2, 3.5, 2.0, 225, id="near")
    left = stands(lay, red, "archers", 4, -12, -1.5, 90, id="left")
    behind = stands(lay, red, "archers", 4, 0, -14, 0, id="behind")
    assert lay.back(broken(unit, corner, left).unit("unit"))[2] == 180
    assert lay.back(broken(unit, corner, behind).unit("unit"))[2] == 270


@every_layout
def test_where_it_cannot_turn_away_it_takes_the_next_best_facing(lay: Askew) -> None:
    """BW-B5-05: long bases that have no room to turn about a quarter; and a table edge."""
    horse = stands(lay, blue, "light_cavalry", 3, 0, 0, 0, files=3, id="unit")
    foe = stands(lay, red, "archers", 3, 6, -1, 270, id="near")
    assert lay.back(broken(horse, foe).unit("unit"))[2] == 270
    friend = stands(lay, blue, "archers", 2, 1.7, -1, 270, id="friends")
    shut = broken(horse, foe, friend)
    assert lay.back(shut.unit("unit"))[2] == 0, "neither towards the enemy nor away from him"
    assert not shut.events_of(Formed)
    assert not shut.events_of(Ruled), "there is room to stay as it is"


@pytest.mark.parametrize(("width", "facing"), [(72, 180), (90, 270)])
def test_the_table_edge_leaves_no_room_to_turn_either(width: float, facing: float) -> None:
    """BW-B5-05: three horse abreast stand two wide and four deep after a quarter turn, an inch farther to one side."""
    unit = blue("light_cavalry", 3, id="unit", at=(69.6, 23))
    foe = red("archers", 1, id="near", at=(71.6, 22.97))
    assert place(broken(unit, foe, size=(width, 48)).unit("unit"))[2] == facing


@every_layout
def test_hemmed_in_too_closely_to_turn_is_told(lay: Askew) -> None:
    """BW-B5-05: a wrapped unit with friends where its wings would fall back into line."""
    wing = Wing(2, 90_000)
    unit = blue("pikemen", 8, files=8, id="unit", at=lay.at(0, 0), facing=lay.facing(0), left=wing, right=wing)
    friends = [stands(lay, blue, "archers", 2, side * 2.4, 0.6, 0, files=1, id=f"friends {side}") for side in (-1, 1)]
    foe = stands(lay, red, "heavy_infantry", 4, 0.1, 5, 180, id="near")
    stuck = broken(unit, foe, *friends)
    (told,) = stuck.events_of(Ruled)
    assert (told.what, told.rules) == ("Unit are hemmed in too closely to turn", ("BW-B5-05",))
    assert is_routed(stuck.unit("unit"))
    assert lay.back(stuck.unit("unit"))[2] == 0
    free = broken(unit, foe)
    (turned,) = free.events_of(Formed)
    assert (turned.unit, turned.why, turned.rules) == ("unit", "turn to flee", ("BW-B5-05",))
    assert (turned.pose, turned.body) == (free.unit("unit").pose, free.unit("unit").body)


@pytest.mark.parametrize("lay", [lay for lay in LAYOUTS if not lay.turned % 90], ids=str)
def test_wrapped_round_the_very_enemy_who_breaks_it(lay: Askew) -> None:
    """BW-B5-05: the middle of a unit with both wings forward lies where its enemy's does; the others decide."""
    wing = Wing(3, 90_000)
    unit = blue("pikemen", 9, files=9, id="unit", at=lay.at(0, 0), facing=lay.facing(0), left=wing, right=wing)
    foe = stands(lay, red, "light_infantry", 3, 0, 0, 180, files=3, id="near")
    assert (unit.outline.x, unit.outline.y) == (foe.outline.x, foe.outline.y)
    behind = stands(lay, red, "archers", 4, 0, -9, 0, id="behind")
    ahead = stands(lay, red, "archers", 4, 0, 9, 180, id="ahead")
    assert is_routed(broken(unit, foe, behind).unit("unit"))
    assert lay.back(broken(unit, foe, ahead).unit("unit"))[2] == 180


@every_layout
def test_each_of_several_as_near_counts(lay: Askew) -> None:
    """BW-B5-05: one of them ahead and two on the left; it turns from the two."""
    unit = stands(lay, blue, "pikemen", 16, 0, 0, 0, files=4, id="unit")
    foes = [
        stands(lay, red, "light_infantry", 2, 0, 3, 180, id="ahead"),
        stands(lay, red, "light_infantry", 2, -4.5, -0.6, 90, id="left"),
        stands(lay, red, "light_infantry", 2, -4.5, -2.4, 90, id="far left"),
    ]
    for order in (foes, foes[::-1]):
        assert lay.back(broken(unit, *order).unit("unit"))[2] == 90


def test_without_an_enemy_it_keeps_its_facing() -> None:
    """BW-B5-05."""
    alone = broken(blue("pikemen", 6, id="unit", at=(36, 30), facing=17))
    assert place(alone.unit("unit")) == (36, 30, 17)
    assert not alone.events_of(Formed)


# ---------------------------------------------------------------- recovering


def free_attack_and_morale(dice: str) -> Played:
    """Blue foot run onto pikes, break, and their own turn goes on to its end."""
    units = blue("light_infantry", 12, files=12, id="foot", at=(36, 30)), red("pikemen", 8, files=4, at=(36, 26))
    start = play(field(*units, blue("archers", 4, at=(60, 44)), **OPEN), MovementPhase("blue"), MoralePhase("blue"))
    struck = start.then(march("foot", ahead(6)))
    return struck.then("6 " * 6 + "1 " * (struck.dice[0][0] - 6), dice)


def test_who_routs_in_his_own_turn_does_not_try_to_recover_at_its_end() -> None:
    """BW-B5-08: routed already when the player-turn began."""
    routed = free_attack_and_morale("1 1")
    assert is_routed(routed.unit("foot"))
    assert routed.unit("foot").own.routed_since == routed.battle.own.player_turns
    done = routed
    while done.battle.decisions:
        done = done.then(done.decision.default)
    assert not [checked for checked in done.events_of(Checked) if checked.why == "recovery"]


def due(battle_turn: int = 2, side: str = "blue", **unit: Any) -> Played:
    """A morale phase of blue's, after so many player-turns, with one routed unit."""
    one = blue("pikemen", 6, id="unit", at=(36, 30), **{"marks": ("routed",), "routed_since": 1, **unit})
    position = field(one, red("archers", 4, at=(36, 10)), **OPEN)
    return play(replace(position, own=replace(position.own, player_turns=battle_turn)), MoralePhase(side))


def test_when_a_routed_unit_may_try_to_recover() -> None:
    """BW-B5-08: its owner's morale phase, routed before this player-turn, nobody lost since the owner's last one."""
    assert due().roll.rules == ("BW-B5-08", "BW-B5-09")
    assert due(routed_since=2).over, "only now routed"
    assert due(lost_since=True).over, "a figure fell since"
    assert due(side="red").over, "not in the enemy's phase"
    assert due(marks=()).over, "not routed"


def test_losses_in_the_enemys_turn_bar_the_next_attempt_and_no_later_one() -> None:
    """BW-B5-08: counted from the owner's morale phase to the owner's next."""
    unit = blue("pikemen", 6, files=3, id="unit", at=(36, 30), facing=180, marks=("routed",), routed_since=1)
    archers = red("archers", 4, id="archers", at=(36, 22))
    others = blue("archers", 4, id="others", at=(60, 40))
    position = field(unit, archers, others, active="red", **OPEN)
    shot = play(position, AttackPhase("red")).then(shoot("archers", at="unit"), "6 1 1 1 1 1 1 1")
    assert shot.events_of(Fell)
    assert shot.unit("unit").own.lost_since
    later = replace(shot.battle, own=replace(shot.battle.own, player_turns=3))
    barred = play(later, MoralePhase("blue"))
    assert not [one for one in barred.events_of(Checked) if one.why == "recovery"]
    assert barred.battle.roll is None
    ended = play(replace(barred.battle, agenda=()), EndTurn("blue"))
    assert not ended.unit("unit").own.lost_since
    next_time = play(ended.battle, MoralePhase("blue"))
    assert next_time.roll.rules == ("BW-B5-08", "BW-B5-09")


def test_recovery_has_no_rate_of_loss() -> None:
    """BW-B5-08: 2d6 and hit dice alone, so 9 for foot and 8 for horse."""
    assert "9 or more" in due().roll.purpose
    horse = blue("light_cavalry", 6, id="unit", at=(36, 30), marks=("routed",), routed_since=1)
    position = field(horse, red("archers", 4, at=(36, 10)), **OPEN)
    played = play(replace(position, own=replace(position.own, player_turns=2)), MoralePhase("blue"))
    assert "8 or more" in played.roll.purpose
    assert is_routed(played.then("3 4").unit("unit"))
    assert not is_routed(played.then("4 4").unit("unit"))


def cornered(**more: Any) -> Played:
    return due(marks=("routed", "cornered"), **more)


def test_a_cornered_unit_is_asked_before_it_tries() -> None:
    """BW-B5-08, BW-B5-14: its owner is, and silence declines; a try is a check without a rate of loss."""
    asked = cornered()
    decision = asked.decision
    assert (decision.seat, decision.rules) == ("blue", ("BW-B5-08", "BW-B5-14"))
    assert [option.label for option in decision.options] == ["Try to recover", "Fight on routed"]
    assert "Unit are cornered" in decision.prompt
    assert decision.default == choose("decline")
    assert asked.then(choose("decline")).over
    assert fights_cornered(asked.then(choose("decline")).unit("unit"))
    trying = asked.then(choose("try"))
    assert "9 or more" in trying.roll.purpose
    back = trying.then("4 5")
    assert back.unit("unit").marks == ()
    assert not trying.then("4 4").unit("unit").on_table
    assert list(BOOK_OF_WAR.suggest(asked.battle, decision)) == [Chosen(("decline",)), Chosen(("try",))]


def test_nobody_is_asked_for_a_unit_that_is_gone_or_no_longer_cornered() -> None:
    """BW-B5-14."""
    for marks, figures in ((("routed",), 4), (("routed", "cornered"), 0)):
        unit = blue("pikemen", 4, id="unit", at=(36, 30), marks=marks)
        unit = replace(unit, figures=figures, fallen=4 - figures)
        assert play(field(unit, red("archers", 4, at=(36, 10))), Recover("unit")).over


# ---------------------------------------------------------------- friends


@every_layout
def test_only_friends_in_the_way_are_run_into(lay: Askew) -> None:
    """BW-B5-15: not those beside, not those routed, and nobody twice in a turn."""
    units = [
        stands(lay, blue, "pikemen", 6, 0, 0, 0, id="runners", marks=("routed",)),
        stands(lay, blue, "archers", 24, 0.6, 3, 180, files=24, id="before"),
        stands(lay, blue, "heavy_infantry", 4, 4.5, 2.0, 90, files=2, id="beside"),
        stands(lay, red, "heavy_infantry", 40, 0, -3, 0, id="behind"),
    ]
    hit = play(field(*units, **OPEN), Flights("blue"))
    assert "Before check morale (run into)" in hit.roll.purpose
    assert hit.unit("runners").own.turn.collided == ("before",)
    stood = hit.then("6 6")
    assert stood.over
    assert [checked.unit for checked in stood.events_of(Checked)] == ["before"]
    once_more = play(stood.battle, Flights("blue"))
    assert not once_more.events_of(Checked), "once for each router and turn"
    fresh = play(replace(stood.battle, agenda=()), BeginTurn("blue"))
    assert fresh.unit("runners").own.turn.collided == ()


@every_layout
def test_routed_friends_stop_routers_without_a_check(lay: Askew) -> None:
    """BW-B5-15, BW-B5-17: nobody passes through."""
    units = [
        stands(lay, blue, "pikemen", 6, 0, 0, 0, id="runners", marks=("routed",)),
        stands(
            lay,
            blue,
            "archers",
            24,
            0.6,
            3,
            180,
            files=24,
            id="before",
            marks=("routed", "cornered"),
            moved=True,
            spent=inches(12),
        ),
        stands(lay, red, "heavy_infantry", 40, 0, -3, 0, id="behind"),
    ]
    hit = play(field(*units, **OPEN), Flights("blue"))
    assert hit.over
    assert not hit.events_of(Checked)
    moved = [event for event in hit.events_of(Moved) if event.unit == "runners"]
    assert moved
    assert moved[0].spent <= inches(3)
