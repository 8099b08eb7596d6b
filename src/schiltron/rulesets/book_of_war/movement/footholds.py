"""Where figures stand who get onto a work, into it or off it (chapter O6): the nearest free place, in contact with
whoever defends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import hypot
from typing import Final

from msgspec.structs import replace
from shapely import Point

from schiltron.battle.play.casualties import split_off
from schiltron.battle.state.event import Formed
from schiltron.battle.state.field import foes_among, takes_room
from schiltron.battle.state.unit import Level, OnTable, Upon, in_line
from schiltron.rulesets.book_of_war.enclosed import storey_of, work_under
from schiltron.rulesets.book_of_war.field import formation
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.movement.contact import meet, part
from schiltron.rulesets.book_of_war.movement.ground import barred
from schiltron.rulesets.book_of_war.state import Battle, Scene, ThisTurn, Unit, UnitPart
from schiltron.table.base import Base
from schiltron.table.body import Figure, straightened
from schiltron.table.body import Formed as FormedBody
from schiltron.table.lengths import CONTACT, FULL_TURN, HALF_TURN, QUARTER_TURN, Mdeg, Mil, direction, inches
from schiltron.table.outline import Outline, outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Feature
from schiltron.table.turned_legs import thinned_line
from schiltron.table.works import along, farther, is_on, open_between, spot_on, touches_foot

CASTLE: Final = {str(row["item"]): row["value"] for row in LAW.sheet("BW-T-castles").records()}
STRETCH: Final[Mil] = inches(float(CASTLE["wall_span_defended_by_one_figure_in"])) // 2
"""How far along a wall to either side a figure defends it (BW-O6-08)."""
_STEP: Final[Mil] = 125
_FARTHEST: Final[Mil] = 2 * STRETCH
"""How far from the middle of a defender a climber is put down beside him."""


def upon(battle: Battle, level: Level) -> list[Unit]:
    """Everybody with figures left on a storey."""
    return [unit for unit in battle.units.values() if unit.figures and unit.level == level and unit.on_table]


def within(battle: Battle, work: Feature) -> list[Unit]:
    """Everybody with figures left on any storey of a work."""
    return _in_the_work(battle, Upon(work.id, 0))


def _in_the_work(battle: Battle, storey: Upon) -> list[Unit]:
    found = []
    for unit in battle.units.values():
        level = unit.level
        if isinstance(level, Upon) and level.feature == storey.feature and unit.figures:
            found.append(unit)
    return found


def defenders(battle: Battle, unit: Unit, wall: Feature, far: float) -> list[Unit]:
    """The enemies on top of a wall who defend it so far along it (BW-O6-08), the nearest first."""
    found = []
    for foe in foes_among(battle, unit, upon(battle, Upon(wall.id, 1))):
        apart = abs(farther(wall, far, along(wall, foe.outline.x, foe.outline.y)))
        if apart <= STRETCH + CONTACT:
            found.append((round(apart), foe.turn_in_line, foe))
    return [foe for *_, foe in sorted(found)]


def at_foot(wall: Feature, unit: Unit) -> list[int]:
    """The figures of a unit on the ground that touch the foot of a work, by their places."""
    return [place for place, figure in enumerate(unit.places[: unit.figures]) if touches_foot(wall, figure.rect)]


def across(wall: Feature, x: float, y: float) -> Mdeg:
    """The heading that looks from a point straight across a wall."""
    far = along(wall, x, y)
    on_x, on_y, heading = spot_on(wall, far)
    ux, uy = direction(heading)
    return (heading + (QUARTER_TURN if (on_y - y) * ux - (on_x - x) * uy > 0 else -QUARTER_TURN)) % FULL_TURN


# ---------------------------------------------------------------- a place to stand


def about(x: float, y: float, heading: Mdeg, base: Base) -> Pose:
    """The pose of a single figure whose middle is at a point."""
    return Pose(round(x), round(y), heading).advanced(base.depth / 2)


def _free(battle: Battle, level: Level, there: Outline, besides: str) -> bool:
    """Whether nobody stands where a figure would on a level, seen or not."""
    for other in battle.units.values():
        stands_there = other.id != besides and other.bodies and takes_room(other) and other.level == level
        if stands_there and overlapping(there, other.outline):
            return False
    return True


def on_top(battle: Battle, unit: Unit, wall: Feature, figure: Figure) -> Pose | None:
    """Where a figure stands who gets onto a wall from its foot: beside the defender of that stretch, in contact with
    him (BW-O6-11), or as near as there is room; None if there is none on this stretch."""
    far = along(wall, figure.x, figure.y)
    heading = across(wall, figure.x, figure.y)
    beside = _beside_defenders(battle, unit, wall, far, heading, figure.base)
    return _first_free(battle, wall, chain(beside, _either_way(far)), heading, figure.base)


def _beside_defenders(
    battle: Battle, unit: Unit, wall: Feature, far: float, heading: Mdeg, base: Base
) -> Iterator[float]:
    """How far along a wall a base touches each of its defenders, on the side from which it comes, then on the other."""
    for foe in defenders(battle, unit, wall, far):
        at = along(wall, foe.outline.x, foe.outline.y)
        *_, course = spot_on(wall, at)
        aside = farther(wall, at, far)
        way = 1 if (_on_the_right(course, heading) if abs(aside) <= CONTACT else aside > 0) else -1
        for side in (way, -way):
            yield _close_to(wall, foe, at, side, heading, base)


def _close_to(wall: Feature, foe: Unit, at: float, side: int, heading: Mdeg, base: Base) -> float:
    """How far along a wall a base just touches a foe on one side of him, also where the wall bends."""
    body = FormedBody(base=base, files=1)

    def clear(apart: Mil) -> bool:
        x, y, _ = spot_on(wall, at + side * apart)
        return not overlapping(outline(about(x, y, heading, base), body, 1), foe.outline, 1)

    far = next((apart for apart in range(_STEP, _FARTHEST, _STEP) if clear(apart)), _FARTHEST)
    near = far - _STEP
    while far - near > 1:
        middle = (near + far) // 2
        near, far = (near, middle) if clear(middle) else (middle, far)
    return at + side * far


def along_the_top(battle: Battle, wall: Feature, by: tuple[float, float], base: Base, heading: Mdeg) -> Pose | None:
    """Where a figure stands who comes onto the top of a wall at a point of it; None if there is no room."""
    return _first_free(battle, wall, _either_way(along(wall, *by)), heading, base)


def _either_way(far: float) -> Iterator[float]:
    """So far along a wall, then more and more to either side."""
    yield far
    for step in range(_STEP, STRETCH + 1, _STEP):
        yield far + step
        yield far - step


def _first_free(battle: Battle, wall: Feature, spots: Iterable[float], heading: Mdeg, base: Base) -> Pose | None:
    body = FormedBody(base=base, files=1)
    for far in spots:
        x, y, _ = spot_on(wall, far)
        pose = about(x, y, heading, base)
        on_the_wall = is_on(wall, far) and open_between(wall, far, far)
        if on_the_wall and _free(battle, Upon(wall.id, 1), outline(pose, body, 1), ""):
            return pose
    return None


def _on_the_right(course: Mdeg, heading: Mdeg) -> bool:
    """Whether who looks across a wall has the end towards which it runs at his right hand."""
    return (course - heading) % FULL_TURN < HALF_TURN


def inside(battle: Battle, unit: Unit, level: Upon, door: tuple[float, float], base: Base) -> Pose | None:
    """Where a figure stands who comes into a tower or onto its other storey: in contact with an enemy there
    (BW-O6-16), as near as may be to where it came in; else about the middle, above or below nobody if that can be.
    None if there is no room."""
    storey = storey_of(battle, level)
    if storey is None:
        return None
    body = FormedBody(base=base, files=1)
    foes = foes_among(battle, unit, upon(battle, level))
    tower = work_under(battle, level)
    assert isinstance(tower, Area), f"{level.feature} has no room inside"
    heading = in_line(foes)[0].pose.heading if foes else unit.pose.heading
    spots = _round_about(foes, base, tower.ring[0]) if foes else list(_about_the_middle(tower, base.width))
    others = [one for one in _in_the_work(battle, level) if one.level != level and one.id != unit.id]
    found = []
    for x, y in spots:
        pose = about(x, y, heading, base)
        there = outline(pose, body, 1)
        if storey.plan.covers(Point(x, y)) and _free(battle, level, there, unit.id):
            far = round(hypot(x - door[0], y - door[1]), -1) if foes else 0.0
            found.append((far, any(overlapping(there, one.outline) for one in others), pose))
    return min(found, key=lambda one: one[:2])[-1] if found else None


def _round_about(foes: Iterable[Unit], base: Base, corner: tuple[Mil, Mil]) -> list[tuple[float, float]]:
    """The middles of bases that lie flush against those of enemies, on each of their four sides, from a corner on."""
    return sorted(_against(foes, base), key=lambda spot: round(hypot(spot[0] - corner[0], spot[1] - corner[1]), -1))


def _against(foes: Iterable[Unit], base: Base) -> Iterator[tuple[float, float]]:
    for foe in in_line(foes):
        rect = foe.outline.main
        for fx, fy, reach in (
            (rect.fx, rect.fy, rect.half_depth + base.depth / 2),
            (-rect.fx, -rect.fy, rect.half_depth + base.depth / 2),
            (-rect.fy, rect.fx, rect.half_width + base.width / 2),
            (rect.fy, -rect.fx, rect.half_width + base.width / 2),
        ):
            yield rect.x + fx * reach, rect.y + fy * reach


def _about_the_middle(tower: Area, width: Mil) -> Iterator[tuple[float, float]]:
    """The middle of a tower, and places round it: towards its corners and its sides, from its first corner on."""
    middle = tower.polygon.centroid
    yield middle.x, middle.y
    ways = []
    for (ax, ay), (bx, by) in pairwise((*tower.ring, tower.ring[0])):
        ways += [(ax - middle.x, ay - middle.y), ((ax + bx) / 2 - middle.x, (ay + by) / 2 - middle.y)]
    for ring in (1, 2):
        for dx, dy in ways:
            reach = width * ring / hypot(dx, dy)
            yield middle.x + dx * reach, middle.y + dy * reach


def on_the_ground(battle: Battle, unit: Unit, x: float, y: float, heading: Mdeg) -> Pose | None:
    """A free place on the ground for a figure that comes down before a point of a work, looking away from it; None if
    there is none within two inches to either side."""
    base = unit.body.base
    ux, uy = direction(heading)
    out = base.depth / 2 + CONTACT / 2
    for step in range(0, inches(2) + 1, _STEP):
        for side in (1, -1) if step else (1,):
            pose = about(x + ux * out - uy * step * side, y + uy * out + ux * step * side, heading, base)
            there = outline(pose, FormedBody(base=base, files=1), 1)
            on = battle.table.holds(there) and barred(battle.table.features, there) is None
            if on and _free(battle, None, there, unit.id):
                return pose
    return None


# ---------------------------------------------------------------- getting there


def settle(scene: Scene, unit_id: str, pose: Pose, level: Level, spent: Mil, why: str, *rules: str) -> str:
    """A figure of a unit leaves it and stands there singly from now on (BW-O6-06)."""
    unit = scene.unit(unit_id)
    body = FormedBody(base=unit.body.base, files=1)
    turn = ThisTurn(spent=spent, moved=True)
    own = UnitPart(turn=turn, wand=unit.own.wand, spells=unit.own.spells)
    single = split_off(scene, unit_id, OnTable(pose, level), body, own)
    if single == unit_id:
        scene.change(replace(scene.unit(single), own=replace(unit.own, turn=turn)))
    scene.tell(Formed(unit=single, pose=pose, body=body, why=why, rules=(*rules, "BW-O6-06")))
    return single


def settled(scene: Scene, unit_id: str, singles: Sequence[str]) -> None:
    """Those who are left of the unit close up, and those who left it meet whoever stands where they came."""
    if singles and unit_id not in singles:
        _close_up(scene, scene.unit(unit_id))
    for single in singles:
        meet(scene, single, None, "front")
    part(scene)


def _close_up(scene: Scene, unit: Unit) -> None:
    body, pose, missing = formation(unit), unit.pose, formation(unit).files - unit.figures
    if missing > 0 and body.bends:
        body, pose = thinned_line(pose, body, 0, 0, missing)
    elif missing > 0:
        body = replace(body, files=unit.figures, left=None, right=None)
    body = straightened(body, unit.figures)
    scene.change(replace(unit, body=body, place=unit.place_at(pose)))
    if (body, pose) != (unit.body, unit.pose):
        scene.tell(Formed(unit=unit.id, pose=pose, body=body, why="close up", rules=("BW-B4-05",)))
