"""Water that is lowered for a time (chapter A4): crossed as open ground, until it comes back."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Final

from msgspec.structs import replace
from shapely import Point as Spot
from shapely.ops import nearest_points

from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.powers import Power
from schiltron.battle.state.effects import Effect, OnFeature, Until
from schiltron.battle.state.event import Formed, Worked
from schiltron.battle.state.field import others, takes_room
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.book_of_war.field import DRAINED
from schiltron.rulesets.book_of_war.hiding import put_down
from schiltron.rulesets.book_of_war.magic.steps import Spell
from schiltron.rulesets.book_of_war.movement.contact import part
from schiltron.rulesets.book_of_war.movement.ground import barred, impassable
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.table.edges import Board
from schiltron.table.lengths import CONTACT, Mil, inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature, name_of

LOWER_WATER: Final = "lower_water"
"""The kind of effect, whatever the spell is called."""
_STEP: Final[Mil] = inches(0.25)
_WAYS: Final = 16


def relaid(board: Board, feature: Feature) -> Board:
    """The table with another piece of terrain in the place of the one of that id."""
    return replace(board, features=tuple(feature if one.id == feature.id else one for one in board.features))


def drain(scene: Scene, step: Spell, power: Power, until: Until) -> None:
    """A marsh, stream or pond becomes ground that is crossed as if it were open (BW-A4-23)."""
    feature = piece(scene.battle, step.feature)
    if feature is None or feature.kind not in DRAINED:
        return
    scene.set(board=relaid(scene.battle.table, replace(feature, kind=DRAINED[feature.kind])))
    scene.tell(Worked(unit=step.unit, power=power.title, what=f"{name_of(feature)} is lowered", rules=power.rules))
    scene.begin(LOWER_WATER, OnFeature(feature.id), ends=(until,), rules=power.rules, by=step.unit, target=feature.id)


def come_back(scene: Scene, effect: Effect, rules: tuple[str, ...]) -> None:
    """The water is back as it was; units still in a pond are put on the nearest bank (BW-A4-23), those who hide there
    for all to see."""
    feature = piece(scene.battle, effect.target)
    if feature is None:
        return
    kinds = {lowered: kind for kind, lowered in DRAINED.items()}
    back = replace(feature, kind=kinds[feature.kind])
    scene.set(board=relaid(scene.battle.table, back))
    scene.tell(Worked(unit=effect.by, power="Lower water", what=f"over: {name_of(back)} is back", rules=rules))
    if impassable(back):
        for unit in in_line(scene.battle.units.values()):
            if takes_room(unit) and unit.level is None and unit.bodies and barred((back,), unit.outline) is not None:
                put_down(scene, unit.id, *rules)
                _put_ashore(scene, scene.unit(unit.id), back, rules)


def _put_ashore(scene: Scene, unit: Unit, water: Feature, rules: tuple[str, ...]) -> None:
    """A unit goes straight to the nearest place where it fits, as it stands."""
    place = bank(scene.battle, unit, water)
    if place is None:
        return
    scene.change(replace(unit, place=unit.place_at(place)))
    scene.tell(Formed(unit=unit.id, pose=place, body=unit.body, why="put on the nearest bank", rules=rules))
    part(scene)


def bank(battle: Battle, unit: Unit, water: Feature) -> Pose | None:
    """The nearest free place out of the water in which a unit fits without turning: the way to the bank nearest to its
    middle is tried first, then others at even angles from it; None where there is no room anywhere."""
    here = unit.outline
    near, _ = nearest_points(water.polygon.boundary, Spot(here.x, here.y))
    dx, dy = near.x - here.x, near.y - here.y
    apart = hypot(dx, dy) or 1.0
    ahead = (dx / apart, dy / apart) if hypot(dx, dy) else (0.0, -1.0)
    far = battle.table.width + battle.table.depth
    for distance in range(_STEP, far, _STEP):
        for way in range(_WAYS):
            pose = _shifted(unit.pose, ahead, distance, way)
            if _fits(battle, unit, pose):
                return pose
    return None


def _shifted(pose: Pose, ahead: tuple[float, float], distance: Mil, way: int) -> Pose:
    """So far away, in one of the directions that open to both sides of the first one by turns, the left-hand one
    before."""
    turn = (way + 1) // 2 * (2 * pi / _WAYS) * (-1 if way % 2 else 1)
    x, y = ahead[0] * cos(turn) - ahead[1] * sin(turn), ahead[0] * sin(turn) + ahead[1] * cos(turn)
    return replace(pose, x=round(pose.x + x * distance), y=round(pose.y + y * distance))


def _fits(battle: Battle, unit: Unit, pose: Pose) -> bool:
    there = replace(unit, place=unit.place_at(pose)).outline
    board = battle.table
    if not board.holds(there) or barred(board.features, there) is not None:
        return False
    return all(gap(there, other.outline) > CONTACT for other in others(battle, unit) if other.bodies)
