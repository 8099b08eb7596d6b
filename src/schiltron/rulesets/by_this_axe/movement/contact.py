"""Coming into contact: TA-MOVE-12, TA-MELEE-02 to TA-MELEE-04, TA-UNIT-32."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from schiltron.battle.movement.flight_ways import turned
from schiltron.battle.movement.lining_up import Poses, engage, line_up, room_for, up_to
from schiltron.battle.state.field import enemies, in_melee, meets
from schiltron.rulesets.by_this_axe.field import arc_from, is_routed
from schiltron.rulesets.by_this_axe.ground import felt, in_the_water
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit, with_turn
from schiltron.table.contact import Edge, edge_met, squared, touches
from schiltron.table.lengths import HALF_TURN, signed
from schiltron.table.outline import Outline, outline

_FACE_TO_FACE: Final = ("TA-MOVE-12", "TA-MELEE-02")
_LATER: Final = ("TA-MOVE-12", "TA-MELEE-04", "TA-UNIT-32")
_IN_FLIGHT: Final = ("TA-MOVE-12", "TA-MORALE-28")


Shy = Callable[[Scene, str, str, str], bool]
"""Whether a further enemy along a charger's front, beside the one it is locked with, may still get away."""


def make_contact(scene: Scene, charger: str, target: str, shy: Shy) -> None:
    """A unit has reached another: both are lined up as the rules say and are in melee from now on.

    The first two of a melee stand face to face (TA-MELEE-02). Who comes later is where its middle was when it made
    contact: before the front, beside or behind (TA-UNIT-32, TA-MELEE-04). A unit in flight is caught from behind.
    """
    battle = scene.battle
    one, other = battle.units[charger], battle.units[target]
    edge = edge_by_arc(one, other)
    if is_routed(other):
        rules: tuple[str, ...] = _IN_FLIGHT
        poses = _up_to(battle, one, other, _edge_touched(one, other))
        edge = "rear"
    elif in_melee(battle, other):
        rules, poses = _LATER, _up_to(battle, one, other, edge)
    else:
        rules = _FACE_TO_FACE
        poses = _face_to_face(battle, one, other, edge)
        edge = "front"
    line_up(scene, poses, rules)
    unit = scene.unit(charger)
    scene.change(with_turn(unit, charged=True))
    engage(scene, charger, target, edge, rules)
    for further in fronts_touched(scene.battle, scene.unit(charger)):
        if further.id == target or not shy(scene, charger, further.id, target):
            join_battle(scene, charger, further.id)


def join_battle(scene: Scene, charger: str, further: str) -> None:
    """Another enemy along the front of one who has charged is in melee with it too."""
    edge: Edge = "rear" if is_routed(scene.unit(further)) else "front"
    engage(scene, charger, further, edge, _FACE_TO_FACE)


def fronts_touched(battle: Battle, unit: Unit) -> list[Unit]:
    """Other enemies whose front edge lies along its own front: it has charged them as well."""
    return [
        enemy
        for enemy in enemies(battle, unit)
        if enemy.figures
        and meets(battle, unit, enemy)
        and any(
            touch.flush and touch.edge_a == "front" and touch.edge_b == "front"
            for touch in touches(unit.outline, enemy.outline)
        )
    ]


# ---------------------------------------------------------------- where it came from


def edge_by_arc(unit: Unit, other: Unit) -> Edge:
    """The side of a unit on which the middle of another lies (TA-UNIT-32)."""
    x, y = unit.outline.x, unit.outline.y
    arc = arc_from(x, y, other)
    if arc == "front":
        return "front"
    if arc == "rear":
        return "rear"
    return "right" if other.pose.local(x, y)[0] > 0 else "left"


def _edge_touched(unit: Unit, other: Unit) -> Edge:
    return edge_met(unit.pose, unit.body, unit.bodies, other.outline, (unit.pose.x, unit.pose.y))[1]


# ---------------------------------------------------------------- lining up


def _up_to(battle: Battle, one: Unit, other: Unit, edge: Edge) -> Poses:
    """The charger flush with an edge; as it lies where there is no room for that."""
    index = len(other.outline.rects) - 1 if edge == "rear" else 0
    return up_to(battle, one, other, (index, edge), _wades)


def _wades(battle: Battle, unit: Unit, here: Outline) -> bool:
    """Whether a unit would stand in water where it does not stand in it now."""
    river = in_the_water(felt(unit.own.profile, battle.table.features), here)
    return river is not None and in_the_water((river,), unit.outline) is None


def _face_to_face(battle: Battle, one: Unit, other: Unit, edge: Edge) -> Poses:
    """How both stand front to front; as they lie where there is no room for it, which is no flank attack for that.

    Onto its front the charger lines up with it. From elsewhere the charged unit turns about its middle and the charger
    closes up, or, where that puts it onto somebody, stands and is closed up to.
    """
    tries: list[Poses] = []
    if edge == "front":
        tries.append({one.id: squared(one.pose, one.body, one.bodies, other.outline, 0, "front")})
    facing = turned(other, signed(one.pose.heading + HALF_TURN - other.pose.heading))
    there = outline(facing, other.body, other.bodies)
    tries.append({other.id: facing, one.id: squared(one.pose, one.body, one.bodies, there, 0, "front")})
    tries.append({other.id: squared(facing, other.body, other.bodies, one.outline, 0, "front")})
    return next((poses for poses in tries if room_for(battle, poses, _wades)), {})
