"""How far a straight run leads from the enemy, and the length that leads farthest (chapter B5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot, inf
from typing import Final, NamedTuple

from schiltron.table import rectangles
from schiltron.table.block import Block
from schiltron.table.body import Formed, unbent
from schiltron.table.columns import Leg, gone, lanes, legs_gone, orderly
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil
from schiltron.table.outline import NOWHERE, Outline, gap, outline, outline_gone_on, outline_of_column
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect

FINE: Final[Mil] = CONTACT
"""How finely the length of a run is looked at."""


class _Gaps(NamedTuple):
    """How far the nearest enemy is, and how far each rectangle of theirs is from each that goes straight on: all of a
    body, or the head of a bent column."""

    least: float
    each: tuple[float, ...]
    swing: Mil = 0
    """How far a rank of a column that is still bent goes as it wheels."""
    orderly: bool = False
    """Of a column: nobody ever goes back on his leg."""
    length: Mil = 0
    """After which it is so."""


class Course:
    """A run straight on, measured against some enemies."""

    __slots__ = ("_known_legs", "body", "figures", "foes", "known", "pose", "straight")

    def __init__(
        self,
        pose: Pose,
        body: Formed,
        figures: int,
        foes: list[Outline],
        known: Mapping[Mil, tuple[float, ...]] | None = None,
    ) -> None:
        self.pose = pose
        self.body = body
        self.figures = figures
        self.foes = foes
        self.straight = unbent(body)
        self.known = known or {}
        """How far each rectangle of theirs is after some lengths, where that has been measured already."""
        self._known_legs: dict[Mil, tuple[Leg, ...]] = {}
        """The legs of a column after some lengths."""

    def among_the_nearest(self, whole: Mil) -> Course:
        """The same run, less the enemies who are never the nearest on it, however they stand to it."""
        (here, first), (there, last) = self._after(0), self._after(whole)
        places = list(zip(first.rects, last.rects, strict=True))
        ways = (*here.rects, *lanes(self.pose, self.body, self.figures, whole)) if self.body.bends else ()
        measured: list[tuple[Outline, list[tuple[float, float]]]] = []
        most = float(NOWHERE)
        rough = [_apart_by_circles(foe, ways) if ways else _passed_by_circles(foe, here, there) for foe in self.foes]
        for at_least, foe in sorted(zip(rough, self.foes, strict=True), key=lambda pair: pair[0]):
            if at_least > most + TOLERANCE:
                break
            ends = [(rectangles.gap(a, rect), rectangles.gap(b, rect)) for a, b in places for rect in foe.rects]
            most = min(most, *map(max, ends))
            measured.append((foe, ends))
        nearest = [(foe, ends) for foe, ends in measured if _comes_within(most + TOLERANCE, foe, ends, whole, ways)]
        near, far = zip(*[pair for _, ends in nearest for pair in ends], strict=True)
        return Course(self.pose, self.body, self.figures, [foe for foe, _ in nearest], {0: near, whole: far})

    def keeps_within(self, whole: Mil, distance: float) -> bool:
        """A quick yes: whether a bent column is nearer to an enemy all the way. It is so near before and after, and
        does not go far; or of an orderly one some stay on their leg and are so near before and after."""
        near = nearest(outline(self.pose, self.body, self.figures), self.foes)
        farther = whole + self.body.frontage
        if near >= distance:
            return False
        if near + farther < distance:
            return True
        far = nearest(outline_gone_on(self.pose, self.body, self.figures, whole), self.foes)
        if far >= distance:
            return False
        return (near + far + farther) / 2 < distance or self._some_keep_within(whole, distance)

    def _some_keep_within(self, whole: Mil, distance: float) -> bool:
        if not orderly(self.body):
            return False
        before, after = (legs_gone(self.pose.advanced(at), self.body, self.figures, at) for at in (0, whole))
        rects = [rect for foe in self.foes for rect in foe.rects]
        return any(
            _nearer(one, rect, distance) and _nearer(two, rect, distance)
            for one, two in self._staying(before, after)
            for rect in rects
        )

    def best_length(self, whole: Mil, least: Mil, looks: float = inf) -> tuple[Mil, float]:
        """The length of a run, up to the whole, after which a unit is farthest away, and how far; the longest of
        equals. Without end if so many looks do not tell.

        Lengths that cannot lead farther than others, nor as far as `least`, are not looked at.
        """
        start, end = self._gaps(0), self._gaps(whole)
        best, most = (0, start.least) if start.least > end.least + TOLERANCE else (whole, end.least)
        parts = [(0, start, whole, end)]
        while parts:
            first, near, last, far = parts.pop()
            enough = max(most, least - TOLERANCE)
            if last - first <= FINE or not self._farther_between(near, far, last - first, enough):
                continue
            if not looks:
                return best, inf
            looks -= 1
            middle = (first + last) // 2
            there = self._gaps(middle)
            if there.least > most:
                best, most = middle, there.least
            parts += [(first, near, middle, there), (middle, there, last, far)]
        return best, most

    def _gaps(self, length: Mil) -> _Gaps:
        """How far from the enemies a unit is after going so far."""
        pose, body, figures = self.pose.advanced(length), self.body, self.figures
        each = self.known.get(length) or self._each(self._straight_on(pose))
        if not body.bends:
            return _Gaps(min(each), each)
        if length and body.corners:
            column = gone(pose, body, figures, length)
            there, bent, in_order = outline_of_column(pose, body, figures, column), column.bent, column.orderly
        else:
            there, bent, in_order = outline(pose, body, figures), True, orderly(body)
        return _Gaps(nearest(there, self.foes), each, body.frontage if bent else 0, in_order, length)

    def _each(self, straight: Outline) -> tuple[float, ...]:
        return tuple([rectangles.gap(one, two) for foe in self.foes for one in straight.rects for two in foe.rects])

    def _legs(self, after: _Gaps) -> tuple[Leg, ...]:
        """The legs of an orderly column; none of another."""
        if not after.orderly:
            return ()
        known = self._known_legs.get(after.length)
        if known is None:
            pose, length = self.pose.advanced(after.length), after.length
            known = self._known_legs[length] = legs_gone(pose, self.body, self.figures, length)
        return known

    def _after(self, length: Mil) -> tuple[Outline, Outline]:
        """The unit after going so far, and what of it has gone straight on."""
        there = outline_gone_on(self.pose, self.body, self.figures, length)
        return there, self._straight_on(self.pose.advanced(length)) if self.body.bends else there

    def _straight_on(self, pose: Pose) -> Outline:
        """What of the unit goes straight on: all of it, or of a bent column the front rank."""
        bent = bool(self.body.bends)
        return outline(pose, self.straight, min(self.figures, self.body.files) if bent else self.figures)

    def _farther_between(self, near: _Gaps, far: _Gaps, length: Mil, enough: float) -> bool:
        """Whether a unit may be farther away than enough in between, if it is so far away before and after going some
        length.

        Going an inch changes a distance by an inch at most, and by a swing more where the tail of a column wheels. And
        between two places of a straight way a rectangle is nowhere farther from another than at one of the two.
        """
        by_length = (near.least + far.least + length + near.swing) / 2
        if round(min((by_length, *map(max, near.each, far.each)))) <= enough:
            return False
        return not any(
            _no_farther(before, rect, enough) and _no_farther(after, rect, enough)
            for before, after in self._staying(self._legs(near), self._legs(far))
            for foe in self.foes
            for rect in foe.rects
        )

    def _staying(self, near: Sequence[Leg], far: Sequence[Leg]) -> Iterator[tuple[Rect, Rect]]:
        """Those who stay on their leg of a column between two places, before and after; the tail first."""
        for one, two in reversed(list(zip(near, far, strict=False))):
            before, after = one.block, two.block
            if before is None or after is None:
                continue
            if before.short and after.short:
                yield self._short_rank(before), self._short_rank(after)
            first = max(before.first_rank, after.first_rank)
            end = min(before.first_rank + before.full_ranks, after.first_rank + after.full_ranks)
            if first < end:
                yield self._ranks(before, first, end), self._ranks(after, first, end)

    def _ranks(self, block: Block, first: int, end: int) -> Rect:
        """Some of the full ranks of a leg, by their numbers in the column."""
        return self._rows(block, 0, block.files, first - block.first_rank, end - first)

    def _short_rank(self, block: Block) -> Rect:
        return self._rows(block, block.short_offset, block.short, block.full_ranks, 1)

    def _rows(self, block: Block, file: int, files: int, rank: int, ranks: int) -> Rect:
        width, depth = self.body.base.width + self.body.spacing, self.body.base.depth + self.body.spacing
        half_width, half_depth = (files * width - self.body.spacing) / 2, (ranks * depth - self.body.spacing) / 2
        across, back = file * width + half_width, rank * depth + half_depth
        x, y = block.x - block.fy * across - block.fx * back, block.y + block.fx * across - block.fy * back
        return Rect(x, y, block.fx, block.fy, half_width, half_depth)


def _comes_within(
    distance: float, foe: Outline, ends: list[tuple[float, float]], whole: Mil, ways: Sequence[Rect]
) -> bool:
    """Whether an enemy may ever be so near on a run, who is so far away from each who goes straight on at both ends of
    it; of a column the ways are given on which its legs stand."""
    near, far = min([one for one, _ in ends]), min([two for _, two in ends])
    if not ways:
        return (near + far - whole) / 2 <= distance
    if near <= distance or far <= distance:
        return True
    return any(rectangles.gap(way, rect) <= distance for way in ways for rect in foe.rects)


def _apart_by_circles(foe: Outline, ways: Sequence[Rect]) -> float:
    """How far an enemy is at least from ways on which a unit stands."""
    return min(hypot(way.x - foe.x, way.y - foe.y) - way.radius for way in ways) - foe.radius


def _passed_by_circles(foe: Outline, here: Outline, there: Outline) -> float:
    """How far an enemy is at least from a unit all the way between two places."""
    gone = hypot(there.x - here.x, there.y - here.y)
    apart = hypot(here.x - foe.x, here.y - foe.y) + hypot(there.x - foe.x, there.y - foe.y)
    return (apart - gone) / 2 - here.radius - foe.radius


def _nearer(one: Rect, other: Rect, distance: float) -> bool:
    """Whether two rectangles are less than so far from each other."""
    dx, dy, reach = other.x - one.x, other.y - one.y, one.radius + other.radius + distance
    return dx * dx + dy * dy < reach * reach and rectangles.gap(one, other) < distance


def _no_farther(one: Rect, other: Rect, distance: float) -> bool:
    """Whether two rectangles are no farther from each other than that, in whole thousandths."""
    dx, dy, reach = other.x - one.x, other.y - one.y, one.radius + other.radius + distance + 1
    return dx * dx + dy * dy < reach * reach and round(rectangles.gap(one, other)) <= distance


def nearest(there: Outline, foes: list[Outline]) -> Mil:
    """How far the nearest enemy is."""
    least = NOWHERE
    for foe in foes:
        if there.near(foe, least):
            least = min(least, gap(there, foe))
    return least
