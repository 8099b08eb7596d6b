"""Arcs of fire and sight in front of a body.

An arc is bounded by a ray from the front-left corner, so many degrees left of straight ahead, and one from
the front-right corner, so many degrees right. What is straight ahead of the front edge is inside. With 180
degrees a side is open from straight ahead to straight behind; with both, the arc is all round.
"""

from math import ceil

from schiltron.table.lengths import Mdeg, direction

Corner = tuple[float, float]

_ON = 0.5
"""Half a mil: a point that rounds onto the bounding ray is inside."""
_HALF_TURN: Mdeg = 180_000
_ARC_STEP: Mdeg = 5_000


def in_arc(front_left: Corner, front_right: Corner, heading: Mdeg, left: Mdeg, right: Mdeg, x: float, y: float) -> bool:
    """Whether a point lies in the arc."""
    if left >= _HALF_TURN and right >= _HALF_TURN:
        return True
    fx, fy = direction(heading)
    dx, dy = x - front_left[0], y - front_left[1]
    from_left = dy * fx - dx * fy
    ahead_left = dx * fx + dy * fy
    if from_left < -_ON:
        return _within(-from_left, ahead_left, left)
    dx, dy = x - front_right[0], y - front_right[1]
    from_right = dy * fx - dx * fy
    ahead_right = dx * fx + dy * fy
    if from_right > _ON:
        return _within(from_right, ahead_right, right)
    return ahead_left >= -_ON or ahead_right >= -_ON


def _within(outward: float, ahead: float, opening: Mdeg) -> bool:
    """Whether a point outward of a corner lies between straight ahead and the ray of the opening."""
    if opening >= _HALF_TURN:
        return True
    sine, minus_cosine = direction(opening)
    return ahead * sine + outward * minus_cosine >= -_ON


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
