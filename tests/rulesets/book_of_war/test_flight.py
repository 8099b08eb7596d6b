"""Which way routed units run, how far, in which order, and when they are cornered: positions off-centre and askew."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Checked, Compelled, Moved
from schiltron.battle.state.manoeuvre import Advance, Face, Path, Wheel
from schiltron.rulesets.book_of_war.field import fights_cornered, is_routed, troop
from schiltron.rulesets.book_of_war.morale.rout import Flights, in_order_of_flight
from schiltron.rulesets.book_of_war.movement.paths import walk
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.steps import Check
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from schiltron.table.terrain import Area
from tests.rulesets.book_of_war.positions import LAYOUTS, Askew, Played, blue, field, piece, place, play, red

RUN = Flights("blue")
every_layout = pytest.mark.parametrize("lay", [LAYOUTS[number] for number in (0, 3, 4, 7)], ids=str)


def stands(
    lay: Askew, make: Any, kind: str, figures: int, right: float, ahead: float, heading: float, **more: Any
) -> Unit:
    return make(kind, figures, at=lay.at(right, ahead), facing=lay.facing(heading), **more)


def runs(*units: Unit, **options: Any) -> Played:
    return play(field(*units, **{"declare": "measure_first", **options}), RUN)


def apart(played: Played | Battle, unit: str) -> int:
    """How far it is from the nearest enemy."""
    battle = played.battle if isinstance(played, Played) else played
    here = battle.units[unit]
    return min(
        gap(here.outline, one.outline) for one in battle.units.values() if one.side != here.side and one.on_table
    )


# ---------------------------------------------------------------- how far


def corridor(lay: Askew, before: float = 11) -> list[Unit]:
    """Routed pikes between two long lines, foes an inch behind them and more of them ahead.

    Half way between the two they would be as far from those to the left and right.
    """
    aside, middle = 0.75 + (before + 1) / 2, (before - 1) / 2
    return [
        stands(lay, blue, "pikemen", 4, 0, 0, 0, files=2, id="runners", marks=("routed",)),
        stands(lay, red, "archers", 4, 0.6, -2.5, 0, id="behind"),
        stands(lay, red, "light_infantry", 6, -0.4, before, 180, id="before"),
        stands(lay, red, "heavy_infantry", 16, -aside, middle, 90, id="left"),
        stands(lay, red, "heavy_infantry", 16, aside, middle, 270, id="right"),
    ]


@every_layout
def test_a_flight_ends_where_it_is_farthest_and_not_where_the_move_ends(lay: Askew) -> None:
    """BW-B5-06: six inches from all four after a run of five; twelve would bring it to those ahead."""
    run = runs(*corridor(lay))
    right, ahead, _ = lay.back(run.unit("runners"))
    assert (right, ahead) == (pytest.approx(0, abs=0.03), pytest.approx(5, abs=0.05))
    assert apart(run, "runners") == pytest.approx(6000, abs=40)
    (moved,) = run.events_of(Moved)
    assert moved.spent == pytest.approx(5000, abs=50)


@every_layout
@pytest.mark.parametrize("before", [2.0, 1.5])
def test_even_a_step_that_gains_ground_is_a_flight(lay: Askew, before: float) -> None:
    """BW-B5-12: no room to run, but half an inch or a quarter of one to gain; so it must flee and does nothing else."""
    run = runs(*corridor(lay, before))
    assert not fights_cornered(run.unit("runners"))
    assert run.events_of(Compelled)
    assert apart(run, "runners") == pytest.approx(500 * (before + 1), abs=40)


@every_layout
def test_by_the_milder_reading_only_a_full_run_is_a_flight(lay: Askew) -> None:
    """BW-B5-12: with that switch a unit that could go half an inch fights on; one with its way free runs."""
    shut = runs(*corridor(lay, 2.0), cornered="no_full_run")
    assert fights_cornered(shut.unit("runners"))
    assert not shut.events_of(Moved)
    free = [one for one in corridor(lay, 2.0) if one.id != "before"]
    run = runs(*free, cornered="no_full_run")
    assert not fights_cornered(run.unit("runners"))
    assert run.events_of(Moved)


@every_layout
def test_by_the_milder_reading_slow_ground_and_friends_close_nobody_in(lay: Askew) -> None:
    """BW-B5-12: a run that ends for want of move is a full one, and so is one into friends; a pond closes in."""
    unit = stands(lay, blue, "pikemen", 4, 0, 0, 0, files=2, id="runners", marks=("routed",))
    foe = stands(lay, red, "archers", 30, 0.6, -3.5, 0, files=30)
    marsh = runs(unit, foe, features=[piece("marsh", 0, 0, 72, 48)], cornered="no_full_run")
    assert marsh.events_of(Moved)
    friend = stands(lay, blue, "archers", 40, 0, 2.0, 0, files=40, id="friends")
    stopped = runs(unit, foe, friend, cornered="no_full_run")
    assert stopped.events_of(Moved)


def pond(lay: Askew, name: str, left: float, near: float, right: float, far: float) -> Area:
    corners = ((left, near), (right, near), (right, far), (left, far))
    return Area(name, "pond", name, tuple(_mil(lay.at(*corner)) for corner in corners))


def _mil(at: tuple[float, float]) -> tuple[int, int]:
    return inches(at[0]), inches(at[1])


@every_layout
def test_a_pond_that_ends_every_run_corners_by_the_milder_reading_only(lay: Askew) -> None:
    """BW-B5-12, BW-B3-11: three inches of dry land before it; where one side is open it runs in either case."""
    unit = stands(lay, blue, "heavy_infantry", 4, 0, 0, 0, files=2, id="runners", marks=("routed",))
    foe = stands(lay, red, "archers", 12, 0.4, -2, 0, id="behind")
    shore = [pond(lay, "ahead", -9, 3, 9, 6), pond(lay, "left", -9, -9, -1, 3), pond(lay, "right", 1, -9, 9, 3)]
    strict, mild = runs(unit, foe, features=shore), runs(unit, foe, features=shore, cornered="no_full_run")
    assert lay.back(strict.unit("runners"))[1] == pytest.approx(3, abs=0.1)
    assert fights_cornered(mild.unit("runners"))
    beside = runs(unit, foe, features=shore[:1], cornered="no_full_run")
    assert beside.events_of(Moved), "the first ways of the fan are wet, later ones are not"


@pytest.mark.parametrize("lay", [LAYOUTS[0], LAYOUTS[7]], ids=str)
@pytest.mark.parametrize("side", [-1, 1])
def test_a_full_run_may_begin_with_a_face_to_either_side(lay: Askew, side: int) -> None:
    """BW-B5-12: water close ahead and close on one side leave no room to wheel; the other side is open."""
    unit = stands(lay, blue, "light_infantry", 4, 0, 0, 0, files=2, id="runners", marks=("routed",))
    foe = stands(lay, red, "archers", 2, -side * 0.5, -2.5, 0, id="behind")
    beside = (0.95, 9) if side > 0 else (-9, -0.95)
    shore = [pond(lay, "ahead", -12, 0.2, 12, 3), pond(lay, "beside", beside[0], -9, beside[1], 0.1)]
    run = runs(unit, foe, features=shore, cornered="no_full_run")
    assert lay.back(run.unit("runners"))[0] * side < -3


@every_layout
def test_a_run_that_is_stopped_by_the_enemy_is_no_full_one(lay: Askew) -> None:
    """BW-B5-12: in contact behind, foes three inches ahead and close on both sides."""
    units = [
        stands(lay, blue, "pikemen", 4, 0, 0, 0, files=2, id="runners", marks=("routed",)),
        stands(lay, red, "archers", 4, 0.3, -1.5, 0, id="behind"),
        stands(lay, red, "archers", 4, -0.2, 3, 180, id="before"),
        stands(lay, red, "heavy_infantry", 12, -0.8, 0, 90, id="left"),
        stands(lay, red, "heavy_infantry", 12, 0.8, 0, 270, id="right"),
    ]
    assert fights_cornered(runs(*units, cornered="no_full_run").unit("runners"))


@every_layout
def test_a_full_run_that_loses_ground_is_none(lay: Askew) -> None:
    """BW-B5-12: six inches any way lead nearer to somebody; a step and a half ahead would not."""
    units = [
        stands(lay, blue, "heavy_infantry", 4, 0, 0, 0, files=2, id="runners", marks=("routed",)),
        stands(lay, red, "archers", 12, 0.3, -5.5, 0, id="behind"),
        stands(lay, red, "archers", 12, -0.4, 8, 180, id="before"),
        stands(lay, red, "archers", 20, -7.5, 1, 90, id="left"),
        stands(lay, red, "archers", 20, 7.5, 1, 270, id="right"),
    ]
    strict, mild = runs(*units), runs(*units, cornered="no_full_run")
    assert apart(strict, "runners") > apart(mild, "runners") + 1000
    assert fights_cornered(mild.unit("runners"))


@every_layout
@pytest.mark.parametrize("options", [{}, {"cornered": "no_full_run"}], ids=["strict", "mild"])
def test_nobody_gains_ground_in_the_middle_of_a_ring(lay: Askew, options: dict[str, str]) -> None:
    """BW-B5-12: a tenth of an inch from each of four foes, askew to one another, any step brings it nearer to one."""
    ring = [
        stands(lay, blue, "pikemen", 4, 0, 0, 0, files=2, id="runners", marks=("routed",)),
        stands(lay, red, "archers", 4, 0.2, 0.1, 180, id="ahead"),
        stands(lay, red, "archers", 4, -0.2, -1.6, 0, id="behind"),
        stands(lay, red, "archers", 4, -0.85, -0.6, 90, id="left"),
        stands(lay, red, "archers", 4, 0.85, -0.9, 270, id="right"),
    ]
    run = runs(*ring, **options)
    assert fights_cornered(run.unit("runners"))
    assert not run.events_of(Moved)


# ---------------------------------------------------------------- which way


def crooked(number: int, lay: Askew) -> list[Unit]:
    """Routed units of several shapes among foes who stand anyhow."""
    runner = (
        {"kind": "pikemen", "figures": 10, "files": 5},
        {"kind": "light_cavalry", "figures": 4, "files": 2},
        {"kind": "medium_infantry", "figures": 12, "files": 6},
        {"kind": "archers", "figures": 8, "files": 2},
    )[number]
    foes = (
        ((4, 5, 213), (-6, 1, 70), (2, -7, 10)),
        ((-5, -4, 45), (7, -5, 300), (1, 9, 180)),
        ((3, -4.5, 350), (-9, 3, 110), (9, 6, 250)),
        ((-3.2, 2, 150), (5, 2.6, 200), (8, -9, 5)),
    )[number]
    units = [stands(lay, blue, ahead=0, right=0, heading=17 * number, id="runners", marks=("routed",), **runner)]
    for name, (right, ahead, heading) in enumerate(foes):
        units.append(
            stands(lay, red, "light_infantry", 6 + 2 * name, right, ahead, heading, files=3 + name, id=f"foe {name}")
        )
    units.append(stands(lay, blue, "heavy_infantry", 6, -3.5, -6, 90, files=3, id="friends"))
    return units


def tried(battle: Battle, unit: Unit) -> int:
    """The farthest from the nearest enemy that a rough search over faces, wheels and lengths comes."""
    best = 0
    move = troop(unit).move
    for to, degrees, length in product(("", "rear", "left", "right"), range(-90, 91, 15), range(2, 25, 2)):
        legs: Path = (Face(to),) if to else ()  # type: ignore[arg-type]
        if degrees:
            legs = (*legs, Wheel("right" if degrees > 0 else "left", abs(degrees) * 1000))
        walker = walk(battle, unit, (*legs, Advance(inches(length))), "flight", "stops", move)
        if not walker.reasons and walker.collided is None:
            best = max(
                best, min(gap(walker.outline, foe.outline) for foe in battle.units.values() if foe.side == "red")
            )
    return best


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("lay", [LAYOUTS[0], LAYOUTS[5]], ids=str)
def test_no_other_way_ends_farther_from_the_enemy(number: int, lay: Askew) -> None:
    """BW-B5-06: against every face, wheel and length that a rough search tries."""
    position = field(*crooked(number, lay), declare="measure_first")
    run = play(position, RUN)
    while run.battle.roll is not None:
        run = run.then("6 6")
    runner = run.unit("runners")
    assert not runner.on_table or apart(run, "runners") >= tried(position, position.units["runners"]) - 5


@every_layout
@pytest.mark.parametrize("number", range(4))
def test_flight_goes_the_same_way_turned_and_in_a_mirror(number: int, lay: Askew) -> None:
    """BW-B5-06: wherever the table's edges are out of reach."""
    straight = runs(*crooked(number, Askew(x=60, y=60)), size=(120, 120))
    other = runs(*crooked(number, lay._replace(x=60, y=60)), size=(120, 120))
    here = Askew(x=60, y=60).back(straight.unit("runners"))
    there = lay._replace(x=60, y=60).back(other.unit("runners"))
    assert there == pytest.approx(here, abs=0.06)


