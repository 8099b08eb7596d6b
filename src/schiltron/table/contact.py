"""Which edges of two bodies touch, and the least move that lines them up."""

from collections.abc import Sequence
from math import cos, hypot, radians
from typing import Literal

from schiltron.table.body import Body, Figure, Formed, Scatter
from schiltron.table.lengths import CONTACT, FULL_TURN, heading_of, signed
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect

Edge = Literal["front", "rear", "left", "right"]
EDGES: tuple[Edge, ...] = ("front", "right", "rear", "left")
"""In the order of the corners: edge i runs from corner i to the next."""

_PARALLEL = cos(radians(2))
"""Edges are flush when they face each other within two degrees; else only a corner can touch."""


class Touch:
    """A stretch of edge that two rectangles share, or a corner of one that rests against an edge."""

    __slots__ = ("edge_a", "edge_b", "flush", "length", "rect_a", "rect_b")

    def __init__(self, edge_a: Edge, edge_b: Edge, length: float, rect_a: int, rect_b: int, *, flush: bool) -> None:
        self.edge_a = edge_a
        self.edge_b = edge_b
        self.length = length
        self.rect_a = rect_a
        self.rect_b = rect_b
        self.flush = flush

    def __repr__(self) -> str:
        how = f"along {self.length:g}" if self.flush else "by a corner"
        return f"Touch({self.edge_a} of {self.rect_a} to {self.edge_b} of {self.rect_b} {how})"


def touches(a: Outline, b: Outline) -> tuple[Touch, ...]:
    """Every touch between two bodies. Bare corner to corner is none."""
    reach = a.radius + b.radius + CONTACT
    if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > reach * reach:
        return ()
    return tuple(
        Touch(EDGES[edge_a], EDGES[edge_b], length, rect_a, rect_b, flush=flush)
        for rect_a, one in enumerate(a.rects)
        for rect_b, two in enumerate(b.rects)
        for edge_a, edge_b, length, flush in _touching(one, two)
    )


def figures_touching(figures_a: Sequence[Figure], figures_b: Sequence[Figure]) -> list[tuple[int, int, Edge]]:
    """Pairs of touching figures by their places in the sequences, with the edge of b's base touched.

    Where two edges of a base are touched at once, the one that shares the greater length.
    """
    near_a = _within(figures_a, figures_b)
    near_b = _within(figures_b, figures_a)
    pairs: list[tuple[int, int, Edge]] = []
    for index_a, one in near_a:
        for index_b, two in near_b:
            reach = one.radius + two.radius + CONTACT
            dx = two.x - one.x
            dy = two.y - one.y
            if dx * dx + dy * dy <= reach * reach:
                found = _touching(one, two)
                if found:
                    pairs.append((index_a, index_b, EDGES[max(found, key=lambda touch: touch[2])[1]]))
    return pairs


def _within(some: Sequence[Figure], others: Sequence[Figure]) -> list[tuple[int, Rect]]:
    """Those figures that come near the box round the others."""
    if not some or not others:
        return []
    reach = max([figure.rect.radius for figure in some]) + max([figure.rect.radius for figure in others]) + CONTACT
    across, along = [figure.x for figure in others], [figure.y for figure in others]
    left, right = min(across) - reach, max(across) + reach
    top, bottom = min(along) - reach, max(along) + reach
    return [(i, f.rect) for i, f in enumerate(some) if left <= f.x <= right and top <= f.y <= bottom]


def _touching(a: Rect, b: Rect) -> list[tuple[int, int, float, bool]]:
    """The touches of two rectangles as (edge of a, edge of b, shared length, flush)."""
    dx = b.x - a.x
    dy = b.y - a.y
    ahead = dx * a.fx + dy * a.fy
    across = dy * a.fx - dx * a.fy
    cosine = a.fx * b.fx + a.fy * b.fy
    sine = a.fx * b.fy - a.fy * b.fx
    level, steep = abs(cosine), abs(sine)
    b_ahead = dx * b.fx + dy * b.fy
    b_across = dy * b.fx - dx * b.fy
    if (
        abs(ahead) - a.half_depth - b.half_depth * level - b.half_width * steep > CONTACT
        or abs(across) - a.half_width - b.half_width * level - b.half_depth * steep > CONTACT
        or abs(b_ahead) - b.half_depth - a.half_depth * level - a.half_width * steep > CONTACT
        or abs(b_across) - b.half_width - a.half_width * level - a.half_depth * steep > CONTACT
    ):
        return []
    a_edges = (0 if ahead > 0.0 else 2, 1 if across > 0.0 else 3)
    for facing, turned in ((2, cosine), (0, -cosine), (1, sine), (3, -sine)):
        if turned >= _PARALLEL:
            found: list[tuple[int, int, float, bool]] = []
            for edge_a in a_edges:
                edge_b = (edge_a + facing) % 4
                length = _shared(a, edge_a, b, edge_b)
                if length > CONTACT:
                    found.append((edge_a, edge_b, length, True))
            return found
    b_edges = (2 if b_ahead > 0.0 else 0, 3 if b_across > 0.0 else 1)
    resting = {(edge_a, edge_b) for edge_a, edge_b in _corners_against(a, b, b_edges)}
    resting |= {(edge_a, edge_b) for edge_b, edge_a in _corners_against(b, a, a_edges)}
    return [(edge_a, edge_b, 0.0, False) for edge_a, edge_b in sorted(resting)]


