"""Enclosed spaces of Book of War: friends are passed, facing does not matter, morale is always good (O6-02 to -04)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed, Assign
from schiltron.battle.state.event import Checked, Struck
from schiltron.battle.state.manoeuvre import Advance, Turn
from schiltron.battle.state.unit import OnTable, Upon
from schiltron.rulesets.book_of_war.attacks.firing_line import shooting_side
from schiltron.rulesets.book_of_war.attacks.melee import fighters
from schiltron.rulesets.book_of_war.attacks.missiles import aim
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.field import in_melee_range
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase
from schiltron.table.lengths import degrees, inches
from tests.rulesets.book_of_war.castles import climber, guard, tower, upon, wall
from tests.rulesets.book_of_war.positions import ahead, blue, field, march, moving, place, plan, play, red, rules, shoot

WALL = wall((10, 20), (40, 20))
BENT = wall((10, 20), (24, 20), (34, 30))


def on_the_wall(*units, features=(WALL,), **more):
    return moving(*units, features=features, **more)


def middle(unit):
    return round(unit.outline.x / 1000, 2), round(unit.outline.y / 1000, 2)


# ---------------------------------------------------------------- movement


@pytest.mark.parametrize("aside", [0, 0.2, -0.3])
def test_friends_are_passed_through_on_a_wall(aside: float) -> None:
    """BW-O6-03: a figure goes through its friend and stands beyond him."""
    mover, friend = climber(15, 20 + aside, facing=90), climber(18, 20 - aside, "archers", facing=200)
    played = on_the_wall(mover, friend).then(march("light_infantry", ahead(6)))
    assert middle(played.unit("light_infantry")) == (21, 20 + aside)
    assert played.unit("light_infantry").level == Upon("wall", 1)


def test_nobody_ends_on_a_friend() -> None:
    """BW-O6-03: friends are passed through, not stood upon."""
    mover, friend = climber(15, 20, facing=90), climber(18, 20.2, "archers", facing=77)
    start = on_the_wall(mover, friend)
    assert rules(start.refusal(march("light_infantry", ahead(2.9)))) == {"BW-O6-03"}
    assert start.then(march("light_infantry", ahead(2.1))).unit("light_infantry").pose.x == inches(17.475)


def test_an_enemy_is_not_passed_through() -> None:
    """BW-O6-03 is for friends; contact ends the move (BW-B4-28)."""
    played = on_the_wall(climber(15, 20, facing=90), guard(18, 20, "archers")).then(march("light_infantry", ahead(8)))
    assert middle(played.unit("light_infantry")) == (17.25, 20)


def test_turning_costs_nothing_in_an_enclosed_space() -> None:
    """BW-O6-04: facing does not matter: no half move for a change of face."""
    played = on_the_wall(climber(20, 20, facing=180)).then(
        march("light_infantry", Turn(degrees(90)), Advance(inches(9)))
    )
    assert middle(played.unit("light_infantry")) == (11, 20)


def test_who_walks_on_a_wall_stays_on_it() -> None:
    """BW-O6-11: round the corner one goes in two legs; straight on the wall ends."""
    start = on_the_wall(climber(20, 20, facing=90), features=(BENT,))
    assert rules(start.refusal(march("light_infantry", ahead(7)))) == {"BW-O6-11"}
    round_it = start.then(march("light_infantry", ahead(4), Turn(degrees(45)), Advance(inches(3))))
    assert middle(round_it.unit("light_infantry")) == (26.12, 22.12)


def test_a_wall_stops_who_walks_on_the_ground() -> None:
    """BW-O6-10: nobody walks through it, and who is on top is in nobody's way below."""
    start = moving(blue("light_infantry", 8, at=(20, 26)), guard(20, 20, "archers"), features=(WALL,))
    assert rules(start.refusal(march("light_infantry", ahead(7)))) == {"BW-O6-10"}
    close = start.then(march("light_infantry", ahead(5.5)))
    assert place(close.unit("light_infantry"))[:2] == (20, 20.5)
    assert close.battle.engagements == ()


