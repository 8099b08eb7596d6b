"""Gaps that a spell opens in walls, and ways into towers (chapter A4)."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from msgspec.structs import replace
from shapely import LineString, Polygon
from shapely import Point as Spot
from shapely.geometry.polygon import orient
from shapely.ops import nearest_points

from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.powers import Point, Power
from schiltron.battle.state.event import Covered, Formed, Worked
from schiltron.battle.state.unit import OnTable, Upon, in_line
from schiltron.rulesets.book_of_war.embedded import own_figure
from schiltron.rulesets.book_of_war.magic.drained_ground import relaid
from schiltron.rulesets.book_of_war.magic.steps import Spell
from schiltron.rulesets.book_of_war.magic.wizards import limit, reach_of
from schiltron.rulesets.book_of_war.movement.contact import part
from schiltron.rulesets.book_of_war.movement.footholds import CASTLE, along_the_top, upon
from schiltron.rulesets.book_of_war.movement.ladders import down_from, sides_of
from schiltron.rulesets.book_of_war.movement.trying import side_of
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.table.builds import Doorway, Gap
from schiltron.table.lengths import TOLERANCE, Mil, inches
from schiltron.table.shapes import Disc
from schiltron.table.terrain import Feature, name_of
from schiltron.table.works import along, build_of, is_wall, open_between, spot_on

WIDTH: Final[Mil] = inches(float(CASTLE["disintegrate_wall_gap_in"]))
_ON_TOP: Final = 1


class Opened(NamedTuple):
    """Where masonry is opened: a point of the middle of a wall, or of the outline of a tower."""

    work: Feature
    x: Mil
    y: Mil


def masonry_in_range(battle: Battle, wizard: Unit, work: Feature, at: Point, power: Power) -> Opened | None:
    """Where a spell opens masonry: at the point of it that is nearest to the one aimed at, if that is in range; else
    where the range ends in that direction, if any masonry stands there (BW-A4-27)."""
    base, aimed = own_figure(battle, wizard).rect, opening_at(battle, wizard, work, at)
    end = limit(base, Point(aimed.x, aimed.y), reach_of(battle, power))
    near, _ = nearest_points(work.polygon, Spot(aimed.x, aimed.y))
    if hypot(near.x - base.x, near.y - base.y) <= hypot(end.x - base.x, end.y - base.y) + TOLERANCE:
        return aimed
    found = next((one for one in battle.table.works if one.contains(end.x, end.y)), None)
    return None if found is None else opening_at(battle, wizard, found, end)


def opening_at(battle: Battle, wizard: Unit, work: Feature, at: Point) -> Opened:
    """The point of masonry that is nearest to another. In a tower all of the opening lies in one side: of two as near
    in the one that looks more towards the point, then towards the wizard."""
    if is_wall(work):
        x, y, _ = spot_on(work, along(work, *at))
        return Opened(work, round(x), round(y))
    base = own_figure(battle, wizard).rect
    tower = work.polygon
    assert isinstance(tower, Polygon)
    sides = [LineString(side) for side in pairwise(orient(tower).exterior.coords)]

    def far(side: LineString) -> tuple[float, float, float]:
        near, _ = nearest_points(side, Spot(at.x, at.y))
        return round(near.distance(Spot(at.x, at.y)), 3), -_faced(side, near, *at), -_faced(side, near, base.x, base.y)

    side = min(sides, key=far)
    keep = min(WIDTH, side.length) / 2
    spot = side.interpolate(min(max(side.project(Spot(at.x, at.y)), keep), side.length - keep))
    return Opened(work, round(spot.x), round(spot.y))


def _faced(side: LineString, near: Spot, x: float, y: float) -> float:
    """How far before a side of a tower somebody stands, as it looks out."""
    (ax, ay), (bx, by) = side.coords
    return round(((x - near.x) * (by - ay) + (y - near.y) * (ax - bx)) / side.length, 3)


def opened(one: Opened) -> Feature:
    """The work with a gap half an inch wide, or a tower with a doorway that stands open (BW-A4-22)."""
    build = build_of(one.work)
    if is_wall(one.work):
        return replace(one.work, build=replace(build, gaps=(*build.gaps, Gap(one.x, one.y, WIDTH))))
    return replace(one.work, build=replace(build, doors=(*build.doors, Doorway(one.x, one.y, broken=True))))


def opens(work: Feature) -> str:
    """What happens to it, in words."""
    return f"a gap opens in {name_of(work)}" if is_wall(work) else f"a way opens into {name_of(work)}"


def mark_of(one: Opened) -> Covered:
    """The gap as it is shown before and while it opens."""
    return Covered(Disc(one.x, one.y, WIDTH // 2), f"a gap in {name_of(one.work)}")


def breach(scene: Scene, step: Spell, power: Power) -> None:
    """A gap opens; who stands over it steps aside along the wall, or comes down where there is no room (BW-A4-22)."""
    work = piece(scene.battle, step.feature)
    if work is None or step.at is None:
        return
    one = Opened(work, *step.at)
    scene.set(board=relaid(scene.battle.table, opened(one)))
    scene.tell(Worked(unit=step.unit, power=power.title, what=opens(work), marks=(mark_of(one),), rules=("BW-A4-22",)))
    if is_wall(work):
        for unit in in_line(upon(scene.battle, Upon(work.id, _ON_TOP))):
            _step_aside(scene, unit, work.id)
        part(scene)


def _step_aside(scene: Scene, unit: Unit, wall_id: str) -> None:
    wall, main = piece(scene.battle, wall_id), unit.outline.main
    assert wall is not None
    far = along(wall, main.x, main.y)
    if open_between(wall, far, far):
        return
    bare = replace(scene.battle, units={key: one for key, one in scene.battle.units.items() if key != unit.id})
    there = along_the_top(bare, wall, (main.x, main.y), unit.body.base, unit.pose.heading)
    level = unit.level
    if there is None:
        ways = (down_from(bare, unit, wall, side_of(side)) for side in sides_of(wall, unit))
        there, level = next((pose for pose in ways if pose is not None), unit.pose), None
    place = OnTable(there, level)
    moved = replace(unit, place=place)
    scene.change(moved)
    scene.tell(Formed(unit=unit.id, pose=there, body=unit.body, why="step back from the gap", rules=("BW-A4-22",)))
