"""How far a run straight on leads from the enemy, and after what length it leads farthest (BW-B5-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.table import rectangles
from schiltron.table.block import Block
from schiltron.table.body import Formed, gone_on
from schiltron.table.columns import Leg, lanes, legs, orderly
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil
from schiltron.table.outline import NOWHERE, Outline, gap, outline
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect

_FINE: Final[Mil] = CONTACT
"""How finely the length of a run is looked at."""


class _Gaps(NamedTuple):
    """How far the nearest enemy is, and how far each rectangle of theirs is from each that goes straight on: all of a
    body, or the head of a bent column."""

    least: float
    each: tuple[float, ...]
    swing: Mil = 0
    """How far a rank of a column that is still bent goes as it wheels."""
    legs: tuple[Leg, ...] = ()
    """Of an orderly column: nobody ever goes back on his leg."""


class Course(NamedTuple):
    """A run straight on, measured against some enemies."""

    pose: Pose
    body: Formed
    figures: int
    foes: list[Outline]

    def among_the_nearest(self, whole: Mil) -> Course:
        """The same run, less the enemies who are never the nearest on it, however they stand to it."""
        (here, first), (there, last) = self._after(0), self._after(whole)
        places = list(zip(first.rects, last.rects, strict=True))
        ways = (*here.rects, *lanes(self.pose, self.body, self.figures, whole)) if self.body.bends else ()
        measured: list[tuple[float, Outline]] = []
        most = float(NOWHERE)
        rough = [_apart_by_circles(foe, ways) if ways else _passed_by_circles(foe, here, there) for foe in self.foes]
        for at_least, foe in sorted(zip(rough, self.foes, strict=True), key=lambda pair: pair[0]):
            if at_least > most + TOLERANCE:
                break
            ends = [(rectangles.gap(a, rect), rectangles.gap(b, rect)) for a, b in places for rect in foe.rects]
            most = min(most, *map(max, ends))
            if ways:
                least = min(rectangles.gap(way, rect) for way in ways for rect in foe.rects)
            else:
                least = (min(near for near, _ in ends) + min(far for _, far in ends) - whole) / 2
            measured.append((least, foe))
        return self._replace(foes=[foe for least, foe in measured if least <= most + TOLERANCE])

    def best_length(self, whole: Mil, least: Mil) -> tuple[Mil, float]:
        """The length of a run, up to the whole, after which a unit is farthest away, and how far; the longest of
        equals.

        Lengths that cannot lead farther than others, nor as far as `least`, are not looked at.
        """
        start, end = self._gaps(0), self._gaps(whole)
        best, most = (0, start.least) if start.least > end.least + TOLERANCE else (whole, end.least)
        parts = [(0, start, whole, end)]
        while parts:
            first, near, last, far = parts.pop()
            enough = max(most, least - TOLERANCE)
            if last - first <= _FINE or not self._farther_between(near, far, last - first, enough):
                continue
            middle = (first + last) // 2
            there = self._gaps(middle)
            if there.least > most:
                best, most = middle, there.least
            parts += [(first, near, middle, there), (middle, there, last, far)]
        return best, most

    def _gaps(self, length: Mil) -> _Gaps:
        """How far from the enemies a unit is after going so far."""
        there, straight = self._after(length)
        each = tuple(rectangles.gap(one, two) for foe in self.foes for one in straight.rects for two in foe.rects)
        if not self.body.bends:
            return _Gaps(min(each), each)
        body = gone_on(self.body, self.figures, length)
        swing = self.body.frontage if body.bends else 0
        made = legs(self.pose.advanced(length), body, self.figures) if orderly(body) else ()
        return _Gaps(nearest(there, self.foes), each, swing, made)

    def _after(self, length: Mil) -> tuple[Outline, Outline]:
        """The unit after going so far, and what of it has gone straight on."""
        pose, body = self.pose.advanced(length), gone_on(self.body, self.figures, length)
        there = outline(pose, body, self.figures)
        if not self.body.bends:
            return there, there
        return there, outline(pose, replace(body, bends=()), min(self.figures, body.files))

    def _farther_between(self, near: _Gaps, far: _Gaps, length: Mil, enough: float) -> bool:
        """Whether a unit may be farther away than enough in between, if it is so far away before and after going some
        length.

        Going an inch changes a distance by an inch at most, and by a swing more where the tail of a column wheels. And
        between two places of a straight way a rectangle is nowhere farther from another than at one of the two.
        """
        by_length = (near.least + far.least + length + near.swing) / 2
        if round(min((by_length, *map(max, near.each, far.each)))) <= enough:
            return False
        return all(
            round(max(rectangles.gap(before, rect), rectangles.gap(after, rect))) > enough
            for before, after in self._staying(near, far)
            for foe in self.foes
            for rect in foe.rects
        )

    def _staying(self, near: _Gaps, far: _Gaps) -> Iterator[tuple[Rect, Rect]]:
        """Those who stay on their leg of a column between two places, before and after; the tail first."""
        for one, two in reversed(list(zip(near.legs, far.legs, strict=False))):
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


def _apart_by_circles(foe: Outline, ways: Sequence[Rect]) -> float:
    """How far an enemy is at least from ways on which a unit stands."""
    return min(hypot(way.x - foe.x, way.y - foe.y) - way.radius for way in ways) - foe.radius


def _passed_by_circles(foe: Outline, here: Outline, there: Outline) -> float:
    """How far an enemy is at least from a unit all the way between two places."""
    gone = hypot(there.x - here.x, there.y - here.y)
    apart = hypot(here.x - foe.x, here.y - foe.y) + hypot(there.x - foe.x, there.y - foe.y)
    return (apart - gone) / 2 - here.radius - foe.radius


def nearest(there: Outline, foes: list[Outline]) -> Mil:
    """How far the nearest enemy is."""
    least = NOWHERE
    for foe in foes:
        if there.near(foe, least):
            least = min(least, gap(there, foe))
    return least