@pytest.mark.parametrize("declare", ["by_phase", "measure_first"])
def test_a_unit_ends_its_march_at_the_foot_of_a_wall(declare: str) -> None:
    """BW-O6-10, BW-B1-08: told to go farther it stops there, where moves are declared before measuring."""
    start = moving(blue("light_infantry", 6, at=(22, 24), facing=8), features=(WALL,), declare=declare)
    if declare == "by_phase":
        played = start.then(plan(march("light_infantry", ahead(9))))
        assert 20.4 < played.unit("light_infantry").pose.y / 1000 < 21.2
    else:
        assert rules(start.refusal(march("light_infantry", ahead(9)))) == {"BW-O6-10"}


# ---------------------------------------------------------------- fighting


@pytest.mark.parametrize(("x", "facing"), [(20.75, 90), (20.75, 270), (20.9, 40)])
def test_nobody_on_a_wall_has_a_rear(x: float, facing: float) -> None:
    """BW-O6-04: no bonus for a blow from behind."""
    foe = guard(x, 20, "archers", facing=facing)
    battle = field(climber(20, 20, facing=90), foe, features=(WALL,))
    (fighter,) = fighters(battle, battle.units["light_infantry"])
    (need,) = fighter.foes.values()
    assert "BW-B4-41" not in need.rules


def test_archers_on_a_wall_shoot_all_round() -> None:
    """BW-O6-04, BW-O6-14: in whatever direction they were put down."""
    bows = guard(20, 20, "archers", facing=90)
    for x, y in ((20, 14), (15, 26), (10, 20.5)):
        foe = blue("light_infantry", 3, at=(x, y))
        assert shooting_side(bows, foe.places[0]) is not None
        outside = replace(bows, place=OnTable(bows.pose))
        assert shooting_side(outside, foe.places[0]) is None


def test_morale_on_a_wall_is_always_good() -> None:
    """BW-O6-04: three on a wall who lose one do not check; on the ground they would."""
    shaken = red("light_infantry", 3, at=(20, 20.3), lost=2)
    below = play(field(shaken, features=(WALL,)), MoralePhase("red"), "6 6")
    assert len(below.events_of(Checked)) == 1
    above = play(field(upon(shaken), features=(WALL,)), MoralePhase("red"))
    assert above.over
    assert above.events_of(Checked) == []


# ---------------------------------------------------------------- missiles


def test_a_battlement_makes_missiles_harder() -> None:
    """BW-O6-07: +1 AH against missiles for who stands on the wall, none for who stands before it."""
    bows, foe = blue("archers", 4, at=(20, 27)), red("light_infantry", 1, at=(20, 20.4))
    plain = play(
        field(bows, foe, declare="measure_first"),
        AttackPhase("blue"),
        shoot("archers", at="light_infantry"),
        "4 4 4 4 4 4 4 4",
    )
    covered = play(
        field(bows, upon(foe), features=(WALL,), declare="measure_first"),
        AttackPhase("blue"),
        shoot("archers", at="light_infantry"),
        "4 4 4 4 4 4 4 4",
    )
    needs = [one.events_of(Struck)[0].tallies[0] for one in (plain, covered)]
    assert needs[1].total - needs[0].total == 1
    assert "BW-O6-07" in needs[1].rules


def test_a_hero_who_shoots_at_a_wall_needs_one_more() -> None:
    """BW-O6-07: a fixed number takes -1."""
    foe = red("light_infantry", 1, at=(20, 20.4))
    bowman = blue("barbarian_king", 1, at=(20, 27), id="bowman")
    totals = []
    for target, features in ((foe, ()), (upon(foe), (WALL,))):
        played = play(
            field(bowman, target, features=features, game="advanced", declare="measure_first"),
            AttackPhase("blue"),
            shoot("bowman", at="light_infantry"),
            "6",
        )
        totals.append(played.events_of(Struck)[0].tallies[0].total)
    assert totals[1] == totals[0] + 1


