"""Castles of Book of War: walls are defended and climbed, towers hold one figure and entered by doors (O6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.powers import Point
from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.event import Checked, Struck
from schiltron.battle.state.unit import Upon
from schiltron.rulesets.book_of_war.attacks.melee import fighters
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.magic.landing import falls
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase
from schiltron.rulesets.book_of_war.movement.assault import assaults, judge_assault
from schiltron.rulesets.book_of_war.movement.doors import entering
from schiltron.table.builds import Build, Doorway
from schiltron.table.lengths import inches
from schiltron.table.outline import overlapping
from schiltron.table.terrain import Area, Feature
from tests.rulesets.book_of_war.castles import climber, guard, tower, upon, wall
from tests.rulesets.book_of_war.positions import ahead, blue, field, march, moving, plan, play, red, rules

WALL = wall((10, 20), (40, 20))
SKEW = wall((10, 14), (40, 22))


def order(action: str, actor: str = "medium_infantry") -> Commanded:
    return Commanded(actor, action)


def storming(*units: Any, features: tuple[Feature, ...] = (WALL,), **more: Any):
    return moving(*units, features=features, **more)


def singles(played: Any, parent: str = "medium_infantry") -> list[Any]:
    return [unit for unit in played.battle.units.values() if unit.of == parent]


# ---------------------------------------------------------------- the foot of a wall


@pytest.mark.parametrize(("along", "struck"), [(20, True), (23.2, True), (23.9, False), (15.6, False)])
def test_a_wall_defender_strikes_down_with_twice_the_dice(along: float, struck: bool) -> None:
    """BW-O6-08, BW-O6-09: 2 dice on those at the foot within an inch and a half along the wall, and none back."""
    foot = blue("medium_infantry", 6, files=6, at=(20, 20.5))
    above = guard(along, 20, "heavy_infantry")
    battle = field(foot, above, features=(WALL,), active="red")
    found = fighters(battle, battle.units["heavy_infantry"])
    assert [one.dice_at("medium_infantry") for one in found] == ([2] if struck else [])
    assert fighters(battle, battle.units["medium_infantry"]) == []


def test_those_an_inch_from_the_wall_are_not_at_its_foot() -> None:
    """BW-O6-09: they must touch it."""
    battle = field(blue("medium_infantry", 6, at=(20, 20.6)), guard(20, 20, "archers"), features=(WALL,))
    assert fighters(battle, battle.units["archers"]) == []


def test_horse_on_a_wall_fight_on_foot() -> None:
    """BW-O6-09: one die, doubled to two."""
    battle = field(blue("medium_infantry", 6, at=(20, 20.5)), guard(20, 20, "heavy_cavalry"), features=(WALL,))
    (fighter,) = fighters(battle, battle.units["heavy_cavalry"])
    assert fighter.dice_at("medium_infantry") == 2


def test_trolls_double_their_two_attacks() -> None:
    """BW-O6-09: figures with more attacks double theirs."""
    battle = field(
        blue("medium_infantry", 6, at=(20, 20.5)), guard(20, 20, "trolls"), features=(WALL,), game="advanced"
    )
    (fighter,) = fighters(battle, battle.units["trolls"])
    assert fighter.dice_at("medium_infantry") == 4


def test_a_defender_strikes_once_with_its_dice_on_the_wall() -> None:
    """BW-O6-11: against who has got up the double attacks no longer count; below they still do."""
    battle = field(
        blue("medium_infantry", 6, at=(20, 20.5)),
        climber(20.75, 20, "heavy_infantry"),
        guard(20, 20, "archers"),
        features=(WALL,),
    )
    (fighter,) = fighters(battle, battle.units["archers"])
    assert {foe: fighter.dice_at(foe) for foe in fighter.foes} == {"heavy_infantry": 1, "medium_infantry": 2}


def test_the_blows_from_above_are_dealt() -> None:
    """BW-O6-09, through the door."""
    start = field(
        blue("medium_infantry", 6, at=(20, 20.5)), guard(20.4, 20, "heavy_infantry"), features=(WALL,), active="red"
    )
    played = play(start, AttackPhase("red"), "6 6")
    (struck,) = played.events_of(Struck)
    assert (struck.target, struck.dice) == ("medium_infantry", 2)
    assert play(field(*start.units.values(), features=(WALL,)), AttackPhase("blue")).events_of(Struck) == []


# ---------------------------------------------------------------- ladders


def test_each_figure_at_the_foot_of_a_defended_wall_rolls_five() -> None:
    """BW-O6-10: the front rank alone touches it; where nobody defends it no die is thrown."""
    start = storming(blue("medium_infantry", 8, files=4, at=(20, 20.5)), guard(20, 20, "archers"))
    rolling = start.then(order("climb:wall"))
    assert rolling.dice == [(1, 5)] * 4
    assert rolling.roll.purpose == "Medium infantry climb Wall on 5 or more"
    played = rolling.then("4 | 5 | 1 | 6")
    up = singles(played)
    assert (len(up), played.unit("medium_infantry").figures) == (2, 6)
    assert all(unit.level == Upon("wall", 1) for unit in up)
    assert all(unit.own.turn.moved for unit in (*up, played.unit("medium_infantry")))


def test_over_an_undefended_stretch_no_roll_is_needed() -> None:
    """BW-O6-10, BW-O6-08: the files nearer than an inch and a half to the defender roll, the others do not."""
    start = storming(blue("medium_infantry", 8, files=8, at=(20, 20.5)), guard(17, 20, "archers"))
    rolling = start.then(order("climb:wall"))
    assert rolling.dice == [(1, 5)] * 2
    assert len(singles(rolling.then("1 | 1"))) == 6


def test_hit_dice_help_on_the_ladder() -> None:
    """BW-O6-10: bugbears add their bonus of 1."""
    start = storming(blue("bugbears", 3, files=3, at=(20, 20.5)), guard(20.2, 20, "archers"), game="advanced")
    assert start.then(order("climb:wall", "bugbears")).dice == [(1, 4)] * 3


def test_who_gets_over_stands_in_contact_and_fights() -> None:
    """BW-O6-11: beside the defender, and strikes in the same turn."""
    start = storming(blue("medium_infantry", 3, files=3, at=(20.3, 20.5)), guard(20, 20, "archers", facing=160))
    played = start.then(order("climb:wall"), "5 | 1 | 1")
    (up,) = singles(played)
    assert [(one.attacker, one.defender) for one in played.battle.engagements] == [(up.id, "archers")]
    (fighter,) = fighters(played.battle, up)
    assert (fighter.dice, set(fighter.foes)) == (1, {"archers"})


@pytest.mark.parametrize("x", [19, 20, 24.3])
def test_a_wall_askew_is_climbed_too(x: float) -> None:
    """BW-O6-10: whatever way it runs; the climbers stand on its top."""
    y = 14 + (x - 10) * 8 / 30
    foot = blue("medium_infantry", 1, at=(x + 0.13, y + 0.55), facing=15)
    start = storming(foot, features=(SKEW,))
    played = start.then(order("climb:wall"))
    here = played.unit("medium_infantry").outline
    assert played.unit("medium_infantry").level == Upon("wall", 1)
    assert abs(here.y / 1000 - 14 - (here.x / 1000 - 10) * 8 / 30) < 0.02


def test_horse_do_not_climb() -> None:
    """BW-O6-10."""
    start = storming(blue("light_cavalry", 3, at=(20, 20.5)))
    assert rules(start.refusal(order("climb:wall", "light_cavalry"))) == {"BW-O6-10"}


def test_nobody_climbs_who_has_moved_to_the_foot() -> None:
    """BW-O6-10: he must have begun the phase there, and the attempt takes the whole move."""
    start = storming(blue("medium_infantry", 6, at=(20, 23.5)), blue("archers", 3, at=(30, 20.5)))
    moved = start.then(march("medium_infantry", ahead(3)))
    assert "medium_infantry" not in moved.decision.actors
    assert judge_assault(moved.battle, moved.unit("medium_infantry"), "climb:wall")
    away = storming(blue("medium_infantry", 6, at=(20, 21.5)))
    assert assaults(away.battle, away.unit("medium_infantry")) == ()


def test_an_announced_climb_is_made_too() -> None:
    """BW-B1-08, BW-O6-10."""
    start = storming(blue("medium_infantry", 3, at=(20, 20.5)), declare="by_phase")
    assert len(singles(start.then(plan(order("climb:wall"))))) == 2


# ---------------------------------------------------------------- acting singly


def test_those_who_split_off_do_not_count_for_the_unit() -> None:
    """BW-O6-06: neither as lost nor as remaining; of 12 four are up, of the other 8 two fall: 6 left, 2 lost."""
    start = storming(blue("medium_infantry", 12, files=4, at=(20, 20.5)))
    up = start.then(order("climb:wall"))
    unit = up.unit("medium_infantry")
    assert (len(singles(up)), unit.figures, unit.original) == (4, 8, 8)
    hurt = replace(unit, figures=6, own=replace(unit.own, lost=2))
    played = play(up.battle.with_unit(hurt), MoralePhase("red"), "6 6")
    (check,) = played.events_of(Checked)
    assert any("6 left, 2 lost" in term.label for term in check.tally.terms)


def test_the_last_of_a_unit_is_the_unit_itself() -> None:
    """BW-O6-06, BW-O6-02: one figure is enough."""
    played = storming(blue("medium_infantry", 2, files=2, at=(20, 20.5))).then(order("climb:wall"))
    assert {unit.id for unit in played.battle.units.values()} == {"medium_infantry", "medium_infantry.1"}
    assert all(unit.figures == 1 and unit.level == Upon("wall", 1) for unit in played.battle.units.values())


def test_down_on_the_other_side() -> None:
    """BW-O6-11: over the wall and down, for another whole move."""
    start = storming(climber(20, 20, "medium_infantry"))
    assert set(assaults(start.battle, start.unit("medium_infantry"))) == {"down:north", "down:south"}
    down = start.then(order("down:north"))
    here = down.unit("medium_infantry")
    assert here.level is None
    assert round(here.outline.y / 1000, 1) == 19.1


# ---------------------------------------------------------------- towers


KEEP = tower(20, 20, doors=((20, 21.5),))
SKEWED = Area(
    "tower",
    "tower",
    "Tower",
    tuple((inches(x), inches(y)) for x, y in ((18.2, 18.9), (21.1, 18.2), (21.8, 21.1), (18.9, 21.8))),
    build=Build(storeys=2, room=3, doors=(Doorway(inches(20.35), inches(21.45)),)),
)


def test_a_defended_door_is_tried_by_every_figure_that_reaches_it() -> None:
    """BW-O6-15, BW-O6-17: 4 or more, each once; the tower holds but one of them (BW-O6-13)."""
    inside = upon(red("archers", 1, at=(20, 19.6)), "tower", 1)
    start = storming(blue("medium_infantry", 4, files=2, at=(20, 24)), inside, features=(KEEP,))
    rolling = start.then(order("enter:tower"))
    assert rolling.dice == [(1, 4)] * 4
    played = rolling.then("3 | 4 | 6 | 2")
    (single,) = singles(played)
    assert single.level == Upon("tower", 1)
    assert [(one.attacker, one.defender) for one in played.battle.engagements] == [(single.id, "archers")]
    assert {foe for one in fighters(played.battle, single) for foe in one.foes} == {"archers"}
    again = replace(played.unit("medium_infantry"), own=replace(start.unit("medium_infantry").own))
    assert rules(judge_assault(played.battle.with_unit(again), again, "enter:tower")) == {"BW-O6-13"}


def test_a_door_too_far_is_not_reached() -> None:
    """BW-O6-15: as part of its move; medium foot have nine inches."""
    for y, near in ((30.4, True), (30.7, False)):
        battle = field(blue("medium_infantry", 3, at=(20, y)), features=(KEEP,))
        assert ("enter:tower" in assaults(battle, battle.units["medium_infantry"])) is near


def test_an_empty_tower_is_broken_into_once() -> None:
    """BW-O6-15, BW-O6-17: only a defended tower asks for a roll of every figure."""
    start = storming(blue("medium_infantry", 1, at=(20, 24)), features=(KEEP,))
    assert start.then(order("enter:tower")).roll.purpose == "Medium infantry batters the door of Tower"
    failed = start.then(order("enter:tower"), "3")
    assert failed.unit("medium_infantry").level is None
    played = start.then(order("enter:tower"), "4")
    assert played.unit("medium_infantry").level == Upon("tower", 1)
    assert played.battle.table.features[0].build.doors[0].broken


def test_a_tower_without_a_free_spot_is_not_entered() -> None:
    """BW-O6-13: sixteen enemies stand wall to wall, though the tower would hold one of ours."""
    spots = (-1.125, -0.375, 0.375, 1.125)
    crowd = [
        upon(red("archers", 1, at=(20 + x, 20 + y - 0.375), facing=0, id=f"archer {x} {y}"), "tower", 1)
        for x in spots
        for y in spots
    ]
    for inside, free in ((crowd, False), (crowd[:-1], True)):
        battle = field(blue("medium_infantry", 3, at=(20, 24)), *inside, features=(KEEP,))
        found = judge_assault(battle, battle.units["medium_infantry"], "enter:tower")
        assert [(one.rules, one.measured) for one in found] == ([] if free else [(("BW-O6-13",), True)])


def test_friends_inside_open_the_door() -> None:
    """BW-O6-17: only enemies have to roll."""
    big = tower(20, 20, room=2, doors=((20, 21.5),))
    friend = upon(blue("archers", 1, at=(20, 19.6)), "tower", 1)
    played = storming(blue("medium_infantry", 1, at=(20, 24)), friend, features=(big,)).then(order("enter:tower"))
    assert played.unit("medium_infantry").level == Upon("tower", 1)


def test_a_door_behind_a_wall_is_not_reached() -> None:
    """BW-O6-15: one must be able to reach it."""
    shut = wall((10, 23), (30, 23), id="ward")
    battle = field(blue("medium_infantry", 3, at=(20, 25)), features=(KEEP, shut))
    assert "enter:tower" not in assaults(battle, battle.units["medium_infantry"])


def test_as_many_go_in_as_there_is_room_and_nobody_below_another() -> None:
    """BW-O6-13, BW-O6-15: past no enemy no die is thrown; the two who find room stand clear of whoever is on top."""
    for place, keep in ((20, tower(20, 20, room=3, doors=((20, 21.5),))), (19.4, SKEWED)):
        friend = upon(blue("archers", 1, at=(place, 20), id="friend"), "tower", 2)
        start = storming(blue("medium_infantry", 6, files=3, at=(20, 24)), friend, features=(keep,))
        unit = start.unit("medium_infantry")
        assert len(entering(start.battle, unit, keep)) == 2
        played = start.then(order("enter:tower"))
        came = singles(played)
        assert (len(came), played.unit("medium_infantry").figures) == (2, 4)
        assert not any(overlapping(one.outline, friend.outline) for one in came)


def test_stairs_and_out_again() -> None:
    """BW-O6-13: to the top and down, out by the door."""
    start = storming(upon(blue("medium_infantry", 1, at=(20, 19.6)), "tower", 1), features=(KEEP,))
    assert set(assaults(start.battle, start.unit("medium_infantry"))) == {"leave:south", "stairs:up"}
    assert start.then(order("stairs:up")).unit("medium_infantry").level == Upon("tower", 2)
    out = start.then(order("leave:south")).unit("medium_infantry")
    assert out.level is None
    assert round(out.outline.y / 1000, 1) == 21.9


def test_from_a_wall_one_goes_into_the_tower_beside_it() -> None:
    """BW-O6-15: a door that opens onto the wall is tried from there, not from the ground."""
    keep = tower(41.5, 20, doors=((40, 20, "wall"),))
    start = storming(climber(35, 20, "medium_infantry"), features=(WALL, keep))
    assert start.then(order("enter:tower"), "5").unit("medium_infantry").level == Upon("tower", 1)
    below = field(blue("medium_infantry", 1, at=(38, 22)), features=(WALL, keep))
    assert assaults(below, below.units["medium_infantry"]) == ()


@pytest.mark.parametrize(("storey", "struck"), [(1, ""), (2, "archers")])
def test_a_wand_does_not_reach_into_a_tower(storey: int, struck: str) -> None:
    """BW-O6-12: inside nobody is struck, on top he is."""
    there = upon(red("archers", 1, at=(20, 19.6)), "tower", storey)
    battle = field(blue("wizard_1", 1, at=(20, 27), wand="fireballs"), there, features=(KEEP,), game="advanced")
    at = Point(there.outline.x, there.outline.y)
    assert falls(battle, battle.units["wizard_1"], at, None)[1].unit == struck
