"""Many rectangles measured at once, where plain floats would take too long."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schiltron.table.pose import Pose
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


def seen_from(some: Rectangles, pose: Pose) -> Rectangles:
    """Rectangles as they would lie on the table if it were shifted and turned until a pose is at its corner and looks
    up it."""
    fx, fy = pose.forward
    dx, dy = some.x - pose.x, some.y - pose.y
    return Rectangles(
        dy * fx - dx * fy,
        -(dx * fx + dy * fy),
        some.fy * fx - some.fx * fy,
        -(some.fx * fx + some.fy * fy),
        some.half_width,
        some.half_depth,
    )


class Runs:
    """Many rectangles, each of which goes so far straight ahead, and what of them does not hang on whom they meet."""

    def __init__(self, begin: Rectangles, gone: Numbers) -> None:
        self.begin = begin
        self.gone = gone
        self.corners = begin.corners()
        self.step = gone * begin.fx, gone * begin.fy

    def corner_gaps(self, others: Rectangles) -> tuple[Numbers, Numbers]:
        """How near the two of each pair come to a corner of one another before and after each run; a row for each run.

        That is the gap between the two, unless they lie across one another like two bars. The runs, of which there are
        many, come last in all that is worked out: numbers are quickest told one after the other in long rows.
        """
        a = self.begin
        b_x, b_y = others.corners()
        ahead, aside = _seen(a, b_x[:, :, None], b_y[:, :, None])
        beside = _square_past(aside, a.half_width)
        after = _square_past(ahead - self.gone, a.half_depth)
        before = _square_past(ahead, a.half_depth)
        before += beside
        after += beside
        few = Rectangles(*(column[:, None] for column in others))
        a_x, a_y = self.corners
        b_ahead, b_aside = _seen(few, a_x[:, None, :], a_y[:, None, :])
        (step_x, step_y), fx, fy = self.step, few.fx, few.fy
        b_after = _squares(few, b_ahead + (step_x * fx + step_y * fy), b_aside + (step_y * fx - step_x * fy))
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