def test_a_wall_hides_those_behind_it_and_not_those_on_it() -> None:
    """BW-O6-14, BW-B2-36: from the ground nobody is seen beyond a wall; from its top everybody."""
    bows, behind = blue("archers", 3, at=(20, 25)), red("light_infantry", 3, at=(20, 16))
    start = field(bows, behind, features=(WALL,), declare="measure_first")
    assert play(start, AttackPhase("blue")).events_of(Struck) == []
    up = replace(bows, place=OnTable(climber(20, 20).pose, Upon("wall", 1)))
    seen = field(up, behind, features=(WALL,), declare="measure_first")
    assert play(seen, AttackPhase("blue"), shoot("archers", at="light_infantry"), "6 6 6 6 6 6").events_of(Struck)


def test_nothing_from_outside_harms_who_is_inside_a_tower() -> None:
    """BW-O6-12: neither as the target nor as one of those near it; on top he can be shot at (BW-O6-07)."""
    keep = tower(20, 20)
    bows, inside = blue("archers", 4, at=(20, 27)), red("light_infantry", 1, at=(20, 20.4))
    start = field(bows, upon(inside, "tower", 1), red("heavy_infantry", 3, at=(25, 20)), features=(keep,))
    attack = play(start, AttackPhase("blue"))
    assert rules(attack.refusal(plan(shoot("archers", at="light_infantry")))) == {"BW-O6-12"}
    before = red("medium_infantry", 3, at=(20, 22.5))
    shared = play(
        field(bows, upon(inside, "tower", 1), before, features=(keep,), declare="measure_first"),
        AttackPhase("blue"),
        shoot("archers", at="medium_infantry"),
        "6 6 6 6 6 6 6 6",
    )
    assert [one.target for one in shared.events_of(Struck)] == ["medium_infantry"]
    top = play(
        field(bows, upon(inside, "tower", 2), features=(keep,), declare="measure_first"),
        AttackPhase("blue"),
        shoot("archers", at="light_infantry"),
        "6 6 6 6 6 6 6 6",
    )
    assert "BW-O6-07" in top.events_of(Struck)[0].tallies[0].rules


def test_pikes_on_a_wall_have_no_front() -> None:
    """BW-O6-04: they strike whom they touch, whatever way they look, and nobody an inch away."""
    pikes = guard(20, 20, "pikemen", facing=90)
    for x, struck in ((20.75, True), (21.5, False), (19.25, True)):
        battle = field(pikes, climber(x, 20, facing=270), features=(WALL,), active="red")
        assert bool(fighters(battle, battle.units["pikemen"])) is struck
    bows = climber(21.5, 20, "archers", facing=270)
    assert not in_melee_range(field(pikes, bows, features=(WALL,)), bows)


def shot(*units, at: str = "light_infantry", by: str = "archers", features=(), **more):
    """What a shot needs, and at how many targets it goes."""
    battle = field(*units, features=features, declare="measure_first", **more)
    volley = aim(battle, battle.units[by], Aimed(at))
    assert not isinstance(volley, list), volley
    return [term.label for term in volley.portions[0].blow.need.terms], len(volley.portions)


def test_nobody_on_another_storey_stands_in_the_way_of_a_shot() -> None:
    """BW-O6-14: neither above who shoots out of a slit, nor inside below who is shot at."""
    keep = tower(20, 20, room=3)
    inside, roof = (upon(red("archers", 1, at=(20, 20.4 + n / 3), id=f"bow{n}"), "tower", n) for n in (1, 2))
    foe = blue("light_infantry", 3, at=(20, 26))
    assert shot(inside, roof, foe, by="bow1", features=(keep,), active="red") == (["Armor Hit of Light infantry"], 1)
    bows, mark = blue("archers", 4, at=(20, 27)), upon(red("light_infantry", 1, at=(20, 19.6)), "tower", 2)
    labels, targets = shot(bows, mark, inside, features=(keep,))
    assert (targets, any("indirect" in label for label in labels)) == (1, False)


