"""Castles that bend and stand askew: ladders at corners and ends, doors on any side, heroes in the ranks (O6)."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest
from msgspec.structs import replace
from shapely import Point

from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.event import Touched
from schiltron.battle.state.field import touching
from schiltron.battle.state.unit import OnTable, Upon
from schiltron.rulesets.book_of_war.attacks.melee import fighters
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.embedded import has_entourage, in_front_rank
from schiltron.rulesets.book_of_war.movement.assault import assaults, judge_assault, tries
from schiltron.rulesets.book_of_war.movement.individuals import judge_join
from schiltron.rulesets.book_of_war.movement.ladders import sides_of
from schiltron.rulesets.book_of_war.movement.trying import side_of
from schiltron.table.builds import Doorway, Gap
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from schiltron.table.rectangles import gap as rect_gap
from schiltron.table.terrain import Area
from schiltron.table.works import touches_foot
from tests.rulesets.book_of_war.castles import climber, guard, tower, upon, wall
from tests.rulesets.book_of_war.positions import (
    LAYOUTS,
    Askew,
    ahead,
    blue,
    field,
    march,
    moving,
    piece,
    play,
    red,
    rules,
)

WALL = wall((10, 20), (40, 20))
KEEP = tower(20, 20, doors=((20, 21.5),))


def order(action: str, actor: str = "medium_infantry") -> Commanded:
    return Commanded(actor, action)


def at_the_castle(*units: Any, **more: Any) -> Any:
    """Blue moves."""
    return moving(*units, game="advanced", **more)


def above(played: Any) -> list[Any]:
    return [one for one in played.battle.units.values() if one.side == "blue" and one.level is not None]


def askew(layout: Askew, *points: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    return tuple(layout.at(right, forward) for right, forward in points)


def foot(layout: Askew, right: float, forward: float, figures: int = 3, *, turned: float = 0, **more: Any) -> Any:
    return blue("medium_infantry", figures, at=layout.at(right, forward), facing=layout.facing(turned), **more)


def watch(layout: Askew, right: float, forward: float, turned: float = 180) -> Any:
    return guard(*layout.at(right, forward), "archers", facing=layout.facing(turned))


# ---------------------------------------------------------------- ladders at corners and ends


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("corner", [30, 60, 90, -45, -90])
def test_who_gets_over_at_a_corner_stands_against_its_defender(layout: Askew, corner: float) -> None:
    """BW-O6-11: also where the guard stands round the corner, half an inch beyond it."""
    ux, uy = cos(radians(corner)), sin(radians(corner))
    city = wall(*askew(layout, (-8, 0), (0, 0), (6 * ux, 6 * uy)))
    start = at_the_castle(foot(layout, -0.8, -0.52), watch(layout, 0.5 * ux, 0.5 * uy), city)
    middle = [one for one in tries(start.battle, start.unit("medium_infantry"), "climb:wall") if one.place == 1]
    assert all(one.need is not None for one in middle)
    played = start.then(order("climb:wall"), " | ".join("6" for _ in start.then(order("climb:wall")).dice))
    assert any(touching(played.battle, one, played.unit("archers")) for one in above(played))
    assert {one.other for one in played.events_of(Touched)} == {"archers"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_ladder_leans_at_the_end_of_a_wall(layout: Askew) -> None:
    """BW-O6-10: who stands before the end face touches the foot; he stands at the end of the walk."""
    stub = wall(layout.at(0, 0), layout.at(0, 6))
    start = at_the_castle(foot(layout, 0, -0.02, 1), stub)
    here = start.then(order("climb:wall")).unit("medium_infantry")
    assert here.level == Upon("wall", 1)
    assert layout.back(here)[1] - 0.375 * 1 == pytest.approx(0, abs=0.4)


def test_those_who_met_a_defender_come_up_beside_him_before_the_others() -> None:
    """BW-O6-11: one of three climbs where nobody defends, and leaves the place beside the guard to the others."""
    stub = wall((15, 20), (17.2, 20))
    start = at_the_castle(blue("medium_infantry", 3, at=(16.35, 20.52)), guard(17.15, 20, "archers"), stub)
    trying = tries(start.battle, start.unit("medium_infantry"), "climb:wall")
    assert [one.need is None for one in trying] == [True, False, False]
    played = start.then(order("climb:wall"), "5 | 5")
    assert any(touching(played.battle, one, played.unit("archers")) for one in above(played))


def test_big_monsters_who_met_a_defender_have_the_place_before_others() -> None:
    """BW-O6-11: two ogres on a wall with room for one; he who had to roll stands against the guard."""
    stub = wall((15, 20), (18, 20))
    start = at_the_castle(blue("ogres", 2, at=(16.65, 20.52)), guard(17.6, 20, "archers"), stub)
    assert [one.need is None for one in tries(start.battle, start.unit("ogres"), "climb:wall")] == [True, False]
    played = start.then(order("climb:wall", "ogres"), "5")
    assert [touching(played.battle, one, played.unit("archers")) for one in above(played)] == [True]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("right", "side"), [(-0.9, -1), (-0.4, -1), (0, 1), (0.4, 1), (0.9, 1)])
def test_he_stands_beside_the_defender_on_the_side_from_which_he_comes(right: float, side: int, layout: Askew) -> None:
    """BW-O6-11: from straight below on the right of the guard, who looks down at him; that is not mirrored."""
    city = wall(*askew(layout, (-8, 0), (8, 0)))
    start = at_the_castle(foot(layout, right, -0.52, 1), watch(layout, 0, 0), city)
    (up,) = above(start.then(order("climb:wall"), "6"))
    hand = -1 if layout.mirrored and not right else 1
    assert layout.back(up)[0] == pytest.approx(0.75 * side * hand, abs=0.02)


def test_nobody_walks_over_a_gap_nor_is_put_there() -> None:
    """BW-A4-22, BW-O6-11: half an inch without a walk; who gets up there stands beside it."""
    gapped = wall((10, 20), (40, 20), gaps=(Gap(inches(20), inches(20), inches(0.5)),))
    walker = at_the_castle(climber(15, 20, facing=90), gapped)
    assert rules(walker.refusal(march("light_infantry", ahead(8)))) == {"BW-O6-11"}
    assert walker.then(march("light_infantry", ahead(4.7))).unit("light_infantry").outline.x == 19_700
    up = at_the_castle(blue("medium_infantry", 1, at=(20, 20.52)), gapped).then(order("climb:wall"))
    assert abs(up.unit("medium_infantry").outline.x - 20_000) >= 250


# ---------------------------------------------------------------- walls that go all the way round

ROUND: Any = ((10, 10), (20, 10), (20, 20), (10, 20))
SEAMS = pytest.mark.parametrize("seam", range(4))


def ring(seam: int, **more: Any) -> Any:
    """A square of wall that begins and ends at one of its corners."""
    return wall(*ROUND[seam:], *ROUND[:seam], ROUND[seam], **more)


@SEAMS
def test_a_ring_is_defended_across_the_place_where_it_begins(seam: int) -> None:
    """BW-O6-08, BW-O6-10, BW-O6-11: the guard round the corner drops stones, and is met on top; one farther off not."""
    foot_of_it = blue("medium_infantry", 1, at=(9.48, 10.6), facing=90)
    for at, held in (((10.5, 10), True), ((11.6, 10), False)):
        watching = guard(*at, "archers")
        start = at_the_castle(foot_of_it, watching, ring(seam))
        (one,) = tries(start.battle, start.unit("medium_infantry"), "climb:wall")
        assert (one.need is not None) is held
        assert bool(fighters(start.battle, start.unit("archers"))) is held
        up = start.then(order("climb:wall"), "6") if held else start.then(order("climb:wall"))
        assert touching(up.battle, up.unit("medium_infantry"), up.unit("archers")) is held
        assert up.unit("medium_infantry").outline.x < 10_300, "on the side from which he comes"


@SEAMS
@pytest.mark.parametrize(
    ("foe", "cut", "reached"), [(None, None, True), ((10.4, 10), None, False), (None, (10.4, 10), False)]
)
def test_along_a_ring_one_goes_the_shorter_way_to_a_door(
    seam: int, foe: tuple[float, float] | None, cut: tuple[float, float] | None, reached: bool
) -> None:
    """BW-O6-15: past nobody and over no gap; the long way round is too far."""
    gaps = (Gap(inches(cut[0]), inches(cut[1]), inches(0.5)),) if cut else ()
    keep = tower(13.5, 10, doors=((12, 10, "wall"),))
    units = [climber(10, 14, "medium_infantry"), *([guard(*foe, "archers")] if foe else [])]
    battle = field(*units, features=(ring(seam, gaps=gaps), keep), game="advanced")
    assert ("enter:tower" in assaults(battle, battle.units["medium_infantry"])) is reached


@SEAMS
def test_nobody_is_put_over_a_gap_where_a_ring_begins(seam: int) -> None:
    """BW-A4-22, BW-O6-11."""
    gap_at_corner = (Gap(inches(10), inches(10), inches(0.5)),)
    start = at_the_castle(blue("medium_infantry", 1, at=(9.48, 10.2), facing=90), ring(seam, gaps=gap_at_corner))
    here = start.then(order("climb:wall")).unit("medium_infantry").outline
    assert max(abs(here.x - 10_000), abs(here.y - 10_000)) >= 250


@pytest.mark.parametrize("at", [(20.9, 19.2), (19.1, 19.2), (20.9, 20.8), (20, 21.4)])
def test_who_breaks_in_stands_within_the_walls_wherever_the_defender_is(at: tuple[float, float]) -> None:
    """BW-O6-16: against him, and with his own middle on the floor of the tower."""
    keep = tower(20, 20, doors=((20, 21.5),), room=3)
    inmate = upon(red("archers", 1, at=at, facing=180), "tower", 1)
    start = at_the_castle(blue("medium_infantry", 1, at=(20, 23)), inmate, keep)
    (inside,) = above(start.then(order("enter:tower"), "6"))
    assert touching(start.battle, inside, inmate)
    assert keep.polygon.covers(Point(inside.outline.x, inside.outline.y))


def test_a_door_battered_against_defenders_is_not_broken_for_good() -> None:
    """BW-O6-17: who comes after them rolls again, even when the defenders have fallen."""
    keep = tower(20, 20, doors=((20, 21.5),), room=3)
    inmate = upon(red("archers", 1, at=(20, 19.6)), "tower", 1)
    start = at_the_castle(blue("medium_infantry", 1, at=(20, 23)), inmate, keep)
    played = start.then(order("enter:tower"), "6")
    assert not played.battle.table.features[0].build.doors[0].broken


# ---------------------------------------------------------------- both faces of a wall


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_defender_strikes_down_on_either_side_of_a_bent_wall(layout: Askew) -> None:
    """BW-O6-08, BW-O6-09: along the wall an inch and a half, round the corner too, within and without."""
    city = wall(*askew(layout, (-8, 0), (0, 0), (0, 8)))
    above_it = watch(layout, -0.8, 0)
    outside, inside = foot(layout, -2.2, -0.52, id="out"), foot(layout, -2.9, 0.52, turned=180, id="in")
    round_it = foot(layout, 0.52, 0.35, 1, turned=-90, id="round")
    beyond = foot(layout, 0.52, 1.2, 1, turned=-90, id="beyond")
    battle = field(above_it, outside, inside, round_it, features=(city,), active="red", game="advanced")
    (fighter,) = fighters(battle, battle.units["archers"])
    assert {foe: fighter.dice_at(foe) for foe in fighter.foes} == {"out": 2, "in": 2, "round": 2}
    too_far = field(above_it, beyond, features=(city,), active="red", game="advanced")
    assert fighters(too_far, too_far.units["archers"]) == []


# ---------------------------------------------------------------- the way to a door


def entering(*units: Any) -> bool:
    start = at_the_castle(*units)
    return "enter:tower" in assaults(start.battle, start.battle.units["medium_infantry"])


def test_the_way_to_a_door_costs_what_the_ground_costs() -> None:
    """BW-O6-15: as part of normal movement: 8 inches of open ground are 8, through a marsh they are more."""
    near, far = blue("medium_infantry", 3, at=(20, 25)), blue("medium_infantry", 3, at=(20, 29.5))
    assert entering(far, KEEP)
    assert not entering(far, KEEP, piece("marsh", 15, 23, 25, 28))
    assert entering(near, KEEP, piece("marsh", 15, 22.5, 25, 24))


@pytest.mark.parametrize("bar", [piece("pond", 15, 23, 25, 24), wall((15, 23.5), (25, 23.5), id="ward")])
def test_what_nobody_enters_bars_the_way_to_a_door(bar: Any) -> None:
    """BW-O6-15, BW-B3-11."""
    assert not entering(blue("medium_infantry", 3, at=(20, 25)), KEEP, bar)


@pytest.mark.parametrize("other", [blue("archers", 6, files=3, at=(20, 23)), red("archers", 6, files=3, at=(20, 23))])
def test_who_stands_in_the_way_to_a_door_bars_it(other: Any) -> None:
    """BW-O6-05: outside, friends too stand in each other's way."""
    assert not entering(blue("medium_infantry", 3, at=(20, 25.5)), KEEP, other)


