"""The ways a routed unit may run, and how far each could lead it at most (chapter B4; rout is B5).

The ways are a fan: as it faces or about or to a side, wheeled by so many degrees either way, then straight on for as
long as that leads away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, Literal, NamedTuple

import numpy as np

from schiltron.battle.state.manoeuvre import Advance, Face, Path, Wheel
from schiltron.rulesets.book_of_war.field import formation
from schiltron.rulesets.book_of_war.movement.columns import is_column
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.body import unbent
from schiltron.table.facing import faced, in_line
from schiltron.table.lengths import QUARTER_TURN, TOLERANCE, Mdeg, Mil, degrees, direction, inches
from schiltron.table.many_rectangles import Numbers, Rectangles, corner_gaps_at_both_ends
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect

Side = Literal["front", "rear", "right", "left"]
Placed = tuple[float, float, float, float, float, float]
"""A rectangle: its middle, the way it looks, half sizes."""
_FACES: Final[tuple[Side, ...]] = ("front", "rear", "right", "left")
STEP: Final[Mdeg] = degrees(5)
"""Between two wheels of the fan."""
_WHEELS: Final[tuple[Mdeg, ...]] = (
    0,
    *(side * turn for turn in range(STEP, QUARTER_TURN + 1, STEP) for side in (1, -1)),
)
_PLACES: Final[Mapping[tuple[Side, Mdeg], int]] = {way: place for place, way in enumerate(product(_FACES, _WHEELS))}
_SINES, _MINUS_COSINES = np.array([direction(turn) for turn in _WHEELS]).T
_TO_THE_RIGHT = np.array([turn > 0 for turn in _WHEELS])


class Way(NamedTuple):
    """Where a unit faces first and whether it changes face for that, what turning costs, the turn of the wheel to the
    right, and the run that is left then."""

    to: Side
    faces: bool
    cost: Mil
    turn: Mdeg
    ahead: Mil

    @property
    def legs(self) -> Path:
        """What turns it."""
        turn = self.turn
        wheel = (Wheel("right" if turn > 0 else "left", abs(turn)),) if turn else ()
        return (Face(self.to), *wheel) if self.faces else wheel

    @property
    def path(self) -> Path:
        return (*self.legs, Advance(self.ahead))

    @property
    def turns_back(self) -> bool:
        """Whether it faces to one side and wheels to the other, which only wastes a move."""
        return self.turn != 0 and self.to == ("right" if self.turn < 0 else "left")


def starts_of(unit: Unit) -> dict[Side, Start]:
    """A unit as it would face every way."""
    return {to: Start(unit, to) for to in _FACES}


class Fan:
    """Ways a unit may run, and what is known of all of them together."""

    __slots__ = ("ahead", "by_cost", "length", "places", "ways", "widest")

    def __init__(self, ways: Sequence[Way]) -> None:
        self.ways = tuple(ways)
        self.ahead = [way.ahead for way in ways]
        self.length = np.array(self.ahead, dtype=float)
        self.places = np.array([_PLACES[way.to, way.turn] for way in ways], dtype=int)
        """Where each stands among all wheels from all sides."""
        self.by_cost = np.argsort(np.array([way.cost for way in ways]), kind="stable")
        """Their numbers, those first that cost least to turn."""
        self.widest = {(way.to, way.turn > 0): way for way in ways if way.turn}
        """The widest wheel to either hand from each side."""


def fan(half_move: Mil, budget: Mil, starts: Mapping[Side, Start]) -> Fan:
    """Every way to turn, with the run that is left: a wheel either way as far as the move pays for it (BW-B4-26)."""
    sides = tuple([(to, start.faces, start.body.files) for to, start in starts.items()])
    return _fan(budget, half_move, sides)


@lru_cache(maxsize=256)
def _fan(budget: Mil, half_move: Mil, sides: tuple[tuple[Side, bool, int], ...]) -> Fan:
    return Fan(
        [way for to, faces, files in sides for way in _wheels(budget, half_move if faces else 0, to, faces, files)]
    )


@lru_cache(maxsize=256)
def _wheels(budget: Mil, turning: Mil, to: Side, faces: bool, files: int) -> tuple[Way, ...]:  # noqa: FBT001 - as in `Way`
    """The ways from one side. Sides of a few sizes come up again and again, put together in ever other ways."""
    left, a_quarter = budget - turning, inches(files)
    prices = [(turn, a_quarter * abs(turn) // QUARTER_TURN) for turn in _WHEELS]
    return tuple([Way(to, faces, turning + price, turn, left - price) for turn, price in prices if price < left])


# ---------------------------------------------------------------- how far they could lead


class Promises(NamedTuple):
    """How far the first block of a unit is from each rectangle of the enemy before and after a run along each way, how
    far from the nearest the run leads at most, and the numbers of the ways: first those that lead farthest, of equals
    those that cost least to turn."""

    ahead: list[Mil]
    near: Numbers
    far: Numbers
    most: list[Mil]
    order: list[int]

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


def promises(ways: Fan, starts: Mapping[Side, Start], foes: Rectangles) -> Promises:
    """How far from the nearest enemy a run along each way ends at most: as over open ground.

    Only the first block of the unit is measured, of a column that bends its front rank: the rest of it can but be
    nearer. Going an inch changes a distance by an inch at most. And between two places of a straight way a rectangle is
    nowhere farther from another than at one of the two.
    """
    length = ways.length
    near, far = corner_gaps_at_both_ends(wheeled(ways, starts), length, foes)
    by_length = (near.min(axis=1) + far.min(axis=1) + length) / 2
    most = np.minimum(by_length, np.maximum(near, far).min(axis=1))
    whole = most.astype(int) + TOLERANCE
    order = ways.by_cost[np.argsort(-whole[ways.by_cost], kind="stable")]
    return Promises(ways.ahead, near, far, whole.tolist(), order.tolist())


def wheeled(ways: Fan, starts: Mapping[Side, Start]) -> Rectangles:
    """The first block of the unit after the wheel of each way. All wheels there are, from all starts, are made at once,
    each with the same sums as `Start.swung`."""
    some = starts.values()
    left_x, left_y, right_x, right_y, whole_x, whole_y, part_x, part_y = np.array(
        [(*start.left, *start.right, start.whole.x, start.whole.y, start.part.x, start.part.y) for start in some]
    ).T[:, :, None]
    x = np.where(_TO_THE_RIGHT, right_x, left_x)
    y = np.where(_TO_THE_RIGHT, right_y, left_y)
    dx, dy = part_x - x, part_y - y
    dx[:, :1], dy[:, :1] = whole_x - x[:, :1], whole_y - y[:, :1]
    placed = np.empty((6, *x.shape))
    placed[0] = x - dx * _MINUS_COSINES - dy * _SINES
    placed[1] = y + dx * _SINES - dy * _MINUS_COSINES
    heading, (fx, fy) = -1, (x, y)
    for number, start in enumerate(some):
        quarters, rest = divmod(start.pose.heading - heading, QUARTER_TURN)
        if rest or heading < 0:
            quarters, heading = 0, start.pose.heading
            fx, fy = np.array([direction(heading + turn) for turn in _WHEELS]).T
        placed[2:4, number] = ((fx, fy), (-fy, fx), (-fx, -fy), (fy, -fx))[quarters % 4]
        placed[4:, number] = ((start.part.half_width,), (start.part.half_depth,))
        placed[4:, number, 0] = start.whole.half_width, start.whole.half_depth
    return Rectangles(*placed.reshape(6, -1)[:, ways.places])


class Start:
    """A unit that has changed face and stands in line, about to wheel."""

    def __init__(self, unit: Unit, to: Side) -> None:
        pose, body, count = unit.pose, formation(unit), unit.bodies
        self.faces = to != "front" or bool(body.hedgehog)
        """Whether it takes a change of face."""
        if self.faces:
            pose, body = faced(pose, body, count, to)
        if body.aslant:
            body, pose = in_line(body, pose)
        half = body.frontage / 2
        self.pose, self.body, self.count = pose, body, count
        self.bends = is_column(body, count)
        """Whether a wheel bends it."""
        self.left, self.right = pose.world(-half, 0.0), pose.world(half, 0.0)
        """The corners on which it wheels."""
        self.outline = outline(pose, body, count)
        self.whole = self.part = self.outline.main
        """Its first block as long as it does not wheel, and what of it swings round when it does."""
        if self.bends:
            self.part = outline(pose, unbent(body), min(count, body.files)).main

    def has_tail(self, way: Way) -> bool:
        """Whether something is known of those who come behind its first block on a way."""
        return not self.body.bends and (len(self.outline.rects) > 1 or (self.bends and way.turn != 0))

    def leading(self, turn: Mdeg) -> tuple[Pose, Outline]:
        """Where it stands after a wheel, and what of it goes straight ahead then."""
        pose, body, count = self.pose, self.body, self.count
        if turn:
            pose = pose.pivoted(*(self.right if turn > 0 else self.left), turn)
        if body.bends or (turn and self.bends):
            body, count = unbent(body), min(count, body.files)
        return pose, outline(pose, body, count)

    def wheeled(self, turn: Mdeg) -> Placed:
        """Its first block after a wheel."""
        return self.swung(self.part if turn else self.whole, turn)

    def swung(self, rect: Rect, turn: Mdeg) -> Placed:
        """A part of it after a wheel."""
        x, y = self.right if turn > 0 else self.left
        sine, minus_cosine = direction(turn)
        fx, fy = direction(self.pose.heading + turn)
        dx, dy = rect.x - x, rect.y - y
        return (
            x - dx * minus_cosine - dy * sine,
            y + dx * sine - dy * minus_cosine,
            fx,
            fy,
            rect.half_width,
            rect.half_depth,
        )
