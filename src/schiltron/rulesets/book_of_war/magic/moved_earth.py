"""Earth that is moved (chapter A4): a piece of terrain is shifted over the table, with the units on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from msgspec.structs import replace
from shapely import box

from schiltron.battle.play.aimed_ground import middle, piece
from schiltron.battle.play.powers import Power
from schiltron.battle.state.effects import OnFeature, Until, While
from schiltron.battle.state.event import Formed, Worked
from schiltron.battle.state.field import takes_room
from schiltron.battle.state.unit import Hidden, in_line
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.hiding import as_known, hidden_foes, put_down
from schiltron.rulesets.book_of_war.hulls import hulls
from schiltron.rulesets.book_of_war.magic.drained_ground import relaid
from schiltron.rulesets.book_of_war.magic.spellbook import FURTHER
from schiltron.rulesets.book_of_war.magic.steps import Spell
from schiltron.rulesets.book_of_war.movement.ambushes import seen_by_wizards
from schiltron.rulesets.book_of_war.movement.contact import part
from schiltron.rulesets.book_of_war.movement.ground import ROAD, barred, impassable
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.table.ground import stood_in
from schiltron.table.lengths import CONTACT, Mil, inches, show_inches
from schiltron.table.outline import gap
from schiltron.table.terrain import Area, Contour, Feature, Points, features_overlap, name_of

ENDED_BY: Final = ("moved",)
"""What a wizard may not do while he concentrates (BW-A4-25); a hit that ends it is the end of him."""
_STEP: Final[Mil] = inches(0.1)
"""How finely the way of a piece is looked through for what stops it."""
_HAIR: Final = 10.0 * 10.0
"""Ground beyond the table's edge, in square mil, that is none."""


def moved_by(feature: Feature, dx: Mil, dy: Mil) -> Feature:
    """A piece of terrain so much farther on, with its contours."""
    if isinstance(feature, Area):
        contours = tuple(Contour(_points(one.ring, dx, dy), one.rise) for one in feature.contours)
        return replace(feature, ring=_points(feature.ring, dx, dy), contours=contours)
    return replace(feature, course=_points(feature.course, dx, dy))


def _points(points: Points, dx: Mil, dy: Mil) -> Points:
    return tuple((x + dx, y + dy) for x, y in points)


# ---------------------------------------------------------------- how far it goes


def way_of(feature: Feature, at: tuple[Mil, Mil], most: Mil) -> tuple[float, float, Mil]:
    """The direction from the middle of a piece to a point, and how far it is to be shifted."""
    x, y = middle(feature)
    apart = hypot(at[0] - x, at[1] - y)
    if not apart:
        return 0.0, 0.0, 0
    return (at[0] - x) / apart, (at[1] - y) / apart, min(most, round(apart))


def carried_by(battle: Battle, feature: Feature) -> list[Unit]:
    """Units with any figure on a piece of terrain, those who hide there too (BW-A4-26)."""
    return [
        unit
        for unit in in_line(battle.units.values())
        if takes_room(unit) and unit.level is None and unit.bodies and stood_in((feature,), unit.outline) is not None
    ]


def shifted_to(battle: Battle, feature: Feature, at: tuple[Mil, Mil], most: Mil) -> tuple[Mil, Mil]:
    """How far a piece gets on its way to a point: up to `most`, or until something stops it. It stops at the edge of
    the table, at other pieces, and where a unit that it carries would leave the table, touch another unit or come into
    water; a pond, in which nobody can stand, stops at units too, and water on which a ship lies does not move, lowered
    or not (BW-A4-24, BW-A4-26)."""
    ux, uy, wanted = way_of(feature, at, most)
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
        _over_the_edge(battle, feature, there)
        or _on_others(battle, feature, there)
        or _stuck(battle, there, carried, dx, dy)
    )


def _over_the_edge(battle: Battle, feature: Feature, there: Feature) -> bool:
    """More of it would lie beyond the table's edge than did before: a stream reaches from edge to edge."""
    board = battle.table
    left, top, right, bottom = there.bounds
    if left >= 0 and top >= 0 and right <= board.width and bottom <= board.depth:
        return False
    table = box(0, 0, board.width, board.depth)
    return there.polygon.difference(table).area > feature.polygon.difference(table).area + _HAIR