def test_who_stands_at_the_foot_screens_those_on_the_wall() -> None:
    """BW-B2-34, BW-O6-14: seen from the ground; from the top of the wall one looks over those at its foot."""
    bows, before = blue("archers", 4, at=(20, 27)), blue("medium_infantry", 4, at=(20, 20.52))
    above = upon(red("light_infantry", 1, at=(20, 20.4)))
    assert "indirect fire" in shot(bows, before, above, features=(WALL,))[0]
    down = upon(red("archers", 1, at=(20, 20.4), id="bow"))
    far = blue("light_infantry", 4, at=(20, 24))
    assert "indirect fire" not in shot(down, before, far, by="bow", features=(WALL,), active="red")[0]


def test_a_target_on_a_wall_shares_its_dice_with_nobody_at_its_foot() -> None:
    """BW-B2-38, BW-O6-14: those at another height are not near it, however close on the plan."""
    bows, above = blue("archers", 4, at=(20, 27)), upon(red("light_infantry", 1, at=(20, 20.4)))
    below, beside = blue("medium_infantry", 4, at=(22.5, 20.52)), climber(21, 20, "heavy_infantry")
    assert shot(bows, above, below, features=(WALL,))[1] == 1
    assert shot(bows, above, beside, features=(WALL,))[1] == 2


@pytest.mark.parametrize(("x", "y"), [(26, 23), (12, 24.5), (19.5, 13), (35, 18.6)])
@pytest.mark.parametrize("turned", [0, 33])
def test_arrow_slits_look_all_ways(x: float, y: float, turned: float) -> None:
    """BW-O6-14, BW-O6-04: however the tower stands, wherever its marksman looks."""
    bow = upon(red("archers", 1, at=(20, 20.4), facing=turned), "tower", 1)
    keep = tower(20, 20)
    assert shot(bow, blue("light_infantry", 1, at=(x, y)), features=(keep,), active="red")[1] == 1
    wall_between = wall((15, 10), (15, 30), id="ward")
    if x < 15:
        battle = field(bow, blue("light_infantry", 1, at=(x, y)), features=(keep, wall_between), active="red")
        assert not isinstance(aim(battle, bow, Aimed("light_infantry")), list)
        low = replace(bow, place=OnTable(bow.pose))
        assert isinstance(aim(battle.with_unit(low), low, Aimed("light_infantry")), list)


# ---------------------------------------------------------------- what cards and questions say


def test_who_stands_on_a_wall_without_a_battlement_is_on_it_and_not_covered() -> None:
    """BW-O6-04, BW-O6-07"""
    low = replace(WALL, build=replace(WALL.build, battlement=False))
    for work, covers in ((WALL, True), (low, False)):
        battle = on_the_wall(climber(15, 20), features=(work,)).battle
        card = BOOK_OF_WAR.card(battle, "light_infantry")
        assert card is not None
        said = {stat.label: stat.value for stat in card.stats}
        assert said["On"] == "Wall"
        assert ("Battlement" in said) is covers


def test_one_who_stands_singly_is_asked_about_as_one() -> None:
    """BW-C3-11, BW-O6-02: not about his ranks and files."""
    foes = [guard(x, 20, id=f"foe-{x}") for x in (14.25, 15.75)]
    battle = field(climber(15, 20), *foes, features=(WALL,), game="advanced")
    (asked,) = play(battle, AttackPhase("blue")).battle.decisions
    assert asked.prompt == "The figure of Light infantry touches more than one enemy: whom does it strike?"
    assert isinstance(asked, Assign)
    assert [item.label for item in asked.items] == ["Light infantry"]
