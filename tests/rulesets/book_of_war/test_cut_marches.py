"""A march cut in two ends like the march in one, and what may be done leg by leg may be done in one go.

Random crooked positions: bent columns, enemies and friends askew close by, pikes, ponds, marshes, hills. Each leg is
walked once as part of a whole, and once by itself from where the leg before it ended.
"""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from msgspec.structs import replace
from shapely import Polygon

from schiltron.battle.state.manoeuvre import Advance, Face, Manoeuvre, Path, Wheel
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.book_of_war.movement.paths import walk
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.lengths import inches
from schiltron.table.outline import overlapping
from schiltron.table.terrain import Feature
from tests.rulesets.book_of_war.positions import blue, field, piece, red, stream
from tests.rulesets.positions import but_for_rounding

EACH = 10
"""Positions a seed."""
HALTING = {"BW-B4-10", "BW-B4-32"}
"""Who halts is judged where he halts: a friend too close there, the points of pikes within an inch."""


def crooked(random: Random) -> tuple[Battle, Unit]:
    """A unit that may be bent, with others and ground about it."""
    kind = random.choice(["light_infantry", "heavy_infantry", "light_cavalry", "pikemen"])
    files = random.randint(1, 6)
    figures = files * random.randint(1, 3) if random.random() < 0.5 else files * random.randint(files + 1, files + 3)
    figures = max(3, figures - random.randrange(min(files, figures)))
    heading = random.choice([0, 90, 213, random.uniform(0, 360)])
    mover = blue(kind, figures, files=min(files, figures), id="mover", at=(36, 24), facing=heading)
    standing = [mover]
    for number in range(random.randint(0, 5)):
        make = red if random.random() < 0.6 else blue
        other = make(
            random.choice(["archers", "pikemen", "medium_cavalry"]),
            random.choice([3, 8, 12]),
            files=random.choice([2, 3, 8]),
            id=f"other-{number}",
            at=(36 + random.uniform(-9, 9), 24 + random.uniform(-9, 9)),
            facing=random.choice([heading, heading + 90, heading + 180, random.uniform(0, 360)]) % 360,
        )
        if not any(overlapping(other.outline, one.outline) for one in standing):
            standing.append(other)
    features = [one for one in _ground(random) if one.kind != "pond" or not _wet(standing, one)]
    battle = field(*standing, features=features, declare="measure_first")
    bent = walk(battle, mover, _bending(random), "march", "stops", inches(40))
    if bent.met is None and not bent.reasons:
        mover = replace(mover, place=OnTable(bent.pose), body=bent.body)
        battle = battle.with_unit(mover)
    return battle, mover


def _wet(units: list[Unit], pond: Feature) -> bool:
    """Whether anybody would stand in a pond, where nobody can have come."""
    return any(pond.polygon.intersects(Polygon(rect.corners)) for unit in units for rect in unit.outline.rects)


def _ground(random: Random) -> list[Feature]:
    found: list[Feature] = []
    for kind in random.sample(["marsh", "woods", "hill", "pond", "gulley"], random.randint(0, 3)):
        left, top = 36 + random.uniform(-10, 6), 24 + random.uniform(-10, 6)
        found.append(piece(kind, left, top, left + random.uniform(1, 5), top + random.uniform(1, 5), steps=1))
    if random.random() < 0.3:
        found.append(stream((0, 24 + random.uniform(-6, 6)), (72, 24 + random.uniform(-6, 6))))
    return found


def _bending(random: Random) -> Path:
    if random.random() < 0.4:
        return ()
    legs: list[Manoeuvre] = []
    for _ in range(random.randint(1, 2)):
        legs.append(_wheel(random))
        legs.append(Advance(random.randint(1, 2500)))
    if random.random() < 0.3:
        legs.append(Face(random.choice(("left", "right", "rear"))))
    return tuple(legs)


def _wheel(random: Random) -> Wheel:
    return Wheel(random.choice(("left", "right")), random.randint(1_000, 120_000))


def by_itself(before: Walker, battle: Battle, leg: Manoeuvre) -> tuple[Battle, Walker]:
    """The next leg from where another walk has ended, with what that has left of the move."""
    moved = replace(before.unit, place=OnTable(before.pose), body=before.body)
    battle = battle.with_unit(moved)
    return battle, walk(battle, moved, (leg,), "march", "illegal", before.left)


def rules(walker: Walker) -> set[str]:
    return {rule for reason in walker.reasons for rule in reason.rules}


def same_end(one: Walker, other: Walker, *, within: int = 4) -> bool:
    apart = [
        max(abs(a.x - b.x), abs(a.y - b.y)) for a, b in zip(one.standing.places, other.standing.places, strict=True)
    ]
    turned = abs((one.pose.heading - other.pose.heading + 180_000) % 360_000 - 180_000)
    return max(apart) <= within and turned <= 40


def march_cut_in_two(seed: int) -> None:
    random = Random(seed)
    for _ in range(EACH):
        battle, mover = crooked(random)
        distance = random.randint(200, TROOPS[mover.kind].move)
        cut = random.randint(1, distance - 1)
        but_for_rounding(partial(_march_cut_there, distance=distance, cut=cut), battle, "mover")


