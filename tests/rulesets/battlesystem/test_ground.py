"""What ground does to a move: case 11.8, and where artillery goes (case 10.9)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Advance, FormUp, Oblique, Turn, Wheel
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.battlesystem.ground.barriers import closed_ground
from schiltron.rulesets.battlesystem.ground.manner import home_of
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.movement.rates import move_allowance
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.state import Battle, Profile, Unit
from schiltron.rulesets.battlesystem.steps import Walk
from schiltron.table.lengths import degrees, inches
from schiltron.table.terrain import Feature
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import (
    DWARF,
    EAST,
    ELF,
    MAN,
    NORTH,
    ORC,
    WARHORSE,
    Played,
    ahead,
    blue,
    creature,
    field,
    march,
    person,
    piece,
    play,
    red,
    rules,
    skirmishers,
    strip,
)
from tests.rulesets.positions import sloped

CAPTAIN = person("captain", "blue", with_="swords", rank="unit", radius=20)


def swords(formation: str = "open", files: int = 6, at: tuple[float, float] = (30, 40), **more: Any) -> Unit:
    return blue("swords", 12, files=files, at=at, formation=formation, **more)


def position_of(unit: Unit, *features: Feature, **more: Any) -> Battle:
    led = (CAPTAIN,) if unit.id == "swords" else ()
    return field(unit, *led, red("orcs", 12, files=6, at=(80, 5)), features=features, **more)


def moving(unit: Unit, *features: Feature, **more: Any) -> Played:
    return play(position_of(unit, *features, **more), Moves("blue"))


def reach(unit: Unit, *features: Feature, action: Any = "move", **more: Any) -> float:
    """How far straight ahead it gets, in inches."""
    walker = walk(position_of(unit, *features, **more), Walk(unit.id, (Advance(inches(40)),), action))
    return round(abs(walker.pose.y - unit.pose.y) / 1000 + abs(walker.pose.x - unit.pose.x) / 1000, 2)


WOODS = piece("woods", 0, 0, 96, 60)


# ---------------------------------------------------------------- areas


@pytest.mark.parametrize(("kind", "far"), [("woods", 6), ("rough", 4.5), ("swamp", 4.5)])
def test_a_move_wholly_in_slow_ground_is_shorter_by_the_part_printed(kind: str, far: float) -> None:
    """BS-11.8-02, BS-11.8-05, BS-11.8-06: a third in woods, half in rough ground and swamp."""
    assert reach(swords(), piece(kind, 0, 0, 96, 60)) == pytest.approx(far, abs=0.02)


def test_slow_ground_is_charged_by_distance() -> None:
    """BS-11.8-02: three inches in the open and then one and a half for each in the woods."""
    assert reach(swords(), piece("woods", 0, 0, 96, 37)) == pytest.approx(3 + 0.3125 + (9 - 3.3125) / 1.5, abs=0.05)


@pytest.mark.parametrize(("kind", "of"), [("woods", ELF), ("rough", DWARF), ("swamp", creature("lizard man"))])
def test_creatures_at_home_ignore_the_cost(kind: str, of: Any) -> None:
    """BS-11.8-02, BS-11.8-05, BS-11.8-06, BS-11.8-08"""
    assert reach(swords(of=of), piece(kind, 0, 0, 96, 60)) == of.move / 1000


def test_home_terrain_is_a_matter_of_the_race() -> None:
    """BS-11.8-08: cavalry has it only if rider and mount both have."""
    assert home_of(Profile("regular", ELF)) == {"woodland"}
    assert home_of(Profile("regular", ORC)) == frozenset()
    assert home_of(Profile("regular", ELF, mount=WARHORSE)) == frozenset()
    assert home_of(Profile("regular", creature("sahuagin"))) == {"swamp", "aquatic"}


@pytest.mark.parametrize("kind", ["woods", "rough", "swamp"])
def test_closed_ranks_open_where_they_enter_such_ground(kind: str) -> None:
    """BS-11.8-02, BS-11.8-05, BS-11.8-06: at no cost."""
    played = moving(swords("closed"), piece(kind, 0, 0, 96, 37)).then(march("swords", Advance(inches(4))))
    unit = played.unit("swords")
    assert unit.own.formation == "open"
    assert unit.body.spacing == 500  # type: ignore[union-attr]
    assert unit.pose.y == inches(36)
    assert unit.own.turn.spent < inches(5)


def test_even_elves_do_not_close_their_ranks_in_woods() -> None:
    """BS-11.8-02"""
    refused = moving(swords(of=ELF), WOODS).refusal(march("swords", FormUp("close")))
    assert rules(refused) == {"BS-11.8-02"}


def test_nothing_costs_movement_in_the_basic_game() -> None:
    """BS-5.0-01: ground that is closed stays closed."""
    assert reach(swords(), WOODS, level="basic") == 9
    assert reach(swords(), piece("prohibited", 0, 0, 96, 37), level="basic") == pytest.approx(3, abs=0.05)


# ---------------------------------------------------------------- obstacles and hills


@pytest.mark.parametrize("kind", ["stream", "wall", "fence", "hedge", "gully", "ditch"])
def test_an_obstacle_costs_a_third_of_mv(kind: str) -> None:
    """BS-11.8-03: flat, for each crossed."""
    line = strip(kind, (0, 37), (96, 37), width=0.2)
    assert reach(swords(), line) == pytest.approx(6, abs=0.02)


def test_two_obstacles_cost_two_thirds() -> None:
    """BS-11.8-03"""
    lines = strip("wall", (0, 38), (96, 38), width=0.2), strip("stream", (0, 37), (96, 37), width=0.2)
    assert reach(swords(), *lines) == pytest.approx(3.2, abs=0.3)


def test_a_closed_unit_opens_at_an_obstacle() -> None:
    """BS-11.8-03"""
    played = moving(swords("closed"), strip("wall", (0, 37), (96, 37), width=0.2)).then(
        march("swords", Advance(inches(6)))
    )
    assert played.unit("swords").own.formation == "open"
    assert played.unit("swords").own.turn.spent == inches(9)
    assert "BS-11.8-03" in played.events_of(Moved)[0].rules


def test_an_obstacle_that_cannot_be_paid_for_halts_a_unit() -> None:
    """BS-11.8-03"""
    wall = strip("wall", (0, 33), (96, 33), width=0.2)
    refused = moving(swords(), wall).refusal(march("swords", Advance(inches(9))))
    assert rules(refused) == {"BS-11.8-03"}
    assert reach(swords(), wall) == pytest.approx(6.9 + 0.375, abs=0.02)


def test_nobody_charges_across_an_obstacle_or_uphill() -> None:
    """BS-11.8-03, BS-11.8-04"""
    assert reach(swords(), strip("wall", (0, 37), (96, 37), width=0.2), action="charge") < 3.5
    assert reach(swords(), piece("hill", 0, 20, 96, 37), action="charge") <= 3.4
    assert reach(swords(), action="charge") == 13.5


def test_climbing_ten_feet_costs_a_third_of_mv() -> None:
    """BS-11.8-04: going down costs nothing."""
    assert reach(swords(), piece("hill", 0, 20, 96, 37)) == pytest.approx(6, abs=0.02)
    assert reach(swords(), piece("hill", 0, 20, 96, 37, levels=2)) == pytest.approx(5, abs=1.1)
    down = swords(at=(30, 36))
    assert reach(down, piece("hill", 0, 34, 96, 50)) == 9


def test_closed_ranks_stay_closed_on_a_hill() -> None:
    """BS-11.8-04"""
    played = moving(swords("closed"), piece("hill", 0, 20, 96, 37)).then(march("swords", Advance(inches(5))))
    assert played.unit("swords").own.formation == "closed"


def test_a_wheel_pays_for_the_ground_it_comes_onto() -> None:
    """BS-11.8-03, BS-11.8-02"""
    wall = strip("wall", (30, 39.6), (50, 39.6), width=0.2)
    unit = swords("open")
    order = Walk("swords", (Wheel("left", degrees(15)),), "move")
    free = walk(position_of(unit), order).spent
    assert walk(position_of(unit, wall), order).spent == pytest.approx(free + inches(3), abs=2)


def test_an_oblique_advance_pays_for_its_ground() -> None:
    """BS-11.8-02, BS-7.9-02"""
    played = moving(swords(), WOODS).then(march("swords", Oblique(degrees(40), inches(6))))
    assert played.unit("swords").own.turn.spent == inches(9)


# ---------------------------------------------------------------- water and other closed ground


@pytest.mark.parametrize("kind", ["river", "pond"])
def test_water_is_closed_to_all_but_those_who_live_in_it(kind: str) -> None:
    """BS-11.8-07: they move there at full MV, and nobody is in closed formation."""
    water = piece(kind, 0, 20, 96, 37)
    assert reach(swords(), water) == pytest.approx(3, abs=0.05)
    assert reach(swords(of=creature("lizard man")), water) == 9
    assert reach(swords(of=creature("sahuagin")), water) == 9
    refused = moving(swords(), water).refusal(march("swords", Advance(inches(6))))
    assert rules(refused) == {"BS-11.8-07"}
    played = moving(swords("closed", of=creature("lizard man")), water).then(march("swords", Advance(inches(9))))
    assert played.unit("swords").own.formation == "open"


def test_a_ford_leads_over_a_river() -> None:
    """BS-11.8-07, BS-11.8-03"""
    river, ford = strip("river", (0, 37), (96, 37), width=1), strip("ford", (30, 38), (30, 36), width=8)
    assert reach(swords(), river, ford) == pytest.approx(6, abs=0.05)
    narrow = strip("ford", (30, 38), (30, 36), width=2)
    assert reach(swords(), river, narrow) < 3


def test_prohibited_areas_are_closed_to_all() -> None:
    """BS-S1-03"""
    asked = moving(swords(), piece("prohibited", 28, 30, 40, 36))
    assert rules(asked.refusal(march("swords", Advance(inches(8))))) == {"BS-S1-03"}


def test_one_man_enters_a_building_and_ranks_do_not() -> None:
    """BS-11.8-03: as over an obstacle."""
    house = piece("building", 28, 34, 32, 37)
    assert reach(swords(), house) == pytest.approx(3, abs=0.05)
    (scout,) = skirmishers("scouts", "blue", [(30, 40)])
    assert reach(scout, house) == pytest.approx(6, abs=0.05)


@pytest.mark.parametrize(("into", "closed"), [(15, False), (25, True)])
def test_to_touch_the_wall_of_a_house_is_not_to_stand_in_it(into: int, closed: bool) -> None:
    """BS-11.8-03: as between bodies, a fiftieth of an inch is a touch."""
    unit = swords(files=4, formation="closed")
    right = unit.outline.x + unit.outline.main.half_width
    house = piece("building", right / 1000, 30, 60, 50)
    battle = position_of(unit, house)
    there = replace(unit, place=OnTable(unit.pose.shifted(into, 0)))
    assert closed_ground(battle, battle.units["swords"], there.outline) is closed


# ---------------------------------------------------------------- roads


ROAD = strip("road", (30, 0), (30, 60), width=2)


def test_a_road_adds_a_third_for_who_stays_on_it() -> None:
    """BS-11.8-01"""
    column = swords(files=2, formation="closed")
    assert reach(column, ROAD) == 12
    assert reach(swords(), ROAD) == 9, "not all of it stands on the road"
    played = moving(column, ROAD).then(march("swords", Advance(inches(12))))
    assert "BS-11.8-01" in played.events_of(Moved)[0].rules


def test_the_bonus_is_lost_with_the_road() -> None:
    """BS-11.8-01: the entire unit, for the whole move."""
    short = strip("road", (30, 35), (30, 60), width=2)
    assert reach(swords(files=2, formation="closed"), short) == 9


def test_a_road_leads_through_woods_and_over_water() -> None:
    """BS-11.8-01"""
    column = swords(files=2, formation="closed")
    assert reach(column, ROAD, WOODS) == 12
    assert reach(column, ROAD, strip("river", (0, 36), (96, 36), width=1)) == 12


# ---------------------------------------------------------------- artillery


def catapult(**more: Any) -> Unit:
    return blue("piece", 1, at=(30, 40), kind="skirmish", of=MAN, engine="light_catapult", **more)


def test_artillery_moves_at_its_own_rate_on_clear_ground() -> None:
    """BS-10.9-02, BS-10.9-04"""
    assert reach(catapult()) == 8
    assert move_allowance(field(catapult()), catapult()).rules == ("BS-10.9-04",)


@pytest.mark.parametrize(
    "ground",
    [
        piece("woods", 0, 0, 96, 37),
        piece("rough", 0, 0, 96, 37),
        piece("swamp", 0, 0, 96, 37),
        piece("hill", 0, 0, 96, 37),
        strip("wall", (0, 37), (96, 37), width=0.2),
    ],
)
def test_artillery_goes_nowhere_but_on_roads_and_clear_ground(ground: Feature) -> None:
    """BS-10.9-02"""
    assert rules(moving(catapult(), ground).refusal(march("piece", Advance(inches(6))))) == {"BS-10.9-02"}
    if ground.kind not in ("hill", "wall"):
        assert reach(catapult(), ground, ROAD) > 8


def test_artillery_turns_like_skirmishers() -> None:
    """BS-10.10-04, BS-7.9-01"""
    played = moving(catapult()).then(march("piece", Turn(degrees(EAST)), Advance(inches(8))))
    assert played.unit("piece").pose.x == inches(38)
    assert played.unit("piece").pose.heading != degrees(NORTH)


def test_a_piece_with_a_wounded_crew_cannot_move() -> None:
    """BS-10.10-03"""
    assert reach(catapult(wounded=True)) == 0
    assert "BS-10.10-03" in move_allowance(field(catapult()), catapult(wounded=True)).rules


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("slant", "ranks", "on_it"), [(0, 1, 2.0), (0, 2, 0.75), (30, 1, 2.31)])
def test_a_road_that_is_come_upon_in_the_woods_is_clear_ground_while_all_are_on_it(
    crooked: Crooked, slant: float, ranks: int, on_it: float
) -> None:
    """BS-11.8-01, BS-11.8-02: a way across it in one leg costs what it costs in parts."""
    woods, road = piece("woods", 20, 8, 76, 52), strip("road", (10, 27), (86, 27), width=2)
    scout = blue("men", ranks, files=1, at=(48, 30), facing=slant, formation="open", never_checks=True)
    captain = person("captain", "blue", with_="men", rank="unit", radius=20)
    position = crooked(field(scout, captain, red("orcs", 6, at=(90, 4)), features=[woods, road]))
    for legs in ((ahead(5.5),), (ahead(2.8), ahead(2.7)), (ahead(1.1), ahead(2), ahead(2.4))):
        gone = play(position, Moves("blue"), march("men", *legs)).unit("men")
        assert gone.own.turn.spent == pytest.approx(inches((5.5 - on_it) * 1.5 + on_it), abs=12)


@pytest.mark.parametrize(("rise", "far"), [(1, 6), (2, 3)])
def test_a_steep_contour_costs_a_third_of_the_move_for_every_ten_feet(rise: int, far: float) -> None:
    """BS-11.8-04: of nine inches."""
    assert reach(swords(), sloped("hill", 10, 20, 60, 39, rise=rise, levels=1)) == far


@pytest.mark.parametrize("aside", [-1, 1])
def test_closed_ground_is_closed_on_whichever_side_a_body_comes_to_stand_in_it(aside: int) -> None:
    """BS-11.8-07: a pond beside the end of a line."""
    unit = swords(files=12)
    left, right = sorted((30 + 7.6 * aside, 30 + 9 * aside))
    pond = piece("pond", left, 32, right, 46)
    battle = position_of(unit, pond)
    there = replace(unit, place=OnTable(unit.pose.shifted(inches(0.5 * aside), 0))).outline
    assert closed_ground(battle, unit, there)
    assert not closed_ground(battle, unit, replace(unit, place=OnTable(unit.pose.shifted(0, inches(1)))).outline)
