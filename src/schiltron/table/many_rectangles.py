"""Many rectangles measured at once, where plain floats would take too long."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schiltron.table.rectangles import Rect

Numbers = NDArray[np.float64]

_FRONT = np.array([1.0, 1.0, -1.0, -1.0])
_RIGHT = np.array([-1.0, 1.0, 1.0, -1.0])
"""Where the corners of a rectangle lie, from the front left one on."""


class Rectangles(NamedTuple):
    """Rectangles by their centres, the way they look and their half sizes; an array of each."""

    x: Numbers
    y: Numbers
    fx: Numbers
    fy: Numbers
    half_width: Numbers
    half_depth: Numbers

    def corners(self) -> tuple[Numbers, Numbers]:
        """The x and the y of all corners, a row for each of the four."""
        ahead, aside = np.outer(_FRONT, self.half_depth), np.outer(_RIGHT, self.half_width)
        return self.x + self.fx * ahead - self.fy * aside, self.y + self.fy * ahead + self.fx * aside


def rows(rects: Sequence[Rect]) -> Rectangles:
    """Rectangles in the order given."""
    table = np.array([(one.x, one.y, one.fx, one.fy, one.half_width, one.half_depth) for one in rects])
    return Rectangles(*table.reshape(-1, 6).T)


def corner_gaps_at_both_ends(a: Rectangles, gone: Numbers, b: Rectangles) -> tuple[Numbers, Numbers]:
    """How near the two of each pair come to a corner of one another, before and after each of the first has gone so far
    straight ahead; a row for each of the first.

    That is the gap between the two, unless they lie across one another like two bars. The first, of which there are
    many, come last in all that is worked out: numbers are quickest told one after the other in long rows.
    """
    b_x, b_y = b.corners()
    ahead, aside = _seen(a, b_x[:, :, None], b_y[:, :, None])
    beside = _square_past(aside, a.half_width)
    after = _square_past(ahead - gone, a.half_depth)
    before = _square_past(ahead, a.half_depth)
    before += beside
    after += beside
    few = Rectangles(*(column[:, None] for column in b))
    a_x, a_y = a.corners()
    b_ahead, b_aside = _seen(few, a_x[:, None, :], a_y[:, None, :])
    fx, fy = few.fx, few.fy
    b_after = _squares(few, b_ahead + gone * (a.fx * fx + a.fy * fy), b_aside + gone * (a.fy * fx - a.fx * fy))
    b_before = _squares(few, b_ahead, b_aside)
    near, far = np.minimum(before.min(axis=0), b_before), np.minimum(after.min(axis=0), b_after)
    return np.sqrt(near, out=near).T, np.sqrt(far, out=far).T


def _seen(a: Rectangles, x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
    """How far ahead and aside of the middle of each some points lie."""
    dx, dy = x - a.x, y - a.y
    fx, fy = a.fx, a.fy
    ahead = dx * fx
    ahead += dy * fy
    aside = np.multiply(dy, fx, out=dy)
    aside -= np.multiply(dx, fy, out=dx)
    return ahead, aside


def _squares(a: Rectangles, ahead: Numbers, aside: Numbers) -> Numbers:
    """The squared distance from each to the nearest of the points so far ahead and aside, which are used up."""
    squares: Numbers = _square_past(ahead, a.half_depth)
    squares += _square_past(aside, a.half_width)
    nearest: Numbers = squares.min(axis=0)
    return nearest


def _square_past(distance: Numbers, half: Numbers) -> Numbers:
    """The square of how far each is beyond half a size; the distances are used up."""
    np.abs(distance, out=distance)
    distance -= half
    np.maximum(distance, 0.0, out=distance)
    distance *= distance
    return distance