def _march_cut_there(battle: Battle, *, distance: int, cut: int) -> None:
    mover = battle.units["mover"]
    move = TROOPS[mover.kind].move
    whole = walk(battle, mover, (Advance(distance),), "march", "illegal", move)
    written = walk(battle, mover, (Advance(cut), Advance(distance - cut)), "march", "illegal", move)
    assert (written.pose, written.body, written.spent) == (whole.pose, whole.body, whole.spent)
    assert rules(written) == rules(whole)
    first = walk(battle, mover, (Advance(cut),), "march", "illegal", move)
    if first.reasons:
        assert whole.reasons or rules(first) <= HALTING
        return
    if first.met is not None:
        assert whole.met is not None
        assert first.met.id == whole.met.id
        assert same_end(first, whole)
        return
    _, second = by_itself(first, battle, Advance(distance - cut))
    if whole.reasons:
        assert second.reasons, rules(whole)
    elif second.reasons:
        # BW-B3-13: only who does nothing else may always go an inch.
        assert rules(second) <= HALTING or distance <= inches(1), rules(second)
    else:
        assert (whole.met and whole.met.id) == (second.met and second.met.id)
        assert whole.met is not None or same_end(whole, second)
        assert first.spent + second.spent == pytest.approx(whole.spent, abs=25)


@pytest.mark.parametrize("seed", range(12))
def test_a_march_cut_in_two_ends_like_the_march_in_one(seed: int) -> None:
    """BW-C2-01, BW-B4-27, BW-B4-28: same end, same cost, same enemy met; refused in one when refused in two."""
    march_cut_in_two(seed)


def wheel_cut_in_two(seed: int) -> None:
    random = Random(1000 + seed)
    for _ in range(EACH):
        battle, _mover = crooked(random)
        wheel = _wheel(random)
        cut = random.randint(500, wheel.angle - 400)
        but_for_rounding(partial(_wheel_cut_there, wheel=wheel, cut=cut), battle, "mover")


def _wheel_cut_there(battle: Battle, *, wheel: Wheel, cut: int) -> None:
    mover = battle.units["mover"]
    move = TROOPS[mover.kind].move
    whole = walk(battle, mover, (wheel,), "march", "illegal", move)
    first = walk(battle, mover, (replace(wheel, angle=cut),), "march", "illegal", move)
    if first.reasons:
        assert whole.reasons or rules(first) <= {*HALTING, "BW-B4-13", "BW-B4-11", "BW-B5-11"}
        return
    if first.met is not None:
        assert whole.met is not None
        assert first.met.id == whole.met.id
        return
    _, second = by_itself(first, battle, replace(wheel, angle=wheel.angle - cut))
    if not whole.reasons and not second.reasons and second.met is None:
        assert whole.met is None
        assert same_end(whole, second)
        assert first.spent + second.spent == pytest.approx(whole.spent, abs=10)
    elif whole.reasons and not rules(whole) & HALTING:
        assert second.reasons or second.met is not None, rules(whole)


@pytest.mark.parametrize("seed", range(12))
def test_a_wheel_cut_in_two_ends_like_the_wheel_in_one(seed: int) -> None:
    """BW-B4-25, BW-B4-26: on the same corner, for the same price."""
    wheel_cut_in_two(seed)


def whole_and_leg_by_leg(seed: int) -> None:
    random = Random(2000 + seed)
    for _ in range(EACH):
        battle, mover = crooked(random)
        path: list[Manoeuvre] = [_wheel(random), Advance(random.randint(100, TROOPS[mover.kind].move)), _wheel(random)]
        if random.random() < 0.5:
            path.insert(random.randrange(3), Face(random.choice(("left", "right", "rear"))))
        random.shuffle(path)
        but_for_rounding(partial(_leg_by_leg_there, path=tuple(path)), battle, "mover")


def _leg_by_leg_there(battle: Battle, *, path: Path) -> None:
    mover = battle.units["mover"]
    move = TROOPS[mover.kind].move
    whole = walk(battle, mover, path, "march", "illegal", move)
    here = walk(battle, mover, (), "march", "illegal", move)
    at = battle
    stepped = [here]
    for leg in path:
        if here.met is not None:
            break
        at, here = by_itself(here, at, leg)
        stepped.append(here)
        if rules(here) - {"BW-B4-10"}:
            break
    refused = set().union(*(rules(one) for one in stepped)) - {"BW-B4-10"}
    told = rules(whole) - {"BW-B4-10"}
    assert told == refused or (told == {"BW-B4-28"} and here.met is not None), (path, told, refused)
    if not whole.reasons and whole.met is None:
        assert same_end(whole, here)
        assert whole.spent == pytest.approx(sum(one.spent for one in stepped), abs=30)


@pytest.mark.parametrize("seed", range(12))
def test_a_path_is_legal_leg_by_leg_when_it_is_legal_whole_and_the_reverse(seed: int) -> None:
    """BW-B4-10 looks only at the end of a whole move, and BW-B4-42 at its beginning, where a corner was met."""
    whole_and_leg_by_leg(seed)


def test_it_is_the_same_in_fresh_positions(fresh_seed: int) -> None:
    random = Random(fresh_seed)
    for _ in range(2):
        march_cut_in_two(random.randrange(2**32))
        wheel_cut_in_two(random.randrange(2**32))
        whole_and_leg_by_leg(random.randrange(2**32))
