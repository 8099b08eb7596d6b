"""A move cut into pieces is the same move: a straight leg in two, a path leg by leg; over random ground, among random
friends and enemies, at skew headings."""

from __future__ import annotations

from math import dist
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.state.manoeuvre import Advance, Face, FormUp, Manoeuvre, Oblique, Path, Reform, Wheel
from schiltron.rulesets.battlesystem.movement.carrying import put
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.steps import Walk
from schiltron.table.lengths import CONTACT, degrees, inches
from schiltron.table.outline import gap
from schiltron.table.terrain import Area, Feature
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import DWARF, ELF, MAN, blue, field, person, red, strip

HAIR = 12
"""Thousandths of an inch that rounding may take."""
CLOSED = [[(rule,)] * 2 for rule in ("BS-11.8-03", "BS-11.8-07")]
"""Both ended at a building, or at water."""


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


def near_enough(whole: Walker, cut: Walker) -> int:
    """How far apart the ends of a move in one and in two may be. Whose first part ends within CONTACT of what is in the
    way touches it already, and stays there. Each part may touch closed ground: at a slant, the second goes on along its
    edge until it has covered as much again."""
    if len(cut.legs) == 1 and cut.reasons:
        return CONTACT
    ends = [walker.reasons[-1].rules for walker in (whole, cut) if walker.reasons]
    return 3 * CONTACT if ends in CLOSED else HAIR


def alike(whole: Walker, cut: Walker) -> bool:
    """The same place, and the same cost; on some ground each hair is paid for twice."""
    near = near_enough(whole, cut)
    apart = max(abs(whole.pose.x - cut.pose.x), abs(whole.pose.y - cut.pose.y))
    return apart <= near and abs(whole.spent - cut.spent) <= 2 * near


def cut_in_two(seed: int) -> None:
    random = Random(seed)
    for _ in range(6):
        battle, leg = random_position(random), straight(random)
        first = random.randint(500, leg.distance - 500)
        parts = (replace(leg, distance=first), replace(leg, distance=leg.distance - first))
        for action in ("move", "charge"):
            whole = walk(battle, Walk("men", (leg,), action))
            cut = walk(battle, Walk("men", parts, action))
            # Who meets the enemy on the first part has nothing more to walk (BS-7.8-01): the order says too much.
            stopped_early = len(cut.legs) == 1 and cut.met is not None
            assert alike(whole, cut), (seed, leg, first)
            if not stopped_early:
                assert ended(whole) == ended(cut), (seed, leg, first)
            else:
                assert ended(whole)[:3] == ended(cut)[:3], (seed, leg, first)


@pytest.mark.parametrize("seed", [*range(60), 2070, 2531, 171431895, 199399286, 740293324, 2567901105, 3560601394])
def test_a_straight_leg_cut_in_two_ends_like_the_leg_in_one(seed: int) -> None:
    """BS-7.7-01, BS-7.8-01, BS-11.8-01 to BS-11.8-07: the same place, cost, formation and enemy, or the same end."""
    cut_in_two(seed)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("first", [500, 1150, 1695, 2400, 2900])
def test_the_last_rank_does_not_follow_through_a_house_in_which_those_ahead_of_it_stand(
    crooked: Crooked, first: int
) -> None:
    """BS-11.8-03: it comes up to the house, in one leg and in two, with the house on either hand."""
    men = blue("men", 13, files=3, at=(52.189, 35), facing=90, formation="open")
    house = Area("house", "building", "house", ((45817, 27101), (51100, 27584), (52004, 31863), (48531, 35116)))
    battle = crooked(field(person("captain", "blue", with_="men", rank="unit", radius=30), men, features=[house]))
    whole = walk(battle, Walk("men", (Advance(3189),), "move"))
    cut = walk(battle, Walk("men", (Advance(first), Advance(3189 - first)), "move"))
    assert alike(whole, cut)
    for walker in (whole, cut):
        here, there = walker.unit.pose, walker.pose
        assert dist((here.x, here.y), (there.x, there.y)) == pytest.approx(1176, abs=CONTACT)
        assert walker.reasons[-1].rules == ("BS-11.8-03",)


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
    """The leg at which a path walked one leg at a time is refused, and where the unit stands then."""
    scene, road = AnyScene(battle), True
    met = None
    for number, leg in enumerate(path):
        if met is not None:
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
        whole = walk(battle, Walk("men", path, "move"))
        failed, unit = leg_by_leg(battle, path)
        assert (min(reason.leg for reason in whole.reasons) if whole.reasons else None) == failed, (seed, path)
        assert max(abs(whole.pose.x - unit.pose.x), abs(whole.pose.y - unit.pose.y)) <= HAIR, (seed, path)
        assert whole.pose.heading == unit.pose.heading
        assert abs(whole.spent - unit.own.turn.spent) <= HAIR, (seed, path)
        assert (whole.formation, whole.stance, whole.body) == (unit.own.formation, unit.own.stance, unit.body)


@pytest.mark.parametrize("seed", [*range(60), 477892830, 1077639677, 1944931499])
def test_what_is_legal_leg_by_leg_is_legal_whole(seed: int) -> None:
    """BS-7.0-01, BS-7.6-01, BS-7.9-03, BS-7.10-03: and the reverse, up to the leg that fails, with the same end."""
    whole_and_leg_by_leg(seed)


def test_it_is_the_same_in_fresh_positions(fresh_seed: int) -> None:
    random = Random(fresh_seed)
    for _ in range(5):
        cut_in_two(random.randrange(2**32))
        whole_and_leg_by_leg(random.randrange(2**32))
