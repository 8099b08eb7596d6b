"""Bodies that move at the same time: where each stands at any moment, and when two of them first meet.

One clock runs for all. When a part of it has run, each body has spent the same part of the cost of its own course, so a
long move is made at a greater pace than a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, count
from math import ceil, hypot, pi, radians, tan
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.event import Leg
from schiltron.battle.state.manoeuvre import Advance, Oblique, Turn, Wheel
from schiltron.table.body import Body, Formed
from schiltron.table.lengths import CONTACT, HALF_TURN, Mdeg, Mil
from schiltron.table.outline import Outline, gap, outline, overlapping
from schiltron.table.pose import Pose

Moment = int
FULL: Final[Moment] = 100_000
"""When the clock has run down; it starts at 0."""
_LEAST_STRIDE: Final[Mil] = 50
"""Bodies that run side by side are looked at again after so much of the way."""


_LITTLE: Final[Mil] = 2
"""So finely it is measured how deep bodies stand in each other, so that no new start lets them in much deeper."""


class Course(Struct, frozen=True):
    """The legs a unit will walk, from where it stands when the clock starts or at a later moment. `whole` are legs that
    are made in one go: until such a leg is done, the unit stands where it was."""

    unit: str
    start: Pose
    body: Body
    legs: tuple[Leg, ...]
    since: Moment = 0
    whole: tuple[int, ...] = ()

    @property
    def cost(self) -> Mil:
        return sum(leg.cost for leg in self.legs)

    def spent(self, moment: Moment) -> float:
        """What it has spent of its cost by a moment."""
        return self.cost * max(0, moment - self.since) / (FULL - self.since)

    def at(self, moment: Moment) -> tuple[Pose, Body]:
        """How it stands at a moment. On a leg that changes its shape it stands as before until that is done."""
        spent = self.spent(moment)
        pose, body = self.start, self.body
        for number, leg in enumerate(self.legs):
            if spent < leg.cost:
                return (pose if number in self.whole else part_of(pose, body, leg, spent / leg.cost)), body
            spent -= leg.cost
            pose, body = leg.pose, leg.body
        return pose, body

    def done(self, moment: Moment) -> int:
        """How many of its legs are behind it."""
        spent, run = self.spent(moment), 0
        for number, leg in enumerate(self.legs):
            run += leg.cost
            if run > spent:
                return number
        return len(self.legs)

    def walked(self, since: Moment, until: Moment) -> tuple[Leg, ...]:
        """The legs, or parts of them, that lie between two moments: as a move of that time would be told."""
        return tuple(_between(self, since, until))


def part_of(pose: Pose, body: Body, leg: Leg, part: float) -> Pose:
    """Where a body stands after a part of a leg; a leg that is made in one go leaves it where it was."""
    match leg.manoeuvre:
        case Advance() | Oblique():
            return Pose(
                round(pose.x + (leg.pose.x - pose.x) * part), round(pose.y + (leg.pose.y - pose.y) * part), pose.heading
            )
        case Wheel(side=side, angle=angle) if isinstance(body, Formed):
            sign = 1 if side == "right" else -1
            return pose.pivoted(*pose.world(sign * body.frontage / 2, 0.0), round(sign * angle * part))
        case Turn(angle=angle) if leg.pose.heading != pose.heading:
            return pose.pivoted(*_centre(pose, leg.pose, angle), round(angle * part))
    return pose


def _centre(start: Pose, end: Pose, angle: Mdeg) -> tuple[float, float]:
    """The point about which a turn by an angle brings a body from one pose to another."""
    x, y = (start.x + end.x) / 2, (start.y + end.y) / 2
    apart = tan(radians(angle / 2000)) * 2
    return x - (end.y - start.y) / apart, y + (end.x - start.x) / apart


def _between(course: Course, since: Moment, until: Moment) -> Iterator[Leg]:
    begin, end, run = course.spent(since), course.spent(until), 0.0
    pose, body = course.start, course.body
    for number, leg in enumerate(course.legs):
        first, last = max(begin, run), min(end, run + leg.cost)
        if last > first or (not leg.cost and begin <= run <= end and (run > begin or since <= course.since)):
            done = last >= run + leg.cost
            if number not in course.whole and isinstance(leg.manoeuvre, Advance | Wheel | Turn):
                there = leg.pose if done else part_of(pose, body, leg, (last - run) / leg.cost)
                share = (last - first) / leg.cost if leg.cost else 1.0
                yield Leg(_shared(leg.manoeuvre, share), there, leg.body if done else body, round(last - first))
            elif done:
                yield replace(leg, cost=round(last - first))
        run += leg.cost
        pose, body = leg.pose, leg.body


def _shared(way: Advance | Wheel | Turn, share: float) -> Advance | Wheel | Turn:
    if isinstance(way, Advance):
        return Advance(round(way.distance * share))
    return replace(way, angle=round(way.angle * share))


# ---------------------------------------------------------------- meeting


class Mover:
    """A course with how many figures go along it, and the greatest pace of any point of the body."""

    __slots__ = ("count", "course", "pace", "steady")

    def __init__(self, course: Course, count: int) -> None:
        self.course = course
        self.count = count
        self.pace = _pace(course, count)
        """In thousandths of an inch for the whole clock."""
        self.steady = all(leg.cost and leg.body == course.body for leg in course.legs)
        """Whether it keeps its shape all the way and does nothing at once, so that no point of it outruns its pace."""

    def outline(self, moment: Moment) -> Outline:
        pose, body = self.course.at(moment)
        return outline(pose, body, self.count)


def _pace(course: Course, count: int) -> float:
    """A bound: on each leg the way of the centre and the swing of the farthest corner, for what the leg costs."""
    cost = course.cost
    if not cost:
        return 0.0
    pace, pose, body = 0.0, course.start, course.body
    for leg in course.legs:
        shape = outline(pose, body, count)
        swing = abs(_turned(leg)) / HALF_TURN * pi * 2 * shape.radius
        way = hypot(leg.pose.x - pose.x, leg.pose.y - pose.y) + swing
        if leg.cost:
            pace = max(pace, way / leg.cost * cost * FULL / (FULL - course.since))
        pose, body = leg.pose, leg.body
    return pace


def _turned(leg: Leg) -> Mdeg:
    return leg.manoeuvre.angle if isinstance(leg.manoeuvre, Wheel | Turn) else 0


class Meeting(Struct, frozen=True):
    """When units have come up against each other, and which: pairs in the order of their ids."""

    moment: Moment
    pairs: tuple[tuple[str, str], ...]


def _always(_one: str, _other: str) -> bool:
    return True


def first_meeting(
    movers: Iterable[Mover],
    standing: Mapping[str, Outline],
    hostile: Callable[[str, str], bool],
    since: Moment,
    until: Moment,
    meets: Callable[[str, str], bool] = _always,
) -> Meeting | None:
    """The last moment before enemies touch or friends run into each other; None if nobody meets. Bodies that touch
    already at the start meet when one moves deeper into the other. Bodies that cannot touch never meet."""
    going = list(movers)
    begun = {one.course.unit: one.outline(since) for one in going}
    found: list[tuple[Moment, tuple[str, str]]] = []
    limit = until
    for one, other in combinations(going, 2):
        ids = one.course.unit, other.course.unit
        far = (
            one.steady and other.steady and _too_far(begun[ids[0]], begun[ids[1]], one.pace + other.pace, limit - since)
        )
        if far or not meets(*ids):
            continue
        moment = _meet(one, other.outline, one.pace + other.pace, since, limit, enemies=hostile(*ids))
        if moment is not None:
            limit = moment
            found.append((moment, (min(ids), max(ids))))
    for one in going:
        for unit, there in standing.items():
            ids = one.course.unit, unit
            far = one.steady and _too_far(begun[ids[0]], there, one.pace, limit - since)
            if far or not meets(*ids):
                continue
            moment = _meet(one, _fixed(there), one.pace, since, limit, enemies=hostile(*ids))
            if moment is not None:
                limit = moment
                found.append((moment, (min(ids), max(ids))))
    if not found:
        return None
    first = min(moment for moment, _ in found)
    return Meeting(first, tuple(sorted(pair for moment, pair in found if moment == first)))


def _too_far(here: Outline, there: Outline, pace: float, time: Moment) -> bool:
    """A first glance: whether bodies that keep their shapes cannot come up to each other in the time there is."""
    return not here.near(there, ceil(pace * time / FULL) + _LEAST_STRIDE)


def _fixed(there: Outline) -> Callable[[Moment], Outline]:
    return lambda _moment: there


def _meet(
    one: Mover,
    other: Callable[[Moment], Outline],
    pace: float,
    since: Moment,
    until: Moment,
    *,
    enemies: bool,
) -> Moment | None:
    """By strides that cannot jump over a meeting: each is as long as the gap that is left.

    Where nobody leaves his place one may still take a new shape.
    """
    deep = _depth(one.outline(since), other(since), enemies=enemies)

    def between(moment: Moment) -> tuple[Mil, bool]:
        here, there = one.outline(moment), other(moment)
        apart = gap(here, there)
        return apart, _met(here, there, apart, deep)

    if not pace:
        return _last_free(since, until, lambda at: between(at)[1]) if between(until)[1] else None
    free = moment = since
    while True:
        apart, met = between(moment)
        if met:
            return _last_free(free, moment, lambda at: between(at)[1])
        free = moment
        if moment >= until:
            return None
        stride = max(apart - CONTACT, _LEAST_STRIDE)
        moment = min(until, moment + max(1, int(stride / pace * FULL)))


def _last_free(free: Moment, met: Moment, meets: Callable[[Moment], bool]) -> Moment:
    """The last moment before a meeting, between one that is free of it and one that is not.

    So nobody is ever put where he would stand in another, even where a body takes a new shape at once.
    """
    while met - free > 1:
        middle = (free + met) // 2
        free, met = (free, middle) if meets(middle) else (middle, met)
    return free


def _depth(here: Outline, there: Outline, *, enemies: bool) -> Mil:
    """How deep bodies must reach into each other to have met: less than nothing for enemies, who need only touch.

    Who touches or overlaps already at the start has met when he gets deeper than that.
    """
    if enemies and gap(here, there) > CONTACT:
        return -CONTACT
    return next(deep for deep in count(2 * CONTACT, _LITTLE) if not overlapping(here, there, deep))


def _met(here: Outline, there: Outline, between: Mil, deep: Mil) -> bool:
    return between <= -deep if deep < 0 else between == 0 and overlapping(here, there, deep)
