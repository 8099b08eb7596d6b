"""The ground a march crosses: the features under the figures, and the contours their front rank climbs."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf

from shapely import MultiPoint, Point, Polygon

from schiltron.table.body import Body, Figure, figures
from schiltron.table.lengths import CONTACT, TOLERANCE, Mdeg, Mil, direction
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect
from schiltron.table.rings import Interval, Ring, joined, meeting, passed_by
from schiltron.table.terrain import Contour, Feature

_TOO_SHORT = 1.0
"""Overlaps shorter than one mil are dropped."""
_A_TOUCH = CONTACT * CONTACT
"""A touch of the bank is not a step into the water."""
_ON = TOLERANCE
"""Who halted at a strip stands no farther in it than this, and has not gone onto it yet."""

_EXACTLY = 1e-6
"""What lies no farther ahead of a side than this lies along it."""

Placed = tuple[float, float]
"""A point as seen by who goes straight along: how far ahead, and how far to the right."""
Lines = dict[tuple[float, float], list[tuple[float, bool]]]
"""Where a line starts, level with the pose -> how far ahead its figures stand, and whether in front rank."""


class Stretch:
    """A part of a march with the features in which at least one figure's centre stands during it."""

    __slots__ = ("end", "inside", "start")

    def __init__(self, start: float, end: float, inside: tuple[Feature, ...]) -> None:
        self.start = start
        """Distances along the march."""
        self.end = end
        self.inside = inside

    def __repr__(self) -> str:
        names = ", ".join(feature.id for feature in self.inside)
        return f"Stretch({self.start:g} to {self.end:g}: {names or 'clear'})"


class Climb:
    """A contour the front rank goes up, once for the whole rank."""

    __slots__ = ("at", "feature", "rise")

    def __init__(self, at: float, feature: Feature, rise: int) -> None:
        self.at = at
        """Distance along the march."""
        self.feature = feature
        self.rise = rise

    def __repr__(self) -> str:
        return f"Climb({self.rise} at {self.at:g} on {self.feature.id})"


def march(
    pose: Pose, body: Body, count: int, distance: float, features: Sequence[Feature], bearing: Mdeg | None = None
) -> tuple[tuple[Stretch, ...], tuple[Climb, ...]]:
    """The ground under a straight advance, from its start to its end without holes.

    It goes along the pose's heading, or slantwise along another bearing.

    A contour on which the front rank stands at the start is climbed in this march, one on which it stands at
    the end in the next: so a halt on the line neither saves the climb nor pays it twice.
    """
    lines, near = _lines_of(pose, body, count, distance, features, bearing)
    if not near:
        return _open(distance), ()
    fx, fy = direction(pose.heading if bearing is None else bearing)
    climbs = [
        climb
        for feature in near
        for contour in feature.contours
        for climb in _climbs(feature, contour, lines, fx, fy, distance)
    ]
    climbs.sort(key=lambda climb: climb.at)
    return _stretches(_crossed(lines, near, fx, fy, distance), distance), tuple(climbs)


def stretches(pose: Pose, body: Body, count: int, distance: float, features: Sequence[Feature]) -> tuple[Stretch, ...]:
    """The ground under a straight advance along the pose's heading, for those who do not count contours."""
    lines, near = _lines_of(pose, body, count, distance, features, None)
    if not near:
        return _open(distance)
    return _stretches(_crossed(lines, near, *pose.forward, distance), distance)


def _open(distance: float) -> tuple[Stretch, ...]:
    return (Stretch(0.0, distance, ()),) if distance > 0 else ()


def _lines_of(
    pose: Pose, body: Body, count: int, distance: float, features: Sequence[Feature], bearing: Mdeg | None
) -> tuple[Lines, list[Feature]]:
    """The lines along which the files go, and the features that they may come into."""
    if distance <= 0 or not features:
        return {}, []
    way = pose if bearing is None else Pose(pose.x, pose.y, bearing)
    near = _near(outline(pose, body, count), *way.forward, distance, features)
    return (_file_lines(way, figures(pose, body, count)) if near else {}), near


def _crossed(
    lines: Lines, near: list[Feature], fx: float, fy: float, distance: float
) -> list[tuple[Feature, list[Interval]]]:
    """Where on the way figures stand in each of the features."""
    crossed: list[tuple[Feature, list[Interval]]] = []
    for feature in near:
        under: list[Interval] = []
        for (x, y), places in lines.items():
            for start, end in _along(feature, x, y, fx, fy):
                for ahead, _ in places:
                    clipped = max(start - ahead, 0.0), min(end - ahead, distance)
                    if clipped[1] - clipped[0] >= _TOO_SHORT:
                        under.append(clipped)
        crossed.append((feature, joined(under)))
    return crossed


