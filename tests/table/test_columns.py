"""Bent columns: where their legs may stand while the head goes on."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.table.base import Base
from schiltron.table.body import Bend, Formed, gone_on, straightened
from schiltron.table.columns import Leg, gone, lanes, legs, legs_gone, orderly
from schiltron.table.outline import Outline, outline, outline_gone_on
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect

HAIR = 2.0
"""What poses of whole thousandths may differ by."""


def sticks_out(rect: Rect, way: Rect) -> float:
    """How far a rectangle reaches beyond another."""
    return max(
        max(
            abs((x - way.x) * way.fx + (y - way.y) * way.fy) - way.half_depth,
            abs((y - way.y) * way.fx - (x - way.x) * way.fy) - way.half_width,
        )
        for x, y in rect.corners
    )


def some_column(random: Random, sharpest: int, closest: int) -> tuple[Pose, Formed, int]:
    """Askew, of one to four files, with one to three corners."""
    base, count = Base(random.choice((500, 750, 1000)), random.choice((750, 1000, 1500))), random.randint(6, 24)
    bends = tuple(
        Bend(random.randint(closest, 5_000), random.choice((-1, 1)) * random.randint(1_000, sharpest))
        for _ in range(random.randint(1, 3))
    )
    pose = Pose(random.randint(0, 40_000), random.randint(0, 40_000), random.randint(0, 359_999))
    return pose, straightened(Formed(base, random.randint(1, 4), bends=bends), count), count


@pytest.mark.parametrize(("sharpest", "closest"), [(90_000, 1_500), (90_000, 0), (175_000, 0)])
def test_the_ranks_of_a_column_keep_to_the_lanes_of_its_legs(sharpest: int, closest: int) -> None:
    """BW-B4-27: the tail stands only where its legs lead, wherever on its way the head is."""
    random = Random(f"{sharpest} {closest}")
    for _ in range(60):
        pose, body, count = some_column(random, sharpest, closest)
        whole = random.randint(500, 12_000)
        ways = lanes(pose, body, count, whole)
        for there in range(whole, 0, -331):
            shape = outline(pose.advanced(there), gone_on(body, count, there), count)
            assert all(min(sticks_out(rect, way) for way in ways) < HAIR for rect in shape.rects), (body, count, there)


def same_ground(one: Outline, other: Outline) -> bool:
    """Whether two outlines are the same in every number."""
    rects = [[(rect.corners, rect.radius) for rect in shape.rects] for shape in (one, other)]
    return rects[0] == rects[1] and (one.x, one.y, one.radius) == (other.x, other.y, other.radius)


@pytest.mark.parametrize(("sharpest", "closest"), [(90_000, 1_500), (175_000, 0)])
def test_a_marching_column_covers_what_its_body_does(sharpest: int, closest: int) -> None:
    """Step by step, until it is straight: the same numbers as of a body made for the step."""
    random = Random(f"ground {sharpest} {closest}")
    for _ in range(60):
        pose, body, count = some_column(random, sharpest, closest)
        for distance in range(0, 12_000, 317):
            after = gone_on(body, count, distance)
            there = outline(pose.advanced(distance), after, count)
            assert same_ground(outline_gone_on(pose, body, count, distance), there), (body, count, distance)
            if distance and body.corners:
                column = gone(pose.advanced(distance), body, count, distance)
                assert column.bent == bool(after.corners)
                assert column.orderly == orderly(after)


def blocks_of(column: tuple[Leg, ...]) -> list[list[object] | None]:
    """What stands in each leg, in every number."""
    return [leg.block and [getattr(leg.block, name) for name in leg.block.__slots__] for leg in column]


@pytest.mark.parametrize(("sharpest", "closest"), [(90_000, 1_500), (175_000, 0)])
def test_a_marching_column_has_the_legs_of_its_body(sharpest: int, closest: int) -> None:
    random = Random(f"legs {sharpest} {closest}")
    for _ in range(60):
        pose, body, count = some_column(random, sharpest, closest)
        for distance in range(0, 12_000, 317):
            there = pose.advanced(distance)
            made = legs(there, gone_on(body, count, distance), count)
            assert blocks_of(legs_gone(there, body, count, distance)) == blocks_of(made), (body, count, distance)


def test_nobody_goes_back_on_a_leg_of_an_orderly_column() -> None:
    """While the head goes on, each rank either goes on along its leg or comes round the next corner."""
    random = Random(7)
    for _ in range(60):
        pose, body, count = some_column(random, 90_000, 1_500)
        assert orderly(body)
        before: dict[int, tuple[int, float]] = {}
        for there in range(0, 9_000, 137):
            column = gone_on(body, count, there)
            for number, leg in enumerate(legs(pose.advanced(there), column, count)):
                assert leg.block is not None, "no leg is left empty on the way"
                for rank in range(leg.block.ranks):
                    corner = leg.track.corner or (pose.x, pose.y)
                    back = (corner[0] - leg.block.x) * leg.track.fx + (corner[1] - leg.block.y) * leg.track.fy
                    at = (number, back + rank * (body.base.depth + body.spacing))
                    stood = before.get(leg.block.first_rank + rank, (number, at[1]))
                    assert at[0] < stood[0] or at[1] <= stood[1] + HAIR, (body, count, there)
                    before[leg.block.first_rank + rank] = at


def test_corners_too_sharp_or_too_close_make_a_tangle() -> None:
    base = Base(750, 750)
    assert orderly(Formed(base, 1, bends=(Bend(0, 90_000), Bend(750, -90_000))))
    assert not orderly(Formed(base, 1, bends=(Bend(0, 90_001),)))
    assert not orderly(Formed(base, 1, bends=(Bend(0, 90_000), Bend(749, -90_000))))
