from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schiltron.table import rectangles
from schiltron.table.body import Formed, Single, figures
from schiltron.table.contact import EDGES, Edge, Touch, edge_met, figures_touching, sector, squared, touches
from schiltron.table.lengths import CONTACT, direction, signed
from schiltron.table.outline import Outline, outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect
from tests.table.shapes import FOOT, counts, headings, moved, places, plain, poses, rects

HERE = Pose(0, 0, 0)
LINE = Formed(FOOT, 5)


def told(found: tuple[Touch, ...]) -> list[tuple[str, str, float, bool]]:
    return [(touch.edge_a, touch.edge_b, round(touch.length), touch.flush) for touch in found]


def line(x: int, y: int, heading: int = 0, count: int = 10) -> Outline:
    return outline(Pose(x, y, heading), LINE, count)


def test_two_lines_meet_front_to_front() -> None:
    assert told(touches(line(0, 0), line(2_000, 0, 180_000))) == [("front", "front", 3_000, True)]


def test_fronts_a_little_apart_still_touch() -> None:
    assert told(touches(line(0, 20), line(0, 0, 180_000))) == [("front", "front", 5_000, True)]
    assert touches(line(0, 21), line(0, 0, 180_000)) == ()


def test_fronts_a_little_into_each_other_still_touch() -> None:
    assert told(touches(line(0, -20), line(0, 0, 180_000))) == [("front", "front", 5_000, True)]


def test_a_charge_into_the_flank_and_the_rear() -> None:
    assert told(touches(line(-2_500, 1_000, 90_000), line(0, 0))) == [("front", "left", 2_000, True)]
    assert told(touches(line(2_500, 1_000, 270_000), line(0, 0))) == [("front", "right", 2_000, True)]
    assert told(touches(line(0, 2_000), line(0, 0))) == [("front", "rear", 5_000, True)]


def test_neighbours_touch_by_their_flanks() -> None:
    assert told(touches(line(0, 0), line(5_000, 500))) == [("right", "left", 1_500, True)]


def test_a_bare_corner_is_no_touch() -> None:
    assert touches(line(0, 0), line(5_000, 2_000)) == ()
    assert touches(line(0, 0), line(4_990, 0, 180_000)) == ()


def test_a_slanting_line_touches_by_its_corner() -> None:
    slanting = Pose(0, 0, 10_000)
    corner = slanting.world(-2_500, 0)
    moved = Pose(round(-corner[0]), round(-corner[1]), 10_000)
    found = touches(outline(moved, LINE, 10), line(0, 0, 180_000))
    assert told(found) == [("front", "front", 0, False)]


def test_the_corner_of_the_enemy_against_the_front() -> None:
    enemy = Rect(0, -1_000 - 2**0.5 * 500, *direction(45_000), 500, 500)
    mover = Rect(0, 0, 0.0, -1.0, 2_500, 1_000)
    found = touches(Outline((mover,), 0, 0, 3_000), Outline((enemy,), enemy.x, enemy.y, 800))
    assert told(found) == [("front", "rear", 0, False)]


def test_a_slanting_corner_against_a_corner_is_no_touch() -> None:
    slanting = Pose(0, 0, 10_000)
    corner = slanting.world(-2_500, 0)
    for past_the_end, touching in ((-10, False), (10, False), (30, True)):
        moved_to = Pose(round(2_500 - past_the_end - corner[0]), round(-corner[1]), 10_000)
        assert bool(touches(outline(moved_to, LINE, 10), line(0, 0, 180_000))) == touching


def test_a_body_standing_right_on_another_touches_no_edge_of_it() -> None:
    assert touches(line(0, 0), line(1_000, 700)) == ()


def test_within_two_degrees_edges_are_flush() -> None:
    nearly = outline(Pose(0, 30, 1_000), LINE, 10)
    assert told(touches(nearly, line(0, 0, 180_000)))[0][3]


def test_a_short_rank_does_not_hide_the_flank() -> None:
    found = touches(line(-2_500, 1_500, 90_000), line(0, 0, 0, 12))
    assert told(found) == [("front", "left", 2_000, True)]
    assert found[0].rect_b == 0


