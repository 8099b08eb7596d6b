"""Arcs of fire and sight in front of a body.

An arc is bounded by a ray from the front-left corner, so many degrees left of straight ahead, and one from
the front-right corner, so many degrees right. What is straight ahead of the front edge is inside. With 180
degrees a side is open from straight ahead to straight behind; with both, the arc is all round.
"""

from math import ceil

from schiltron.table.lengths import QUARTER_TURN, Mdeg, direction

Corner = tuple[float, float]

_ON = 0.5
"""Half a mil: a point that rounds onto the bounding ray is inside."""
_PAST = 4 * _ON
_HALF_TURN: Mdeg = 180_000
_ARC_STEP: Mdeg = 5_000


class Arc:
    """An arc that is asked about many points."""

    __slots__ = ("_all_round", "_fx", "_fy", "_left", "_lx", "_ly", "_narrow", "_right", "_rx", "_ry")

    def __init__(self, front_left: Corner, front_right: Corner, heading: Mdeg, left: Mdeg, right: Mdeg) -> None:
        self._lx, self._ly = front_left
        self._rx, self._ry = front_right
        self._fx, self._fy = direction(heading)
        self._left = None if left >= _HALF_TURN else direction(left)
        self._right = None if right >= _HALF_TURN else direction(right)
        self._all_round = self._left is None and self._right is None
        self._narrow = left <= QUARTER_TURN and right <= QUARTER_TURN

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in the arc: straight ahead, or outward of a corner and not past its ray."""
        if self._all_round:
            return True
        fx, fy = self._fx, self._fy
        dx, dy = x - self._lx, y - self._ly
        from_left = dy * fx - dx * fy
        ahead_left = dx * fx + dy * fy
        if from_left < -_ON:
            opening = self._left
            return opening is None or ahead_left * opening[0] - from_left * opening[1] >= -_ON
        dx, dy = x - self._rx, y - self._ry
        from_right = dy * fx - dx * fy
        ahead_right = dx * fx + dy * fy
        if from_right > _ON:
            opening = self._right
            return opening is None or ahead_right * opening[0] + from_right * opening[1] >= -_ON
        return ahead_left >= -_ON or ahead_right >= -_ON

    def misses(self, x: float, y: float, radius: float) -> bool:
        """A quick test that can rule a hit out: whether no point of a circle lies in the arc, since all of it is past
        one of the rays."""
        if not self._narrow:
            return False
        fx, fy = self._fx, self._fy
        assert self._left is not None
        assert self._right is not None
        across, ahead = self._left
        dx, dy = x - self._lx, y - self._ly
        if (dx * fx + dy * fy) * across - (dy * fx - dx * fy) * ahead < -radius - _PAST:
            return True
        across, ahead = self._right
        dx, dy = x - self._rx, y - self._ry
        return (dx * fx + dy * fy) * across + (dy * fx - dx * fy) * ahead < -radius - _PAST


def in_arc(front_left: Corner, front_right: Corner, heading: Mdeg, left: Mdeg, right: Mdeg, x: float, y: float) -> bool:
    """Whether a point lies in the arc."""
    return Arc(front_left, front_right, heading, left, right).holds(x, y)


def arc_polygon(
    front_left: Corner, front_right: Corner, heading: Mdeg, left: Mdeg, right: Mdeg, reach: float
) -> list[Corner]:
    """The arc out to some reach as a ring of points, for drawing."""
    ring = [front_left]
    ring += _fan(front_left, heading - left, left, reach)
    ring += _fan(front_right, heading, right, reach)
    ring.append(front_right)
    return ring


def _fan(corner: Corner, first: Mdeg, opening: Mdeg, reach: float) -> list[Corner]:
    steps = max(1, ceil(opening / _ARC_STEP))
    points: list[Corner] = []
    for step in range(steps + 1):
        ux, uy = direction(first + opening * step // steps)
        points.append((corner[0] + ux * reach, corner[1] + uy * reach))
    return points
