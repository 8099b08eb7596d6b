"""The terrain of a scenario as features of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from msgspec import UNSET
from shapely import LineString, Point, Polygon

from schiltron.muster.scenario import (
    Course,
    OwnCourse,
    OwnPatch,
    OwnTile,
    Patch,
    Rampart,
    Spot,
    Terrain,
    Tile,
    Tower,
    Work,
)
from schiltron.rulesets.quartermaster import Quartermaster, Switches, Violation
from schiltron.table.builds import Build, Doorway
from schiltron.table.lengths import Mil, degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Contour, Feature, Points, Strip

_DOOR: Final = 0.1


def points(spots: Sequence[Spot]) -> Points:
    return tuple((inches(x), inches(y)) for x, y in spots)


def terrain_violations(entries: Sequence[Terrain], book: Quartermaster, width: Mil, depth: Mil) -> Iterator[Violation]:
    """Everything wrong with the terrain of a scenario, on a table of this size."""
    for number, entry in enumerate(entries):
        place = f"terrain[{number}]"
        if isinstance(entry, Work):
            yield from _work_violations(place, entry, entries, book, (width, depth))
            continue
        known = book.strips if isinstance(entry, Course) else book.areas
        if entry.kind not in known:
            close = get_close_matches(entry.kind, known, n=1)
            right = f"did you mean {close[0]}?" if close else f"one of {', '.join(known)}"
            form = "strip" if isinstance(entry, Course) else "area"
            yield Violation(f"{place}.kind", f"the book has no {form} of the kind {entry.kind!r}", right)
            continue
        yield from _shape_violations(place, entry, book, (width, depth))


def _shape_violations(place: str, entry: Terrain, book: Quartermaster, size: tuple[Mil, Mil]) -> Iterator[Violation]:
    match entry:
        case Tile():
            yield from _off_table(f"{place}.at", _tile_ring(entry, book), size)
        case Course():
            course = points(entry.course)
            yield from _off_table(f"{place}.course", course, size)
            if len(set(course)) < 2 or not LineString(course).is_simple:
                yield Violation(f"{place}.course", "the course crosses itself", "points in order of the flow")
        case Patch():
            rings = {f"{place}.outline": entry.outline}
            for step, ring in enumerate(entry.contours or ()):
                rings[f"{place}.contours[{step}]"] = ring
            for ring_place, spots in rings.items():
                ring_points = points(spots)
                yield from _off_table(ring_place, ring_points, size)
                if len(set(ring_points)) < 3 or not Polygon(ring_points).is_valid:
                    right = "points in order round the piece, no line crossing another"
                    yield Violation(ring_place, "the outline crosses itself or has no area", right)


def _work_violations(
    place: str, entry: Work, entries: Sequence[Terrain], book: Quartermaster, size: tuple[Mil, Mil]
) -> Iterator[Violation]:
    """What is wrong with a wall or a tower."""
    if not book.builds:
        yield Violation(f"{place}.form", "this book has no walls and towers to storm", "another form")
        return
    known = book.walls if isinstance(entry, Rampart) else book.towers
    if entry.kind not in known:
        yield Violation(f"{place}.built", f"the book has no {entry.kind!r}", f"one of {', '.join(known)}")
        return
    if isinstance(entry, Rampart):
        course = points(entry.course)
        yield from _off_table(f"{place}.course", course, size)
        if len(set(course)) < 2 or not LineString(course).is_simple:
            yield Violation(f"{place}.course", "the course crosses itself", "points in order along the wall")
        return
    if (entry.at is None) == (not entry.outline):
        yield Violation(place, "a tower stands about a point or has an outline", "either at or outline")
        return
    ring = _tower_ring(entry)
    yield from _off_table(f"{place}.at" if entry.at is not None else f"{place}.outline", ring, size)
    if len(set(ring)) < 3 or not Polygon(ring).is_valid:
        right = "points in order round the tower, no line crossing another"
        yield Violation(f"{place}.outline", "the outline crosses itself or has no area", right)
        return
    walls = [one.name for one in entries if isinstance(one, Rampart)]
    for number, door in enumerate(entry.doors):
        ((x, y),) = points((door.at,))
        if Polygon(ring).boundary.distance(Point(x, y)) > inches(_DOOR):
            wrong = f"the door at {door.at[0]:g}, {door.at[1]:g} is not in the outline of the tower"
            yield Violation(f"{place}.doors[{number}].at", wrong, "a point of the outline")
        wall = next((one.name for one in entries if isinstance(one, Rampart) and _within(one, x, y)), None)
        if wall is not None and door.onto != wall:
            wrong = f"the door at {door.at[0]:g}, {door.at[1]:g} is walled up by {wall or 'a wall'}"
            yield Violation(f"{place}.doors[{number}].at", wrong, "a point that no wall touches, or onto that wall")
        if door.onto and walls.count(door.onto) != 1:
            wrong = f"no wall, or more than one, is called {door.onto!r}"
            yield Violation(f"{place}.doors[{number}].onto", wrong, f"one of {', '.join(walls)}")


def _within(wall: Rampart, x: Mil, y: Mil) -> bool:
    """Whether a point lies under a wall, or at its end."""
    ground = LineString(points(wall.course)).buffer(inches(wall.width) / 2 + inches(_DOOR), cap_style="flat")
    return bool(ground.buffer(inches(_DOOR)).contains(Point(x, y)))


def _tower_ring(entry: Tower) -> Points:
    if entry.at is None:
        return points(entry.outline)
    pose, half = Pose(inches(entry.at[0]), inches(entry.at[1]), degrees(entry.heading)), inches(entry.size) / 2
    corners = [pose.world(half * x, half * y) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    return tuple((round(x), round(y)) for x, y in corners)


def _built(entry: Work, identity: str, name: str, walls: dict[str, str]) -> Feature:
    """A wall or tower as it stands on the table."""
    if isinstance(entry, Rampart):
        build = Build(1, points=entry.points)
        return Strip(identity, entry.kind, name, points(entry.course), inches(entry.width), build=build)
    doors = []
    for door in entry.doors:
        ((x, y),) = points((door.at,))
        doors.append(Doorway(x, y, walls[door.onto] if door.onto else ""))
    build = Build(2, entry.room, doors=tuple(doors), points=entry.points)
    return Area(identity, entry.kind, name, _tower_ring(entry), build=build)


def _off_table(place: str, ring: Points, size: tuple[Mil, Mil]) -> Iterator[Violation]:
    width, depth = size
    out = [(x, y) for x, y in ring if not (0 <= x <= width and 0 <= y <= depth)]
    if out:
        x, y = out[0]
        yield Violation(
            place,
            f"the point {x / 1000:g}, {y / 1000:g} is not on the table",
            f"0 to {width / 1000:g} across and 0 to {depth / 1000:g} down, in inches",
        )


def _tile_ring(tile: Tile, book: Quartermaster) -> Points:
    return book.outlined(Pose(inches(tile.at[0]), inches(tile.at[1]), degrees(tile.heading)))


def features(entries: Sequence[Terrain], book: Quartermaster, switches: Switches) -> tuple[Feature, ...]:
    """The entries on the table, numbered by kind: woods-1, woods-2, hill-1 and so on."""
    count: Counter[str] = Counter()
    laid: list[Feature] = []
    ramparts = [entry for entry in entries if isinstance(entry, Rampart)]
    walls = {
        wall.name: f"{wall.kind}-{sum(one.kind == wall.kind for one in ramparts[: number + 1])}"
        for number, wall in enumerate(ramparts)
    }
    for entry in entries:
        count[entry.kind] += 1
        identity = f"{entry.kind}-{count[entry.kind]}"
        name = entry.name or entry.kind.replace("_", " ").capitalize()
        if isinstance(entry, Work):
            laid.append(_built(entry, identity, name, walls))
            continue
        if isinstance(entry, Course):
            altered = entry.altered if isinstance(entry, OwnCourse) else UNSET
            laid.append(Strip(identity, entry.kind, name, points(entry.course), inches(entry.width), altered=altered))
            continue
        ring = _tile_ring(entry, book) if isinstance(entry, Tile) else points(entry.outline)
        lines = book.contours(entry.kind, ring, switches)
        if isinstance(entry, Patch) and entry.contours is not None and lines:
            lines = tuple(Contour(points(drawn), lines[0].rise) for drawn in entry.contours)
        own = entry.altered if isinstance(entry, OwnTile | OwnPatch) else UNSET
        laid.append(Area(identity, entry.kind, name, ring, lines, altered=own))
    return tuple(laid)
