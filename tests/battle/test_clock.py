"""Two bodies on the move meet where their ways cross at the same moment, not where their paths do."""

import pytest

from schiltron.battle.movement.clock import FULL, Course, Meeting, Mover, first_meeting
from schiltron.battle.state.event import Leg
from schiltron.battle.state.manoeuvre import Advance, Manoeuvre, Reform, Turn, Wheel
from schiltron.table.base import Base
from schiltron.table.body import Formed
from schiltron.table.lengths import CONTACT, degrees, inches
from schiltron.table.outline import gap, outline
from schiltron.table.pose import Pose

NORTH, EAST, SOUTH = 0, 90, 180
BODY = Formed(base=Base(inches(1), inches(1)), files=4)
COUNT = 8


def course(unit: str, at: tuple[float, float], facing: float, *legs: Manoeuvre, body: Formed = BODY) -> Course:
    """Straight ahead an inch costs an inch; a wheel what the outer corner goes, a turn an inch."""
    start = pose = Pose(inches(at[0]), inches(at[1]), degrees(facing))
    walked, shape = [], body
    for leg in legs:
        cost = inches(1)
        match leg:
            case Advance(distance=distance):
                pose, cost = pose.advanced(distance), distance
            case Wheel(side=side, angle=angle):
                sign = 1 if side == "right" else -1
                pose = pose.pivoted(*pose.world(sign * shape.frontage / 2, 0), sign * angle)
                cost = round(shape.frontage * angle / degrees(57.29578))
            case Turn(angle=angle):
                pose = pose.turned(angle)
            case Reform(files=files):
                shape = Formed(base=shape.base, files=files)
        walked.append(Leg(leg, pose, shape, cost))
    return Course(unit, start, body, tuple(walked))


def ahead(distance: float) -> Advance:
    return Advance(inches(distance))


def foes(one: str, other: str) -> bool:
    return one[0] != other[0]


def meeting(*courses: Course, standing: Course | None = None) -> Meeting | None:
    still = {} if standing is None else {standing.unit: outline(standing.start, standing.body, COUNT)}
    return first_meeting([Mover(one, COUNT) for one in courses], still, foes, 0, FULL)


def test_each_body_spends_its_course_evenly() -> None:
    way = course("a", (20, 20), EAST, ahead(4), ahead(8))
    assert way.at(0)[0] == way.start
    assert way.at(FULL // 2)[0] == Pose(inches(26), inches(20), degrees(EAST))
    assert way.at(FULL)[0] == Pose(inches(32), inches(20), degrees(EAST))


def test_a_wheel_is_half_done_at_its_half() -> None:
    way = course("a", (20, 20), NORTH, Wheel("right", degrees(90)))
    pose, _ = way.at(FULL // 2)
    assert pose.heading == degrees(45)
    corner = way.start.world(BODY.frontage / 2, 0)
    assert pose.world(BODY.frontage / 2, 0) == pytest.approx(corner, abs=1.5)


def test_a_new_shape_is_taken_up_only_when_it_is_paid_for() -> None:
    way = course("a", (20, 20), NORTH, Reform(2), ahead(1))
    assert way.at(FULL // 4)[1] == BODY
    assert isinstance(way.at(FULL // 2)[1], Formed)
    assert way.at(FULL // 2)[1] == Formed(base=BODY.base, files=2)


def test_two_that_walk_at_each_other_meet_between_by_their_pace() -> None:
    """12 inches apart; one makes 12 inches while the other makes 6: they meet after two thirds of the clock."""
    one, other = course("a", (20, 30), NORTH, ahead(12)), course("b", (20, 18), SOUTH, ahead(6))
    met = meeting(one, other)
    assert met is not None
    assert met.pairs == (("a", "b"),)
    assert abs(met.moment - FULL * 2 // 3) < FULL // 300
    here, there = (outline(*way.at(met.moment), COUNT) for way in (one, other))
    assert gap(here, there) <= 2 * CONTACT


def test_paths_that_cross_at_different_times_do_not_meet() -> None:
    first = course("a", (30, 30), NORTH, ahead(24))
    late = course("b", (10, 20), EAST, ahead(19))
    assert meeting(first, late) is None
    at_once = course("b", (22, 20), EAST, ahead(12))
    assert meeting(first, at_once) is not None


def test_a_fast_body_does_not_jump_over_a_thin_one() -> None:
    line = Formed(base=Base(inches(1), inches(0.25)), files=8)
    thin = course("b", (20, 20), EAST, ahead(1), body=line)
    met = meeting(course("a", (20, 44), NORTH, ahead(40)), thin)
    assert met is not None
    assert met.moment < FULL * 3 // 4


def test_friends_side_by_side_go_on_together_and_stop_when_they_run_into_each_other() -> None:
    left, right = course("a1", (20, 30), NORTH, ahead(9)), course("a2", (24, 30), NORTH, ahead(9))
    assert meeting(left, right) is None
    across = course("a2", (26, 26), 270, ahead(9))
    assert meeting(left, across) is not None


def test_who_stands_in_the_way_is_met_and_who_touches_from_the_start_is_not_met_again() -> None:
    way = course("a", (20, 30), NORTH, ahead(9))
    met = meeting(way, standing=course("b", (20, 24), SOUTH))
    assert met is not None
    assert abs(met.moment - FULL * 6 // 9) < FULL // 100
    beside = course("b", (24, 30), NORTH)
    assert meeting(way, standing=beside) is None


def test_what_was_walked_between_two_moments_is_told_in_legs() -> None:
    way = course("a", (20, 20), EAST, ahead(4), ahead(8))
    first, second = way.walked(0, FULL // 2), way.walked(FULL // 2, FULL)
    assert [leg.manoeuvre for leg in first] == [ahead(4), ahead(2)]
    assert [leg.manoeuvre for leg in second] == [ahead(6)]
    assert first[-1].pose == way.at(FULL // 2)[0]
    assert second[-1].pose == way.at(FULL)[0]
    assert sum(leg.cost for leg in (*first, *second)) == way.cost


def test_a_course_may_begin_when_the_clock_has_run_a_while() -> None:
    late = Course(
        "b", Pose(inches(20), inches(18), degrees(SOUTH)), BODY, course("b", (20, 18), SOUTH, ahead(6)).legs, FULL // 2
    )
    assert late.at(FULL // 2)[0] == late.start
    assert late.at(FULL * 3 // 4)[0].y == inches(21)
    met = meeting(course("a", (20, 37), NORTH, ahead(12)), late)
    assert met is None
    met = meeting(course("a", (20, 34), NORTH, ahead(12)), late)
    assert met is not None
    assert met.moment > FULL * 3 // 4


def test_who_takes_a_wider_shape_on_the_spot_meets_who_stands_beside_it() -> None:
    """It leaves its place with no step, and is stopped before it would stand in the other."""
    wider = course("a", (20, 20), NORTH, Reform(8))
    beside = course("a2", (24, 20), NORTH)
    found = meeting(wider, standing=beside)
    assert found is not None
    assert wider.at(found.moment)[1] == BODY
    assert meeting(wider, standing=course("a2", (40, 20), NORTH)) is None
