"""Bodies that have met line up if there is room, and are in contact from then on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.battle import Battle, Engagement
from schiltron.battle.state.event import Formed, Touched
from schiltron.battle.state.field import others
from schiltron.battle.state.unit import Unit
from schiltron.table.contact import Edge, squared
from schiltron.table.outline import Outline, outline, overlapping
from schiltron.table.pose import Pose

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

Poses = dict[str, Pose]
Barred = Callable[[Any, Any, Outline], bool]
"""Whether in a battle the ground keeps a unit from standing like that."""


def up_to(battle: Battle[B, U, S], one: Unit[U], other: Unit[U], place: tuple[int, Edge], barred: Barred) -> Poses:
    """One body flush with an edge of one rectangle of another; as it lies where there is no room for that."""
    pose = squared(one.pose, one.body, one.bodies, other.outline, *place)
    return {one.id: pose} if room_for(battle, {one.id: pose}, barred) else {}


def room_for(battle: Battle[B, U, S], poses: Poses, barred: Barred) -> bool:
    """Whether bodies can stand there: on nobody, on the table, and on no ground that is barred to them."""
    board = battle.table
    moved = {key: outline(pose, battle.units[key].body, battle.units[key].bodies) for key, pose in poses.items()}
    for key, here in moved.items():
        unit = battle.units[key]
        if not board.holds(here) or barred(battle, unit, here):
            return False
        if any(overlapping(here, moved.get(other.id) or other.outline) for other in others(battle, unit)):
            return False
    return True


def line_up(scene: Scene[B, U, S], poses: Poses, rules: tuple[str, ...]) -> None:
    for key, pose in poses.items():
        unit = scene.unit(key)
        if pose != unit.pose:
            scene.change(replace(unit, place=unit.place_at(pose)))
            scene.tell(Formed(unit=key, pose=pose, body=unit.body, why="square up", rules=rules))


def engage(scene: Scene[B, U, S], attacker: str, defender: str, edge: Edge, rules: tuple[str, ...]) -> None:
    """Two units are in contact from this turn on, if they are not already."""
    battle = scene.battle
    if any(one.touching and one.joins(attacker, defender) for one in battle.engagements):
        return
    kept = (one for one in battle.engagements if not one.joins(attacker, defender))
    scene.engage((*kept, Engagement(attacker, defender, edge, battle.turn)))
    scene.tell(Touched(unit=attacker, other=defender, edge=edge, rules=rules))
