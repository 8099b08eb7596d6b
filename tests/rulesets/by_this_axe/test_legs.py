"""Properties of paths in random positions: cut legs end like whole ones, and step by step is as good as at once.

Two rules say otherwise and are left out of the positions. A river ends the move of who reaches it (TA-TERR-06,
TA-TERR-07), so that a leg cut at its bank has no second half. And who stands nearer to an enemy than he may come is
measured from where his move began (TA-MOVE-14), so that whoever went away and came back would be measured anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.state.manoeuvre import Advance, Face, Manoeuvre, Path, Reform, Turn, Wheel
from schiltron.rulesets.by_this_axe.movement.walk import walk
from schiltron.rulesets.by_this_axe.movement.walker import Walk, Walker
from schiltron.rulesets.by_this_axe.state import Battle
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from schiltron.table.terrain import Area, Strip
from tests.rulesets.by_this_axe.positions import blue, field, piece, red, strip
from tests.rulesets.positions import but_for_rounding

POSITIONS = 60
NEAR = 2
"""Thousandths that rounding the middle of a path may make."""


def ground(random: Random) -> list[Area | Strip]:
    """A few pieces of terrain, laid anywhere."""
    found: list[Area | Strip] = []
    for kind in random.sample(("hill", "scrub", "woods", "rough", "wall", "hill"), random.randint(0, 4)):
        x, y = random.uniform(10, 40), random.uniform(10, 40)
        if kind == "wall":
            found.append(strip(kind, (x, y), (x + random.uniform(-8, 8), y + random.uniform(3, 8)), width=0.5))
        else:
            found.append(piece(kind, x, y, x + random.uniform(3, 12), y + random.uniform(3, 12), levels=1))
    return [replace(one, id=f"{one.id} {number}") for number, one in enumerate(found)]


def position(seed: int) -> tuple[Battle, Random]:
    """One unit of blue's among friends and enemies, none of whom stands on another or within an inch of an enemy."""
    random = Random(seed)
    men = blue(
        "men",
        figures := random.randint(1, 16),
        files=random.randint(1, figures),
        at=(random.uniform(18, 32), random.uniform(18, 32)),
        facing=random.uniform(0, 360),
        mounted=random.random() < 0.3,
        armour=random.choice(("light", "heavy")),
    )
    units = [men]
    for number in range(random.randint(1, 6)):
        make = random.choice((blue, red, red))
        other = make(
            f"unit{number}",
            many := random.randint(1, 12),
            files=random.randint(1, many),
            at=(random.uniform(8, 42), random.uniform(8, 42)),
            facing=random.uniform(0, 360),
        )
        if all(gap(other.outline, one.outline) > inches(1.2) for one in units):
            units.append(other)
    random.shuffle(units)
    return field(*units, features=ground(random), phase="movement", size=(50, 50)), random


def walked(battle: Battle, *path: Manoeuvre, action: str = "move") -> Walker:
    return walk(battle, Walk("men", path, action))  # type: ignore[arg-type]


def against(walker: Walker) -> set[str]:
    return {rule for reason in walker.reasons for rule in reason.rules}


def apart(one: Walker, other: Walker) -> int:
    return max(abs(one.pose.x - other.pose.x), abs(one.pose.y - other.pose.y))


# ---------------------------------------------------------------- cut legs


def cut_in_two(seeds: Iterable[int], action: str, *, turned: bool) -> tuple[int, int]:
    """How many of some positions ended in contact, and how many were refused."""
    ends: list[str] = []
    for seed in seeds:
        battle, random = position(seed)
        first: Path = (Turn(random.randint(-180_000, 180_000) or 1),) if turned else ()
        if walked(battle, *first, action=action).reasons:
            first = ()
        far = random.randint(2, inches(16))
        cut = random.randint(1, far - 1)
        found: list[str] = []
        but_for_rounding(partial(_cut_there, found=found, first=first, far=far, cut=cut, action=action), battle, "men")
        ends.append(found[-1])
    return ends.count("met"), ends.count("refused")


