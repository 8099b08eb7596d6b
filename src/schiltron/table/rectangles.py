"""Rectangles on the table. Called thousands of times a second: plain floats, and no polygon is ever built.

Two rectangles are apart exactly when one of their four axes parts them (separating axis theorem); all
questions here are asked on those axes.
"""

from math import atan2, cos, hypot, sin, sqrt, tau

from schiltron.table.lengths import CONTACT

_PARALLEL = 1e-9
_TURN_STEP = 50
"""How far the far corner of a rectangle that turns in contact may go between two looks, in mil."""
_SLIDING = 0.035
"""Within two degrees of parallel a body slides along what it touches instead of pressing against it."""

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


class Rect:
    """A rectangle by its centre, the way it looks and its half sizes; never changed once made."""

    __slots__ = ("_corners", "fx", "fy", "half_depth", "half_width", "radius", "x", "y")

    def __init__(self, x: float, y: float, fx: float, fy: float, half_width: float, half_depth: float) -> None:
        self.x = x
        self.y = y
        self.fx = fx
        self.fy = fy
        self.half_width = half_width
        self.half_depth = half_depth
        self.radius = sqrt(half_width * half_width + half_depth * half_depth)
        self._corners: Corners | None = None

    @property
    def corners(self) -> Corners:
        """Front-left, front-right, rear-right, rear-left."""
        corners = self._corners
        if corners is None:
            x, y = self.x, self.y
            ahead_x, ahead_y = self.fx * self.half_depth, self.fy * self.half_depth
            right_x, right_y = -self.fy * self.half_width, self.fx * self.half_width
            corners = self._corners = (
                (x + ahead_x - right_x, y + ahead_y - right_y),
                (x + ahead_x + right_x, y + ahead_y + right_y),
                (x - ahead_x + right_x, y - ahead_y + right_y),
                (x - ahead_x - right_x, y - ahead_y - right_y),
            )
        return corners

    def __repr__(self) -> str:
        size = f"{2 * self.half_width:g} x {2 * self.half_depth:g}"
        return f"Rect({size} at {self.x:g}, {self.y:g} looking {self.fx:g}, {self.fy:g})"


def overlapping(a: Rect, b: Rect, by: float = CONTACT) -> bool:
    """Whether the rectangles reach into each other deeper than `by`."""
    dx = b.x - a.x
    dy = b.y - a.y
    reach = a.radius + b.radius - by
    if reach <= 0.0 or dx * dx + dy * dy >= reach * reach:
        return False
    afx, afy, bfx, bfy = a.fx, a.fy, b.fx, b.fy
    cosine = abs(afx * bfx + afy * bfy)
    sine = abs(afx * bfy - afy * bfx)
    a_width, a_depth, b_width, b_depth = a.half_width, a.half_depth, b.half_width, b.half_depth
    return (
        a_depth + b_depth * cosine + b_width * sine - abs(dx * afx + dy * afy) > by
        and a_width + b_width * cosine + b_depth * sine - abs(dy * afx - dx * afy) > by
        and b_depth + a_depth * cosine + a_width * sine - abs(dx * bfx + dy * bfy) > by
        and b_width + a_width * cosine + a_depth * sine - abs(dy * bfx - dx * bfy) > by
    )


