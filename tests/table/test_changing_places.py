"""Figures that change their places, against every way in which they could."""

from __future__ import annotations

from itertools import permutations
from math import hypot
from random import Random

import pytest

from schiltron.table.base import Base
from schiltron.table.body import Figure, Formed, figures
from schiltron.table.changing_places import within_steps
from schiltron.table.pose import Pose

BASE = Base(1000, 1000)


def least(before: tuple[Figure, ...], after: tuple[Figure, ...]) -> float:
    """The longest step there has to be, whoever takes which place."""
    return min(
        max(hypot(old.x - new.x, old.y - new.y) for old, new in zip(chosen, after, strict=True))
        for chosen in permutations(before, len(after))
    )


@pytest.mark.parametrize("seed", range(40))
def test_every_figure_finds_a_place_within_the_longest_step_needed_and_not_within_less(seed: int) -> None:
    random = Random(seed)

    def body(count: int) -> tuple[Figure, ...]:
        pose = Pose(random.randint(-4000, 4000), random.randint(-4000, 4000), random.randrange(360_000))
        return figures(pose, Formed(BASE, random.randint(1, count)), count)

    before, after = body(6), body(random.randint(3, 6))
    needed = least(before, after)
    assert within_steps(before, after, needed + 0.001)
    assert not within_steps(before, after, needed - 0.001)


def test_who_faces_about_goes_nowhere() -> None:
    """The first and the last of a line change names, not places."""
    line = Formed(BASE, 6)
    before = figures(Pose(0, 0, 0), line, 6)
    after = figures(Pose(0, 1000, 180_000), line, 6)
    assert within_steps(before, after, 0.001)