def test_an_enemy_in_the_corner_behind_a_short_rank_touches_the_rear() -> None:
    found = touches(outline(Pose(2_000, 2_500, 0), Single(FOOT), 1), line(0, 0, 0, 12))
    assert told(found) == [("front", "rear", 1_000, True)]


def test_figures_in_contact_are_paired() -> None:
    ours = figures(HERE, LINE, 10)
    theirs = figures(Pose(500, 0, 180_000), LINE, 10)
    pairs = figures_touching(ours, theirs)
    assert pairs == [
        (0, 4, "front"),
        (1, 3, "front"),
        (1, 4, "front"),
        (2, 2, "front"),
        (2, 3, "front"),
        (3, 1, "front"),
        (3, 2, "front"),
        (4, 0, "front"),
        (4, 1, "front"),
    ]


def test_figures_that_meet_only_corner_to_corner_are_not_paired() -> None:
    pairs = figures_touching(figures(HERE, LINE, 10), figures(Pose(0, 0, 180_000), LINE, 10))
    assert pairs == [(0, 4, "front"), (1, 3, "front"), (2, 2, "front"), (3, 1, "front"), (4, 0, "front")]


def test_no_figures_touch_nobody() -> None:
    assert figures_touching((), figures(HERE, LINE, 5)) == []
    assert figures_touching(figures(HERE, LINE, 5), ()) == []


@given(poses, plain, counts, poses, plain, counts)
def test_figures_paired_stand_close_and_touch_both_ways(
    pose: Pose, body: Formed, count: int, other_pose: Pose, other_body: Formed, other_count: int
) -> None:
    ours, theirs = figures(pose, body, count), figures(other_pose, other_body, other_count)
    pairs = figures_touching(ours, theirs)
    back = figures_touching(theirs, ours)
    assert sorted((b, a) for a, b, _ in pairs) == sorted((a, b) for a, b, _ in back)
    everyone = [
        (a, b)
        for a, one in enumerate(ours)
        for b, two in enumerate(theirs)
        if touches(alone(one.rect), alone(two.rect))
    ]
    assert [(a, b) for a, b, _ in pairs] == everyone


def alone(rect: Rect) -> Outline:
    return Outline((rect,), rect.x, rect.y, rect.radius)


@given(rects(), rects(), st.integers(-3_000, 3_000))
def test_what_has_advanced_into_contact_touches(a: Rect, b: Rect, across: int) -> None:
    other = moved(b, a.x - b.x - a.fy * across + a.fx * 12_000, a.y - b.y + a.fx * across + a.fy * 12_000)
    free = rectangles.advance_gap(a, a.fx, a.fy, other)
    if free is None:
        return
    there = moved(a, a.fx * free, a.fy * free)
    found = touches(alone(there), alone(other))
    bare_corner = any(hypot(x - ox, y - oy) < 3 * CONTACT for x, y in there.corners for ox, oy in other.corners)
    assert found or bare_corner
    assert {(touch.edge_a, touch.edge_b) for touch in found} == {
        (touch.edge_b, touch.edge_a) for touch in touches(alone(other), alone(there))
    }


@given(rects(), rects(), st.integers(-3_000, 3_000), st.integers(21, 500))
def test_what_is_farther_apart_than_the_tolerance_does_not_touch(a: Rect, b: Rect, across: int, apart: int) -> None:
    other = moved(b, a.x - b.x - a.fy * across + a.fx * 12_000, a.y - b.y + a.fx * across + a.fy * 12_000)
    free = rectangles.advance_gap(a, a.fx, a.fy, other) or 0.0
    there = moved(a, a.fx * (free - apart), a.fy * (free - apart))
    if rectangles.gap(there, other) > CONTACT:
        assert touches(alone(there), alone(other)) == ()


def test_squaring_turns_about_the_touching_corner() -> None:
    target = line(0, 0, 180_000)
    pose = HERE.pivoted(-2_500, 0, 10_000)
    assert squared(pose, LINE, 10, target, 0, "front") == HERE


def test_squaring_does_not_slide_what_meets_already() -> None:
    assert squared(Pose(4_900, 15, 0), LINE, 10, line(0, 0, 180_000), 0, "front") == Pose(4_900, 0, 0)


