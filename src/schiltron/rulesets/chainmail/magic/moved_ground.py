"""Terrain that magic moves (CM-FANT-SPELL-19): a piece is shifted, with all who stand on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from msgspec.structs import replace
from shapely import box

from schiltron.battle.movement.separation import part
from schiltron.battle.play.aimed_ground import middle, piece
from schiltron.battle.state.event import Formed, Reported
from schiltron.battle.state.field import takes_room
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.magic.rows import POWERS, TERRAIN
from schiltron.rulesets.chainmail.magic.steps import Cast
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.terrain import ROAD
from schiltron.rulesets.chainmail.walking.ground import closed_under
from schiltron.table.edges import Board
from schiltron.table.ground import stood_in
from schiltron.table.lengths import CONTACT, Mil, inches, show_inches
from schiltron.table.outline import gap
from schiltron.table.terrain import Area, Contour, Feature, Points, features_overlap, name_of

_STEP: Final[Mil] = inches(0.1)
"""How finely the way of a piece is looked through for what stops it."""
_HAIR: Final = 100.0
"""Ground beyond the table's edge, in square mil, that is none."""
_RULES: Final = ("CM-FANT-SPELL-19",)


def moved_by(feature: Feature, dx: Mil, dy: Mil) -> Feature:
    """A piece of terrain so much farther on, with its contours."""
    if isinstance(feature, Area):
        contours = tuple(Contour(_points(one.ring, dx, dy), one.rise) for one in feature.contours)
        return replace(feature, ring=_points(feature.ring, dx, dy), contours=contours)
    return replace(feature, course=_points(feature.course, dx, dy))


def _points(points: Points, dx: Mil, dy: Mil) -> Points:
    return tuple((x + dx, y + dy) for x, y in points)


def carried_by(battle: Battle, feature: Feature) -> list[Unit]:
    """Units on the ground with any figure on a piece."""
    return [
        unit
        for unit in in_line(battle.units.values())
        if takes_room(unit) and unit.level is None and unit.bodies and stood_in((feature,), unit.outline) is not None
    ]


def shifted_to(battle: Battle, feature: Feature, at: tuple[Mil, Mil]) -> tuple[Mil, Mil]:
    """How far a piece gets on its way to a point: 6 inches at most, or until it, or somebody on it, would come over the
    edge, onto other ground or onto somebody who is not on it."""
    x, y = middle(feature)
    apart = hypot(at[0] - x, at[1] - y)
    wanted = min(inches(POWERS[TERRAIN].amount), round(apart))
    if not wanted:
        return 0, 0
    ux, uy = (at[0] - x) / apart, (at[1] - y) / apart
    carried = carried_by(battle, feature)
    got = 0
    while got < wanted:
        step = min(_STEP, wanted - got)
        while step and _stops(battle, feature, carried, round(ux * (got + step)), round(uy * (got + step))):
            step //= 2
        if not step:
            break
        got += step
    return round(ux * got), round(uy * got)


def _stops(battle: Battle, feature: Feature, carried: Sequence[Unit], dx: Mil, dy: Mil) -> bool:
    there = moved_by(feature, dx, dy)
    return (
        _over_the_edge(battle.table, feature, there)
        or _on_others(battle.table, feature, there)
        or _stuck(battle, there, carried, dx, dy)
    )


def _over_the_edge(board: Board, feature: Feature, there: Feature) -> bool:
    """More of it would lie beyond the table's edge than did before."""
    left, top, right, bottom = there.bounds
    if left >= 0 and top >= 0 and right <= board.width and bottom <= board.depth:
        return False
    table = box(0, 0, board.width, board.depth)
    return there.polygon.difference(table).area > feature.polygon.difference(table).area + _HAIR


def _on_others(board: Board, feature: Feature, there: Feature) -> bool:
    """It would lie on another piece that it did not lie on before; roads are no ground of their own."""
    return any(
        features_overlap(there, other) and not features_overlap(feature, other)
        for other in board.features
        if other.id != feature.id and other.kind != ROAD
    )


def _stuck(battle: Battle, there: Feature, carried: Sequence[Unit], dx: Mil, dy: Mil) -> bool:
    """It would come under somebody who is not on it, or somebody on it could not stand where it takes him."""
    board = battle.table
    with_it = {unit.id for unit in carried}
    left = [unit for unit in battle.units.values() if takes_room(unit) and unit.bodies and unit.id not in with_it]
    if any(unit.level is None and stood_in((there,), unit.outline) is not None for unit in left):
        return True
    still = tuple(one for one in board.features if one.id != there.id)
    for unit in carried:
        body = _carried(unit, dx, dy).outline
        if not board.holds(body) or closed_under(still, body) is not None:
            return True
        for other in left:
            apart = gap(body, other.outline)
            if other.level is None and apart <= CONTACT and apart <= gap(unit.outline, other.outline):
                return True
    return False


def _carried(unit: Unit, dx: Mil, dy: Mil) -> Unit:
    pose = replace(unit.pose, x=unit.pose.x + dx, y=unit.pose.y + dy)
    return replace(unit, place=replace(unit.place, pose=pose))


def shift(scene: Scene, cast: Cast) -> bool:
    """The piece moves, and all on it; whether it could."""
    feature = piece(scene.battle, cast.feature)
    if feature is None or cast.at is None:
        return False
    dx, dy = shifted_to(scene.battle, feature, cast.at)
    if not dx and not dy:
        return False
    carried = carried_by(scene.battle, feature)
    board = scene.battle.table
    there = moved_by(feature, dx, dy)
    scene.set(board=replace(board, features=tuple(there if one.id == there.id else one for one in board.features)))
    scene.tell(Reported(what=f"{name_of(feature)} is moved {show_inches(round(hypot(dx, dy)))}", rules=_RULES))
    for unit in carried:
        moved = _carried(unit, dx, dy)
        scene.change(moved)
        scene.tell(Formed(unit=unit.id, pose=moved.pose, body=unit.body, why="carried along", rules=_RULES))
        part(scene, unit.id, _RULES)
    return True
