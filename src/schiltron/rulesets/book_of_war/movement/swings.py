"""The course of a wheel: which files swing, about which corner, and where they first cross water or the table edge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, radians

from shapely import MultiPoint

from schiltron.rulesets.book_of_war.movement.columns import is_column, outline_wheeled, wheeled
from schiltron.rulesets.book_of_war.movement.ground import impassable, lies_near
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.table.body import unbent
from schiltron.table.columns import lanes, orderly
from schiltron.table.lengths import CONTACT, TOLERANCE, Mdeg, Mil
from schiltron.table.outline import Outline, box_swung, outline
from schiltron.table.rings import Bounds, bounds_of
from schiltron.table.terrain import Feature

_CHORD: Mdeg = 7_500
"""A turn in which no corner of a unit strays farther than CONTACT from its chord."""
_LOOK: Mil = 50
"""How far an outer corner swings between two looks at ponds and the table edge."""


def pivot(walker: Walker, turn: Mdeg) -> tuple[float, float]:
    """The front corner a wheel is made on."""
    half = walker.body.frontage / 2
    return walker.pose.world(half if turn > 0 else -half, 0.0)


def swinging(walker: Walker) -> Outline:
    """What swings round: everybody, or of a column the front rank."""
    pose, body = walker.pose, walker.body
    if not is_column(body, walker.count):
        return walker.outline
    return outline(pose, unbent(body), min(walker.count, body.files))


def swung_over(walker: Walker, turn: Mdeg, more: Mdeg) -> Bounds:
    """A box that holds everybody all through a wheel, and a little more of it than is made at either end."""
    here = walker.outline
    if walker.body.limbs:
        left, top, right, bottom = here.x, here.y, here.x, here.y
        beside = 4 * here.radius
    else:
        left, top, right, bottom = box_swung(
            swinging(walker), turn + more if turn > 0 else turn - more, *pivot(walker, turn)
        )
        beside = radians(more / 1000) * 2 * here.radius + CONTACT
    if is_column(walker.body, walker.count):
        tail = here.radius + walker.body.frontage + walker.body.base.depth
        left, top = min(left, here.x - tail), min(top, here.y - tail)
        right, bottom = max(right, here.x + tail), max(bottom, here.y + tail)
    return left - beside, top - beside, right + beside, bottom + beside


def swings_clear(walker: Walker, shape: Outline, x: float, y: float) -> bool:
    """A quick yes: whether what swings round the corner at (x, y) stays on the table, however far it turns.

    Behind the front rank of a column all go where others went before them, unless they turned in place since then and
    have yet to find their way.
    """
    board = walker.board
    reach = hypot(shape.x - x, shape.y - y) + shape.radius
    return not walker.body.limbs and min(x, y, board.width - x, board.depth - y) >= reach


class Swing:
    """A wheel looked at moment by moment; its looks are numbered from 1."""

    def __init__(self, walker: Walker, turn: Mdeg) -> None:
        self.walker = walker
        self.turn = turn
        self.looks = max(1, -(-round(self._arc(2 * walker.outline.radius)) // _LOOK))

    def turned(self, look: int) -> Mdeg:
        """How far it has turned by a look."""
        turn, looks = self.turn, self.looks
        return turn * look // looks if turn > 0 else -(-turn * look // looks)

    def over_edge(self) -> int:
        """The look at which a body first hangs over the table edge; one more than there are if at none."""
        if self.walker.body.limbs and not self._tail_on_table():
            return self._with_its_tail_over_edge()
        shape, board = swinging(self.walker), self.walker.board
        x, y = pivot(self.walker, self.turn)
        reach = hypot(shape.x - x, shape.y - y) + shape.radius
        if min(x, y, board.width - x, board.depth - y) >= reach:
            return self.looks + 1
        first = board.turns_over_edge(shape, self.turn, x, y)
        if first is None:
            return self.looks + 1
        return self._swinging_over_edge(x, y, self._arc(reach) / self.looks, int(first / abs(self.turn) * self.looks))

    def _swinging_over_edge(self, x: float, y: float, between: float, clear: int) -> int:
        """So many looks are clear for certain. What is clear of the edge is looked at again when it could have come
        there."""
        pose, body, count, board = self.walker.pose, self.walker.body, self.walker.count, self.walker.board
        if is_column(body, count):
            body, count = unbent(body), min(count, body.files)
        look = max(1, clear)
        while look <= self.looks:
            beyond = board.beyond_edge(outline(pose.pivoted(x, y, self.turned(look)), body, count))
            if beyond > TOLERANCE:
                return look
            look += 1 + int(max(0, round(-beyond)) / between)
        return self.looks + 1

    def _tail_on_table(self) -> bool:
        """A quick yes: whether the ways on which the tail of a column stands meanwhile are on the table.

        A slight wheel leaves less room for those who come next than a sharp one, up to a quarter turn.
        """
        walker, count = self.walker, self.walker.count
        pose, body = wheeled(walker.pose, walker.body, count, self.turned(1))
        if orderly(body) and orderly(wheeled(pose, body, count, self.turn - self.turned(1))[1]):
            ways, more = lanes(pose, body, count, 0)[1:], 0
        else:
            ways, more = lanes(walker.pose, walker.body, count, 0), 2 * (body.frontage + body.base.depth)
        left, top, right, bottom = bounds_of(corner for way in ways for corner in way.corners)
        return walker.board.spans((left - more, top - more, right + more, bottom + more))

    def _with_its_tail_over_edge(self) -> int:
        here, board = self.walker.outline, self.walker.board
        if board.distance_to_edge(here) > 2 * here.radius:
            return self.looks + 1
        over = (look for look in range(1, self.looks + 1) if not board.holds(self._there(self.turned(look))))
        return next(over, self.looks + 1)

    def in_water(self) -> tuple[int, Feature | None]:
        """The look at which a body is first in water, and the water; one more than there are if at none."""
        here, features = self.walker.outline, self.walker.board.features
        if not self.walker.open_ground:
            ponds = [one for one in features if impassable(one) and lies_near(here, one, 2 * here.radius)]
            for look in range(1, self.looks + 1) if self._swings_near(ponds) else ():
                water = self.walker.barred(self._there(self.turned(look)))
                if water is not None:
                    return look, water
        return self.looks + 1, None

    def _swings_near(self, ponds: Sequence[Feature]) -> bool:
        """Whether a wheel comes so close to water that it must be looked at closely."""
        if not ponds:
            return False
        steps = max(1, -(-abs(self.turn) // _CHORD))
        stages = [self._there(round(self.turn * step / steps)) for step in range(steps + 1)]
        hulls = [
            MultiPoint([corner for stage in pair for rect in stage.rects for corner in rect.corners]).convex_hull
            for pair in pairwise(stages)
        ]
        return any(hull.distance(pond.polygon) <= CONTACT for hull in hulls for pond in ponds)

    def _there(self, turn: Mdeg) -> Outline:
        """The whole body when it has turned so far."""
        return outline_wheeled(self.walker, turn)

    def _arc(self, radius: float) -> float:
        """How far something goes that is so far from the pivot."""
        return radians(abs(self.turn) / 1000) * radius
