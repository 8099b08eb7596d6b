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

    def advanced(self, distance: Numbers) -> "Rectangles":
        """Each of them so far straight ahead."""
        return self._replace(x=self.x + self.fx * distance, y=self.y + self.fy * distance)

    def corners(self) -> tuple[Numbers, Numbers]:
        """The x and the y of all corners, four in a row."""
        ahead, aside = np.outer(self.half_depth, _FRONT), np.outer(self.half_width, _RIGHT)
        fx, fy = self.fx[:, None], self.fy[:, None]
        return self.x[:, None] + fx * ahead - fy * aside, self.y[:, None] + fy * ahead + fx * aside


def rows(rects: Sequence[Rect]) -> Rectangles:
    """Rectangles in the order given."""
    table = np.array([(one.x, one.y, one.fx, one.fy, one.half_width, one.half_depth) for one in rects])
    return Rectangles(*table.reshape(-1, 6).T)


def corner_gaps(a: Rectangles, b: Rectangles) -> Numbers:
    """How near the two of each pair come to a corner of one another; a row for each of the first.

    That is the gap between the two, unless they lie across one another like two bars.
    """
    return np.minimum(_to_corners(a, b), _to_corners(b, a).T)


def _to_corners(a: Rectangles, b: Rectangles) -> Numbers:
    """From each of the first to the nearest corner of each of the second."""
    corner_x, corner_y = b.corners()
    dx = corner_x[None, :, :] - a.x[:, None, None]
    dy = corner_y[None, :, :] - a.y[:, None, None]
    fx, fy = a.fx[:, None, None], a.fy[:, None, None]
    beyond = np.abs(dx * fx + dy * fy) - a.half_depth[:, None, None]
    beside = np.abs(dy * fx - dx * fy) - a.half_width[:, None, None]
    squares: Numbers = np.maximum(beyond, 0.0) ** 2 + np.maximum(beside, 0.0) ** 2
    nearest: Numbers = np.sqrt(squares.min(axis=2))
    return nearest
