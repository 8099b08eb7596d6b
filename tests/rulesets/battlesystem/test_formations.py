"""Formations, frontage, shield walls and set spears: cases 7.1 to 7.6, 7.10, 11.6 and 11.7."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.play.agenda import Scene
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.manoeuvre import Advance, Face, FormUp, Reform, Wheel
from schiltron.rulesets.battlesystem.bases import spacing
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import all_round
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.losses import fell
from schiltron.rulesets.battlesystem.movement.rates import charge_allowance, move_allowance
from schiltron.rulesets.battlesystem.state import SET_SPEARS, SHIELD_WALL, Unit, with_command
from schiltron.table.lengths import degrees, inches
from tests.rulesets.battlesystem.positions import (
    LONGSWORD,
    PIKE,
    SPEAR,
    blue,
    field,
    march,
    moving,
    person,
    red,
    rules,
    skirmishers,
)

CAPTAIN = person("captain", "blue", with_="legion", rank="unit", radius=12)


def legion(figures: int = 12, *, files: int = 6, formation: str = "closed", **more: Any) -> Unit:
    return blue("legion", figures, files=files, at=(30, 40), formation=formation, **more)


# ---------------------------------------------------------------- formations


def test_four_formations_with_the_room_between_their_bases() -> None:
    """BS-7.1-01, BS-7.2-01, BS-7.3-01, BS-7.4-01, BS-7.5-01"""
    printed = {row["formation"]: inches(float(row["spacing_in"])) for row in LAW.sheet("BS-T-formations").records()}
    assert printed == {name: spacing(name) for name in ("closed", "open", "skirmish", "mob")}  # type: ignore[arg-type]


@pytest.mark.parametrize(("before", "to", "after"), [("closed", "open", 500), ("open", "close", 0)])
def test_a_change_of_formation_costs_a_third_of_mv_anywhere_in_the_move(before: str, to: Any, after: int) -> None:
    """BS-7.6-01, BS-7.2-01, BS-7.3-01"""
    played = moving(legion(formation=before), CAPTAIN).then(march("legion", Advance(inches(3)), FormUp(to)))
    unit = played.unit("legion")
    assert unit.own.turn.spent == inches(6)
    assert unit.body.spacing == after  # type: ignore[union-attr]
    assert unit.own.formation == {"open": "open", "close": "closed"}[to]


def test_a_change_of_formation_needs_all_figures_in_command() -> None:
    """BS-7.6-01, BS-7.2-01, BS-4.7-03"""
    far = person("captain", "blue", at=(60, 40), rank="unit", radius=6)
    led = legion(formation="open", commander="captain")
    assert rules(moving(led, far).refusal(march("legion", FormUp("close")))) == {"BS-7.6-01", "BS-7.2-01", "BS-4.7-03"}


def test_a_unit_that_goes_out_of_command_opens_at_no_cost() -> None:
    """BS-7.6-02: its commander stands apart, and it walks out of his radius."""
    apart = person("captain", "blue", at=(30, 46), rank="unit", radius=8)
    played = moving(legion(commander="captain"), apart).then(march("legion", Advance(inches(9))))
    assert played.unit("legion").own.formation == "open"
    assert played.unit("legion").own.turn.spent == inches(9)


def test_regulars_have_closed_and_open_formation_only() -> None:
    """BS-7.1-01"""
    asked = moving(legion(), CAPTAIN, *skirmishers("scouts", "blue", [(50, 40)]))
    assert rules(asked.refusal(march("legion", FormUp("skirmish")))) == {"BS-7.1-01", "BS-2.11-02"}
    assert rules(asked.refusal(march("legion", FormUp("schiltron")))) == {"BS-7.1-01"}
    assert rules(asked.refusal(march("scouts-1", FormUp("close")))) == {"BS-7.1-01"}


def test_elite_regulars_take_up_skirmish_formation_and_then_face_freely() -> None:
    """BS-2.11-02, BS-7.4-01, BS-7.9-01"""
    elite = legion(special="elite")
    played = moving(elite, CAPTAIN).then(march("legion", FormUp("skirmish"), Face("left"), Advance(inches(6))))
    assert played.unit("legion").body.spacing == inches(1)  # type: ignore[union-attr]
    assert played.unit("legion").own.turn.spent == inches(9)


def test_berserkers_never_close_their_ranks() -> None:
    """BS-2.11-03"""
    refused = moving(legion(formation="open", special="berserkers"), CAPTAIN).refusal(march("legion", FormUp("close")))
    assert rules(refused) == {"BS-2.11-03"}


def test_losses_of_a_closed_unit_come_from_its_rear() -> None:
    """BS-7.2-02: its front stays whole, for nothing."""
    scene = Scene(field(legion(), CAPTAIN))
    fell(scene, "legion", 3, Harm(rules=("BS-8.7-01",)))
    unit = scene.unit("legion")
    assert unit.own.gaps == 0
    assert unit.body.files == 6  # type: ignore[union-attr]
    assert unit.pose == legion().pose


def test_losses_of_an_open_unit_leave_gaps_and_those_of_skirmishers_do_not() -> None:
    """BS-7.3-03, BS-7.4-03: nobody has to move up into the place of a skirmisher."""
    scouts = skirmishers("scouts", "blue", [(50, 40), (53, 40)])
    scene = Scene(field(legion(formation="open"), CAPTAIN, *scouts))
    fell(scene, "legion", 2, Harm(rules=("BS-8.7-01",)))
    fell(scene, "scouts-1", 1, Harm(rules=("BS-8.7-01",)))
    assert scene.unit("legion").own.gaps == 2
    assert scene.unit("scouts-2").own.gaps == 0


def test_a_mob_stays_roughly_square() -> None:
    """BS-7.5-01"""
    scene = Scene(field(blue("mob", 16, files=4, at=(30, 40), kind="mob")))
    fell(scene, "mob", 7, Harm(rules=("BS-8.7-01",)))
    assert scene.unit("mob").body.files == 3  # type: ignore[union-attr]
    assert scene.unit("mob").own.gaps == 0


def test_closing_up_fills_every_gap() -> None:
    """BS-7.2-02"""
    played = moving(legion(formation="open", gaps=1), CAPTAIN).then(march("legion", FormUp("close")))
    assert played.unit("legion").own.gaps == 0


def test_who_has_just_rallied_may_re_form_and_not_move() -> None:
    """BS-6.3-01, BS-6.3-02"""
    rallied = legion(formation="open", rallied_in=3)
    asked = moving(rallied, CAPTAIN, turn=3)
    assert rules(asked.refusal(march("legion", Advance(inches(1))))) == {"BS-6.3-01", "BS-6.3-02"}
    assert asked.then(march("legion", FormUp("close"))).unit("legion").own.formation == "closed"
    assert move_allowance(asked.battle, asked.unit("legion")).total == 0


# ---------------------------------------------------------------- frontage


def test_three_figures_added_to_the_front_cost_three_inches() -> None:
    """BS-7.10-01"""
    played = moving(legion(), CAPTAIN).then(march("legion", Reform(9)))
    assert played.unit("legion").own.turn.spent == inches(3)
    assert played.unit("legion").body.files == 9  # type: ignore[union-attr]
    assert played.unit("legion").own.turn.widened


def test_skirmishers_have_no_frontage_and_mobs_do_not_change_theirs() -> None:
    """BS-7.10-01, BS-7.10-02"""
    asked = moving(*skirmishers("scouts", "blue", [(50, 40)]))
    assert rules(asked.refusal(march("scouts-1", Reform(1)))) == {"BS-7.10-01"}


def test_nobody_both_widens_and_narrows_his_front_in_one_phase() -> None:
    """BS-7.10-03"""
    asked = moving(legion(), CAPTAIN)
    assert rules(asked.refusal(march("legion", Reform(8), Reform(6)))) == {"BS-7.10-03"}
    assert asked.then(march("legion", Reform(8), Reform(9))).unit("legion").own.turn.spent == inches(3)


def test_a_change_of_frontage_touches_no_enemy() -> None:
    """BS-7.10-03"""
    beside = red("orcs", 6, files=6, at=(38, 40.75))
    assert rules(moving(legion(), CAPTAIN, beside).refusal(march("legion", Reform(12)))) == {"BS-7.10-03"}


# ---------------------------------------------------------------- shield walls


SHIELDS = legion(large_shields=True)


def test_a_shield_wall_is_declared_for_nothing_by_closed_units_in_command() -> None:
    """BS-11.6-01"""
    played = moving(SHIELDS, CAPTAIN).then(march("legion", FormUp("shield_wall")))
    assert played.unit("legion").own.stance == "shield_wall"
    assert played.unit("legion").own.turn.spent == 0
    assert played.unit("legion").has(SHIELD_WALL)


@pytest.mark.parametrize(
    "unit",
    [
        legion(),
        legion(large_shields=True, formation="open"),
        legion(large_shields=True, moved=True),
    ],
)
def test_a_shield_wall_takes_large_shields_and_closed_ranks_before_moving(unit: Unit) -> None:
    """BS-11.6-01"""
    assert rules(moving(unit, CAPTAIN).refusal(march("legion", FormUp("shield_wall")))) == {"BS-11.6-01"}


def test_a_shield_wall_comes_before_the_move() -> None:
    """BS-11.6-01"""
    refused = moving(SHIELDS, CAPTAIN).refusal(march("legion", Advance(inches(1)), FormUp("shield_wall")))
    assert rules(refused) == {"BS-11.6-01"}


def test_out_of_command_there_is_no_shield_wall() -> None:
    """BS-11.6-01, BS-4.7-03"""
    far = person("captain", "blue", at=(60, 40), rank="unit", radius=6)
    led = with_command(SHIELDS, commander="captain")
    assert rules(moving(led, far).refusal(march("legion", FormUp("shield_wall")))) == {"BS-11.6-01"}


def test_a_shield_wall_moves_half_of_its_mv() -> None:
    """BS-11.6-04"""
    asked = moving(SHIELDS, CAPTAIN)
    assert "BS-7.0-01" in rules(asked.refusal(march("legion", FormUp("shield_wall"), Advance(inches(4.6)))))
    played = asked.then(march("legion", FormUp("shield_wall"), Advance(inches(4.5))))
    assert played.unit("legion").own.stance == "shield_wall"
    tally = move_allowance(played.battle, played.unit("legion"))
    assert tally.total == inches(4.5)
    assert "BS-11.6-04" in tally.rules


def test_a_shield_wall_that_changes_facing_does_nothing_else() -> None:
    """BS-11.6-04: 90 degrees at most, for its entire move."""
    wall = legion(large_shields=True, stance="shield_wall")
    asked = moving(wall, CAPTAIN)
    assert rules(asked.refusal(march("legion", Face("rear")))) == {"BS-11.6-04"}
    assert rules(asked.refusal(march("legion", Face("left"), Face("left")))) == {"BS-11.6-04"}
    assert rules(asked.refusal(march("legion", Face("left"), Advance(100)))) == {"BS-7.0-01"}
    assert asked.then(march("legion", Face("left"))).unit("legion").own.stance == "shield_wall"


def test_a_ring_of_shields_has_no_flank_and_cannot_move() -> None:
    """BS-11.6-03: it costs an about face."""
    asked = moving(SHIELDS, CAPTAIN)
    assert rules(asked.refusal(march("legion", FormUp("shield_ring"), Advance(inches(1))))) == {"BS-11.6-03"}
    played = asked.then(march("legion", FormUp("shield_ring")))
    assert all_round(played.unit("legion"))
    assert played.unit("legion").own.turn.spent == inches(4.5)
    assert played.unit("legion").body.hedgehog  # type: ignore[union-attr]


def test_a_ring_is_given_up_for_an_about_face() -> None:
    """BS-11.6-03, BS-7.9-04"""
    ring = legion(large_shields=True, stance="shield_ring", marks=(SHIELD_WALL,))
    asked = moving(ring, CAPTAIN)
    assert rules(asked.refusal(march("legion", Advance(inches(1))))) == {"BS-11.6-03"}
    played = asked.then(march("legion", FormUp("close"), Advance(inches(4.5))))
    assert played.unit("legion").own.stance == ""
    assert not played.unit("legion").has(SHIELD_WALL)


def test_a_shield_wall_ends_with_closed_formation() -> None:
    """BS-11.6-01"""
    wall = legion(large_shields=True, stance="shield_wall", marks=(SHIELD_WALL,))
    played = moving(wall, CAPTAIN).then(march("legion", FormUp("open")))
    assert played.unit("legion").own.stance == ""
    assert not played.unit("legion").has(SHIELD_WALL)
    assert charge_allowance(played.battle, wall).total == inches(13.5), "a charge gives it up"


def test_the_basic_game_has_no_special_formations() -> None:
    """BS-S1-04"""
    asked = moving(SHIELDS, CAPTAIN, level="basic")
    assert asked.refusal(march("legion", FormUp("shield_wall")))


# ---------------------------------------------------------------- set spears


@pytest.mark.parametrize("weapon", [SPEAR, PIKE])
def test_spears_and_pikes_are_set_for_a_third_of_mv(weapon: Any) -> None:
    """BS-11.7-01"""
    played = moving(legion(weapon=weapon), CAPTAIN).then(march("legion", FormUp("set_spears")))
    assert played.unit("legion").own.stance == "set_spears"
    assert played.unit("legion").own.turn.spent == inches(3)
    assert played.unit("legion").has(SET_SPEARS)


def test_swords_are_not_set() -> None:
    """BS-11.7-01"""
    asked = moving(legion(weapon=(LONGSWORD, SPEAR)), CAPTAIN)
    assert rules(asked.refusal(march("legion", FormUp("set_spears")))) == {"BS-11.7-01"}


@pytest.mark.parametrize("leg", [Advance(1000), Face("left"), Wheel("left", degrees(5)), FormUp("open")])
def test_set_spears_end_when_the_unit_moves_or_turns(leg: Any) -> None:
    """BS-11.7-02"""
    spears = legion(weapon=SPEAR, stance="set_spears", marks=(SET_SPEARS,))
    played = moving(spears, CAPTAIN).then(march("legion", leg))
    assert played.unit("legion").own.stance == ""
    assert not played.unit("legion").has(SET_SPEARS)


def test_spears_on_all_sides_need_the_movement_for_those_who_turn_about() -> None:
    """BS-11.7-04"""
    asked = moving(legion(weapon=SPEAR), CAPTAIN)
    played = asked.then(march("legion", FormUp("set_ring")))
    assert all_round(played.unit("legion"))
    assert played.unit("legion").own.turn.spent == inches(7.5)
    tired = moving(legion(weapon=SPEAR, spent=inches(2)), CAPTAIN)
    assert rules(tired.refusal(march("legion", FormUp("set_ring")))) == {"BS-11.7-01", "BS-11.7-04"}


def test_command_is_kept_where_the_commander_goes_along() -> None:
    """BS-7.6-02"""
    scene = Scene(field(legion(), CAPTAIN))
    keep_order(scene)
    assert scene.unit("legion").own.formation == "closed"