def _shared(a: Rect, edge_a: int, b: Rect, edge_b: int) -> float:
    """The length two facing edges share, 0 if they are more than CONTACT apart where they face each other."""
    start_x, start_y = a.corners[edge_a]
    along_x, along_y, length = _along(a, edge_a)
    x, y = b.corners[(edge_b + 1) % 4]
    first = (x - start_x) * along_x + (y - start_y) * along_y
    first_out = (x - start_x) * along_y - (y - start_y) * along_x
    x, y = b.corners[edge_b]
    last = (x - start_x) * along_x + (y - start_y) * along_y
    last_out = (x - start_x) * along_y - (y - start_y) * along_x
    begin, end = max(first, 0.0), min(last, length)
    if end <= begin:
        return 0.0
    slope = (last_out - first_out) / (last - first)
    begin_out = first_out + (begin - first) * slope
    end_out = first_out + (end - first) * slope
    if min(begin_out, end_out) > CONTACT or max(begin_out, end_out) < -CONTACT:
        return 0.0
    return end - begin


def _along(rect: Rect, edge: int) -> tuple[float, float, float]:
    """The direction in which an edge runs and its length; turned left from it lies the outside."""
    if edge == 0:
        return -rect.fy, rect.fx, 2 * rect.half_width
    if edge == 1:
        return -rect.fx, -rect.fy, 2 * rect.half_depth
    if edge == 2:
        return rect.fy, -rect.fx, 2 * rect.half_width
    return rect.fx, rect.fy, 2 * rect.half_depth


def _corners_against(a: Rect, b: Rect, edges: tuple[int, int]) -> list[tuple[int, int]]:
    """Corners of a resting against one of these edges of b, as (edge of a that faces it most, edge of b)."""
    found: list[tuple[int, int]] = []
    for edge_b in edges:
        start_x, start_y = b.corners[edge_b]
        along_x, along_y, length = _along(b, edge_b)
        for corner, (x, y) in enumerate(a.corners):
            out = (x - start_x) * along_y - (y - start_y) * along_x
            if not -CONTACT <= out <= CONTACT:
                continue
            place = (x - start_x) * along_x + (y - start_y) * along_y
            if CONTACT < place < length - CONTACT:
                found.append((_facing_most(a, corner, along_x, along_y), edge_b))
    return found


def _facing_most(rect: Rect, corner: int, along_x: float, along_y: float) -> int:
    """Of the two edges at a corner the one that faces most an edge running along; of equals, front or rear."""
    flank = corner if corner % 2 else (corner - 1) % 4
    across = (corner - 1) % 4 if corner % 2 else corner
    flank_x, flank_y, _ = _along(rect, flank)
    across_x, across_y, _ = _along(rect, across)
    facing = (across_x - flank_x) * along_x + (across_y - flank_y) * along_y
    return flank if facing > 1e-9 else across


