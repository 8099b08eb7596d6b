"""Doors of towers (chapter O6): who reaches one, who has to batter it, and how many find room inside."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final

from msgspec.structs import replace
from shapely import LineString, Polygon

from schiltron.battle.state.field import foes_among, friendly, others_within
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Term
from schiltron.battle.state.unit import Upon
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.embedded import is_hero, paced
from schiltron.rulesets.book_of_war.enclosed import work_under
from schiltron.rulesets.book_of_war.movement.footholds import (
    CASTLE,
    about,
    along_the_top,
    inside,
    on_the_ground,
    upon,
    within,
)
from schiltron.rulesets.book_of_war.movement.ground import impassable, march_cost
from schiltron.rulesets.book_of_war.movement.trying import Try, needed, on_foot, side_of
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.rulesets.book_of_war.troop_type import Troop
from schiltron.table.body import Figure, Formed
from schiltron.table.builds import Doorway
from schiltron.table.ground import march
from schiltron.table.lengths import CONTACT, Mil, heading_of, inches
from schiltron.table.pose import Pose
from schiltron.table.rectangles import nearest_point, point_gap
from schiltron.table.terrain import Feature, name_of
from schiltron.table.works import along, build_of, course_of, farther, is_ring, looks_out, open_between, solid

_DOOR: Final = Term("through the door", int(CASTLE["batter_door_roll_at_least"]), "BW-O6-15")
_MOST: Final = 12
"""Of figures that try a door in one turn."""
_SILL: Final[Mil] = inches(0.2)
"""So much of the tower itself may lie in the way to one of its doors: a corner, or the thickness of its wall."""
LEAST: Final[Mil] = inches(1)
"""Who does nothing else always comes so far (BW-B3-13)."""


# ---------------------------------------------------------------- the way to a door


def door_near(battle: Battle, unit: Unit, work: Feature) -> Doorway | None:
    """The door of a work that a unit reaches most easily this turn from where it stands; None if it reaches none."""
    onto = unit.level.feature if isinstance(unit.level, Upon) else ""
    kind = paced(battle, unit)
    found = []
    for number, door in enumerate(build_of(work).doors):
        if door.onto == onto:
            costs = [cost for _, cost in _comers(battle, unit, work, door, kind)]
            if costs:
                found.append((min(costs), number, door))
    return min(found, key=lambda one: one[:2])[-1] if found else None


def _comers(battle: Battle, unit: Unit, work: Feature, door: Doorway, kind: Troop) -> Iterator[tuple[int, Mil]]:
    """The figures of a unit whose move carries them to a door, by their places, and what each pays for it."""
    left = kind.move - unit.own.turn.spent
    reach = max(left, 0 if unit.own.turn.spent else LEAST)
    if min(point_gap(rect, door.x, door.y) for rect in unit.outline.rects) > reach:
        return
    for place, figure in enumerate(unit.places[: unit.figures]):
        if point_gap(figure.rect, door.x, door.y) <= reach:
            far, cost = _way(battle, unit, figure, work, door, kind)
            if cost is not None and (cost <= left or (far <= LEAST and not unit.own.turn.spent)):
                yield place, cost


def _way(
    battle: Battle, unit: Unit, figure: Figure, work: Feature, door: Doorway, kind: Troop
) -> tuple[Mil, Mil | None]:
    """How far a figure has to a door, and what the way costs: along the top of the wall on which it stands, else
    straight over the ground. No cost where something bars it."""
    wall = work_under(battle, unit.level)
    if wall is not None:
        return _along(battle, unit, figure, wall, door)
    x, y = nearest_point(figure.rect, door.x, door.y)
    far = round(hypot(door.x - x, door.y - y))
    if not far:
        return 0, 0
    line = LineString(((x, y), (door.x, door.y)))
    if _barred(battle, figure, work, line) or _crowded(battle, unit, line):
        return far, None
    start = about(figure.x, figure.y, heading_of(door.x - figure.x, door.y - figure.y), figure.base)
    body = Formed(base=figure.base, files=1)
    return far, march_cost(*march(start, body, 1, far, battle.table.features), kind)


def _along(battle: Battle, unit: Unit, figure: Figure, wall: Feature, door: Doorway) -> tuple[Mil, Mil | None]:
    """How far a figure has along the top of a wall to a door, and what it costs; round a ring it goes the shorter way,
    unless that is barred."""
    here, there = along(wall, figure.x, figure.y), along(wall, door.x, door.y)
    straight = farther(wall, here, there)
    whole = course_of(wall).length
    ways = [straight, straight - whole if straight > 0 else straight + whole] if is_ring(wall) else [straight]
    foes = [along(wall, foe.outline.x, foe.outline.y) for foe in foes_among(battle, unit, upon(battle, unit.level))]
    for way in ways:
        first, last = min(here, here + way), max(here, here + way)
        met = any(first < foe + turn * whole < last for foe in foes for turn in ((-1, 0, 1) if len(ways) > 1 else (0,)))
        if not met and open_between(wall, first, last):
            far = max(0, round(abs(way) - figure.base.width / 2))
            return far, far
    return max(0, round(abs(straight) - figure.base.width / 2)), None


def _barred(battle: Battle, figure: Figure, work: Feature, line: LineString) -> bool:
    """Whether water, or another work, lies in the straight way over the ground."""
    for feature in battle.table.features:
        if impassable(feature):
            ground = solid(feature, figure.base.width) if feature in battle.table.works else feature.polygon
            if line.intersection(ground).length > (_SILL if feature.id == work.id else 1):
                return True
    return False


def _crowded(battle: Battle, unit: Unit, line: LineString) -> bool:
    """Whether somebody else stands in the straight way, friend or foe."""
    for other in others_within(battle, unit, line.length):
        for rect in other.outline.rects:
            if line.intersection(Polygon(rect.corners)).length > CONTACT:
                return True
    return False


# ---------------------------------------------------------------- in


def held_against(battle: Battle, unit: Unit, tower: Feature) -> list[Unit]:
    """The enemies who defend a tower."""
    return foes_among(battle, unit, within(battle, tower))


def _needs_breaking(battle: Battle, unit: Unit, tower: Feature, door: Doorway) -> bool:
    """Whether a door must be battered in: always where the tower is defended (BW-O6-17), once where it is empty; who
    has friends alone inside is let in."""
    inmates = within(battle, tower)
    if foes_among(battle, unit, inmates):
        return True
    return not inmates and not door.broken


def room_left(battle: Battle, unit: Unit, tower: Feature) -> int:
    """How many more mass figures of its side a tower holds (BW-O6-13); heroes find room besides."""
    room = build_of(tower).room
    if not room or is_hero(unit):
        return _MOST
    own = sum(one.figures for one in within(battle, tower) if friendly(battle, unit, one) and not is_hero(one))
    return max(0, room - own)


def against_entering(battle: Battle, unit: Unit, tower: Feature) -> list[Reason]:
    """Why nobody of a unit goes in at a door that it reaches."""
    if not on_foot(unit):
        return [Reason(said(unit, "do not go in at a door"), ("BW-O6-15",))]
    if not room_left(battle, unit, tower):
        return [Reason(f"{name_of(tower)} holds no more of them", ("BW-O6-13",))]
    if not entering(battle, unit, tower):
        return [Reason(f"there is no room left in {name_of(tower)}", ("BW-O6-13",), measured=True)]
    return []


def entering(battle: Battle, unit: Unit, tower: Feature) -> list[Try]:
    """The figures that try the nearest door, the nearest first: those whose move carries them there (BW-O6-15)."""
    door = door_near(battle, unit, tower)
    if door is None or comes_in(battle, unit, tower, door) is None:
        return []
    comers = sorted(_comers(battle, unit, tower, door, paced(battle, unit)), key=lambda one: (one[1], one[0]))
    need = needed(unit, _DOOR) if _needs_breaking(battle, unit, tower, door) else None
    most = _MOST if need is not None else room_left(battle, unit, tower)
    return [Try(place, need) for place, _ in comers[:most]]


def comes_in(battle: Battle, unit: Unit, tower: Feature, door: Doorway) -> Pose | None:
    """Where a figure stands that comes in at a door; None if there is no room."""
    return inside(battle, unit, Upon(tower.id, 1), (door.x, door.y), unit.body.base)


def break_down(scene: Scene, tower: Feature, door: Doorway) -> None:
    """A door that nobody defends is down for good once it has been battered in."""
    build = build_of(tower)
    doors = tuple(replace(one, broken=True) if one == door else one for one in build.doors)
    board = scene.battle.table
    features = tuple(
        replace(one, build=replace(build, doors=doors)) if one.id == tower.id else one for one in board.features
    )
    scene.set(board=replace(board, features=features))


# ---------------------------------------------------------------- out


def doors_of(tower: Feature) -> dict[str, Doorway]:
    """The doors of a tower by the point of the compass to which they look; a second one to the same is numbered."""
    found: dict[str, Doorway] = {}
    for door in build_of(tower).doors:
        side = side_of(looks_out(tower, door.x, door.y))
        same = sum(1 for one in found if one.partition("_")[0] == side)
        found[f"{side}_{same + 1}" if same else side] = door
    return found


def out_of(battle: Battle, unit: Unit, tower: Feature, door: Doorway) -> Pose | None:
    """Where a figure comes that goes out by a door; None if there is no room."""
    if door.onto:
        wall = next((one for one in battle.table.works if one.id == door.onto), None)
        if wall is None:
            return None
        return along_the_top(battle, wall, (door.x, door.y), unit.body.base, unit.pose.heading)
    return on_the_ground(battle, unit, door.x, door.y, looks_out(tower, door.x, door.y))
