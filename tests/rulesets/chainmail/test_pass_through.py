"""Fire in the middle of a move: split-moves, pass-through fire, axes thrown at chargers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Removed, Struck
from schiltron.rulesets.chainmail.fire.passing import (
    PassThrough,
    SplitFire,
    ThrowAtChargers,
    can_be_fired_at,
    may_split,
)
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.fire.rates import has_fired, shots
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import Played, ahead, blue, field, march, play, red, rules, shoot, turn


def passing(troop: str = "archers", **counters: Any) -> Battle:
    """Red horse halts 10 inches before blue missile troops."""
    return field(
        blue("bows", 8, at=(24, 30), troop=troop, **counters),
        red("horse", 10, at=(24, 20), troop="light_horse", moved=True, spent=inches(12)),
        phase="last_move",
    )


HALF_WAY = PassThrough("horse")

# ---------------------------------------------------------------- pass-through fire


def test_stationary_missile_troops_fire_at_who_passes_and_losses_fall_at_once() -> None:
    """CM-MISSILE-17, CM-TURN-08"""
    played = play(passing(), HALF_WAY)
    decision = played.decision
    assert (decision.seat, decision.window, decision.default) == ("blue", True, FINISH)
    assert "may not move" in decision.prompt
    after = played.then(shoot("bows", at="horse"), "6")
    assert after.over
    assert after.unit("horse").figures == 6
    assert after.unit("horse").fallen == 0
    assert after.events_of(Removed)[0].rules == ("CM-TURN-08",)
    assert has_fired(after.unit("bows"))


def test_pass_through_fire_uses_up_one_of_two_shots() -> None:
    """CM-MISSILE-07, CM-MISSILE-17: one of the two may be spent so, the other is left for the missile fire step."""
    after = play(passing(), HALF_WAY, shoot("bows", at="horse"), "1")
    assert shots(after.battle, after.unit("bows")).total == 1
    assert play(after.battle, HALF_WAY).over
    again = play(after.battle, Missiles(("blue",)), shoot("bows", at="horse"), "1")
    assert again.over
    assert again.unit("bows").own.turn.shots == 2
    crossbows = play(passing("crossbowmen"), HALF_WAY, shoot("bows", at="horse"), "1")
    assert play(crossbows.battle, Missiles(("blue",))).over


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_who_turns_onto_the_enemy_right_before_him_is_not_stopped_by_the_halt(look: Look) -> None:
    """CM-TURN-08: the turn comes after the halt, and the foe stands along the front as it will be."""
    foot = blue("foot", 8, files=8, at=(48, 30))
    turned = foot.pose.pivoted(*foot.pose.world(0, -foot.body.base.depth / 2), 20_000)
    x, y = turned.world(-2_500, 0)
    foe = red("foe", 1, files=1, at=(x / 1000, y / 1000), facing=200)
    bows = red("bows", 8, at=(56, 24), troop="archers")
    fired_at = play(look.at(field(foot, foe, bows)), Moves("blue"), march("foot", *look.path(turn(20), ahead(3))))
    assert fired_at.decision.seat == "red"
    onto = fired_at.then(FINISH)
    assert [(one.attacker, one.defender) for one in onto.battle.engagements] == [("foot", "foe")]


def test_who_has_moved_is_not_stationary() -> None:
    """CM-MISSILE-17"""
    position = passing(moved=True, spent=inches(1))
    assert not can_be_fired_at(position, position.units["horse"])
    assert play(position, HALF_WAY).over
    more = position.with_unit(blue("more", 8, at=(33, 30), troop="archers"))
    assert rules(play(more, HALF_WAY).refusal(shoot("bows", at="horse"))) == {"CM-MISSILE-17"}


def test_only_the_unit_that_passes_may_be_fired_at() -> None:
    """CM-MISSILE-17"""
    position = passing().with_unit(red("others", 8, at=(34, 20), troop="light_foot"))
    assert rules(play(position, HALF_WAY).refusal(shoot("bows", at="others"))) == {"CM-MISSILE-17"}


def test_who_passes_out_of_range_is_safe() -> None:
    """CM-MISSILE-17: within their range at the half-move point."""
    far = passing().with_unit(red("horse", 10, at=(24, 14), troop="light_horse"))
    assert play(far, HALF_WAY).over


def test_several_units_may_fire_and_the_dice_fall_when_all_have_said_so() -> None:
    """CM-MISSILE-17"""
    position = passing().with_unit(blue("more", 8, at=(33, 30), troop="archers"))
    played = play(position, HALF_WAY, shoot("bows", at="horse"), shoot("more", at="horse"), "6", "6")
    assert played.unit("horse").figures == 2
    declined = play(position, HALF_WAY, FINISH)
    assert declined.over
    assert not has_fired(declined.unit("bows"))


def test_a_unit_shot_down_in_its_move_is_gone() -> None:
    """CM-TURN-08"""
    position = passing().with_unit(red("horse", 3, at=(24, 20), troop="light_horse", moved=True))
    played = play(position, HALF_WAY, shoot("bows", at="horse"), "6")
    assert not played.unit("horse").on_table
    assert play(played.battle, HALF_WAY).over


# ---------------------------------------------------------------- split-moves


def splitting(figures: int = 8) -> Battle:
    return field(
        blue("bows", 8, at=(24, 30), troop="archers"),
        red("riders", figures, at=(24, 20), troop="horse_archers", moved=True, spent=inches(12)),
        phase="last_move",
    )


def test_horse_archers_fire_in_the_middle_of_their_move() -> None:
    """CM-MISSILE-15, CM-TURN-08"""
    played = play(splitting(), SplitFire("riders"))
    assert (played.decision.seat, played.decision.window) == ("red", False)
    after = played.then(shoot("riders", at="bows"), "6")
    assert after.over
    assert after.unit("bows").bodies == 4
    assert after.unit("riders").own.turn.shots == 1
    assert may_split(after.unit("riders"))
    assert not may_split(after.unit("bows"))


def test_footmen_do_not_fire_in_the_middle_of_a_move() -> None:
    """CM-MISSILE-15"""
    position = splitting().with_unit(red("riders", 8, at=(24, 20), troop="archers", moved=True, spent=inches(3)))
    assert play(position, SplitFire("riders")).over
    horse = replace(position, units={**position.units, "foot": position.units["riders"]})
    horse = horse.with_unit(red("riders", 8, at=(33, 20), troop="horse_archers", moved=True, spent=inches(12)))
    asked = play(horse, SplitFire("riders"))
    assert rules(asked.refusal(shoot("foot", at="bows"))) == {"CM-MISSILE-15"}


def test_fire_at_split_moving_horse_archers_and_their_own_are_simultaneous() -> None:
    """CM-MISSILE-16: all eight riders fire though four of them fall at the same moment."""
    played = play(splitting(), PassThrough("riders"), SplitFire("riders"))
    declared = played.then(shoot("bows", at="riders"))
    assert declared.decision.seat == "red"
    both = declared.then(shoot("riders", at="bows"))
    assert both.roll.pools[0].label == "8 of Bows"
    after = both.then("6", "6")
    assert after.over
    assert [struck.hits for struck in after.events_of(Struck)] == [4, 4]
    assert (after.unit("bows").bodies, after.unit("riders").bodies) == (4, 4)


def test_fire_declared_at_a_halt_is_not_lost_when_the_horse_archers_do_not_fire() -> None:
    """CM-MISSILE-16"""
    played = play(splitting(), PassThrough("riders"), SplitFire("riders"), shoot("bows", at="riders"), FINISH, "6")
    assert played.unit("riders").bodies == 4


# ---------------------------------------------------------------- throwing at chargers


def charged(**counters: Any) -> Battle:
    return field(
        blue("vikings", 8, at=(24, 30), troop="vikings", **counters),
        red("chargers", 10, at=(24, 29.9), troop="heavy_foot", charged=True, moved=True, spent=inches(6)),
    )


THROW = ThrowAtChargers("vikings", "chargers")


def thrown(played: Played) -> Played:
    assert played.decision.window
    return played.then(shoot("vikings", at="chargers"), "6")


def test_axes_are_thrown_at_chargers_even_by_who_moved() -> None:
    """CM-MISSILE-32, CM-TURN-08"""
    for counters in ({}, {"moved": True, "spent": inches(9)}, {"moved": True, "charged": True}):
        after = thrown(play(charged(**counters), THROW))
        assert after.over
        assert after.unit("chargers").bodies == 7


def test_it_is_their_one_throw_of_the_turn() -> None:
    """CM-MISSILE-31, CM-MISSILE-32"""
    assert play(charged(shots=1), THROW).over
    after = thrown(play(charged(), THROW))
    assert play(after.battle, Missiles(("blue",))).over


def test_who_has_nothing_to_throw_is_not_asked() -> None:
    """CM-MISSILE-32"""
    position = charged().with_unit(blue("vikings", 8, at=(24, 30), troop="archers"))
    assert play(position, THROW).over


def test_they_may_keep_their_axes() -> None:
    """CM-MISSILE-32 is a right."""
    kept = play(charged(), THROW, FINISH)
    assert kept.over
    assert not has_fired(kept.unit("vikings"))
    assert rules(play(charged(), THROW).refusal(shoot("chargers", at="vikings"))) >= {"CM-MISSILE-32"}


def test_who_throws_at_passers_by_stays_too() -> None:
    """CM-MISSILE-17, CM-MISSILE-32: axes thrown at chargers leave a unit its move, pass-through fire does not."""
    position = field(
        blue("foot", 6, at=(30, 34), facing=90, troop="light_foot"),
        red("vikings", 12, at=(33, 30.2), troop="vikings"),
        red("others", 6, at=(80, 10)),
    )
    played = play(position, Moves("blue"), Moves("red"), march("foot", ahead(4)), shoot("vikings", at="foot"))
    moving = played.then("3 | 3")
    assert moving.decision.actors == ("others",)
    assert rules(moving.refusal(march("vikings", ahead(1)))) == {"CM-MISSILE-17"}