def _on_others(battle: Battle, feature: Feature, there: Feature) -> bool:
    """It would lie on another piece that it did not lie on before. Roads are no ground of their own."""
    return any(
        features_overlap(there, other) and not features_overlap(feature, other)
        for other in battle.table.features
        if other.id != feature.id and other.kind != ROAD
    )


def _stuck(battle: Battle, there: Feature, carried: Sequence[Unit], dx: Mil, dy: Mil) -> bool:
    board = battle.table
    floating = any(stood_in((there,), hull.outline) is not None for hull in hulls(battle))
    left = [unit for unit in battle.units.values() if takes_room(unit) and unit.bodies and unit not in carried]
    if floating or (impassable(there) and any(stood_in((there,), unit.outline) is not None for unit in left)):
        return True
    still = tuple(one for one in board.features if one.id != there.id)
    for unit in carried:
        body = _carried(unit, dx, dy).outline
        if not board.holds(body) or barred(still, body) is not None:
            return True
        for other in left:
            apart = gap(body, other.outline)
            if apart <= CONTACT and apart <= gap(unit.outline, other.outline):
                return True
    return False


def _carried(unit: Unit, dx: Mil, dy: Mil) -> Unit:
    pose = replace(unit.pose, x=unit.pose.x + dx, y=unit.pose.y + dy)
    place = unit.place
    return replace(unit, place=replace(place, pose=pose) if isinstance(place, Hidden) else unit.place_at(pose))


def _stopped_by(battle: Battle, wizard: Unit, feature: Feature, at: tuple[Mil, Mil], most: Mil) -> list[Unit]:
    """Enemies of the wizard who hide and for whom a piece stops before it would without them: they are found out
    (BW-A2-04)."""
    unseen = hidden_foes(battle, wizard)
    if not unseen:
        return []
    far, known = shifted_to(battle, feature, at, most), as_known(battle, wizard)
    if far == shifted_to(known, feature, at, most):
        return []
    return [foe for foe in unseen if shifted_to(known.with_unit(foe), feature, at, most) == far]


# ---------------------------------------------------------------- it moves


def shift(scene: Scene, step: Spell, power: Power, until: Until) -> None:
    """The piece is shifted, its units with it (BW-A4-24, BW-A4-26). While the wizard does nothing else it can be
    shifted again (BW-A4-25)."""
    feature = piece(scene.battle, step.feature)
    wizard = scene.unit(step.unit)
    if feature is None or step.at is None or not in_play(wizard):
        return
    dx, dy = shifted_to(scene.battle, feature, step.at, inches(power.amount))
    for foe in _stopped_by(scene.battle, wizard, feature, step.at, inches(power.amount)):
        put_down(scene, foe.id, "BW-A2-04", "BW-A4-26")
    carried = carried_by(scene.battle, feature)
    scene.set(board=relaid(scene.battle.table, moved_by(feature, dx, dy)))
    far = show_inches(round(hypot(dx, dy)))
    what = f"{name_of(feature)} is moved {far}" if dx or dy else f"{name_of(feature)} cannot move"
    scene.tell(Worked(unit=step.unit, power=power.title, what=what, rules=power.rules))
    if dx or dy:
        for unit in carried:
            moved = _carried(unit, dx, dy)
            scene.change(moved)
            heard = () if unit.on_table else scene.battle.seats_of(unit.side)
            event = Formed(unit=unit.id, pose=moved.pose, body=unit.body, why="carried along", rules=("BW-A4-26",))
            scene.tell(replace(event, audience=heard))
        part(scene)
        seen_by_wizards(scene)
    if step.way != FURTHER:
        ends = (until, While(step.unit, ENDED_BY))
        by = step.unit
        scene.begin(power.key, OnFeature(feature.id), ends=ends, rules=power.rules, by=by, target=feature.id, obeys=by)
