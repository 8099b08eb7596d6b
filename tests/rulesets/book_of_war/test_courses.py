"""The best length of a run of a bent column: its tail swings round the corners as the head goes straight on."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.rulesets.book_of_war.morale.straight_runs import Course, nearest
from schiltron.table.base import Base
from schiltron.table.body import Bend, Formed, gone_on, straightened
from schiltron.table.columns import gone, straight_after
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose

WHOLE = 9_000


def enemies_round(random: Random, pose: Pose) -> list[Outline]:
    """Three or four bodies on all sides, askew."""
    body = Formed(Base(750, 750), 4)
    return [
        outline(
            pose.shifted(random.randint(-9_000, 9_000), random.randint(-9_000, 12_000)).turned(
                random.randint(0, 359_999)
            ),
            body,
            random.randint(4, 14),
        )
        for _ in range(random.randint(3, 4))
    ]


def apart_after(course: Course, length: int) -> int:
    body = gone_on(course.body, course.figures, length)
    return nearest(outline(course.pose.advanced(length), body, course.figures), course.foes)


@pytest.mark.parametrize(("sharpest", "closest"), [(90_000, 1_000), (90_000, 0), (170_000, 0)])
def test_no_other_length_leads_a_bent_column_farther(sharpest: int, closest: int) -> None:
    """BW-B5-06: looked at every twentieth of an inch, whoever comes round a corner meanwhile."""
    random = Random(f"{sharpest} {closest}")
    for _ in range(40):
        pose = Pose(random.randint(20_000, 40_000), random.randint(20_000, 40_000), random.randint(0, 359_999))
        corners = tuple(
            Bend(random.randint(closest, 3_000), random.choice((-1, 1)) * random.randint(5_000, sharpest))
            for _ in range(random.randint(1, 2))
        )
        figures = random.randint(5, 12)
        body = straightened(Formed(Base(750, 1000), random.randint(1, 3), bends=corners), figures)
        course = Course(pose, body, figures, enemies_round(random, pose))
        length, most = course.among_the_nearest(WHOLE).best_length(WHOLE, 0)
        assert most == pytest.approx(apart_after(course, length), abs=1)
        for one in range(0, WHOLE + 1, 250) if body.corners else ():
            assert straight_after(body, figures, one) == (not gone(pose.advanced(one), body, figures, one).bent)
        farthest = max(apart_after(course, one) for one in range(0, WHOLE + 1, 50))
        assert most >= farthest - 2 * CONTACT, (course, length, most)


def test_in_a_tangle_of_sharp_corners_those_behind_may_be_pushed_back_and_come_on_again() -> None:
    """BW-B5-06: three corners within two inches; so nobody's two ends of a way tell how far he is in between."""
    random = Random("gap 990")
    pose = Pose(30_000, 30_000, random.randint(0, 359_999))
    corners = tuple(
        Bend(random.randint(0, 1_500), random.choice((-1, 1)) * random.randint(60_000, 170_000))
        for _ in range(random.randint(1, 3))
    )
    figures = random.randint(5, 14)
    body = straightened(Formed(Base(750, 1000), random.randint(1, 3), bends=corners), figures)
    course = Course(pose, body, figures, enemies_round(random, pose))
    _, most = course.among_the_nearest(WHOLE).best_length(WHOLE, 0)
    assert most >= max(apart_after(course, one) for one in range(0, WHOLE + 1, 25)) - CONTACT