def _cut_there(battle: Battle, *, found: list[str], first: Path, far: int, cut: int, action: str) -> None:
    """One way in one leg and in two; how it ended is put down."""
    whole = walked(battle, *first, Advance(far), action=action)
    half = walked(battle, *first, Advance(cut), action=action)
    if half.met is not None:
        assert whole.met is not None
        assert whole.met.id == half.met.id
        assert apart(whole, half) <= NEAR
        found.append("met")
        return
    parts = walked(battle, *first, Advance(cut), Advance(far - cut), action=action)
    if whole.reasons:
        assert against(parts) & against(whole)
        found.append("refused")
        return  # of a leg in one everything against it is said, of two what is against the first that fails
    assert not parts.reasons
    assert apart(parts, whole) <= NEAR
    assert abs(parts.spent - whole.spent) <= NEAR
    assert (parts.met is None) == (whole.met is None)
    found.append("" if whole.met is None else "met")


@pytest.mark.parametrize("action", ["move", "charge"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_straight_leg_cut_in_two_ends_like_the_leg_in_one(action: str, *, turned: bool) -> None:
    """TA-MOVE-04, TA-MOVE-12, TA-MOVE-13, TA-TERR-01 to TA-TERR-05: at the same place, cost, contact and refusal."""
    met, refused = cut_in_two(range(POSITIONS), action, turned=turned)
    assert refused
    assert met or action == "move"


# ---------------------------------------------------------------- step by step


def some_path(battle: Battle, random: Random) -> Path:
    men = battle.units["men"]
    legs: list[Manoeuvre] = []
    for _ in range(random.randint(2, 5)):
        kind = random.random()
        if kind < 0.5:
            legs.append(Advance(random.randint(1, inches(5))))
        elif kind < 0.75:
            legs.append(Turn(random.randint(-180_000, 180_000) or 1))
        elif kind < 0.85:
            legs.append(Wheel(random.choice(("left", "right")), random.randint(1, 60_000)))
        elif kind < 0.93:
            legs.append(Face(random.choice(("left", "right", "rear"))))
        else:
            legs.append(Reform(random.randint(1, men.figures)))
    return tuple(legs)


def step_by_step(battle: Battle, path: Path) -> tuple[Battle, set[str]]:
    """Every leg as a walk of its own, with what is left of the move; where it ends, or what is against the next leg."""
    turns, begun, scrub, woods = 0, False, False, False
    for leg in path:
        unit = battle.units["men"]
        walker = walk(battle, Walk("men", (leg,), "move", turns=turns, begun=begun, scrub=scrub))
        if walker.reasons:
            return battle, against(walker)
        turns, begun, scrub = walker.turns, walker.begun, walker.scrub
        woods = woods or walker.guessed
        own = replace(
            unit.own,
            turn=replace(unit.own.turn, spent=unit.own.turn.spent + walker.spent, lost_to_woods=0 if woods else None),
        )
        battle = battle.with_unit(replace(walker.standing, own=own))
    return battle, set()


def whole_and_step_by_step(seeds: Iterable[int]) -> tuple[int, int]:
    """How many paths in some positions were legal, and how many were refused."""
    legal = refused = 0
    for seed in seeds:
        battle, random = position(seed)
        path = some_path(battle, random)
        whole = walked(battle, *path)
        end, why = step_by_step(battle, path)
        assert against(whole) == why, (seed, path)
        if why:
            refused += 1
            continue
        legal += 1
        there = end.units["men"]
        assert (there.pose, there.body) == (whole.pose, whole.body), seed
        assert there.own.turn.spent == whole.spent, seed
    return legal, refused


def test_a_move_is_legal_as_a_whole_if_and_only_if_it_is_step_by_step() -> None:
    """TA-MOVE-04, TA-MOVE-13, TA-MOVE-14, TA-TERR-01 to TA-TERR-05."""
    legal, refused = whole_and_step_by_step(range(4 * POSITIONS))
    assert legal > POSITIONS / 2
    assert refused > POSITIONS / 2


def test_it_is_the_same_in_fresh_positions(fresh_seed: int) -> None:
    random = Random(fresh_seed)
    seeds = [random.randrange(2**32) for _ in range(POSITIONS)]
    whole_and_step_by_step(seeds)
    for action, turned in (("move", False), ("move", True), ("charge", False), ("charge", True)):
        cut_in_two(seeds, action, turned=turned)