def test_squaring_slides_along_until_half_of_the_shorter_meets() -> None:
    target = line(0, 0, 180_000)
    assert squared(Pose(5_000, 0, 0), LINE, 10, target, 0, "front") == Pose(2_500, 0, 0)
    assert squared(Pose(-5_100, 0, 0), LINE, 10, target, 0, "front") == Pose(-2_500, 0, 0)
    assert squared(Pose(-3_000, -500, 0), Single(FOOT), 1, target, 0, "front") == Pose(-2_500, 500, 0)


def test_squaring_against_the_flank() -> None:
    pose = squared(Pose(-2_600, 1_000, 80_000), LINE, 10, line(0, 0), 0, "left")
    assert pose.heading == 90_000
    assert pose.x == -2_500


turns = st.integers(-60_000, 60_000)


@given(
    poses, plain, counts, plain, counts, st.sampled_from(EDGES), turns, st.integers(-9_000, 9_000), st.integers(0, 900)
)
def test_a_squared_body_stands_flush_and_has_turned_the_least(
    target_pose: Pose,
    target_body: Formed,
    target_count: int,
    body: Formed,
    count: int,
    edge: Edge,
    turn: int,
    slide: int,
    away: int,
) -> None:
    target = outline(target_pose, target_body, target_count)
    rect = target.rects[0]
    quarter = EDGES.index(edge) * 90_000
    out = Pose(round(rect.x), round(rect.y), target_pose.heading + quarter)
    half = rect.half_depth if edge in ("front", "rear") else rect.half_width
    facing = (out.heading + 180_000) % 360_000
    pose = out.shifted(slide, half + away).turned(180_000 + turn)
    there = squared(pose, body, count, target, 0, edge)
    assert there.heading == facing
    assert abs(signed(there.heading - pose.heading)) == abs(turn)
    front = alone(outline(there, body, count).main)
    flush = [
        touch
        for touch in touches(front, target)
        if touch.flush and touch.rect_b == 0 and touch.edge_a == "front" and touch.edge_b == edge
    ]
    assert len(flush) == 1
    assert flush[0].length > CONTACT
    assert not overlapping(front, alone(rect))
    again = squared(there, body, count, target, 0, edge)
    assert (again.x, again.y) == pytest.approx((there.x, there.y), abs=1)


@pytest.mark.parametrize(
    ("x", "y", "edge"),
    [
        (0, -5_000, "front"),
        (5_000, 0, "right"),
        (-5_000, 0, "left"),
        (0, 5_000, "rear"),
        (3_500, -1_900, "right"),
        (3_500, -2_100, "front"),
        (-3_500, 2_100, "rear"),
    ],
)
def test_sectors_are_parted_at_45_degrees_from_the_corners(x: int, y: int, edge: Edge) -> None:
    assert sector(Rect(0, 0, 0.0, -1.0, 2_500, 1_000), x, y) == edge


@given(rects(), places, places, headings)
def test_a_sector_turns_with_its_rectangle(rect: Rect, x: int, y: int, turn: int) -> None:
    upright = Rect(0, 0, 0.0, -1.0, rect.half_width, rect.half_depth)
    swung = Rect(0, 0, *direction(turn), rect.half_width, rect.half_depth)
    # Clear of the dividing lines, where a rounding may tip the point over.
    if abs(abs(abs(x) - rect.half_width) - abs(abs(y) - rect.half_depth)) > 1 and x and y:
        assert sector(swung, *Pose(0, 0, turn).world(x, -y)) == sector(upright, x, y)


# ---------------------------------------------------------------- the edge met


def test_the_edge_met_is_the_one_ahead() -> None:
    enemy = line(0, -500, 180_000)
    assert edge_met(HERE, LINE, 10, enemy, (0, 0)) == (0, "front")
    assert edge_met(HERE, LINE, 10, line(0, -500, 90_000), (0, 0)) == (0, "right")
    assert edge_met(HERE, Single(FOOT), 1, enemy, (0, 0)) == (0, "front")


def test_a_corner_that_is_met_goes_by_where_the_mover_came_from() -> None:
    enemy = outline(Pose(0, -2_000, 135_000), LINE, 25)
    _, near_front = edge_met(HERE, LINE, 10, enemy, (-9_000, 0))
    _, near_flank = edge_met(HERE, LINE, 10, enemy, (9_000, 0))
    assert {near_front, near_flank} == {"right", "front"}