@pytest.mark.parametrize("number", range(4))
def test_flight_does_not_depend_on_the_order_of_the_roster(number: int) -> None:
    """BW-B5-06: nor on what units are called."""
    units = crooked(number, LAYOUTS[4])
    ends = set()
    for order in list(permutations(units))[7::37]:
        ends.add(place(runs(*order).unit("runners")))
    renamed = [replace(one, id=name, name=name) for one, name in zip(units, "zyxwv", strict=True)]
    ends.add(place(runs(*renamed).unit("z")))
    assert len(ends) == 1


@pytest.mark.parametrize("lay", [LAYOUTS[0], LAYOUTS[3]], ids=str)
def test_who_would_be_stopped_by_water_runs_past_it(lay: Askew) -> None:
    """BW-B5-06, BW-B3-11: the pond straight ahead reaches far to the left; the way past its right end leads farther."""
    unit = stands(lay, blue, "pikemen", 6, 0, 0, 0, files=3, id="runners", marks=("routed",))
    foes = stands(lay, red, "archers", 60, 0, -3, 0, files=60, id="behind")
    position = field(unit, foes, features=[pond(lay, "pond", -9, 3, 2, 7)], declare="measure_first", size=(90, 90))
    run = play(position, RUN)
    assert apart(run, "runners") >= tried(position, position.units["runners"]) - 5
    right, ahead, _ = lay.back(run.unit("runners"))
    assert right > 3
    assert ahead > 3


