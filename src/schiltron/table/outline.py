"""The outline of a body: the few rectangles it covers, in a bounding circle. Derived, never stored.

All measuring between bodies is done here. Everything starts by rejecting on the circles.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, ceil, cos, degrees, floor, hypot, pi, radians, sin, sqrt

from schiltron.table import rectangles
from schiltron.table.blocks import blocks
from schiltron.table.body import Body, Figure, Formed, Single, figures, unbent
from schiltron.table.columns import Gone, gone
from schiltron.table.lengths import CONTACT, Mdeg, Mil, direction
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect
from schiltron.table.rings import Bounds

NOWHERE: Mil = 10**9
"""The distance to a body without figures."""
_QUARTER = pi / 2
_AXES = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
"""Where the quarters of a circle begin, clockwise."""


class Outline:
    """Rectangles and their bounding circle; the first one is the front of the main block. Never changed."""

    __slots__ = ("radius", "rects", "x", "y")

    def __init__(self, rects: tuple[Rect, ...], x: float, y: float, radius: float) -> None:
        self.rects = rects
        self.x = x
        self.y = y
        self.radius = radius

    @property
    def main(self) -> Rect:
        return self.rects[0]

    def near(self, other: "Outline", distance: Mil) -> bool:
        """A quick test that can rule contact out: whether the circles come within a distance."""
        dx, dy, reach = self.x - other.x, self.y - other.y, self.radius + other.radius + distance
        return dx * dx + dy * dy <= reach * reach


def outline(pose: Pose, body: Body, count: int) -> Outline:
    """A rectangle for the full ranks, one for a short rank, and so for each wing or leg of a column."""
    return _outline(pose, body, count)


@lru_cache(maxsize=1024)
def _outline(pose: Pose, body: Body, count: int) -> Outline:
    if isinstance(body, Formed):
        if body.left is None and body.right is None and not body.bends:
            return _plain(pose, body, count)
        return _enclosed(pose, _block_rects(pose, body, count))
    if isinstance(body, Single) and count > 0:
        fx, fy = direction(pose.heading)
        rect = Rect(pose.x, pose.y, fx, fy, body.base.width / 2, body.base.depth / 2)
        return Outline((rect,), pose.x, pose.y, rect.radius)
    return _enclosed(pose, tuple(figure.rect for figure in figures(pose, body, count)))


def _plain(pose: Pose, body: Formed, count: int) -> Outline:
    """Ranks and files without wings or bends, the common case, worked out in one go."""
    if count <= 0:
        return Outline((), pose.x, pose.y, 0.0)
    base, spacing, files = body.base, body.spacing, body.files
    width_pitch = base.width + spacing
    depth_pitch = base.depth + spacing
    full_ranks, short = divmod(count, files)
    half_front = (files * width_pitch - spacing) / 2
    fx, fy = direction(pose.heading)
    x, y = pose.x, pose.y
    if not short:
        half = (full_ranks * depth_pitch - spacing) / 2
        rect = Rect(x - fx * half, y - fy * half, fx, fy, half_front, half)
        return Outline((rect,), rect.x, rect.y, rect.radius)
    half_width = (short * width_pitch - spacing) / 2
    across = (files - short) // 2 * width_pitch + half_width - half_front
    half_depth = base.depth / 2
    back = full_ranks * depth_pitch + half_depth
    last = Rect(x - fy * across - fx * back, y + fx * across - fy * back, fx, fy, half_width, half_depth)
    if not full_ranks:
        return Outline((last,), last.x, last.y, last.radius)
    half = (full_ranks * depth_pitch - spacing) / 2
    rect = Rect(x - fx * half, y - fy * half, fx, fy, half_front, half)
    half = (back + half_depth) / 2
    return Outline((rect, last), x - fx * half, y - fy * half, sqrt(half_front * half_front + half * half))


def outline_gone_on(pose: Pose, body: Formed, count: int, distance: Mil) -> Outline:
    """The outline after the head has gone straight on: behind a bent column's head the others follow."""
    there = pose.advanced(distance)
    if not distance or not body.corners:
        return outline(there, body, count)
    return outline_of_column(there, body, count, gone(there, body, count, distance))


def outline_of_column(pose: Pose, body: Formed, count: int, column: Gone) -> Outline:
    """The outline of a bent column that has come to a pose."""
    return _enclosed(pose, column.rects) if column.bent else outline(pose, unbent(body), count)


def _block_rects(pose: Pose, body: Formed, count: int) -> tuple[Rect, ...]:
    base, spacing = body.base, body.spacing
    rects: list[Rect] = []
    for block in blocks(pose, body, count):
        fx, fy = block.fx, block.fy
        for first, number, rank, ranks in (
            (0, block.files, 0, block.full_ranks),
            (block.short_offset, block.short, block.full_ranks, 1 if block.short else 0),
        ):
            if not ranks:
                continue
            half_width = (number * (base.width + spacing) - spacing) / 2
            half_depth = (ranks * (base.depth + spacing) - spacing) / 2
            across = first * (base.width + spacing) + half_width
            back = rank * (base.depth + spacing) + half_depth
            x = block.x - fy * across - fx * back
            y = block.y + fx * across - fy * back
            rects.append(Rect(x, y, fx, fy, half_width, half_depth))
    return tuple(rects)


def _enclosed(pose: Pose, rects: tuple[Rect, ...]) -> Outline:
    if not rects:
        return Outline((), pose.x, pose.y, 0.0)
    x = (min(rect.x for rect in rects) + max(rect.x for rect in rects)) / 2
    y = (min(rect.y for rect in rects) + max(rect.y for rect in rects)) / 2
    radius = max(hypot(rect.x - x, rect.y - y) + rect.radius for rect in rects)
    return Outline(rects, x, y, radius)


