"""A unit breaks: TA-MORALE-23, TA-MORALE-27."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room, shape_at, turned
from schiltron.battle.state.event import Formed, Parted, Ruled
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.state import ROUTED, Scene, Unit
from schiltron.table.lengths import HALF_TURN, normal


def rout(scene: Scene, unit_id: str) -> None:
    """Mark a unit as routed, break its contacts and turn it about at once; how far it runs is rolled in step c."""
    unit = scene.unit(unit_id)
    heading = normal(unit.pose.heading + HALF_TURN)
    own = replace(unit.own, flight=heading)
    scene.change(replace(unit, own=own))
    scene.mark(unit_id, ROUTED, rules=("TA-MORALE-07", "TA-MORALE-23", "TA-MORALE-26"))
    break_off(scene, unit_id)
    _turn_about(scene, scene.unit(unit_id))


def break_off(scene: Scene, unit_id: str) -> None:
    """It is in contact with nobody any more; the enemy stays where he is and strikes no free blow (TA-MORALE-27)."""
    engagements = scene.battle.engagements
    mine = [one for one in engagements if unit_id in (one.attacker, one.defender)]
    if not mine:
        return
    scene.engage(one for one in engagements if one not in mine)
    for one in mine:
        other = one.defender if one.attacker == unit_id else one.attacker
        scene.tell(Parted(unit=unit_id, other=other, rules=("TA-MORALE-27",)))


def _turn_about(scene: Scene, unit: Unit) -> None:
    """On the ground it stands on. Where its new front has no room it turns as it starts to run."""
    pose = turned(unit, HALF_TURN)
    if has_room(scene.battle, unit, shape_at(unit, pose)):
        scene.change(replace(unit, place=unit.place_at(pose)))
        scene.tell(Formed(unit=unit.id, pose=pose, body=unit.body, why="turn to flee", rules=("TA-MORALE-23",)))
    else:
        hemmed = does("are hemmed in too closely to turn", one=is_character(unit))
        scene.tell(Ruled(what=f"{unit.name} {hemmed}", rules=("TA-MORALE-23",)))
