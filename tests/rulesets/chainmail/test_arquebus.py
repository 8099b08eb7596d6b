"""Arquebuses: a die each, and armour is no help. Blue looks up the table from y = 30."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.event import Struck
from schiltron.rulesets.chainmail.fire.aiming import aim
from schiltron.rulesets.chainmail.fire.arquebus import Fusillade
from schiltron.rulesets.chainmail.fire.phase import Missiles, Reload
from schiltron.rulesets.chainmail.fire.rates import shots
from schiltron.rulesets.chainmail.fire.weapons import arc_of
from schiltron.rulesets.chainmail.state import UNLOADED, Battle
from schiltron.table.lengths import degrees, inches
from schiltron.table.terrain import Feature
from tests.rulesets.chainmail.positions import blue, field, piece, play, red, rules, shoot, strip

BLUE = Missiles(("blue",))


def facing(distance: float, *, at: str = "knights", features: tuple[Feature, ...] = (), **more: Any) -> Battle:
    return field(
        blue("guns", 8, at=(24, 30), troop="arquebusiers", **more),
        red("enemy", 20, files=10, at=(24, 30 - distance), troop=at),
        features=features,
    )


def fusillade(battle: Battle) -> Fusillade:
    fire = aim(battle, battle.units["guns"], battle.units["enemy"])
    assert isinstance(fire, Fusillade), fire
    return fire


@pytest.mark.parametrize(("distance", "need"), [(18, 5), (12.1, 5), (12, 3), (6.1, 3)])
def test_the_accuracy_die_must_show_what_the_band_of_range_says(distance: float, need: int) -> None:
    """CM-GUN-02: exactly 6 or 12 inches belong to the nearer band."""
    played = play(facing(distance), BLUE, shoot("guns", at="enemy"))
    assert played.dice == [(8, need)]


def test_each_arquebusier_rolls_and_armour_is_no_help() -> None:
    """CM-GUN-01"""
    played = play(facing(10), BLUE, shoot("guns", at="enemy"), "1 2 3 4 5 6 1 1")
    assert played.unit("enemy").figures == 16
    (struck,) = played.events_of(Struck)
    assert (struck.dice, struck.hits, struck.rules) == (8, 4, ("CM-GUN-01", "CM-GUN-02"))
    killed = struck.tallies[-1]
    assert [(term.value, term.rule) for term in killed.terms] == [(4, "CM-GUN-01")]


def test_up_to_6_inches_every_shot_hits() -> None:
    """CM-GUN-02: no die is thrown for it."""
    played = play(facing(6), BLUE, shoot("guns", at="enemy"))
    assert played.over
    assert played.unit("enemy").figures == 12


def test_they_do_not_reach_beyond_18_inches() -> None:
    """CM-GUN-02"""
    assert play(facing(18.1), BLUE).over


def test_they_fire_every_other_turn_and_without_the_heavy_crossbows_bonus() -> None:
    """CM-GUN-03"""
    position = facing(10)
    assert shots(position, position.units["guns"]).rules == ("CM-GUN-03",)
    fired = play(position, BLUE, shoot("guns", at="enemy"), "6 6 6 6 6 6 6 6")
    assert fired.over
    assert fired.unit("guns").has(UNLOADED)
    assert [term.rule for term in fired.events_of(Struck)[0].tallies[1].terms] == ["CM-GUN-02"]
    next_turn = facing(10, unloaded=True)
    assert play(next_turn, BLUE).over
    assert not play(next_turn, Reload()).unit("guns").has(UNLOADED)


def test_who_moves_over_half_needs_to_win_a_die_and_does_not_reload() -> None:
    """CM-GUN-03: they move 12 inches."""
    played = play(facing(10, moved=True, spent=inches(7)), BLUE, shoot("guns", at="enemy"), "2 | 3")
    assert played.over
    assert played.unit("enemy").figures == 20
    assert play(facing(10, moved=True, spent=inches(7), unloaded=True), Reload()).unit("guns").has(UNLOADED)


def test_their_arc_is_that_of_footmen() -> None:
    """CM-GUN-04"""
    position = facing(10).with_unit(red("enemy", 10, at=(42, 25), troop="knights"))
    assert arc_of(position.units["guns"].own.profile) == (degrees(45), degrees(45))
    judged = aim(position, position.units["guns"], position.units["enemy"])
    assert isinstance(judged, list)
    assert "CM-GUN-04" in rules(judged)


@pytest.mark.parametrize(
    ("cover", "need"),
    [
        (strip("wall", (10, 20.3), (40, 20.3), width=0.5), 4),
        (strip("fence", (10, 20.3), (40, 20.3), width=0.5), 3),
        (strip("mantlets", (10, 20.3), (40, 20.3), width=0.5), 5),
        (piece("woods", 10, 10, 40, 21), 5),
        (piece("woods", 10, 10, 23, 21), 4),
        (piece("brush", 10, 10, 40, 21), 3),
    ],
)
def test_hard_cover_takes_one_or_two_off_the_die(cover: Feature, need: int) -> None:
    """CM-GUN-06: a wall hides half of a man, trees and mantlets more; brush and fences are no hard cover."""
    fire = fusillade(facing(10, at="heavy_foot", features=(cover,)))
    assert fire.need.total == need
    assert ("CM-GUN-06" in fire.need.rules) == (need > 3)
    told = {3: [], 4: ["hard cover hides up to half"], 5: ["hard cover hides more than half"]}[need]
    assert [term.label for term in fire.need.terms if term.rule == "CM-GUN-06"] == told


def test_no_die_can_hit_what_is_far_and_hidden() -> None:
    """CM-GUN-06: a 7 is not to be had."""
    position = facing(14, features=(piece("woods", 5, 5, 45, 17),))
    judged = aim(position, position.units["guns"], position.units["enemy"])
    assert isinstance(judged, list)
    assert rules(judged) == {"CM-GUN-02", "CM-GUN-06"}


def test_a_weapon_rested_on_a_wall_shoots_better() -> None:
    """CM-GUN-07"""
    wall = strip("wall", (10, 29.7), (40, 29.7), width=0.5)
    fire = fusillade(facing(10, features=(wall,)))
    assert fire.need.total == 2
    assert "CM-GUN-07" in fire.need.rules


def test_two_ranks_of_arquebusiers_fire() -> None:
    """CM-GUN-01: a die for each who may fire."""
    position = facing(10).with_unit(blue("guns", 15, files=5, at=(24, 30), troop="arquebusiers"))
    assert fusillade(position).firing.total == 10