def _near(shape: Outline, fx: float, fy: float, distance: float, features: Iterable[Feature]) -> list[Feature]:
    """The features whose box the march may come into."""
    x, y, radius = shape.x, shape.y, shape.radius
    to_x, to_y = x + fx * distance, y + fy * distance
    box = (min(x, to_x) - radius, min(y, to_y) - radius, max(x, to_x) + radius, max(y, to_y) + radius)
    return [feature for feature in features if meeting(feature.bounds, box)]


def _file_lines(pose: Pose, placed: Iterable[Figure]) -> Lines:
    """Figures of one file go along one line: it is crossed with a ring once, and shifted for each rank."""
    lines: Lines = {}
    origins: dict[int, tuple[float, float]] = {}
    for figure in placed:
        across, ahead = pose.local(figure.x, figure.y)
        tenth = round(across * 10)
        origin = origins.get(tenth)
        if origin is None:
            origin = origins[tenth] = pose.world(across, 0.0)
            lines[origin] = []
        lines[origin].append((ahead, figure.rank == 0))
    return lines


def _climbs(feature: Feature, contour: Contour, lines: Lines, fx: float, fy: float, distance: float) -> list[Climb]:
    """Up on going into a rise, or out of a fall."""
    spans = joined(
        (start - ahead, end - ahead)
        for (x, y), places in lines.items()
        for start, end in _along(contour, x, y, fx, fy)
        if end - start >= _TOO_SHORT
        for ahead, in_front in places
        if in_front
    )
    ups = [start for start, _ in spans] if contour.rise > 0 else [end for _, end in spans]
    return [Climb(at, feature, abs(contour.rise)) for at in ups if 0.0 <= at < distance and contour.rise]


def _along(shape: Feature | Contour, x: float, y: float, ux: float, uy: float) -> list[Interval]:
    return [] if passed_by(shape.bounds, x, y, ux, uy) else shape.along(x, y, ux, uy)


def _stretches(crossed: list[tuple[Feature, list[Interval]]], distance: float) -> tuple[Stretch, ...]:
    """The march cut wherever a feature begins or ends."""
    cuts = [0.0]
    for cut in sorted({cut for _, spans in crossed for span in spans for cut in span}):
        if cut - cuts[-1] >= _TOO_SHORT and distance - cut >= _TOO_SHORT:
            cuts.append(cut)
    cuts.append(distance)
    stretches: list[Stretch] = []
    for start, end in pairwise(cuts):
        middle = (start + end) / 2
        inside = tuple(feature for feature, spans in crossed if any(span[0] <= middle <= span[1] for span in spans))
        if stretches and stretches[-1].inside == inside:
            stretches[-1].end = end
        else:
            stretches.append(Stretch(start, end, inside))
    return tuple(stretches)


def standing(placed: Sequence[Figure], features: Iterable[Feature], hair: Mil = 0) -> tuple[Feature, ...]:
    """The features that hold the centre of at least one figure, deeper than a hair."""
    return tuple(
        feature
        for feature in features
        if any(feature.contains(one.x, one.y) and (not hair or _deeper(feature, one, hair)) for one in placed)
    )


def _deeper(feature: Feature, figure: Figure, hair: Mil) -> bool:
    return bool(feature.polygon.boundary.distance(Point(figure.x, figure.y)) > hair)


@lru_cache(maxsize=1024)
def ground_of(rect: Rect) -> Polygon:
    """The ground that a rectangle covers."""
    return Polygon(rect.corners)


def stood_in(features: Iterable[Feature], body: Outline) -> Feature | None:
    """The first of these features that a body stands in with any part of a base."""
    for feature in features:
        left, top, right, bottom = feature.bounds
        if (
            left - body.radius < body.x < right + body.radius
            and top - body.radius < body.y < bottom + body.radius
            and any(feature.polygon.intersection(ground_of(rect)).area > _A_TOUCH for rect in body.rects)
        ):
            return feature
    return None


def open_ahead(rings: Sequence[Ring], body: Outline, ux: float, uy: float) -> float:
    """How far a body may go straight along a unit vector before any part of a base comes onto ground ahead of it.

    It depends on where the body stands and on nothing else. A graze, no more than CONTACT of it side by side, is no
    coming onto it. What it stands in with a side that leads gives 0.0; what it leaves behind does not count.
    """
    found = (
        _open_before(rings, start, end, lane, ux, uy)
        for rect in body.rects
        for start, end, lane in _leading_sides(rect, ux, uy)
    )
    return min(found, default=inf)


def _leading_sides(rect: Rect, ux: float, uy: float) -> Iterator[tuple[Placed, Placed, Interval]]:
    """The sides of a rectangle that go ahead, each from left to right, with the lane in which what they meet counts."""
    corners = [(x * ux + y * uy, y * ux - x * uy) for x, y in rect.corners]
    across = [right for _, right in corners]
    left, right = min(across) + CONTACT, max(across) - CONTACT
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        lane = max(start[1], left), min(end[1], right)
        if lane[0] < lane[1]:
            yield start, end, lane