def gap(a: Rect, b: Rect) -> float:
    """The distance between the nearest points; 0 when the rectangles touch or overlap.

    Of rectangles at an angle a corner of one is nearest, unless no axis parts them. Mirrored so that the other lies
    ahead and to the right, only its rearmost and its leftmost corner can be nearest: the other two are farther on both
    counts, or hidden behind an edge that is nearer still. Nothing is asked as often as this, so all of it is written
    out in one piece, both ways round.
    """
    dx = b.x - a.x
    dy = b.y - a.y
    afx, afy, bfx, bfy = a.fx, a.fy, b.fx, b.fy
    a_width, a_depth, b_width, b_depth = a.half_width, a.half_depth, b.half_width, b.half_depth
    cosine = afx * bfx + afy * bfy
    sine = afx * bfy - afy * bfx
    ahead = dx * afx + dy * afy
    across = dy * afx - dx * afy
    if -_PARALLEL < sine < _PARALLEL:
        beyond = abs(ahead) - a_depth - b_depth
        beside = abs(across) - a_width - b_width
    elif -_PARALLEL < cosine < _PARALLEL:
        beyond = abs(ahead) - a_depth - b_width
        beside = abs(across) - a_width - b_depth
    else:
        b_ahead = ahead * cosine + across * sine
        b_across = across * cosine - ahead * sine
        to_the_right, b_to_the_right = ahead * across > 0.0, b_ahead * b_across > 0.0
        leans = cosine * sine > 0.0
        level, steep = abs(cosine), abs(sine)
        ahead, across, b_ahead, b_across = abs(ahead), abs(across), abs(b_ahead), abs(b_across)
        a_long, a_high, b_long, b_high = a_width * level, a_width * steep, b_width * level, b_width * steep
        a_deep, a_far, b_deep, b_far = a_depth * level, a_depth * steep, b_depth * level, b_depth * steep
        if (
            a_depth + b_deep + b_high >= ahead
            and a_width + b_long + b_far >= across
            and b_depth + a_deep + a_high >= b_ahead
            and b_width + a_long + a_far >= b_across
        ):
            return 0.0
        # The corners of b seen from a, the rearmost and then the leftmost.
        beyond = abs(ahead - b_deep - b_high) - a_depth
        beside = abs(across + b_long - b_far if leans == to_the_right else across - b_long + b_far) - a_width
        nearest = (beyond * beyond if beyond > 0.0 else 0.0) + (beside * beside if beside > 0.0 else 0.0)
        beyond = abs(ahead + b_high - b_deep if leans == to_the_right else ahead - b_high + b_deep) - a_depth
        beside = abs(across - b_far - b_long) - a_width
        square = (beyond * beyond if beyond > 0.0 else 0.0) + (beside * beside if beside > 0.0 else 0.0)
        nearest = square if square < nearest else nearest
        # The corners of a seen from b; in its mirror the lean is the other way.
        beyond = abs(b_ahead - a_deep - a_high) - b_depth
        beside = abs(b_across + a_long - a_far if leans != b_to_the_right else b_across - a_long + a_far) - b_width
        square = (beyond * beyond if beyond > 0.0 else 0.0) + (beside * beside if beside > 0.0 else 0.0)
        nearest = square if square < nearest else nearest
        beyond = abs(b_ahead + a_high - a_deep if leans != b_to_the_right else b_ahead - a_high + a_deep) - b_depth
        beside = abs(b_across - a_far - a_long) - b_width
        square = (beyond * beyond if beyond > 0.0 else 0.0) + (beside * beside if beside > 0.0 else 0.0)
        return sqrt(square if square < nearest else nearest)
    if beyond <= 0.0:
        return beside if beside > 0.0 else 0.0
    return hypot(beyond, beside) if beside > 0.0 else beyond


def point_gap(a: Rect, x: float, y: float) -> float:
    """The distance from a point to the rectangle; 0 inside it."""
    dx = x - a.x
    dy = y - a.y
    beyond = abs(dx * a.fx + dy * a.fy) - a.half_depth
    beside = abs(dy * a.fx - dx * a.fy) - a.half_width
    if beyond <= 0.0:
        return beside if beside > 0.0 else 0.0
    return hypot(beyond, beside) if beside > 0.0 else beyond


def nearest_point(a: Rect, x: float, y: float) -> tuple[float, float]:
    """The point of the rectangle that is nearest to a point; the point itself inside it."""
    dx = x - a.x
    dy = y - a.y
    ahead = min(max(dx * a.fx + dy * a.fy, -a.half_depth), a.half_depth)
    across = min(max(dy * a.fx - dx * a.fy, -a.half_width), a.half_width)
    return a.x + ahead * a.fx - across * a.fy, a.y + ahead * a.fy + across * a.fx


def advance_gap(mover: Rect, ux: float, uy: float, other: Rect) -> float | None:
    """How far the mover may go along the unit vector before it first touches the other; None if never.

    A graze (no more than CONTACT of the two meet side by side) is no touch. What already touches or overlaps
    ahead gives 0.0; what is left behind gives None.
    """
    dx = other.x - mover.x
    dy = other.y - mover.y
    level = abs(ux * other.fx + uy * other.fy)
    steep = abs(uy * other.fx - ux * other.fy)
    off = abs(dy * ux - dx * uy) - other.half_width * level - other.half_depth * steep
    if ux != mover.fx or uy != mover.fy:
        mover_level = abs(ux * mover.fx + uy * mover.fy)
        mover_steep = abs(uy * mover.fx - ux * mover.fy)
        if mover.half_width * mover_level + mover.half_depth * mover_steep - off <= CONTACT:
            return None
        return _swept(mover, ux, uy, other)
    if mover.half_width - off <= CONTACT:
        return None
    ahead = dx * ux + dy * uy
    reach = mover.half_depth + other.half_depth * level + other.half_width * steep
    if ahead + reach <= 0.0:
        return None
    if steep > _PARALLEL and level > _PARALLEL:
        return _swept(mover, ux, uy, other)
    free = ahead - reach
    if free > CONTACT:
        return free
    return 0.0 if free >= 0.0 else _pressing(mover, ux, uy, other)