def test_only_figures_with_a_way_of_their_own_try_the_door() -> None:
    """BW-O6-15: half of the line stands behind another wall."""
    ward = wall((21, 22.7), (30, 22.7), id="ward")
    start = at_the_castle(blue("medium_infantry", 8, at=(21, 24)), KEEP, ward)
    places = {one.place for one in tries(start.battle, start.unit("medium_infantry"), "enter:tower")}
    assert places
    assert max(places) < 6


def test_an_inch_is_always_gone() -> None:
    """BW-O6-15, BW-B3-13: goblins in the storm come through a marsh to a door an inch away."""
    near = blue("medium_infantry", 1, at=(20, 22.4))
    start = at_the_castle(near, KEEP, piece("marsh", 15, 21.6, 25, 28), turn_length="ten", darkness="dark")
    assert "enter:tower" in assaults(start.battle, start.unit("medium_infantry"))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_on_a_bent_wall_one_goes_along_it_to_the_door(layout: Askew) -> None:
    """BW-O6-15: six inches along the wall and round its corner, not through the air; an enemy on it bars the way."""
    city = wall(*askew(layout, (0, 0), (0, 5), (5, 5)))
    ring = tuple((inches(x), inches(y)) for x, y in askew(layout, (5, 3.5), (8, 3.5), (8, 6.5), (5, 6.5)))
    x, y = layout.at(5, 5)
    keep = Area(
        "tower", "tower", "Tower", ring, build=replace(KEEP.build, doors=(Doorway(inches(x), inches(y), "wall"),))
    )
    near, far = (climber(*layout.at(0, up), "medium_infantry") for up in (1.5, 0.2))
    start = at_the_castle(near, city, keep)
    assert "enter:tower" in assaults(start.battle, start.unit("medium_infantry"))
    barred = at_the_castle(near, guard(*layout.at(2, 5), "archers"), city, keep)
    assert "enter:tower" not in assaults(barred.battle, barred.unit("medium_infantry"))
    short = at_the_castle(far, city, keep, darkness="dark")
    assert "enter:tower" not in assaults(short.battle, short.unit("medium_infantry"))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("aside", [-1.2, 0, 1.2])