def _open_before(rings: Iterable[Ring], start: Placed, end: Placed, lane: Interval, ux: float, uy: float) -> float:
    """How far one side of a body goes until it meets the edge of the ground, or 0.0 where that lies under it."""
    slope = (end[0] - start[0]) / (end[1] - start[1])
    left, right = lane
    middle = (left + right) / 2
    nearest, stands_in = inf, False
    for ring in rings:
        placed = [(x * ux + y * uy, y * ux - x * uy) for x, y in ring]
        edge = [(ahead - start[0] - (across - start[1]) * slope, across) for ahead, across in placed]
        for (one, a), (two, b) in zip(edge, (*edge[1:], edge[0]), strict=True):
            if a == b or max(a, b) <= left or min(a, b) >= right:
                continue
            lean = (two - one) / (b - a)
            first, last = (one + (min(max(at, left), right) - a) * lean for at in (a, b))
            if min(first, last) < -_EXACTLY and max(first, last) > _EXACTLY:
                return 0.0
            if max(first, last) > _EXACTLY:
                nearest = min(nearest, max(0.0, first), max(0.0, last))
            if (a > middle) != (b > middle) and one + (middle - a) * lean > _EXACTLY:
                stands_in = not stands_in
    return 0.0 if stands_in else nearest


def deeper_in(features: Iterable[Feature], here: Outline, there: Outline) -> Feature | None:
    """The first of these features that a body would stand in there, and deeper than it does here."""
    for feature in features:
        if stood_in((feature,), there) is not None and under(feature, there) > under(feature, here) + _A_TOUCH:
            return feature
    return None


def under(feature: Feature, body: Outline) -> float:
    """How much of a body's ground lies in a feature, in square mil."""
    return sum(float(feature.polygon.intersection(Polygon(rect.corners)).area) for rect in body.rects)


def onsets(
    pose: Pose, body: Body, count: int, distance: float, strips: Iterable[Feature], bearing: Mdeg | None = None
) -> list[tuple[float, Feature]]:
    """Where on a straight advance the front rank goes onto strips, once for each crossing: not while the body stands
    across one already, wherever between its figures that lies."""
    fx, fy = direction(pose.heading if bearing is None else bearing)
    placed = figures(pose, body, count)
    front = [figure for figure in placed if figure.rank == 0]
    found = []
    for strip in _near(outline(pose, body, count), fx, fy, distance, strips):
        starts = sorted(start for figure in front for start, _ in _along(strip, figure.x, figure.y, fx, fy))
        last = -inf
        for start in starts:
            level = start <= last + _ON
            last = start
            if level or not -_ON <= start < distance - _ON:
                continue
            before = start - 2 * _ON
            if starts[0] < start - _ON and _astride(placed, strip, fx * before, fy * before):
                continue
            found.append((max(0.0, start), strip))
    return found


def _astride(placed: Sequence[Figure], strip: Feature, dx: float, dy: float) -> bool:
    """Whether a strip lies between the figures of a body that has moved so far."""
    hull = MultiPoint([(figure.x + dx, figure.y + dy) for figure in placed]).convex_hull
    return bool(strip.polygon.intersects(hull))


def crosses(ax: float, ay: float, bx: float, by: float, features: Iterable[Feature]) -> list[tuple[Feature, float]]:
    """The features a line from a to b goes through, each with the length inside it."""
    return [
        (feature, sum(end - start for start, end in spans)) for feature, spans in spans_inside(ax, ay, bx, by, features)
    ]


def spans_inside(
    ax: float, ay: float, bx: float, by: float, features: Iterable[Feature]
) -> list[tuple[Feature, list[Interval]]]:
    """The features a line from a to b goes through, each with the parts inside as distances from a."""
    length = hypot(bx - ax, by - ay)
    if not length:
        return []
    ux, uy = (bx - ax) / length, (by - ay) / length
    box = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    found: list[tuple[Feature, list[Interval]]] = []
    for feature in features:
        if meeting(feature.bounds, box):
            spans = clipped_spans(feature, ax, ay, ux, uy, length)
            if spans:
                found.append((feature, spans))
    return found


def clipped_spans(shape: Feature | Contour, x: float, y: float, ux: float, uy: float, length: float) -> list[Interval]:
    """The parts of a line of some length inside a shape; those shorter than one mil are dropped."""
    if passed_by(shape.bounds, x, y, ux, uy):
        return []
    clipped = [(max(start, 0.0), min(end, length)) for start, end in shape.along(x, y, ux, uy)]
    return [(start, end) for start, end in clipped if end - start >= _TOO_SHORT]
