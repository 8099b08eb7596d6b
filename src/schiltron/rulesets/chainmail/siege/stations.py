"""Who stands on which work, and where there is room on top or at the foot: CM-SIEGE-07, CM-SIEGE-18, CM-SIEGE-19."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final

from msgspec.structs import replace
from shapely import Point

from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.field import enemies, fights_for
from schiltron.battle.state.unit import OnTable, Upon, in_line
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.fortress import STANDING, TOWER_DECK, Siege
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.walking.footing import holds, plan_of, points_about, reaches_beyond
from schiltron.table.body import Formed
from schiltron.table.ground import ground_of
from schiltron.table.lengths import FULL_TURN, QUARTER_TURN, Mdeg, Mil, direction, heading_of, inches
from schiltron.table.outline import outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Feature, Strip
from schiltron.table.works import along, build_of, course_of, is_ring, is_wall, spot_on

AT_FOOT: Final[Mil] = inches(1)
"""Who stands no farther from a work, a ladder or a gate is at it."""
AGAINST: Final[Mil] = inches(0.25)
"""Who has come up to a wall on a slant stands no farther from it than that."""
_STEP: Final[Mil] = inches(0.25)
_FAR: Final[Mil] = inches(6)
"""Nobody is set down farther than that from where he climbed up or down."""


def siege_of(battle: Battle) -> Siege:
    """What a siege has come to; nothing, where it has not begun."""
    siege = battle.own.siege
    return siege if isinstance(siege, Siege) else Siege()


def is_siege(battle: Battle) -> bool:
    """Whether there is a castle, or anything to storm one with."""
    return isinstance(battle.own.siege, Siege)


def is_inside(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is under the roof of a tower, or on the lower storey of a siege tower (CM-SIEGE-07)."""
    level = unit.level
    if type(level) is not Upon:
        return False
    found = piece(battle, level.feature)
    if found is None:
        return level.feature in battle.units and level.storey < TOWER_DECK
    return level.storey < build_of(found).storeys


def is_holder(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is of those who hold the castle: the side that is attacked, or nobody."""
    return bool(battle.own.defender) and fights_for(battle, unit, battle.own.defender)


def works(battle: Battle) -> list[Feature]:
    """The walls, towers and gates that stand."""
    return [one for one in battle.table.works if one.kind in STANDING] if battle.board is not None else []


def work(battle: Battle, key: str) -> Feature | None:
    """A wall, tower or gate that stands, by its id."""
    found = piece(battle, key)
    return found if found is not None and found.kind in STANDING else None


def top(work: Feature) -> Upon:
    """The level of the walk on a wall, and of the roof of a tower."""
    return Upon(work.id, build_of(work).storeys)


def upon(battle: Battle, key: str) -> list[Unit]:
    """Who stands on a work or in a siege tower, on whatever storey, by name."""
    found = []
    for unit in battle.units.values():
        level = unit.level
        if type(level) is Upon and level.feature == key and unit.bodies:
            found.append(unit)
    return in_line(found)


def distance(unit: Unit, feature: Feature) -> float:
    """From the nearest base of a unit to a piece of the table."""
    return min(float(feature.polygon.distance(ground_of(rect))) for rect in unit.outline.rects)


def from_point(unit: Unit, x: float, y: float) -> float:
    """From the nearest base of a unit to a point."""
    here = Point(x, y)
    return min(float(here.distance(ground_of(rect))) for rect in unit.outline.rects)


def foes_on_top(battle: Battle, unit: Unit, key: str, at: tuple[float, float], reach: Mil) -> list[Unit]:
    """Enemies on top of a work with somebody within reach of a point, the nearest first."""
    found = []
    for foe in enemies(battle, unit):
        level = foe.level
        if alive(foe) and type(level) is Upon and level.feature == key and _on_top(battle, level):
            near = from_point(foe, *at)
            if near <= reach:
                found.append((round(near), foe.turn_in_line, foe))
    return [foe for _, _, foe in sorted(found, key=lambda one: one[:2])]


def _on_top(battle: Battle, level: Upon) -> bool:
    found = piece(battle, level.feature)
    return found is not None and level.storey == build_of(found).storeys


# ---------------------------------------------------------------- room on top and below


def on_top_near(
    battle: Battle, work: Feature, at: tuple[float, float], looks: Mdeg, body: Formed, count: int, besides: str = ""
) -> OnTable | None:
    """The place on top of a work, nearest to a point, where so many figures find room, looking that way."""
    level = top(work)
    plan = plan_of(battle, level)
    assert plan is not None
    taken = [
        other.outline
        for other in battle.units.values()
        if other.level == level and other.bodies and other.id != besides
    ]
    spots = (Pose(round(x), round(y), heading) for x, y, heading in _spots(work, at, looks))
    bounds, back = plan.bounds, body.depth(count) // 2
    poses = [pose.advanced(back) for pose in spots]
    poses.sort(key=lambda one: round(((one.x - at[0]) ** 2 + (one.y - at[1]) ** 2) / 1_000))
    for pose in poses:
        there = outline(pose, body, count)
        if reaches_beyond(bounds, there, body.base) or any(overlapping(there, other) for other in taken):
            continue
        if holds(plan, pose, body, count):
            return OnTable(pose, level) if hypot(pose.x - at[0], pose.y - at[1]) <= _FAR else None
    return None


def _spots(work: Feature, at: tuple[float, float], looks: Mdeg) -> Iterator[tuple[float, float, Mdeg]]:
    """Middles to try: along the course of a wall to both sides, or all over a tower."""
    if isinstance(work, Strip):
        here = along(work, *at)
        for step in range(_FAR // _STEP + 1):
            for by in (0,) if not step else (step * _STEP, -step * _STEP):
                far = here + by
                if is_ring(work) or 0 <= far <= course_of(work).length:
                    x, y, course = spot_on(work, far)
                    out = (course + QUARTER_TURN) % FULL_TURN
                    back = (out + 2 * QUARTER_TURN) % FULL_TURN
                    yield x, y, min((out, back), key=lambda one: abs((one - looks + 180_000) % FULL_TURN - 180_000))
        return
    for x, y in points_about(at, looks):
        yield x, y, looks


# ---------------------------------------------------------------- sides of a work


def foot_of(work: Feature, x: float, y: float) -> tuple[float, float]:
    """The point of the outline of a work that is nearest to another."""
    edge = work.polygon.boundary
    spot = edge.interpolate(edge.project(Point(x, y)))
    return spot.x, spot.y


def outwards(work: Feature, x: float, y: float) -> Mdeg:
    """The heading from a work to a point beside it: square to a wall."""
    if is_wall(work):
        wx, wy, _ = spot_on(work, along(work, x, y))
    else:
        assert isinstance(work, Area)
        wx, wy = foot_of(work, x, y)
        if work.contains(x, y):
            wx, wy = work.polygon.centroid.x, work.polygon.centroid.y
    return heading_of(x - wx, y - wy) if (round(wx), round(wy)) != (round(x), round(y)) else 0


def beyond(x: float, y: float, heading: Mdeg, by: float) -> tuple[float, float]:
    """A point so far from another in a direction."""
    ux, uy = direction(heading)
    return x + ux * by, y + uy * by


def change_siege(scene: Scene, siege: Siege) -> None:
    """What a siege has come to from now on."""
    scene.set(own=replace(scene.battle.own, siege=siege))