def brush_gap(mover: Rect, other: Rect) -> float | None:
    """How far the mover goes straight ahead until its flank begins to lie along the other with nothing between.

    None where the other is met otherwise, passed at a distance, already alongside, or left behind.
    """
    stretch = _alongside(mover, other)
    if stretch is None or stretch[0] < mover.half_depth - CONTACT:
        return None
    return max(0.0, stretch[0] - mover.half_depth) + CONTACT


def scraping(mover: Rect, other: Rect) -> bool:
    """Whether the other lies against a flank of the mover, so that a step straight ahead would slide along it."""
    stretch = _alongside(mover, other)
    return (
        stretch is not None
        and stretch[1] > CONTACT - mover.half_depth
        and stretch[0] < mover.half_depth - CONTACT
        and gap(mover, other) <= CONTACT
    )


def _alongside(mover: Rect, other: Rect) -> tuple[float, float] | None:
    """The stretch, ahead of the mover's middle, where the other reaches up to the line of one of its flanks.

    None where it stays clear of both lines, or reaches across one by more than CONTACT.
    """
    fx, fy = mover.fx, mover.fy
    across = (other.y - mover.y) * fx - (other.x - mover.x) * fy
    lean = other.half_width * abs(fx * other.fx + fy * other.fy) + other.half_depth * abs(fx * other.fy - fy * other.fx)
    if not -CONTACT <= abs(across) - mover.half_width - lean <= CONTACT:
        return None
    side = 1.0 if across >= 0.0 else -1.0
    away = [
        (
            side * ((y - mover.y) * fx - (x - mover.x) * fy) - mover.half_width,
            (x - mover.x) * fx + (y - mover.y) * fy,
        )
        for x, y in other.corners
    ]
    within: list[float] = []
    for (one_away, one), (two_away, two) in zip(away, (*away[1:], away[0]), strict=True):
        if one_away <= CONTACT:
            within.append(one)
        if (one_away <= CONTACT) != (two_away <= CONTACT):
            within.append(one + (two - one) * (CONTACT - one_away) / (two_away - one_away))
    return min(within), max(within)


def _swept(mover: Rect, ux: float, uy: float, other: Rect) -> float | None:
    """The advance at an angle: on each axis the two overlap for a while, and touch when on all at once."""
    dx = other.x - mover.x
    dy = other.y - mover.y
    mfx, mfy, ofx, ofy = mover.fx, mover.fy, other.fx, other.fy
    m_width, m_depth, o_width, o_depth = (
        mover.half_width,
        mover.half_depth,
        other.half_width,
        other.half_depth,
    )
    level = abs(mfx * ofx + mfy * ofy)
    steep = abs(mfx * ofy - mfy * ofx)
    enter, leave = -1e300, 1e300
    for speed, place, reach in (
        (ux * mfx + uy * mfy, dx * mfx + dy * mfy, m_depth + o_depth * level + o_width * steep),
        (uy * mfx - ux * mfy, dy * mfx - dx * mfy, m_width + o_width * level + o_depth * steep),
        (ux * ofx + uy * ofy, dx * ofx + dy * ofy, o_depth + m_depth * level + m_width * steep),
        (uy * ofx - ux * ofy, dy * ofx - dx * ofy, o_width + m_width * level + m_depth * steep),
    ):
        if -_PARALLEL < speed < _PARALLEL:
            if abs(place) >= reach:
                return None
            continue
        middle = place / speed
        half = reach / abs(speed)
        # Plain comparisons: min() and max() are calls, and this is the innermost loop.
        if middle - half > enter:  # noqa: PLR1730
            enter = middle - half
        if middle + half < leave:  # noqa: PLR1730
            leave = middle + half
    if leave <= 0.0 or enter >= leave:
        return None
    if enter > CONTACT:
        return enter
    return 0.0 if enter >= 0.0 else _pressing(mover, ux, uy, other)


