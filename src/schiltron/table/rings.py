"""Closed rings of points, asked in plain floats: boxes, points inside, the parts of a line inside.

Several rings together are read by the even-odd rule, so a second ring inside the first is a hole. The
boundary counts as inside; a point within half a mil of it is on it.
"""

from collections.abc import Iterable, Sequence
from math import hypot

Point = tuple[float, float]
Ring = Sequence[Point]
Bounds = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""
Interval = tuple[float, float]

_ON = 0.5
_A_LITTLE_MORE = 1.01
"""A quick no must be sure of it, however numbers are rounded."""


def bounds_of(points: Iterable[Point]) -> Bounds:
    """The box round some points."""
    listed = list(points)
    xs = [x for x, _ in listed]
    ys = [y for _, y in listed]
    return min(xs), min(ys), max(xs), max(ys)


def meeting(a: Bounds, b: Bounds) -> bool:
    """Whether two boxes share a point."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def passed_by(bounds: Bounds, x: float, y: float, ux: float, uy: float) -> bool:
    """A quick test that can rule contact out: whether the endless line through (x, y) along the unit vector misses a
    box."""
    left, top, right, bottom = bounds
    off = ((top + bottom) / 2 - y) * ux - ((left + right) / 2 - x) * uy
    reach = ((bottom - top) * abs(ux) + (right - left) * abs(uy)) / 2 + 2 * _ON
    return off > reach or off < -reach


def inside(rings: Iterable[Ring], bounds: Bounds, x: float, y: float) -> bool:
    """Whether a point lies in the rings or on their boundary."""
    if x < bounds[0] - _ON or x > bounds[2] + _ON or y < bounds[1] - _ON or y > bounds[3] + _ON:
        return False
    odd = False
    for ring in rings:
        ax, ay = ring[-1]
        for bx, by in ring:
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                odd = not odd
            ax, ay = bx, by
    return odd or _on_boundary(rings, x, y)


def _on_boundary(rings: Iterable[Ring], x: float, y: float) -> bool:
    return not all(clear_of(ring, x, y, _ON) for ring in rings)


def clear_of(ring: Ring, x: float, y: float, distance: float) -> bool:
    """Whether a point is farther than some distance from the boundary of a ring."""
    plainly = distance * distance * _A_LITTLE_MORE
    ax, ay = ring[-1]
    for bx, by in ring:
        dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
        ax, ay = bx, by
        square = dx * dx + dy * dy
        off = dx * py - dy * px
        if off * off > plainly * square:
            continue
        along = (px * dx + py * dy) / square if square else 0.0
        along = min(max(along, 0.0), 1.0)
        if hypot(px - along * dx, py - along * dy) <= distance:
            return False
    return True


def line_inside(rings: Iterable[Ring], x: float, y: float, ux: float, uy: float) -> list[Interval]:
    """The parts of the endless line through (x, y) along the unit vector that lie in the rings, in order.

    As distances from (x, y). A line that runs along the boundary is inside there.
    """
    cuts: list[float] = []
    edges: list[Interval] = []
    for ring in rings:
        ax, ay = ring[-1]
        a_off = (ay - y) * ux - (ax - x) * uy
        for bx, by in ring:
            b_off = (by - y) * ux - (bx - x) * uy
            crossed = (a_off > 0.0) != (b_off > 0.0)
            along_it = -_ON <= a_off <= _ON and -_ON <= b_off <= _ON
            if crossed or along_it:
                a_along = (ax - x) * ux + (ay - y) * uy
                b_along = (bx - x) * ux + (by - y) * uy
                if crossed:
                    cuts.append(a_along + (b_along - a_along) * a_off / (a_off - b_off))
                if along_it and a_along != b_along:
                    edges.append((min(a_along, b_along), max(a_along, b_along)))
            ax, ay, a_off = bx, by, b_off
    cuts.sort()
    parts = [*zip(cuts[::2], cuts[1::2], strict=True), *edges]
    return joined(parts) if len(parts) > 1 else parts


def joined(intervals: Iterable[Interval]) -> list[Interval]:
    """The union of some intervals, in order; neighbours that meet are one."""
    united: list[Interval] = []
    for start, end in sorted(intervals):
        if united and start <= united[-1][1]:
            if end > united[-1][1]:
                united[-1] = (united[-1][0], end)
        else:
            united.append((start, end))
    return united