def test_who_comes_out_of_a_tower_stands_square_before_its_door(layout: Askew, aside: float) -> None:
    """BW-O6-13: whatever way the tower stands and wherever in its side the door is."""
    ring = tuple((inches(x), inches(y)) for x, y in askew(layout, (-1.5, 0), (1.5, 0), (1.5, 3), (-1.5, 3)))
    x, y = layout.at(aside, 0)
    keep = Area("tower", "tower", "Tower", ring, build=replace(KEEP.build, doors=(Doorway(inches(x), inches(y)),)))
    man = upon(blue("medium_infantry", 1, at=layout.at(0, 1.9)), "tower", 1)
    start = at_the_castle(man, keep)
    (leave,) = [one for one in assaults(start.battle, man) if one.startswith("leave:")]
    out = start.then(order(leave)).unit("medium_infantry")
    assert out.level is None
    assert touches_foot(keep, out.outline.main)
    assert layout.back(out)[2] == pytest.approx(180, abs=0.1)


# ---------------------------------------------------------------- inside


@pytest.mark.parametrize("side", [1, -1])
def test_who_breaks_in_fights_those_inside_at_once(side: int) -> None:
    """BW-O6-16: attackers from either door stand in contact, strike in the same turn, and are struck in the next."""
    both = tower(20, 20, doors=((20, 21.5), (20, 18.5)))
    inmate = upon(red("heavy_infantry", 1, at=(20, 20.375)), "tower", 1)
    at, facing = ((20, 24), 0) if side > 0 else ((20, 16), 180)
    start = at_the_castle(blue("medium_infantry", 1, at=at, facing=facing), inmate, both)
    came = start.then(order("enter:tower"), "4")
    man = came.unit("medium_infantry")
    assert gap(man.outline, came.unit("heavy_infantry").outline) <= 20
    assert (man.outline.y - came.unit("heavy_infantry").outline.y) * side > 0
    blow = play(came.battle, AttackPhase("blue"), "6")
    assert blow.unit("heavy_infantry").figures == 0
    back = play(replace(came.battle, active="red"), AttackPhase("red"), "5")
    assert back.unit("medium_infantry").figures == 0