def squared(pose: Pose, body: Body, count: int, target: Outline, rect_index: int, edge: Edge) -> Pose:
    """The least move that brings the body's front flush with an edge of the target.

    The body turns about the point of first touch, closes up to the edge, and slides along it only if
    otherwise no more than CONTACT of the two would meet, and then until half of the shorter does.
    """
    rect = target.rects[rect_index]
    number = EDGES.index(edge)
    along_x, along_y, length = _along(rect, number)
    start_x, start_y = rect.corners[number]
    end_x, end_y = rect.corners[(number + 1) % 4]
    out_x, out_y = along_y, -along_x
    left, right, ahead = _front(pose, body, count)
    left_x, left_y = pose.world(left, ahead)
    right_x, right_y = pose.world(right, ahead)
    touching_x, touching_y = min(
        ((left_x, left_y), (right_x, right_y), (start_x, start_y), (end_x, end_y)),
        key=lambda point: (
            _to_segment(point, (start_x, start_y), (end_x, end_y))
            + _to_segment(point, (left_x, left_y), (right_x, right_y))
        ),
    )
    turn = signed(heading_of(-out_x, -out_y) - pose.heading)
    turned = pose.pivoted(touching_x, touching_y, turn)
    front_x, front_y = turned.world(right, ahead)
    apart = (front_x - start_x) * out_x + (front_y - start_y) * out_y
    first = (front_x - start_x) * along_x + (front_y - start_y) * along_y
    last = first + right - left
    slide = 0.0
    if min(last, length) - max(first, 0.0) <= CONTACT:
        wanted = min(right - left, length) / 2
        slide = wanted - last if first < 0.0 else length - wanted - first
    return Pose(
        round(turned.x - apart * out_x + slide * along_x),
        round(turned.y - apart * out_y + slide * along_y),
        turned.heading % FULL_TURN,
    )


def _front(pose: Pose, body: Body, count: int) -> tuple[float, float, float]:
    """The front edge seen from the pose: from so far to so far across, and how far ahead."""
    shape = outline(pose, body, count)
    rects = shape.rects if isinstance(body, Scatter) else shape.rects[:1]
    corners = [pose.local(x, y) for rect in rects for x, y in rect.corners]
    across = [lateral for lateral, _ in corners]
    return min(across), max(across), max(forward for _, forward in corners)


def edge_met(pose: Pose, body: Body, count: int, target: Outline, start: tuple[float, float]) -> tuple[int, Edge]:
    """The rectangle and the edge of the target that the front of a body has met first.

    Where a corner of the target was met, the lines at 45 degrees from its corners decide by where the start lies.
    """
    half = _half_front(pose, body, count)
    best: tuple[float, int, Edge | None] | None = None
    for index, rect in enumerate(target.rects):
        forward, edge = _first_point(rect, pose, half)
        if forward is not None and (best is None or forward < best[0]):
            best = (forward, index, edge)
    if best is None:
        return 0, sector(target.rects[0], *start)
    _, index, met = best
    return index, met if met is not None else sector(target.rects[index], *start)


def _half_front(pose: Pose, body: Body, count: int) -> float:
    if isinstance(body, Formed):
        return body.frontage / 2
    left, right, _ = _front(pose, body, count)
    return (right - left) / 2


def _first_point(rect: Rect, pose: Pose, half: float) -> tuple[float | None, Edge | None]:
    """The nearest point of a rectangle within a front's width: how far ahead, and on which edge (None: a corner)."""
    corners = [pose.local(x, y) for x, y in rect.corners]
    best: float | None = None
    edge: Edge | None = None
    for number in range(4):
        (ax, ay), (bx, by) = corners[number], corners[(number + 1) % 4]
        low, high = (ax, bx) if ax <= bx else (bx, ax)
        if high <= -half + CONTACT or low >= half - CONTACT or high - low < 1e-6:
            continue
        left, right = max(low, -half), min(high, half)
        slope = (by - ay) / (bx - ax)
        at_left, at_right = ay + (left - ax) * slope, ay + (right - ax) * slope
        nearest = min(at_left, at_right)
        if best is not None and nearest > best + 1e-6:
            continue
        flush = abs(at_left - at_right) <= CONTACT
        end_x = left if at_left < at_right else right
        at_own_corner = abs(end_x) >= half - 1e-6
        found = EDGES[number] if flush or at_own_corner else None
        if best is None or nearest < best - 1e-6 or edge is None:
            best, edge = nearest, found
    return best, edge


def _to_segment(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    (x, y), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
    along = min(max(along, 0.0), 1.0)
    return hypot(x - ax - along * dx, y - ay - along * dy)


def sector(rect: Rect, x: float, y: float) -> Edge:
    """The side of a rectangle on which a point lies, parted by lines at 45 degrees outward from its corners.

    On a line itself, front and rear go before the flanks.
    """
    dx = x - rect.x
    dy = y - rect.y
    ahead = dx * rect.fx + dy * rect.fy
    across = dy * rect.fx - dx * rect.fy
    if abs(ahead) - rect.half_depth >= abs(across) - rect.half_width:
        return "front" if ahead >= 0.0 else "rear"
    return "right" if across >= 0.0 else "left"