@pytest.mark.parametrize("lay", LAYOUTS[:4], ids=str)
@pytest.mark.parametrize("east", [24, 48])
def test_of_two_ways_alike_the_one_farther_from_the_table_edge(lay: Askew, east: float) -> None:
    """BW-B5-06: foes straight ahead and behind; to either side it would be as far from both, but not from the edge."""
    lay = lay._replace(x=east, y=east, turned=lay.turned)
    unit = stands(lay, blue, "pikemen", 4, 0, 0, 0, files=2, id="runners", marks=("routed",))
    foes = [stands(lay, red, "archers", 8, 0, side * 3.75 - 0.75, 90 + side * 90, id=f"{side}") for side in (-1, 1)]
    end = runs(unit, *foes, size=(72, 72)).unit("runners").pose
    moved = end.x - inches(east) if lay.turned == 0 else end.y - inches(east)
    assert (moved > 0) == (east < 36)


@pytest.mark.parametrize("lay", LAYOUTS[:2], ids=str)
def test_of_two_ways_alike_in_everything_the_one_to_the_right(lay: Askew) -> None:
    """BW-B5-06: the one place in flight where left and right are told apart; in a mirror it is the right again."""
    unit = stands(lay, blue, "pikemen", 4, 0, 0, 0, files=2, id="runners", marks=("routed",))
    foes = [
        stands(lay, red, "archers", 8, 0, -4.5, 0, id="behind"),
        stands(lay, red, "archers", 8, 0, 3, 180, id="before"),
    ]
    run = runs(unit, *foes)
    assert run.unit("runners").pose.x > inches(36)