def test_who_fights_on_one_storey_leaves_those_on_the_other_alone() -> None:
    """BW-O6-13, BW-O6-16: on top and inside nobody touches, though they stand on one spot."""
    big = tower(20, 20, room=2)
    inside, roof = (upon(red("archers", 1, at=(20, 20), id=name), "tower", n) for name, n in (("in", 1), ("up", 2)))
    man = upon(blue("medium_infantry", 1, at=(20, 20)), "tower", 1)
    battle = field(man, inside, roof, features=(big,), game="advanced")
    assert {foe for one in fighters(battle, battle.units["medium_infantry"]) for foe in one.foes} == {"in"}
    assert fighters(field(man, roof, features=(big,), game="advanced"), man) == []
    stairs = at_the_castle(man, roof, big).then(order("stairs:up"))
    assert [(one.attacker, one.defender) for one in stairs.battle.engagements] == [("medium_infantry", "up")]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_who_comes_up_the_stairs_finds_a_place_by_the_tower_and_not_by_the_compass(layout: Askew) -> None:
    """BW-O6-13: the middle is taken; the place towards the side from the first to the second corner is free."""
    ring = tuple((inches(x), inches(y)) for x, y in askew(layout, (-1.5, 1.5), (1.5, 1.5), (1.5, -1.5), (-1.5, -1.5)))
    keep = replace(tower(20, 20, room=4), ring=ring)
    man, friend = (
        upon(blue(kind, 1, at=layout.at(0, 0.375), facing=layout.facing(0)), "tower", storey)
        for kind, storey in (("medium_infantry", 1), ("archers", 2))
    )
    came = at_the_castle(man, friend, keep).then(order("stairs:up")).unit("medium_infantry")
    assert came.level == Upon("tower", 2)
    assert layout.back(came) == pytest.approx((0, 1.125, 0), abs=0.006)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("facing", [0, 180, 60])
