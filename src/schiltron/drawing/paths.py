"""Small tools of the drawing: numbers, outlines as SVG path data, and the width of lettering.

Drawings are in inches with three decimals, which is what the table itself is measured in.
"""

import math
import zlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from random import Random
from typing import Final, TypeVar

from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]
Shape = TypeVar("Shape", bound=BaseGeometry)

_GENTLE: Final = math.cos(math.radians(30))
"""Rings are drawn rounded where they turn by less: bends become curves, corners stay corners, and the line strays
from the measured edge by about its own width at most."""

_SAMPLES: Final = 8
"""Points for each curve where a drawn line is measured."""

_NARROW: Final = frozenset("iIjlft.,:;'!|()[] -·’″′")
_WIDE: Final = frozenset("mwMW%@—")


def number(value: float) -> str:
    """A coordinate as short as it can be written: `1.5`, `-.25`, `0`."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    if text in ("-0", "0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def xml(text: str) -> str:
    """Any text made safe for an element or a quoted attribute, without the control characters XML forbids."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))


def parts_of(geometry: BaseGeometry, sort: type[Shape]) -> list[Shape]:
    """The parts of one sort that a geometry consists of, empty ones left out."""
    return [part for part in getattr(geometry, "geoms", [geometry]) if isinstance(part, sort) and not part.is_empty]


def inches_of(points: Iterable[tuple[float, float]]) -> list[Point]:
    """Points of the table (thousandths of an inch) in the unit of the drawing."""
    return [(x / 1000, y / 1000) for x, y in points]


def ring_of(points: Sequence[tuple[float, float]]) -> list[Point]:
    """The same for a ring, which is opened if its last point repeats the first."""
    return inches_of(points[:-1] if points[0] == points[-1] else points)


def points_of(line: LineString) -> list[Point]:
    """The points of a line; a closed ring is opened."""
    points = list(zip(*line.xy, strict=True))
    return points[:-1] if line.is_ring else points


def polygon_of(ring: Sequence[Point]) -> Polygon:
    """A ring as a polygon one can ask; of one that crosses itself, the largest part."""
    polygon = Polygon(ring)
    if polygon.is_valid:
        return polygon
    return max(parts_of(polygon.buffer(0), Polygon), key=lambda part: part.area, default=Polygon())


def straight_path(points: Sequence[Point], *, closed: bool = True) -> str:
    """Path data along straight lines."""
    joined = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{joined}{'Z' if closed else ''}"


def smooth_path(points: Sequence[Point], *, closed: bool = True) -> str:
    """Path data through all the points, rounded at gentle bends and straight into corners."""
    if len(points) < 3:
        return straight_path(points, closed=closed)
    x, y = points[0]
    parts = [f"M{number(x)} {number(y)}"]
    for stretch in _stretches(points, closed=closed):
        parts.append(("L" if len(stretch) == 1 else "C") + " ".join(number(value) for at in stretch for value in at))
    return "".join(parts) + ("Z" if closed else "")


def smooth_line(points: Sequence[Point]) -> LineString:
    """The same as a line one can measure along: what lies on a strip must follow it as it is drawn."""
    if len(points) < 3:
        return LineString(points)
    found = [points[0]]
    for stretch in _stretches(points, closed=False):
        if len(stretch) == 1:
            found += stretch
            continue
        (ax, ay), ((bx, by), (cx, cy), (dx, dy)) = found[-1], stretch
        for step in range(1, _SAMPLES + 1):
            t = step / _SAMPLES
            u = 1 - t
            weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
            x = sum(w * v for w, v in zip(weights, (ax, bx, cx, dx), strict=True))
            y = sum(w * v for w, v in zip(weights, (ay, by, cy, dy), strict=True))
            found.append((x, y))
    return LineString(found)


def _stretches(points: Sequence[Point], *, closed: bool) -> Iterator[list[Point]]:
    """From each point to the next: that point alone, or two handles before it."""
    count = len(points)
    tangents = [_tangent(points, index, closed=closed) for index in range(count)]
    for index in range(count if closed else count - 1):
        following = (index + 1) % count
        (ax, ay), (bx, by) = points[index], points[following]
        reach = math.hypot(bx - ax, by - ay) / 3
        leave, arrive = tangents[index], tangents[following]
        if leave is None and arrive is None:
            yield [(bx, by)]
            continue
        dx, dy = ((bx - ax) / 3, (by - ay) / 3) if reach else (0.0, 0.0)
        first = (ax + leave[0] * reach, ay + leave[1] * reach) if leave else (ax + dx, ay + dy)
        second = (bx - arrive[0] * reach, by - arrive[1] * reach) if arrive else (bx - dx, by - dy)
        yield [first, second, (bx, by)]


def along(line: LineString, distance: float) -> tuple[float, float, float, float]:
    """The point so far along a line, and the direction the line has there."""
    here = line.interpolate(distance)
    before, after = line.interpolate(max(0.0, distance - 0.04)), line.interpolate(distance + 0.04)
    dx, dy = after.x - before.x, after.y - before.y
    length = math.hypot(dx, dy) or 1.0
    return here.x, here.y, dx / length, dy / length


def chance(seed: str) -> Random:
    """Dice for decoration: always the same for the same seed, on every machine."""
    return Random(zlib.crc32(seed.encode()))


def text_width(text: str, size: float) -> float:
    """About how wide a line of lettering runs; the reader's fonts are unknown, so this is on the generous side."""
    ems = sum(
        0.3 if letter in _NARROW else 0.82 if letter in _WIDE else 0.62 if letter.isupper() else 0.53 for letter in text
    )
    return ems * size


def _tangent(points: Sequence[Point], index: int, *, closed: bool) -> Point | None:
    """Direction of the drawn line at a point, or None at a corner or a loose end."""
    count = len(points)
    if not closed and index in (0, count - 1):
        return None
    (ax, ay), (bx, by), (cx, cy) = points[index - 1], points[index], points[(index + 1) % count]
    before, after = math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by)
    across = math.hypot(cx - ax, cy - ay)
    if not (before and after and across):
        return None
    turn = ((bx - ax) * (cx - bx) + (by - ay) * (cy - by)) / (before * after)
    return ((cx - ax) / across, (cy - ay) / across) if turn >= _GENTLE else None