# ---------------------------------------------------------------- several


def fugitives(lay: Askew) -> list[Unit]:
    """Two routed units one behind the other, and a third beside them; the enemy comes from behind."""
    return [
        stands(lay, blue, "heavy_infantry", 6, 0, 0, 0, files=3, id="last", marks=("routed",)),
        stands(lay, blue, "light_infantry", 6, 0.4, 3, 0, files=3, id="first", marks=("routed",)),
        stands(lay, blue, "archers", 6, -5, 0.5, 10, files=3, id="aside", marks=("routed",)),
        stands(lay, red, "archers", 12, 0.5, -4.5, 0, id="foes"),
    ]


@every_layout
def test_who_is_farthest_from_the_enemy_runs_first(lay: Askew) -> None:
    """BW-B5-06: so that nobody is run into who has yet to run, in whatever order the roster lists them."""
    for order in list(permutations(fugitives(lay)))[::5]:
        run = runs(*order)
        assert [moved.unit for moved in run.events_of(Moved)] == ["first", "aside", "last"]
        assert lay.back(run.unit("last"))[1] == pytest.approx(6, abs=0.05), "its whole move, with nobody in the way"


def test_those_equally_far_run_by_their_names() -> None:
    """BW-B5-06: those at the ends are farther from all the foes than the one between, and as far as each other."""
    for lay in LAYOUTS:
        line = [
            stands(lay, blue, "pikemen", 6, 6 * number - 6, 0, 0, files=3, id=name, marks=("routed",))
            for number, name in enumerate(("kestrels", "asps", "bitterns"))
        ]
        foes = [stands(lay, red, "archers", 6, 6 * number - 6, -5, 0, id=f"foe {number}") for number in range(3)]
        for order in permutations(line):
            position = field(*order, *foes)
            running = [one for one in position.units.values() if one.side == "blue"]
            assert [one.id for one in in_order_of_flight(position, running)] == ["bitterns", "kestrels", "asps"]


