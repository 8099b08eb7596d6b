"""Line of sight between shooters and target (chapters B2 and O6), on a plan in steps of ten feet (BW-B2-37)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final, NamedTuple, Protocol

from shapely import LineString

from schiltron.battle.state.field import friendly
from schiltron.battle.state.unit import Level, Upon
from schiltron.rulesets.book_of_war.enclosed import enclosed, sealed_in, steps_up
from schiltron.rulesets.book_of_war.field import formation
from schiltron.rulesets.book_of_war.movement.ground import GROUND
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.body import Figure
from schiltron.table.contact import Edge
from schiltron.table.ground import spans_inside
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil, inches
from schiltron.table.rectangles import gap, nearest_point
from schiltron.table.sight import look, units_between
from schiltron.table.terrain import Feature, level_at
from schiltron.table.works import build_of, top_of

WOOD_EDGE: Final[Mil] = inches(1)
CROWDED: Final[Mil] = inches(3)
_TALL: Final = frozenset(kind for kind, ground in GROUND.items() if ground.blocks_missiles)


class Line(NamedTuple):
    """From the middle of the side that shoots to the nearest point of the target figure's base."""

    ax: float
    ay: float
    bx: float
    by: float


def line_of_sight(unit: Unit, side: Edge, mark: Figure) -> Line:
    """From the middle of an edge to the nearest point of a figure, in plan view (BW-B2-37)."""
    body = formation(unit)
    half, depth = body.frontage / 2, body.depth(unit.bodies)
    across, ahead = {
        "front": (0.0, 0.0),
        "left": (-half, -depth / 2),
        "right": (half, -depth / 2),
        "rear": (0.0, -float(depth)),
    }[side]
    x, y = unit.pose.world(across, ahead)
    return Line(x, y, *nearest_point(mark.rect, x, y))


def marksman(shooters: tuple[Figure, ...], line: Line) -> Figure:
    """The shooter at the beginning of the line; where he stands decides what he sees over. Of two as near it is the one
    farther to the front, else the one nearer to the target."""

    def place(figure: Figure) -> tuple[int, int, int]:
        to_begin, to_end = hypot(figure.x - line.ax, figure.y - line.ay), hypot(figure.x - line.bx, figure.y - line.by)
        return round(to_begin), figure.rank, round(to_end)

    return min(shooters, key=place)


class Spot(Protocol):
    """Where somebody stands, or something comes down."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...


def masked_by(battle: Battle, shooter: Spot, mark: Spot, line: Line) -> Feature | None:
    """Terrain that keeps a shot from its target (BW-B2-36); None when the way is clear.

    What masks is ruled there, for pieces that somebody stands on and for others.
    """
    board = battle.table
    tall = [feature for feature in board.features if feature.kind in _TALL]
    if not tall:
        return None
    edge_fire = battle.own.options.wood_edge_fire == "allowed"
    inside = {
        feature.id: (feature.contains(shooter.x, shooter.y), feature.contains(mark.x, mark.y)) for feature in tall
    }
    for feature in tall:
        ours, theirs = inside[feature.id]
        if feature.kind == "gulley" and ours != theirs:
            return feature
        if feature.kind == "woods" and (ours or theirs) and not edge_fire:
            return feature
    summit = max(level_at(tall, shooter.x, shooter.y), level_at(tall, mark.x, mark.y))
    for between in look(*line, tall).between:
        if between.length <= CONTACT:
            continue
        if not any(inside[between.feature.id]):
            return between.feature
        if between.feature.kind == "woods":
            if between.length > WOOD_EDGE + TOLERANCE:
                return between.feature
        elif between.highest > summit:
            return between.feature
    return None


def walled_off(battle: Battle, ours: Level, theirs: Level, line: Line) -> Feature | None:
    """A wall or tower between two that is higher than either stands; what they stand on themselves hides neither
    (BW-O6-14), and through a gap one sees (BW-A4-22)."""
    works = battle.table.works
    if not works:
        return None
    own = [level.feature for level in (ours, theirs) if isinstance(level, Upon)]
    summit = max(steps_up(battle, ours), steps_up(battle, theirs))
    way = LineString((line[:2], line[2:]))
    for work, spans in spans_inside(*line, works):
        if work.id in own or build_of(work).storeys <= summit or sum(b - a for a, b in spans) <= CONTACT:
            continue
        if not build_of(work).gaps or top_of(work).intersection(way).length > CONTACT:
            return work
    return None


def screens(battle: Battle, unit: Unit, target: Unit, line: Line) -> list[Unit]:
    """Units of either side that stand between shooters and target (BW-B2-34). Nobody does so inside a tower, nor on
    another storey of the work on which one of the two stands (BW-O6-14)."""
    others = _bystanders(battle, unit, target)
    if battle.table.works:
        own = [level for level in (unit.level, target.level) if isinstance(level, Upon)]
        others = [other for other in others if not (sealed_in(battle, other) or _elsewhere(other, own))]
    between = units_between(*line, ((other.id, other.outline) for other in others))
    return [battle.units[name] for name in between]


def _elsewhere(other: Unit, storeys: Sequence[Upon]) -> bool:
    """Whether somebody stands above or below one of these storeys in the same work."""
    level = other.level
    return isinstance(level, Upon) and any(
        level.feature == one.feature and level.storey != one.storey for one in storeys
    )


def overlooked(battle: Battle, unit: Unit, shooter: Figure, screen: list[Unit]) -> bool:
    """Whether the shooter stands on a higher step than everyone in between (BW-B2-35), on a work for instance
    (BW-O6-14)."""
    hills = [feature for feature in battle.table.features if feature.contours]
    if not hills and unit.level is None:
        return False
    height = level_at(hills, shooter.x, shooter.y) + steps_up(battle, unit.level)
    return all(
        height > level_at(hills, figure.x, figure.y) + steps_up(battle, other.level)
        for other in screen
        for figure in other.places[: other.figures]
    )


def crowd(battle: Battle, unit: Unit, target: Unit, mark: Figure) -> list[Unit]:
    """Other units with a figure within 3 inches of the target figure (BW-B2-38): enemies of the shooters before their
    friends, the nearest first. In an enclosed space figures that stand singly with the target are no other units
    (BW-O6-02). Those who stand higher or lower than the target, or inside a tower, are not among
    them (BW-O6-12)."""
    rect = mark.rect
    found: list[tuple[bool, Mil, Unit]] = []
    height = steps_up(battle, target.level)
    alone = enclosed(target)
    for other in _bystanders(battle, unit, target):
        if alone and other.level is not None and friendly(battle, target, other):
            continue
        if steps_up(battle, other.level) != height or sealed_in(battle, other):
            continue
        there = other.outline
        reach = there.radius + rect.radius + CROWDED
        if (there.x - rect.x) ** 2 + (there.y - rect.y) ** 2 > reach * reach:
            continue
        bases = there.rects if not other.fallen else [figure.rect for figure in other.places[: other.figures]]
        apart = min(round(gap(rect, base)) for base in bases)
        if apart <= CROWDED:
            found.append((friendly(battle, unit, other), apart, other))
    return [other for _, _, other in sorted(found, key=lambda entry: (*entry[:2], entry[2].turn_in_line))]


def _bystanders(battle: Battle, unit: Unit, target: Unit) -> list[Unit]:
    both = (unit.id, target.id)
    return [other for other in battle.units.values() if other.figures and other.on_table and other.id not in both]
