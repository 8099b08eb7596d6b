"""What lies on a line of sight. Whether it blocks the view is for the book to say."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from schiltron.table.ground import clipped_spans, spans_inside
from schiltron.table.lengths import CONTACT, TOLERANCE
from schiltron.table.outline import Outline
from schiltron.table.rectangles import Rect
from schiltron.table.rings import Interval, Point, clear_of, meeting
from schiltron.table.terrain import Feature, level_at

_PLAINLY = 2.0
"""Who is farther from a line on the ground than this, in mil, is plainly on one side of it."""


class Between(NamedTuple):
    """A feature on a line of sight: how much of the line is inside it, and the levels of the ground there."""

    feature: Feature
    length: float
    highest: int
    lowest: int


class Sight:
    """The features on a line of sight, in their order, and the level of the ground at both ends."""

    __slots__ = ("_end", "_features", "_start", "between")

    def __init__(self, between: tuple[Between, ...], start: Point, end: Point, features: Sequence[Feature]) -> None:
        self.between = between
        self._start = start
        self._end = end
        self._features = features

    @property
    def level_from(self) -> int:
        return level_at(self._features, *self._start)

    @property
    def level_to(self) -> int:
        return level_at(self._features, *self._end)


def look(ax: float, ay: float, bx: float, by: float, features: Sequence[Feature]) -> Sight:
    """The line of sight from a to b. Levels are those of the ground, whatever features lift it."""
    crossed = spans_inside(ax, ay, bx, by, features)
    levels = _levels(ax, ay, bx, by, features) if crossed else []
    between: list[Between] = []
    for feature, spans in crossed:
        reached = [level for start, end, level in levels if _sharing(start, end, spans)]
        length = sum([end - start for start, end in spans])
        between.append(Between(feature, length, max(reached, default=0), min(reached, default=0)))
    return Sight(tuple(between), (ax, ay), (bx, by), features)


def surely_over(ax: float, ay: float, bx: float, by: float, rise: Feature, level: int) -> bool:
    """A quick test that can confirm: whether a line goes over ground of a rise above a level, no other rise being near.
    It looks at the point of the line nearest to the middle of each contour, if that is plainly on one side of all of
    them."""
    length = hypot(bx - ax, by - ay)
    if length <= 2 * _PLAINLY:
        return False
    ux, uy = (bx - ax) / length, (by - ay) / length
    for contour in rise.contours:
        left, top, right, bottom = contour.bounds
        along = ((left + right) / 2 - ax) * ux + ((top + bottom) / 2 - ay) * uy
        along = min(max(along, _PLAINLY), length - _PLAINLY)
        x, y = ax + ux * along, ay + uy * along
        if not contour.contains(x, y) or level_at((rise,), x, y) <= level or not rise.contains(x, y):
            continue
        rings = {*rise.rings, *(ring for one in rise.contours for ring in one.rings)}
        if all(clear_of(ring, x, y, _PLAINLY) for ring in rings):
            return True
    return False


def _sharing(start: float, end: float, spans: list[Interval]) -> bool:
    """Whether a part of a line shares at least a mil with one of some others."""
    return any((high if high < end else end) - (low if low > start else start) >= 1.0 for low, high in spans)


def _levels(ax: float, ay: float, bx: float, by: float, features: Iterable[Feature]) -> list[tuple[float, float, int]]:
    """The line cut wherever it crosses a contour, each part with the level of its ground."""
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    box = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    rises: list[tuple[list[Interval], int]] = []
    for feature in features:
        for contour in feature.contours:
            if meeting(contour.bounds, box):
                rises.append((clipped_spans(contour, ax, ay, ux, uy, length), contour.rise))
    if not rises:
        return [(0.0, length, 0)]
    cuts = sorted({0.0, length, *(cut for spans, _ in rises for span in spans for cut in span)})
    parts: list[tuple[float, float, int]] = []
    for start, end in pairwise(cuts):
        middle = (start + end) / 2
        level = 0
        for spans, rise in rises:
            for low, high in spans:
                if low <= middle <= high:
                    level += rise
                    break
        parts.append((start, end, level))
    return parts


def units_between(ax: float, ay: float, bx: float, by: float, outlines: Iterable[tuple[str, Outline]]) -> list[str]:
    """The names of the bodies the line from a to b goes through; grazing an edge or corner is not enough."""
    length = hypot(bx - ax, by - ay)
    if not length:
        return []
    ux, uy = (bx - ax) / length, (by - ay) / length
    found: list[str] = []
    for name, shape in outlines:
        dx, dy = shape.x - ax, shape.y - ay
        along = dx * ux + dy * uy
        if (
            abs(dy * ux - dx * uy) < shape.radius
            and -shape.radius < along < length + shape.radius
            and any(_length_inside(rect, ax, ay, ux, uy, length) > CONTACT for rect in shape.rects)
        ):
            found.append(name)
    return found


def _length_inside(rect: Rect, ax: float, ay: float, ux: float, uy: float, length: float) -> float:
    """How much of the line lies in the rectangle, less a rim of TOLERANCE all round."""
    start, end = 0.0, length
    dx, dy = rect.x - ax, rect.y - ay
    for place, speed, half in (
        (dx * rect.fx + dy * rect.fy, ux * rect.fx + uy * rect.fy, rect.half_depth - TOLERANCE),
        (dy * rect.fx - dx * rect.fy, uy * rect.fx - ux * rect.fy, rect.half_width - TOLERANCE),
    ):
        if abs(speed) < 1e-12:
            if abs(place) >= half:
                return 0.0
        else:
            middle, reach = place / speed, half / abs(speed)
            start, end = max(start, middle - reach), min(end, middle + reach)
    return end - start
