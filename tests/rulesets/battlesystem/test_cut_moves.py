"""A move cut into pieces is the same move: a straight leg in two, a path leg by leg; over random ground, among random
friends and enemies, at skew headings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import dist
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.state.manoeuvre import Advance, Face, FormUp, Manoeuvre, Oblique, Path, Reform, Wheel
from schiltron.rulesets.battlesystem.movement.carrying import put
from schiltron.rulesets.battlesystem.movement.marching import bearing_of
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.steps import Action, Walk
from schiltron.table.lengths import CONTACT, degrees, inches
from schiltron.table.outline import gap
from schiltron.table.terrain import Area, Feature
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import DWARF, ELF, MAN, blue, field, person, red, strip
from tests.rulesets.positions import but_for_rounding

HAIR = 1
"""Thousandths of an inch that rounding may take within one walk."""
HALTED = 3
"""The same where a walk was halted, and the body put down on whole thousandths: what that puts it to the side, the
slanting border of closed ground adds to the way up to it."""
ACTIONS: tuple[Action, ...] = ("move", "charge", "force_march")


def patch(kind: str, random: Random) -> Area:
    """A crooked quadrangle of ground."""
    x, y = random.uniform(25, 70), random.uniform(12, 48)
    ring = tuple(
        (inches(x + dx * random.uniform(1, 6)), inches(y + dy * random.uniform(1, 6)))
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    return Area(id=f"{kind} {x:g}", kind=kind, name=kind, ring=ring)


def ground(random: Random) -> list[Feature]:
    kinds = random.choices(("woods", "swamp", "rough", "pond", "building"), k=random.randint(0, 3))
    found: list[Feature] = [patch(kind, random) for kind in kinds]
    if random.random() < 0.5:
        course = [(random.uniform(10, 86), random.uniform(2, 58)) for _ in range(3)]
        found.append(strip(random.choice(("wall", "stream", "road")), *course, width=random.choice((0.3, 4))))
    return found


def company(name: str, random: Random, *, side=blue, at=None, **more) -> Unit:
    figures = random.randint(4, 16)
    return side(
        name,
        figures,
        files=random.randint(1, figures),
        at=at or (random.uniform(20, 76), random.uniform(12, 48)),
        facing=random.choice((0, 90, random.uniform(0, 360))),
        **more,
    )


def random_position(random: Random) -> Battle:
    mover = company(
        "men",
        random,
        at=(random.uniform(40, 56), random.uniform(24, 36)),
        formation=random.choice(("closed", "open")),
        of=random.choice((MAN, ELF, DWARF)),
    )
    placed = [mover]
    for number in range(random.randint(0, 4)):
        one = company(f"other {number}", random, side=random.choice((blue, red)))
        if all(gap(one.outline, other.outline) > 300 for other in placed):
            placed.append(one)
    captain = person("captain", "blue", with_="men", rank="unit", radius=30)
    return field(captain, *placed, features=ground(random))


def straight(random: Random) -> Advance | Oblique:
    far = random.randint(1500, 10_000)
    if random.random() < 0.6:
        return Advance(far)
    return Oblique(random.choice((-1, 1)) * random.randint(1_000, 45_000), far)


def ended(walker: Walker) -> tuple[object, ...]:
    return walker.met.id if walker.met is not None else "", walker.formation, walker.on_road, bool(walker.reasons)


def alike(whole: Walker, cut: Walker) -> bool:
    """The same place, shape and cost."""
    apart = max(abs(whole.pose.x - cut.pose.x), abs(whole.pose.y - cut.pose.y))
    return apart <= HAIR and whole.body == cut.body and abs(whole.spent - cut.spent) <= HAIR


def in_two(leg: Advance | Oblique, random: Random) -> Path:
    first = random.randint(500, leg.distance - 500)
    return replace(leg, distance=first), replace(leg, distance=leg.distance - first)


def cut_in_two(seed: int) -> None:
    random = Random(seed)
    for _ in range(6):
        battle, leg = random_position(random), straight(random)
        parts = in_two(leg, random)
        for there in (battle, on_a_road(battle, random.choice((2, 6, 20)))):
            for action in ACTIONS:
                _cut_there(there, leg, parts, action)


def _cut_there(battle: Battle, leg: Advance | Oblique, parts: Path, action: Action) -> None:
    whole, cut = (walk(battle, Walk("men", path, action)) for path in ((leg,), parts))
    assert ended(whole) == ended(cut), (leg, parts, action)
    assert alike(whole, cut), (leg, parts, action)


def on_a_road(battle: Battle, width: int) -> Battle:
    """The same with a road under the men that leads 5 inches ahead of them."""
    pose = battle.units["men"].pose
    ends = [(x / 1000, y / 1000) for x, y in (pose.world(0, -8_000), pose.world(0, 5_000))]
    return on_ground(battle, strip("road", *ends, width=width))


def on_ground(battle: Battle, *more: Feature) -> Battle:
    return replace(battle, board=replace(battle.table, features=(*battle.table.features, *more)))


@pytest.mark.parametrize(
    "seed", [*range(60), 2070, 2531, 171431895, 199399286, 740293324, 1541489053, 2567901105, 3560601394]
)
def test_a_straight_leg_cut_in_two_ends_like_the_leg_in_one(seed: int) -> None:
    """BS-7.7-01, BS-7.8-01, BS-11.8-01 to BS-11.8-07: the same place, cost, shape and enemy, or the same end."""
    cut_in_two(seed)


@pytest.mark.parametrize("seed", [21022, 21074, 37833, 42829])
def test_ranks_that_open_beside_a_house_open_as_wide_in_two_legs_as_in_one(seed: int) -> None:
    """BS-11.8-02, BS-11.8-03: no deeper into it than they stand where they open."""
    random = Random(seed)
    kinds = ("building", "building", "woods", "swamp", "rough")
    battle = random_position(random)
    battle = on_ground(battle, *[patch(kind, random) for kind in kinds])
    leg = straight(random)
    _cut_there(battle, leg, in_two(leg, random), "move")


def halted(seed: int) -> None:
    random = Random(2000 + seed)
    for _ in range(6):
        battle, leg = random_position(random), straight(random)
        parts = in_two(leg, random)
        but_for_rounding(partial(_halted_there, leg=leg, parts=parts), battle, "men")


def _halted_there(battle: Battle, *, leg: Advance | Oblique, parts: Path) -> None:
    whole = walk(battle, Walk("men", (leg,), "move"))
    failed, unit = leg_by_leg(battle, parts)
    assert bool(whole.reasons) == (failed is not None), (leg, parts)
    same_end(whole, unit)


@pytest.mark.parametrize("seed", [*range(60), 3837812414])
def test_who_halts_on_his_way_comes_no_farther_for_it(seed: int) -> None:
    """BS-10.6-01, BS-11.8-03, BS-11.8-07: halted in the middle of a leg, he ends where he ends in one go."""
    halted(seed)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("first", [500, 1150, 1695, 2400, 2900])
def test_the_last_rank_does_not_follow_through_a_house_in_which_those_ahead_of_it_stand(
    crooked: Crooked, first: int
) -> None:
    """BS-11.8-03: it comes up to the house, in one leg and in two, with the house on either hand."""
    company = blue("men", 13, files=3, at=(52.189, 35), facing=90, formation="open")
    house = Area("house", "building", "house", ((45817, 27101), (51100, 27584), (52004, 31863), (48531, 35116)))
    battle = crooked(field(person("captain", "blue", with_="men", rank="unit", radius=30), company, features=[house]))
    whole = walk(battle, Walk("men", (Advance(3189),), "move"))
    cut = walk(battle, Walk("men", (Advance(first), Advance(3189 - first)), "move"))
    assert alike(whole, cut)
    for walker in (whole, cut):
        here, there = walker.unit.pose, walker.pose
        assert dist((here.x, here.y), (there.x, there.y)) == pytest.approx(1182, abs=HAIR)
        assert walker.reasons[-1].rules == ("BS-11.8-03",)


# ---------------------------------------------------------------- one line in several legs


def men(at: tuple[float, float] = (48, 40), **more: Any) -> Unit:
    return blue("men", 8, files=4, at=at, formation="closed", **more)


def led(*units: Unit, features: Iterable[Feature] = ()) -> Battle:
    return field(person("captain", "blue", with_="men", rank="unit", radius=30), *units, features=features)


def walked(battle: Battle, *path: Manoeuvre, action: Action = "move", unit: str = "men") -> Walker:
    return walk(battle, Walk(unit, path, action))


def far(walker: Walker) -> float:
    """How far a walk has come, in inches."""
    here, there = walker.unit.pose, walker.pose
    return dist((here.x, here.y), (there.x, there.y)) / 1000


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("short", [0, 5, 19])
def test_who_goes_straight_on_when_he_touches_the_enemy_comes_up_to_him(crooked: Crooked, short: int) -> None:
    """BS-7.8-01: only a change of direction is refused, and the enemy is met where he is met in one leg."""
    battle = crooked(led(men(), red("orcs", 8, files=4, at=(48.6, 36))))
    first = inches(4) - short
    whole, cut = walked(battle, Advance(5000)), walked(battle, Advance(first), Advance(5000 - first))
    assert ended(cut) == ended(whole) == ("orcs", "closed", False, False)
    assert alike(whole, cut)
    assert far(cut) == pytest.approx(4, abs=0.003)
    slanting = walked(battle, Advance(first), Oblique(10_000, 1000))
    assert slanting.met is not None
    assert [reason.rules for reason in slanting.reasons] == [("BS-7.8-01",)]


def test_who_touches_the_enemy_at_the_end_of_his_move_has_met_him() -> None:
    """BS-7.8-01: nine inches bring them within a fiftieth of an inch, whether they were told to go nine or ten."""
    battle = led(men(), red("orcs", 8, files=4, at=(48.6, 30.988)))
    for told in (9000, 10_000):
        walker = walked(battle, Advance(told))
        assert (far(walker), walker.spent, ended(walker)[0], walker.reasons) == (9, 9000, "orcs", [])
    assert walked(led(men(), red("orcs", 8, files=4, at=(48.6, 30.95))), Advance(10_000)).met is None


def test_who_stands_against_the_enemy_has_met_him_in_two_legs_as_in_one() -> None:
    """BS-7.8-01: he goes nowhere, and nothing is refused."""
    battle = led(men(), red("orcs", 8, files=4, at=(48.6, 40)))
    for path in ((Advance(2000),), (Advance(1000), Advance(1000))):
        walker = walked(battle, *path)
        assert (far(walker), ended(walker)[0], walker.reasons) == (0, "orcs", [])


def test_a_line_ends_with_a_wheel_though_the_next_one_has_the_same_bearing() -> None:
    """BS-7.9-03"""
    path = (Advance(1000), Wheel("right", degrees(20)), Wheel("left", degrees(20)), Advance(1000))
    whole, before = walked(led(men()), *path), walked(led(men()), *path[:3])
    assert (whole.pose.x, whole.pose.y) == (before.pose.x, before.pose.y - 1000)
    assert before.pose.x != 48_000


def test_a_hair_more_than_the_move_is_allowed_and_not_gone() -> None:
    """BS-7.0-01: three thirds of 9.004 inches come to nine, in one leg and in several."""
    for path in ((Advance(9004),), (Advance(3001), Advance(3001), Advance(3002)), (Advance(9003), Advance(1))):
        walker = walked(led(men()), *path)
        assert (far(walker), walker.spent, walker.reasons) == (9, 9000, [])
    too_far = walked(led(men()), Advance(9006))
    assert (far(too_far), [reason.rules for reason in too_far.reasons]) == (9, [("BS-7.0-01",)])


@pytest.mark.parametrize("crooked", CROOKED)
def test_the_bonus_of_a_road_carries_to_its_end_and_no_farther(crooked: Crooked) -> None:
    """BS-11.8-01: who stays on the road for the whole of his move has it, however far he was told to go."""
    column = blue("men", 8, files=2, at=(48, 40), formation="closed")
    road = strip("road", (48, 29.7), (48, 60), width=2)
    battle = crooked(led(column, features=[road]))
    for path in ((Advance(14_000),), (Advance(9500), Advance(4500)), (Advance(10_500), Advance(3500))):
        walker = walked(battle, *path)
        assert far(walker) == pytest.approx(10.675, abs=0.003)
        assert walker.on_road
        assert "BS-11.8-01" in walker.reasons[-1].rules
    left = crooked(led(column, features=[strip("road", (48, 33), (48, 60), width=2)]))
    for path in ((Advance(14_000),), (Advance(4000), Advance(10_000))):
        walker = walked(left, *path)
        assert (round(far(walker), 2), walker.on_road, walker.reasons[-1].rules) == (9, False, ("BS-7.0-01",))


def test_a_leg_that_ends_where_two_roads_join_stays_on_them() -> None:
    """BS-11.8-01: they touch, so that all of it is on a road."""
    column = blue("men", 8, files=2, at=(48, 40), formation="closed")
    roads = [strip("road", (48, 60), (48, 36), width=2), strip("road", (48, 35.99), (48, 10), width=2)]
    for path in ((Advance(12_000),), (Advance(4380), Advance(7620)), (Advance(4370), Advance(7630))):
        walker = walked(led(column, features=roads), *path)
        assert (far(walker), walker.on_road, walker.reasons) == (12, True, [])


@pytest.mark.parametrize("first", [1000, 2950, 2985, 3060])
def test_a_forced_march_stops_as_far_from_the_enemy_in_two_legs_as_in_one(first: int) -> None:
    """BS-7.13-02: a tenth of an inch before him, and where it would end nearer it stops there too."""
    battle = led(men(), red("orcs", 8, files=4, at=(49, 37)))
    for path in ((Advance(5000),), (Advance(first), Advance(5000 - first)), (Advance(2950),), (Advance(2985),)):
        walker = walked(battle, *path, action="force_march")
        assert far(walker) == 2.9
        assert [reason.rules for reason in walker.reasons] == [("BS-7.13-02",)]
    assert not walked(battle, Advance(2900), action="force_march").reasons


@pytest.mark.parametrize("crooked", CROOKED)
def test_small_steps_lead_no_deeper_into_a_house_than_a_long_one(crooked: Crooked) -> None:
    """BS-11.8-03: men who scrape along a slanting wall stop where its face is before them, and stay there."""
    house = Area("house", "building", "house", ((49_000, 37_000), (53_000, 33_000), (53_000, 39_000)))
    battle = crooked(led(men(at=(47.6, 40.1)), features=[house]))
    whole = walked(battle, Advance(6000))
    assert far(whole) > 1
    steps = walked(battle, *[Advance(250)] * 24)
    assert alike(whole, steps)
    for step in (2900, *[250] * 8):
        _, unit = leg_by_leg(battle, (Advance(step),))
        battle = battle.with_unit(unit)
    unit = battle.units["men"]
    assert max(abs(whole.pose.x - unit.pose.x), abs(whole.pose.y - unit.pose.y)) <= HALTED


def test_a_leg_that_ends_a_hair_inside_a_house_ends_at_its_wall() -> None:
    """BS-11.8-03: and is not refused for a thousandth or two."""
    house = Area("house", "building", "house", ((44_000, 34_000), (52_000, 34_000), (52_000, 37_000), (44_000, 37_000)))
    walker = walked(led(men(), features=[house]), Advance(3004))
    assert (far(walker), walker.reasons) == (3, [])
    assert walked(led(men(), features=[house]), Advance(3006)).reasons[-1].rules == ("BS-11.8-03",)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("hair", [0, 2, 4, 8])
def test_a_charge_ends_at_a_stream_and_not_a_hair_in_it(crooked: Crooked, hair: int) -> None:
    """BS-11.8-03: told a few thousandths too far it ends there all the same, and in two legs as in one."""
    stream = strip("stream", (28.2, 9.2), (79.2, 54.6), width=4)
    battle = crooked(led(blue("men", 6, files=3, at=(48.344, 32.066), formation="open"), features=[stream]))
    whole = walked(battle, Advance(3699), action="charge")
    told = round(1000 * far(whole)) + hair
    first = walked(battle, Advance(told), action="charge")
    cut = walked(battle, Advance(told), Advance(3699 - told), action="charge")
    assert 1 < far(whole) < 2
    assert whole.reasons[-1].rules == cut.reasons[-1].rules == ("BS-11.8-03",)
    assert alike(whole, first)
    assert alike(whole, cut)


@pytest.mark.parametrize("first", [1000, 2111, 2990])
def test_who_may_not_end_on_friends_halts_before_them_in_two_legs_as_in_one(first: int) -> None:
    """BS-7.4-02: a single man passes through a unit, and does not stand on it."""
    hero = person("hero", "blue", at=(48, 44))
    battle = led(men(), hero)
    whole = walked(battle, Advance(3200), unit="hero")
    cut = walked(battle, Advance(first), Advance(3200 - first), unit="hero")
    assert whole.reasons[-1].rules == cut.reasons[-1].rules == ("BS-7.4-02",)
    assert alike(whole, cut)
    assert far(whole) == pytest.approx(2.2, abs=0.13)


# ---------------------------------------------------------------- leg by leg


def random_leg(random: Random) -> Manoeuvre:
    kind = random.random()
    if kind < 0.5:
        return replace(straight(random), distance=random.randint(300, 4000))
    if kind < 0.75:
        return Wheel(random.choice(("left", "right")), degrees(random.randint(2, 60)))
    if kind < 0.85:
        return Reform(random.randint(1, 16))
    if kind < 0.93:
        return Face(random.choice(("left", "right", "rear")))
    return FormUp(random.choice(("open", "close", "square")))


def leg_by_leg(battle: Battle, path: Path) -> tuple[int | None, Unit]:
    """The leg at which a path walked one leg at a time is refused, and where the unit stands then. Who touches the
    enemy has come where he was told to go straight on to."""
    scene, road = AnyScene(battle), True
    met, line = None, None
    for number, leg in enumerate(path):
        before, line = line, bearing_of(scene.unit("men").pose, leg)
        if met is not None:
            if line is not None and line == before:
                continue
            return number, scene.unit("men")
        step = Walk("men", (leg,), "move", road=road)
        walker = walk(scene.battle, step)
        put(scene, walker, step)
        if walker.reasons:
            return number, scene.unit("men")
        met, road = walker.met, walker.on_road
    return None, scene.unit("men")


def whole_and_leg_by_leg(seed: int) -> None:
    random = Random(1000 + seed)
    for _ in range(8):
        battle = random_position(random)
        path = tuple(random_leg(random) for _ in range(random.randint(1, 4)))
        but_for_rounding(partial(_leg_by_leg_there, path=path), battle, "men")


def _leg_by_leg_there(battle: Battle, *, path: Path) -> None:
    whole = walk(battle, Walk("men", path, "move"))
    failed, unit = leg_by_leg(battle, path)
    assert min((reason.leg for reason in whole.reasons), default=None) == failed, path
    same_end(whole, unit)


def same_end(whole: Walker, unit: Unit) -> None:
    """A walk and a unit that was walked in several have come to the same place, in the same shape and for as much. Who
    was put down within a fiftieth of an inch of the enemy has met him there (BS-7.8-01), and comes no nearer."""
    short = whole.met is not None and gap(unit.outline, whole.met.outline) > HALTED
    near = CONTACT if short else HALTED
    assert max(abs(whole.pose.x - unit.pose.x), abs(whole.pose.y - unit.pose.y)) <= near
    assert whole.pose.heading == unit.pose.heading
    assert abs(whole.spent - unit.own.turn.spent) <= 2 * near, "on some ground each hair is paid for twice"
    assert (whole.formation, whole.stance, whole.body) == (unit.own.formation, unit.own.stance, unit.body)


@pytest.mark.parametrize("seed", [*range(60), 477892830, 1077639677, 1944931499, 3205336911])
def test_what_is_legal_leg_by_leg_is_legal_whole(seed: int) -> None:
    """BS-7.0-01, BS-7.6-01, BS-7.9-03, BS-7.10-03: and the reverse, up to the leg that fails, with the same end."""
    whole_and_leg_by_leg(seed)


def test_it_is_the_same_in_fresh_positions(fresh_seed: int) -> None:
    random = Random(fresh_seed)
    for _ in range(5):
        cut_in_two(random.randrange(2**32))
        halted(random.randrange(2**32))
        whole_and_leg_by_leg(random.randrange(2**32))
