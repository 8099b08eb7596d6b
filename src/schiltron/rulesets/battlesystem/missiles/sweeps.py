"""Places on a straight move where a shooter begins to see more or less of the mover (case 10.6).

A line of sight is broken and freed where it passes a corner of what is in the way, so that a gap is found however
narrow it is. All else, range and arc and the edge of a wood, holds for no less than the width of a base.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from schiltron.battle.state.decision import Aimed
from schiltron.rulesets.battlesystem.missiles.attack import BANDS, band
from schiltron.rulesets.battlesystem.missiles.lines import Lines
from schiltron.rulesets.battlesystem.missiles.sighting import ARC, line_of, muzzle
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.arcs import in_arc
from schiltron.table.body import Figure
from schiltron.table.front import front_corners
from schiltron.table.lengths import Mil, inches
from schiltron.table.rectangles import Rect, nearest_point, point_gap

STEP: Final[Mil] = inches(0.5)
"""How closely a way is looked at in the open: no base is as narrow."""
NO_BAND: Final = len(BANDS)

Span = tuple[float, float]


class Sweep:
    """The way of a mover from where it stands to where it would end, and who looks at it."""

    __slots__ = (
        "_corners",
        "_distance",
        "_fronts",
        "_lines",
        "_looking",
        "_mover",
        "_muzzle",
        "_seen",
        "_shooter",
        "_targets",
        "_ux",
        "_uy",
    )

    def __init__(self, battle: Battle, shooter: Unit, mover: Unit, end: Unit, distance: Mil) -> None:
        self._shooter = shooter
        self._mover = mover
        self._distance = distance
        self._ux = (end.pose.x - mover.pose.x) / distance
        self._uy = (end.pose.y - mover.pose.y) / distance
        self._lines = Lines(battle, (shooter,), (mover, end))
        self._looking = [mark.figure for mark in line_of(shooter, Aimed(mover.id))]
        self._muzzle = muzzle(shooter)
        self._fronts = tuple(some(shooter))
        self._targets = tuple(some(mover))
        self._corners = tuple(self._lines.corners())
        self._seen: list[Span] = []

    # ------------------------------------------------------------ how far off

    def band(self, there: Mil) -> int:
        """The range at which it is there, the nearest first; `NO_BAND` beyond the longest."""
        return self._band(min(self._gap(rect, there) for rect in self._mover.outline.rects))

    def nearest_band(self) -> int:
        """The best range at which it ever is."""
        return self._band(min(self._gap(rect, self._closest(rect)) for rect in self._mover.outline.rects))

    def _band(self, apart: float) -> int:
        found = band(self._shooter, round(apart))
        return NO_BAND if found is None else BANDS.index(found)

    def _gap(self, rect: Rect, there: float) -> float:
        x, y = self._muzzle
        return point_gap(rect, x - self._ux * there, y - self._uy * there)

    def _closest(self, rect: Rect) -> Mil:
        """Where a part of the mover is nearest: up to there it comes nearer, from there on it goes off."""
        low, high = 0, self._distance
        while low < high:
            middle = (low + high) // 2
            if self._gap(rect, middle) <= self._gap(rect, middle + 1):
                high = middle
            else:
                low = middle + 1
        return low

    # ------------------------------------------------------------ who sees whom

    def glimpsed(self, there: Mil) -> bool:
        """A first look: whether an outer or a middle figure of a front has a line to one of the other's, or any figure
        one through a gap that has been found."""
        return any(start < there < end for start, end in self._seen) or any(
            self._sees(one, other, there) for one in self._fronts for other in self._targets
        )

    def _sees(self, one: Figure, other: Figure, there: float) -> bool:
        moved = Figure(
            other.x + self._ux * there, other.y + self._uy * there, other.heading, other.base, other.rank, other.file
        )
        return _before(one, moved) and (self._lines.open or self._lines.hindrance(one, moved) is None)

    def _gaps(self) -> list[Span]:
        """The parts of the way, from corner to corner, on which some figure sees another."""
        found = []
        for one in self._looking:
            if one.rank and one.heading == self._shooter.pose.heading:
                continue
            for other in self._targets:
                for span in pairwise(self._passed(one, other)):
                    if span[1] - span[0] > 2 and self._sees(one, other, (span[0] + span[1]) / 2):
                        found.append(span)
        return found

    def _passed(self, one: Figure, other: Figure) -> list[float]:
        """Where the line from one figure to another passes a corner that is nearer, in order."""
        rect = one.rect
        x, y = one.x + rect.fx * rect.half_depth, one.y + rect.fy * rect.half_depth
        dx, dy = other.x - x, other.y - y
        found = []
        for corner_x, corner_y in self._corners:
            cx, cy = corner_x - x, corner_y - y
            across = cx * self._uy - cy * self._ux
            if not across:
                continue
            there = (dx * cy - dy * cx) / across
            beyond = (dx * self._uy - dy * self._ux) / across
            if 0 < there < self._distance and beyond >= 1:
                found.append(there)
        return sorted(found)

    def _through_gaps(self) -> Iterator[Mil]:
        """Of each stretch of the way that is seen through gaps, the middle of the part that most figures see."""
        self._seen = self._gaps()
        edges = sorted(edge for start, end in self._seen for edge in ((start, 1), (end, -1)))
        deep = most = 0
        best: Span | None = None
        for number, (place, change) in enumerate(edges):
            deep += change
            if change > 0 and deep > most:
                most, best = deep, (place, edges[number + 1][0])
            if not deep and best is not None:
                yield round((best[0] + best[1]) / 2)
                most, best = 0, None

    # ------------------------------------------------------------ where to look

    def places(self) -> list[Mil]:
        """Places between the ends at which a shot may be better than before, in their order."""
        found = set(range(STEP, self._distance, STEP))
        if self._corners:
            found.update(self._through_gaps())
        return sorted(there for there in found if 0 < there < self._distance)


def _before(one: Figure, other: Figure) -> bool:
    ends = front_corners(one.rect)
    return in_arc(*ends, one.heading, ARC, ARC, *nearest_point(other.rect, one.x, one.y))


def some(unit: Unit) -> Iterator[Figure]:
    """The middle of the front, of an even number the two in the middle, and its ends."""
    front = [figure for figure in unit.places[: unit.figures] if figure.rank == 0] or list(unit.places[:1])
    last = len(front) - 1
    yield from (front[place] for place in dict.fromkeys((last // 2, last - last // 2, 0, last)))