# ---------------------------------------------------------------- friends


@every_layout
@pytest.mark.parametrize("swapped", [False, True])
def test_all_friends_run_into_at_once_check(lay: Askew, swapped: bool) -> None:
    """BW-B5-15: two units side by side; the routers go on only if both give way (BW-B5-17)."""
    pair = [
        stands(lay, blue, "archers", 12, -4.6, 3, 180, files=12, id="left"),
        stands(lay, blue, "archers", 12, 4.6, 3, 180, files=12, id="right"),
    ]
    units = [
        stands(lay, blue, "pikemen", 6, 0, 0, 0, id="runners", marks=("routed",)),
        *(pair[::-1] if swapped else pair),
        stands(lay, red, "heavy_infantry", 30, 0, -3, 0, id="behind"),
        stands(lay, red, "heavy_infantry", 10, -9.8, -1, 90, id="one side"),
        stands(lay, red, "heavy_infantry", 10, 9.8, -1, 270, id="other side"),
    ]
    hit = runs(*units)
    assert hit.roll.rules == ("BW-B5-15", "BW-B5-16", "BW-B5-02")
    both = hit.then("6 6", "6 6")
    assert [checked.unit for checked in both.events_of(Checked)] == ["left", "right"], "by their names"
    assert not is_routed(both.unit("left"))
    assert not is_routed(both.unit("right"))
    half = hit.then("6 6", "1 1")
    ran = [moved.unit for moved in half.events_of(Moved)]
    assert ran.count("runners") == 1, "one of them stands: the routers stop"
    whole = hit.then("1 1", "1 1")
    assert [moved.unit for moved in whole.events_of(Moved)].count("runners") == 2


# ---------------------------------------------------------------- turning to flee


@every_layout
def test_a_routing_unit_turns_its_back_to_all_who_are_nearest(lay: Askew) -> None:
    """BW-B5-05: foes equally near ahead and on one flank, and more of them behind: it looks to the free side."""
    for names in (("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")):
        units = [
            stands(lay, blue, "pikemen", 16, 0, 0, 0, files=4, id="unit"),
            stands(lay, red, "archers", 4, 0, 2, 180, id=names[0]),
            stands(lay, red, "archers", 4, 3.5, -1.5, 270, id=names[1]),
            stands(lay, red, "archers", 4, 0, -12, 0, id=names[2]),
        ]
        broken = play(field(*units), Check("unit", "losses", 16)).then("1 1")
        assert lay.back(broken.unit("unit"))[2] == 270
