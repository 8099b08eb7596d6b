"""Where bent columns flee, tangled ones and such as have turned in place: nothing that the fan of ways offers leads
farther than the run that is found, though most of it is never looked at (BW-B5-06)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.state.manoeuvre import Advance, Path, SquareUp
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.book_of_war.field import formation, troop
from schiltron.rulesets.book_of_war.morale.flight import Runner, flight
from schiltron.rulesets.book_of_war.morale.straight_runs import nearest
from schiltron.rulesets.book_of_war.movement.columns import coiled, torn
from schiltron.rulesets.book_of_war.movement.paths import walk
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.body import Bend, Formed, gone_on, straightened
from schiltron.table.columns import orderly
from schiltron.table.facing import faced
from schiltron.table.lengths import CONTACT, degrees, direction
from schiltron.table.outline import Outline, gap, outline
from tests.rulesets.book_of_war.positions import blue, field, red

EVERY = 60
"""Thousandths of an inch between two lengths of a run that are tried."""


def column(random: Random, *, tangled: bool, turned: bool) -> Unit:
    """A routed column with one to three corners; a tangled one has sharp ones close together, who has turned in place
    looks to a side of it or back."""
    kind = random.choice(("pikemen", "light_infantry", "medium_cavalry"))
    while True:
        files = random.randint(1, 3)
        figures = random.randint(3 * files, 5 * files + 2)
        unit = blue(
            kind, figures, files=files, at=(40, 40), facing=random.uniform(0, 360), marks=("routed",), id="runners"
        )
        sharpest, closest = (170_000, 0) if tangled else (90_000, unit.body.base.depth)
        corners = tuple(
            Bend(random.randint(closest, 2_500), random.choice((-1, 1)) * random.randint(5_000, sharpest))
            for _ in range(random.randint(1, 3))
        )
        body = straightened(replace(formation(unit), bends=corners), unit.bodies)
        pose = unit.pose
        if not body.bends or orderly(body) == tangled:
            continue
        if coiled(outline(pose, body, unit.bodies), body) or torn(pose, body, unit.bodies):
            continue
        if turned:
            pose, body = faced(pose, body, unit.bodies, random.choice(("left", "right", "rear")))
            if not body.limbs:
                continue
        return replace(unit, body=body, place=OnTable(pose), marks=("routed",))


def crooked(seed: str, *, tangled: bool, turned: bool) -> Battle:
    """A column among foes on all sides and a friend, none of whom stands on another."""
    random = Random(seed)
    units = [column(random, tangled=tangled, turned=turned)]
    while len(units) < 5:
        figures = random.randint(3, 14)
        make, name = (blue, "friends") if len(units) == 4 else (red, f"foe {len(units)}")
        other = make(
            random.choice(("archers", "heavy_infantry")),
            figures,
            files=random.randint(2, figures),
            at=(40 + random.uniform(-11, 11), 40 + random.uniform(-11, 11)),
            facing=random.uniform(0, 360),
            id=name,
        )
        if all(gap(other.outline, one.outline) > 400 for one in units):
            units.append(other)
    random.shuffle(units)
    return field(*units, size=(80, 80), declare="measure_first")


def ringed(seed: str) -> Battle:
    """A unit with one foe at its heels and a ring of them so far off that no run reaches them, though one may lead
    nearer to some of them than it leads from the first."""
    random = Random(seed)
    units = [blue("pikemen", 4, files=2, at=(80, 80), marks=("routed",), id="runners")]
    while len(units) < 8:
        away, heading = random.uniform(3, 6) if len(units) == 1 else random.uniform(21, 28), random.uniform(0, 360)
        x, y = direction(degrees(heading))
        foe = red("archers", 4, files=2, at=(80 + x * away, 80 + y * away), facing=heading, id=f"foe {len(units)}")
        if all(gap(foe.outline, one.outline) > 400 for one in units):
            units.append(foe)
    random.shuffle(units)
    return field(*units, size=(160, 160), declare="measure_first")


def hemmed_in(seed: str) -> Battle:
    """A line or a column with a short last rank among friends and enemies, some of them so near that they touch it."""
    random = Random(seed)
    files = random.randint(1, 5)
    kind = random.choice(("pikemen", "light_infantry", "medium_cavalry"))
    runners = blue(
        kind,
        random.randint(files, 4 * files + 2),
        files=files,
        at=(40, 40),
        facing=random.uniform(0, 360),
        marks=("routed",),
        id="runners",
    )
    units = [runners]
    if random.random() < 0.5:
        behind = runners.pose.shifted(random.randint(-500, 500), -formation(runners).depth(runners.bodies))
        foe = red(
            "archers", 4, files=2, at=(behind.x / 1000, behind.y / 1000), facing=behind.heading / 1000, id="heels"
        )
        units.append(foe)
    while len(units) < 9:
        figures = random.randint(3, 10)
        make = blue if random.random() < 0.4 else red
        other = make(
            random.choice(("archers", "heavy_infantry")),
            figures,
            files=random.randint(2, figures),
            at=(40 + random.uniform(-12, 12), 40 + random.uniform(-12, 12)),
            facing=random.uniform(0, 360),
            id=f"other {len(units)}",
        )
        if all(gap(other.outline, one.outline) > 100 for one in units):
            units.append(other)
    random.shuffle(units)
    return field(*units, size=(80, 80), declare="measure_first")


def found_and_tried(battle: Battle) -> tuple[Path | None, Path | None]:
    """The run that is found, and the one that is found if every way of the fan is tried."""
    unit = battle.units["runners"]
    found = flight(battle, unit)
    runner = Runner(battle, unit, troop(unit).move)
    tried = [run for run in (runner.along(way, runner.gained) for way in runner.ways) if run is not None]
    gaining = [run for run in tried if run.apart > runner.gained]
    best = runner.foremost(gaining).walker if gaining else None
    return (
        None if found is None else tuple(leg.manoeuvre for leg in found.legs),
        None if best is None else tuple(leg.manoeuvre for leg in best.legs),
    )


def enemies_of(battle: Battle) -> list[Outline]:
    return [one.outline for one in battle.units.values() if one.side == "red"]


def farthest(battle: Battle, unit: Unit, than: int) -> tuple[int, Path]:
    """The farthest from the nearest enemy that any way of the fan leads, looked at length by length."""
    budget = troop(unit).move
    foes = enemies_of(battle)
    best: tuple[int, Path] = (than, ())

    def gone(path: Path) -> Walker:
        return walk(battle, unit, path, "flight", "stops", budget)

    for way in Runner(battle, unit, budget).ways:
        walked = gone(way.path).legs
        if not walked or not isinstance(walked[-1].manoeuvre, Advance):
            continue
        pose, body = [(unit.pose, unit.body), *((leg.pose, leg.body) for leg in walked)][-2]
        assert isinstance(body, Formed)
        whole = walked[-1].manoeuvre.distance
        for length in (*range(0, whole, EVERY), whole):
            path = (*way.legs, Advance(length)) if length else way.legs
            there = outline(pose.advanced(length), gone_on(body, unit.bodies, length), unit.bodies)
            if path and nearest(there, foes) > best[0]:
                tried = gone(path)
                apart = nearest(tried.outline, foes)
                if not tried.reasons and apart > best[0]:
                    best = apart, path
    return best


def led_farther(battle: Battle) -> tuple[int, Path]:
    """By how much a way of the fan leads farther than the run that is found, and which."""
    unit = battle.units["runners"]
    found = flight(battle, unit)
    apart = nearest(unit.outline if found is None else found.outline, enemies_of(battle))
    most, path = farthest(battle, unit, apart)
    return most - apart, path


@pytest.mark.slow
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("tangled", [False, True])
@pytest.mark.parametrize("number", range(4))
def test_no_way_of_the_fan_leads_a_bent_column_farther(number: int, tangled: bool, turned: bool) -> None:
    """BW-B5-06, BW-B4-27: tangled or not, turned in place or not."""
    more, path = led_farther(crooked(f"{number} {tangled} {turned}", tangled=tangled, turned=turned))
    assert more <= 2 * CONTACT, path


@pytest.mark.slow
def test_who_stays_on_his_leg_of_a_column_may_be_farther_at_its_other_end() -> None:
    """BW-B5-06, BW-B4-27: a position that tells whether both ends of such a way are looked at."""
    more, path = led_farther(crooked("15 False False", tangled=False, turned=False))
    assert more <= 2 * CONTACT, path


@pytest.mark.slow
@pytest.mark.parametrize("number", [3, 11, 38])
def test_enemies_who_are_far_off_at_first_may_be_the_nearest_in_the_end(number: int) -> None:
    """BW-B5-06: both the way to them and the way from those who are near now count."""
    more, path = led_farther(ringed(f"{number}"))
    assert more <= 2 * CONTACT, path


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("tangled", [False, True])
def test_the_run_that_is_found_is_the_one_that_trying_every_way_would_find(tangled: bool, turned: bool) -> None:
    """BW-B5-06: which ways are passed over, and in which order the others are looked at, changes nothing."""
    for number in range(12):
        battle = crooked(f"{number} {tangled} {turned}", tangled=tangled, turned=turned)
        found, tried = found_and_tried(battle)
        assert found == tried, number


@pytest.mark.parametrize("number", [*range(20), 31, 118, 225])
def test_lines_and_short_ranks_find_the_run_that_trying_every_way_would_find(number: int) -> None:
    """BW-B5-06: as well where an enemy holds the unit so that it cannot wheel, and (the last three) where the best way
    ends at somebody who stands in it."""
    found, tried = found_and_tried(hemmed_in(f"{number}"))
    assert found == tried


@pytest.mark.parametrize("bends", [(), (Bend(2_000, 30_000),)])
def test_routed_units_wheel_in_steps_of_fifteen_degrees(bends: tuple[Bend, ...]) -> None:
    """BW-B5-06: the head of a bent column too, whose tail follows wherever the head wheels."""
    unit = blue("light_infantry", 8, files=1, at=(40, 40), marks=("routed",), id="runners")
    unit = replace(unit, body=replace(formation(unit), bends=bends))
    battle = field(unit, red("archers", 4, at=(40, 48)), declare="measure_first")
    turns = [way.turn for way in Runner(battle, unit, troop(unit).move).ways if way.to == "front"]
    assert sorted(turns) == [degrees(turn) for turn in range(-90, 91, 15)]


def test_who_falls_into_line_to_run_takes_at_least_a_step() -> None:
    """BW-B5-06, BW-B4-39: a bent line leads away by falling into line alone; straight on it goes nearer to others with
    every inch. It takes the one step for which it falls in, and does not wheel instead."""
    battle = crooked("38 False True", tangled=False, turned=True)
    unit = battle.units["runners"]
    foes = enemies_of(battle)
    found = flight(battle, unit)
    assert found is not None
    assert [type(leg.manoeuvre) for leg in found.legs] == [SquareUp, Advance]
    in_line = nearest(outline(found.legs[0].pose, found.legs[0].body, unit.bodies), foes)
    assert in_line - 2 * CONTACT <= nearest(found.outline, foes) < in_line