def _pressing(mover: Rect, ux: float, uy: float, other: Rect) -> float | None:
    """The advance of a body that already touches or overlaps: pressed against, slid along or left behind.

    Judged by the face through which the other could be left most easily.
    """
    dx = mover.x - other.x
    dy = mover.y - other.y
    cosine = abs(mover.fx * other.fx + mover.fy * other.fy)
    sine = abs(mover.fx * other.fy - mover.fy * other.fx)
    depth, slope = 1e300, 0.0
    for one, two in ((mover, other), (other, mover)):
        for axis_x, axis_y, half, reach in (
            (one.fx, one.fy, one.half_depth, two.half_depth * cosine + two.half_width * sine),
            (-one.fy, one.fx, one.half_width, two.half_width * cosine + two.half_depth * sine),
        ):
            place = dx * axis_x + dy * axis_y
            into = half + reach - abs(place)
            if into < depth:
                depth = into
                slope = -(ux * axis_x + uy * axis_y) if place >= 0.0 else ux * axis_x + uy * axis_y
    if depth > CONTACT:
        return 0.0
    if slope <= _PARALLEL:
        return None
    return 0.0 if slope > _SLIDING else (CONTACT - depth) / slope


def pivot_angle(mover: Rect, x: float, y: float, other: Rect, limit: float) -> float | None:
    """How far the mover may turn about a point (radians, clockwise when positive) before it first touches the other.

    None if nothing is met within the limit, whose sign says which way it turns. What already touches is in the way
    only when the two begin to overlap.
    """
    reach = max(hypot(corner_x - x, corner_y - y) for corner_x, corner_y in mover.corners)
    # A hair less, lest the other's nearest point, when it is a corner, be rounded out of reach.
    nearest = point_gap(other, x, y) - 1e-6
    if nearest >= reach:
        return None
    if gap(mover, other) <= CONTACT:
        return _pressing_turn(mover, x, y, other, limit, reach)
    sign = 1.0 if limit > 0 else -1.0
    best = abs(limit)
    met = False
    for turning, fixed, way in ((mover, other, sign), (other, mover, -sign)):
        edges = fixed.corners
        for corner_x, corner_y in turning.corners:
            dx, dy = corner_x - x, corner_y - y
            radius = hypot(dx, dy)
            if radius < nearest or radius > reach:
                continue
            angle = atan2(dy, dx)
            ax, ay = edges[3][0] - x, edges[3][1] - y
            for edge_x, edge_y in edges:
                bx, by = edge_x - x, edge_y - y
                for place in _on_circle(ax, ay, bx - ax, by - ay, radius):
                    turn = (way * (place - angle)) % tau
                    if turn <= best:
                        best, met = turn, True
                ax, ay = bx, by
    return sign * best if met else None


def _on_circle(ax: float, ay: float, dx: float, dy: float, radius: float) -> list[float]:
    """The angles at which a segment crosses a circle about the origin."""
    square = dx * dx + dy * dy
    if not square:
        return []
    half = (ax * dx + ay * dy) / square
    under = half * half - (ax * ax + ay * ay - radius * radius) / square
    if under < 0.0:
        return []
    root = sqrt(under)
    return [atan2(ay + part * dy, ax + part * dx) for part in (-half - root, -half + root) if 0.0 <= part <= 1.0]


def pivoted(rect: Rect, x: float, y: float, angle: float) -> Rect:
    """The rectangle turned clockwise about a point by an angle in radians."""
    cosine, sine = cos(angle), sin(angle)
    dx, dy = rect.x - x, rect.y - y
    return Rect(
        x + dx * cosine - dy * sine,
        y + dx * sine + dy * cosine,
        rect.fx * cosine - rect.fy * sine,
        rect.fx * sine + rect.fy * cosine,
        rect.half_width,
        rect.half_depth,
    )


def _pressing_turn(mover: Rect, x: float, y: float, other: Rect, limit: float, reach: float) -> float | None:
    """The turn of a rectangle that touches from the start: looked at often enough to see the overlap begin."""
    if overlapping(mover, other):
        return 0.0
    steps = max(1, int(abs(limit) * reach / _TURN_STEP) + 1)
    free = 0.0
    for step in range(1, steps + 1):
        angle = limit * step / steps
        if overlapping(pivoted(mover, x, y, angle), other):
            return free
        free = angle
    return None


def to_edge(rect: Rect, x: float, y: float) -> float:
    """How far it is from the middle of a rectangle to its edge in the direction of a point."""
    dx, dy = x - rect.x, y - rect.y
    apart = hypot(dx, dy)
    if not apart:
        return 0.0
    ahead, across = abs(dx * rect.fx + dy * rect.fy) / apart, abs(dy * rect.fx - dx * rect.fy) / apart
    return min(rect.half_depth / ahead if ahead else apart, rect.half_width / across if across else apart)