def test_of_the_two_ways_off_a_wall_that_to_the_front_comes_first(layout: Askew, facing: float) -> None:
    """BW-O6-11, BW-A4-22: whichever way the wall was laid; it is listed first, and taken first when a gap opens."""
    along = wall(*askew(layout, (-8, 0), (8, 0)))
    man = climber(*layout.at(0, 0), facing=layout.facing(facing))
    first, second = (int(layout.facing(heading) * 1000) for heading in ((0, 180) if facing != 180 else (180, 0)))
    assert sides_of(along, man) == pytest.approx((first, second), abs=2)
    assert assaults(field(man, features=(along,)), man)[:2] == (f"down:{side_of(first)}", f"down:{side_of(second)}")


# ---------------------------------------------------------------- heroes


def led(figures: int = 3) -> tuple[Any, Any]:
    """Foot at the wall, with a hero in the middle of their front rank."""
    hero = blue("barbarian_king", 1, at=(0, 0), id="orla")
    return blue("medium_infantry", figures, at=(20, 20.52)), replace(hero, place=in_front_rank("medium_infantry"))


def test_a_hero_in_the_ranks_stays_below_when_they_have_all_gone_over() -> None:
    """BW-O6-06, BW-A3-03: those who get over leave the unit; he stands alone where he was."""
    played = at_the_castle(*led(), WALL).then(order("climb:wall"))
    hero = played.unit("orla")
    assert hero.level is None
    assert (hero.outline.x, round(hero.outline.y, -2)) == (20_000, 20_900)
    assert len(above(played)) == 3