def box_round(a: Outline, b: Outline) -> Bounds:
    """The box that holds two bodies and all between them."""
    return (
        min(a.x - a.radius, b.x - b.radius),
        min(a.y - a.radius, b.y - b.radius),
        max(a.x + a.radius, b.x + b.radius),
        max(a.y + a.radius, b.y + b.radius),
    )


def within(a: Outline, box: Bounds) -> bool:
    """A quick test that can rule contact out: whether the box round a body meets another box."""
    x, y, radius = a.x, a.y, a.radius
    return x - radius <= box[2] and box[0] <= x + radius and y - radius <= box[3] and box[1] <= y + radius


def box_swung(mover: Outline, turn: Mdeg, pivot_x: float, pivot_y: float) -> Bounds:
    """The box that holds a point and a body all the while it turns about that point."""
    angle = radians(turn / 1000)
    cosine, sine = cos(angle), sin(angle)
    left = right = pivot_x
    top = bottom = pivot_y
    for rect in mover.rects:
        for x, y in rect.corners:
            dx, dy = x - pivot_x, y - pivot_y
            start, radius = atan2(dy, dx), hypot(dx, dy)
            first, last = (start, start + angle) if angle > 0 else (start + angle, start)
            passed = [_AXES[quarter % 4] for quarter in range(ceil(first / _QUARTER), floor(last / _QUARTER) + 1)]
            xs = (dx, dx * cosine - dy * sine, *(radius * across for across, _ in passed))
            ys = (dy, dx * sine + dy * cosine, *(radius * down for _, down in passed))
            left, right = min(left, pivot_x + min(xs)), max(right, pivot_x + max(xs))
            top, bottom = min(top, pivot_y + min(ys)), max(bottom, pivot_y + max(ys))
    return left, top, right, bottom


def gap(a: Outline, b: Outline) -> Mil:
    """The distance between the nearest bases; 0 when they touch or overlap."""
    a_rects, b_rects = a.rects, b.rects
    if len(a_rects) == 1 and len(b_rects) == 1:
        return round(rectangles.gap(a_rects[0], b_rects[0]))
    best = float(NOWHERE)
    for one in a_rects:
        for two in b_rects:
            reach = best + one.radius + two.radius
            dx = two.x - one.x
            dy = two.y - one.y
            if dx * dx + dy * dy < reach * reach:
                best = min(best, rectangles.gap(one, two))
    return round(best)


def overlapping(a: Outline, b: Outline, by: float = CONTACT) -> bool:
    """Whether bases of the two reach into each other deeper than `by`."""
    dx = b.x - a.x
    dy = b.y - a.y
    reach = a.radius + b.radius
    if dx * dx + dy * dy >= reach * reach:
        return False
    for one in a.rects:
        for two in b.rects:
            if rectangles.overlapping(one, two, by):
                return True
    return False


def nearest_figure(candidates: Sequence[Figure], x: float, y: float) -> Figure:
    """The figure whose base is nearest to a point; the first of equals."""
    return min(candidates, key=lambda figure: rectangles.point_gap(figure.rect, x, y))


def nearest_figures(from_figures: Sequence[Figure], to_figures: Sequence[Figure]) -> tuple[Figure, Figure, Mil]:
    """The two figures with the least gap between their bases, and that gap; the first pair of equals."""
    nearest = (from_figures[0], to_figures[0])
    best = float(NOWHERE)
    there = [(figure, figure.rect, figure.rect.radius) for figure in to_figures]
    for one in from_figures:
        rect = one.rect
        x, y, radius = rect.x, rect.y, rect.radius
        for two, other, other_radius in there:
            reach = best + radius + other_radius
            dx = other.x - x
            dy = other.y - y
            if dx * dx + dy * dy < reach * reach:
                apart = rectangles.gap(rect, other)
                if apart < best:
                    best = apart
                    nearest = (one, two)
    return nearest[0], nearest[1], round(best)


def advance_gap(mover: Outline, ux: float, uy: float, other: Outline, limit: float) -> float | None:
    """How far the mover may go along the unit vector before it touches the other; None beyond the limit."""
    dx = other.x - mover.x
    dy = other.y - mover.y
    reach = mover.radius + other.radius
    ahead = dx * ux + dy * uy
    if ahead - reach > limit or ahead + reach < 0.0 or reach - abs(dy * ux - dx * uy) <= CONTACT:
        return None
    best: float | None = None
    for one in mover.rects:
        for two in other.rects:
            free = rectangles.advance_gap(one, ux, uy, two)
            if free is not None and free <= limit:
                limit = best = free
    return best


def pivot_gap(mover: Outline, turn: Mdeg, pivot_x: float, pivot_y: float, other: Outline) -> Mdeg | None:
    """The largest turn (same sign) about a point before first contact with the other; None if free all the way."""
    limit = radians(turn / 1000)
    met = False
    for one in mover.rects:
        reach = hypot(one.x - pivot_x, one.y - pivot_y) + one.radius
        for two in other.rects:
            if hypot(two.x - pivot_x, two.y - pivot_y) >= reach + two.radius:
                continue
            angle = rectangles.pivot_angle(one, pivot_x, pivot_y, two, limit)
            if angle is not None:
                limit, met = angle, True
                if not limit:
                    return 0
    return int(degrees(limit) * 1000) if met else None
