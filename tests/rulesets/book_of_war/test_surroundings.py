"""What is left out at a first glance does not matter to a walk, whoever is bent and wherever he goes."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.state.field import others, others_within
from schiltron.battle.state.manoeuvre import Advance, Expand, Face, Path, Reform, Wheel, Wrap
from schiltron.rulesets.book_of_war.movement import paths
from schiltron.rulesets.book_of_war.movement.columns import outline_wheeled, turned_on, wheeled
from schiltron.rulesets.book_of_war.movement.paths import walk
from schiltron.rulesets.book_of_war.movement.surroundings import reach
from schiltron.rulesets.book_of_war.movement.swings import swung_over
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.body import figures
from schiltron.table.lengths import inches
from schiltron.table.outline import outline
from tests.rulesets.book_of_war.positions import blue, field, red
from tests.rulesets.book_of_war.test_cut_marches import crooked
from tests.table.test_columns import same_ground

A_HAIR = 3_000
"""A wheel is looked at a little before it begins and after it ends."""


def scattered(random: Random) -> tuple[Battle, Unit]:
    """A unit that may be bent, with others near by and far off."""
    battle, mover = crooked(random)
    far = [
        (red if random.random() < 0.6 else blue)(
            random.choice(("archers", "pikemen", "medium_cavalry")),
            random.choice((3, 8, 12)),
            files=random.choice((2, 3, 8)),
            id=f"far-{number}",
            at=(36 + random.choice((-1, 1)) * random.uniform(15, 140), 24 + random.uniform(-140, 140)),
            facing=random.uniform(0, 360),
        )
        for number in range(30)
    ]
    return field(*battle.units.values(), *far, size=(300, 300)), mover


def some_path(random: Random) -> Path:
    legs = (
        Advance(inches(random.choice((1, 6, 12, 40)))),
        Wheel(random.choice(("left", "right")), random.randint(1_000, 180_000)),
        Face(random.choice(("left", "right", "rear"))),
        random.choice((Reform(random.randint(1, 8)), Expand(1, 2), Wrap(1, 0))),
    )
    return tuple(random.choices(legs, (6, 4, 2, 1), k=random.randint(1, 4)))


def ended(walker: Walker) -> object:
    met = walker.met.id if walker.met is not None else None
    return walker.pose, walker.body, walker.legs, walker.reasons, walker.spent, met, walker.edge, walker.index


@pytest.mark.parametrize("seed", range(6))
def test_who_is_left_out_changes_no_walk(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    left_out = 0
    for _ in range(25):
        battle, mover = scattered(random)
        for bearing in ("march", "flight", "split"):
            path = some_path(random)
            glanced = ended(walk(battle, mover, path, bearing, "stops", inches(60)))
            near = others_within(battle, mover, reach(battle, mover, path))
            left_out += len(others(battle, mover)) - len(near)
            with monkeypatch.context() as patch:
                patch.setattr(paths, "reach", lambda *_: float(inches(1000)))
                fresh = battle.with_unit(mover)
                assert ended(walk(fresh, mover, path, bearing, "stops", inches(60))) == glanced, path
    assert left_out > 100


@pytest.mark.parametrize("seed", range(6))
def test_a_walk_is_the_same_whichever_was_walked_before_it(seed: int) -> None:
    """What two paths begin with is walked once: after a walk along one the other ends as if it were the first."""
    random = Random(f"alike {seed}")
    for _ in range(25):
        battle, mover = crooked(random)
        for bearing in ("march", "flight", "split"):
            whole = (*some_path(random), *some_path(random))
            for _ in range(3):
                kept = whole[: random.randint(0, len(whole))]
                path = (*kept, *random.choice((whole[len(kept) :], some_path(random), ())))
                after_others = ended(walk(battle, mover, path, bearing, "stops", inches(60)))
                fresh = battle.with_unit(mover)
                assert ended(walk(fresh, mover, path, bearing, "stops", inches(60))) == after_others, (whole, path)


@pytest.mark.parametrize("seed", range(4))
def test_a_column_covers_on_its_way_round_what_its_body_does(seed: int) -> None:
    random = Random(f"round {seed}")
    for _ in range(60):
        battle, mover = crooked(random)
        walker = Walker(battle, mover, "march", "stops", inches(60))
        turn = random.choice((-1, 1)) * random.randint(1, 180_000)
        there = outline(*wheeled(walker.pose, walker.body, walker.count, turn), walker.count)
        assert same_ground(outline_wheeled(walker, turn), there), (walker.body, turn)


@pytest.mark.parametrize("seed", range(4))
def test_a_box_holds_everybody_all_through_a_wheel(seed: int) -> None:
    random = Random(seed)
    for _ in range(25):
        battle, mover = crooked(random)
        walker = Walker(battle, mover, "march", "stops", inches(60))
        turn = random.choice((-1, 1)) * random.randint(1_000, 180_000)
        left, top, right, bottom = swung_over(walker, turn, A_HAIR)
        side = "right" if turn > 0 else "left"
        for part in range(-1, 42):
            there = turned_on(mover.pose, walker.body, walker.count, turn * part // 40 if part >= 0 else 0, side)
            for figure in figures(*there, walker.count):
                assert left <= figure.x <= right, (turn, part)
                assert top <= figure.y <= bottom, (turn, part)