def test_a_hero_with_the_last_of_a_unit_has_no_entourage() -> None:
    """BW-A3-20: an entourage never was larger."""
    played = at_the_castle(*led(), guard(20, 20, "archers"), WALL).then(order("climb:wall"), "6 | 1 | 6")
    assert played.unit("medium_infantry").figures == 1
    assert played.unit("orla").host == "medium_infantry"
    assert not has_entourage(played.battle, played.unit("orla"))


def test_an_entourage_goes_over_the_wall_with_its_hero() -> None:
    """BW-A3-22: they share a base."""
    played = at_the_castle(*led(1), WALL).then(order("climb:wall"))
    assert played.unit("medium_infantry").level == Upon("wall", 1)
    assert has_entourage(played.battle, played.unit("orla"))


@pytest.mark.parametrize(("die", "up"), [("5", False), ("4", True), ("3", True), ("2", False)])
def test_a_hero_in_the_ranks_climbs_by_himself(die: str, up: bool) -> None:
    """BW-O6-10, BW-A3-03: he leaves the ranks if he gets over, and has used his move if not."""
    start = at_the_castle(*led(), guard(20, 20, "archers"), WALL)
    rolling = start.then(order("climb:wall", "orla"))
    ((_, need),) = rolling.dice
    played = rolling.then(die)
    assert (played.unit("orla").level == Upon("wall", 1)) is (int(die) >= need)
    assert played.unit("orla").own.turn.moved
    assert played.unit("medium_infantry").figures == 3
    assert not played.unit("medium_infantry").own.turn.moved


def test_nobody_joins_who_stands_on_a_wall() -> None:
    """BW-O6-02, BW-O6-06: everybody stands singly there, and is no unit for who stands below."""
    hero = blue("barbarian_king", 1, at=(20, 20.52), id="orla")
    start = at_the_castle(hero, climber(20, 20, "medium_infantry"), WALL)
    assert rules(judge_join(start.battle, hero, "medium_infantry")) == {"BW-O6-02", "BW-O6-06"}
    both = at_the_castle(climber(22, 20, "barbarian_king", id="orla"), climber(20, 20, "medium_infantry"), WALL)
    assert rules(judge_join(both.battle, both.unit("orla"), "medium_infantry")) == {"BW-O6-02", "BW-O6-06"}


def test_engines_saps_and_mines_there_are_none() -> None:
    """BW-O6-20: at the foot of a wall and before a door there are ladders, doors, and what everybody can do."""
    start = at_the_castle(
        blue("medium_infantry", 6, at=(20, 20.52)), blue("archers", 3, at=(31, 22)), WALL, tower(31, 18)
    )
    assert set(start.decision.actions) == {"move", "climb:wall"}
    before = at_the_castle(blue("medium_infantry", 6, at=(20, 23)), KEEP)
    assert set(before.decision.actions) == {"move", "enter:tower"}
    assert judge_assault(before.battle, before.unit("medium_infantry"), "enter:tower") == []


def test_figures_reach_the_door_before_those_behind_them() -> None:
    """BW-O6-15: the nearest try first; the one who gets in came from the front rank."""
    inside = upon(red("archers", 1, at=(20, 19.6)), "tower", 1)
    start = at_the_castle(blue("medium_infantry", 4, files=2, at=(20.2, 22)), inside, KEEP)
    first, *_ = tries(start.battle, start.unit("medium_infantry"), "enter:tower")
    figures = start.unit("medium_infantry").places
    far = [rect_gap(one.rect, figures[first.place].rect) for one in figures]
    assert figures[first.place].rank == 0
    assert far


def test_a_unit_that_stood_on_the_ground_keeps_its_place_there() -> None:
    """BW-O6-06: who is left closes up where the unit stood."""
    start = at_the_castle(blue("medium_infantry", 6, files=3, at=(20, 20.52)), WALL)
    played = start.then(order("climb:wall"))
    below = played.unit("medium_infantry")
    assert isinstance(below.place, OnTable)
    assert (below.level, below.figures, below.body.files, below.pose.x) == (None, 3, 3, 20_000)
