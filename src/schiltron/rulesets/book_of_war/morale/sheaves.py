"""How far the ways that begin with one change of face lead a routed unit at most (chapter B5).

Such ways are a sheaf. What is known of a sheaf wherever the unit stands is worked out once: all places are seen from
the unit, as if it stood at the corner of the table and looked up it, and the enemy is looked at from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import hypot, inf, radians, sin
from typing import Final, NamedTuple

import numpy as np

from schiltron.rulesets.book_of_war.morale.ways import FACES, WHEELS, Side, Start, Way, ways_from
from schiltron.table.body import Formed
from schiltron.table.columns import legs, orderly
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, direction
from schiltron.table.many_rectangles import Numbers, Rectangles, Runs
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect

Foe = tuple[float, float, float]
"""The middle of an enemy, and his lesser half size."""
_A_FEW: Final = 3
"""So many of the nearest enemies tell most."""
_HERE: Final = Pose(0, 0, 0)
_PLACES: Final[Mapping[Mdeg, int]] = {turn: place for place, turn in enumerate(WHEELS)}
_SINES, _MINUS_COSINES = np.array([direction(turn) for turn in WHEELS]).T
_TO_THE_RIGHT = np.array([turn > 0 for turn in WHEELS])


class Sheaf:
    """The ways that begin with one change of face, and what is known of them wherever the unit stands."""

    __slots__ = ("_ends", "_farthest", "_rank", "_runs", "_start", "to", "ways")

    def __init__(self, to: Side, start: Start, ways: tuple[Way, ...]) -> None:
        self.to = to
        self.ways = ways
        self._start = start
        self._rank = rank = start.last_rank
        self._farthest = max(_farthest(start, rank, way) for way in ways)
        """How far the middle of its last rank comes at most from where it is."""
        self._runs: tuple[Runs, Numbers] | None = None
        self._ends: _Ends | None = None

    @property
    def runs(self) -> tuple[Runs, Numbers]:
        """The straight ends of all its ways (see `_runs`)."""
        found = self._runs
        if found is None:
            found = self._runs = _runs(self._start, self.ways)
        return found

    @property
    def ends(self) -> _Ends:
        found = self._ends
        if found is None:
            found = self._ends = _ends(self._start, self._rank, self.runs[0], len(self.ways))
        return found

    def promise(self, foes: Sequence[Foe]) -> Mil:
        """How far from the nearest of some enemies any of the ways leads at most."""
        x, y, inner = self._rank.x, self._rank.y, _inner(self._rank)
        nearest = min([hypot(foe_x - x, foe_y - y) - foe_inner for foe_x, foe_y, foe_inner in foes])
        return int(nearest + self._farthest - inner) + TOLERANCE

    def closer_promise(self, foes: Sequence[Foe]) -> Mil:
        """The same by where the last rank comes on each of the ways.

        Where it goes straight on it is nowhere farther from another than at one of the two ends.
        """
        x, y, inner = self._rank.x, self._rank.y, _inner(self._rank)
        near = sorted([(hypot(foe_x - x, foe_y - y) - within, foe_x, foe_y, within) for foe_x, foe_y, within in foes])
        places, strays = self.ends
        least, most = [inf] * len(places), inf
        for apart, foe_x, foe_y, within in near[:_A_FEW]:
            begun = apart + strays
            if begun >= most:
                break
            gaps = [hypot(end_x - foe_x, end_y - foe_y) - within for end_x, end_y in places]
            least = [
                low if low <= begun or low <= gap else max(gap, begun) for low, gap in zip(least, gaps, strict=True)
            ]
            most = max(least)
        return int(most - inner) + TOLERANCE

    def widest(self, way: Way) -> Way:
        """Of the wheels to the same hand as that of a way."""
        return next(one for one in reversed(self.ways) if (one.turn > 0) == (way.turn > 0))


def sheaves(body: Formed, count: int, half_move: Mil, budget: Mil) -> tuple[Sheaf, ...]:
    """All ways of a unit."""
    return _sheaves(body, count, half_move, budget)


@lru_cache(maxsize=512)
def _sheaves(body: Formed, count: int, half_move: Mil, budget: Mil) -> tuple[Sheaf, ...]:
    starts = [(to, Start(_HERE, body, count, to)) for to in FACES]
    some = [(to, start, ways_from(start, to, half_move, budget)) for to, start in starts]
    return tuple([Sheaf(to, start, ways) for to, start, ways in some if ways])


def _inner(rect: Rect) -> float:
    """How far nobody is from the edge of a rectangle who is in its middle."""
    return min(rect.half_width, rect.half_depth)


# ---------------------------------------------------------------- where its parts go


class _Ends(NamedTuple):
    """Where the middle of the last rank ends on each way, and how far it has come at most from where it was before it
    goes straight on."""

    places: list[tuple[float, float]]
    strays: float


def _farthest(start: Start, rank: Rect, way: Way) -> float:
    """How far from where it stands a rank comes at most on a way; in a column it may come up to the one before it."""
    radius = max(hypot(rank.x - x, rank.y - y) for x, y in (start.left, start.right))
    chord = 2 * radius * sin(radians(abs(way.turn) / 2000))
    return chord + way.ahead + (start.body.base.depth + start.body.spacing if start.turned else 0)


def _ends(start: Start, rank: Rect, runs: Runs, number: int) -> _Ends:
    """Of who is bent already the first rank is looked at, which is his first block."""
    rows = slice(0, number) if start.body.bends else slice(number, 2 * number)
    begin, (step_x, step_y) = runs.begin, runs.step
    x, y = begin.x[rows], begin.y[rows]
    strays = float(np.hypot(x - rank.x, y - rank.y).max())
    places = zip((x + step_x[rows]).tolist(), (y + step_y[rows]).tolist(), strict=True)
    return _Ends(list(places), max(strays, float(start.turned)))


def _runs(start: Start, ways: Sequence[Way]) -> tuple[Runs, Numbers]:
    """The straight ends of ways, of the first block and then of the last rank; at last the way of that up to the corner
    of a wheel. With how much farther the last rank may go after that, round a corner that is there already."""
    ahead = np.array([way.ahead for way in ways], dtype=float)
    number = len(ways)
    turns = [way.turn for way in ways]
    block = _swung(start, start.part, turns)
    block[:, 0] = start.wheeled(0)
    tail = _tail_of_bent(start)
    if tail is None:
        rank, gone, still = _last_rank_runs(start, turns, ahead)
        more = np.zeros(number)
    else:
        still, to_corner, either_way = tail
        rank = np.repeat(_moved(still, -either_way)[:, None], number, axis=1)
        gone = np.minimum(ahead + 2 * either_way, to_corner + either_way)
        more = ahead + 2 * either_way - gone
    table = np.concatenate([block, rank, _moved(still, 0.0)[:, None]], axis=1)
    return Runs(Rectangles(*table), np.concatenate([ahead, gone, [float(start.turned)]])), more


def _last_rank_runs(start: Start, turns: Sequence[Mdeg], ahead: Numbers) -> tuple[Numbers, Numbers, Rect]:
    """Where the last rank begins to go straight on each way, how far it goes, and where it stands now."""
    last, turned = start.last_rank, start.turned
    rank, gone = _swung(start, Rect(*_moved(last, turned)), turns), ahead - turned
    if turned:
        pitch = start.body.base.depth + start.body.spacing
        # Where the ranks before it stand close up, the last one stands the farthest ahead.
        behind = gone < 0
        gone[behind] = turned - pitch * np.maximum(0, turned // pitch - 1 - ahead[behind] // pitch)
        rank[:, behind] = _moved(last, 0.0)[:, None]
        rank[:, 0], gone[0] = _moved(last, 0.0), ahead[0]
    return rank, gone, last


def _tail_of_bent(start: Start) -> tuple[Rect, float, float] | None:
    """Of a column that is bent already, and will be orderly however it wheels: its last rank, how far that is from the
    next corner, and how much it may go farther than the head, or be pushed back."""
    body, count, pose = start.body, start.count, start.pose
    if not body.bends or body.limbs or not orderly(body) or body.corners[0].length < body.base.depth:
        return None
    *_, (track, block) = [(leg.track, leg.block) for leg in legs(pose, body, count) if leg.block is not None]
    width, pitch = body.base.width + body.spacing, body.base.depth + body.spacing
    number = block.short or body.files
    half_width, half_depth = (number * width - body.spacing) / 2, body.base.depth / 2
    across = (block.short_offset if block.short else 0) * width + half_width
    back = (block.ranks - 1) * pitch + half_depth
    x, y = block.x - block.fy * across - block.fx * back, block.y + block.fx * across - block.fy * back
    to_corner = (track.x - x) * block.fx + (track.y - y) * block.fy
    either_way = body.frontage + (len(body.corners) + 1) * pitch
    return Rect(x, y, block.fx, block.fy, half_width, half_depth), to_corner, float(either_way)


def _moved(rect: Rect, distance: float) -> Numbers:
    """A rectangle so far ahead."""
    x, y = rect.x + rect.fx * distance, rect.y + rect.fy * distance
    return np.array([x, y, rect.fx, rect.fy, rect.half_width, rect.half_depth])


def _swung(start: Start, rect: Rect, turns: Sequence[Mdeg]) -> Numbers:
    """A part of a unit after each of some wheels of the fan, with the same sums as `Start.swung`."""
    these = [_PLACES[turn] for turn in turns]
    right, sines, minus_cosines = _TO_THE_RIGHT[these], _SINES[these], _MINUS_COSINES[these]
    x, y = np.where(right, start.right[0], start.left[0]), np.where(right, start.right[1], start.left[1])
    dx, dy = rect.x - x, rect.y - y
    placed = np.empty((6, len(turns)))
    placed[0] = x - dx * minus_cosines - dy * sines
    placed[1] = y + dx * sines - dy * minus_cosines
    placed[2:4] = np.array([direction(start.pose.heading + turn) for turn in turns]).T
    placed[4], placed[5] = rect.half_width, rect.half_depth
    return placed


# ---------------------------------------------------------------- how far they could lead


class Promises(NamedTuple):
    """How far the first block of a unit is from each rectangle of the enemy before and after a run along each way of a
    sheaf, and how far from the nearest the run leads at most."""

    ahead: list[Mil]
    near: Numbers
    far: Numbers
    most: list[Mil]

    def within(self, number: int, length: float) -> Mil:
        """How far a run along a way leads at most, up to some length of it.

        The distance of two bodies one of which goes straight on is nowhere greater than on the chord between the two
        ends. So the place is looked for where the lowest of these chords is highest: where one that rises and one that
        falls meet, and none lies below.
        """
        begin, end, whole = self.near[number].tolist(), self.far[number].tolist(), self.ahead[number]
        most = min(begin)
        rising = begin.index(most)
        if end[rising] > most:
            rises = [(after - before) / whole for before, after in zip(begin, end, strict=True)]
            most, falling = _lowest(begin, rises, length)
            while rises[falling] < 0.0:
                at = (begin[falling] - begin[rising]) / (rises[rising] - rises[falling])
                most = begin[rising] + rises[rising] * at
                low, lowest = _lowest(begin, rises, at)
                if low >= most - 1.0:
                    break
                if rises[lowest] > 0.0:
                    rising = lowest
                else:
                    most, falling = low, lowest
        return int(most) + TOLERANCE


def _lowest(begin: Sequence[float], rises: Sequence[float], at: float) -> tuple[float, int]:
    """The lowest of some straight lines at a place, and its number."""
    heights = [start + rise * at for start, rise in zip(begin, rises, strict=True)]
    low = min(heights)
    return low, heights.index(low)


def promises(sheaf: Sheaf, foes: Rectangles) -> Promises:
    """How far from the nearest enemy a run along each way of a sheaf ends at most: as over open ground.

    Only the first block of the unit is measured, of a column that bends its front rank, and its last rank: the rest of
    it can but be nearer. Going an inch changes a distance by an inch at most. And between two places of a straight way
    a rectangle is nowhere farther from another than at one of the two.
    """
    runs, more = sheaf.runs
    near, far = runs.corner_gaps(foes)
    number = len(sheaf.ways)
    ends = np.maximum(near, far).min(axis=1)
    block, rank = ends[:number], ends[number : 2 * number] + more
    rank[1:] = np.maximum(rank[1:], ends[-1])
    by_length = (near[:number].min(axis=1) + far[:number].min(axis=1) + runs.gone[:number]) / 2
    most = np.minimum(np.minimum(by_length, block), rank).astype(int) + TOLERANCE
    return Promises([way.ahead for way in sheaf.ways], near, far, most.tolist())
