"""Units locked in melee stay together when their ranks grow thinner. Names no rule."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.movement.lining_up import Barred, room_for
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.event import Formed
from schiltron.table.lengths import CONTACT, inches
from schiltron.table.outline import Outline, advance_gap, gap

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

_FOLLOW: Final = inches(6)
"""Farther than that no enemy has given way by losses alone."""


def _nowhere(_battle: object, _unit: object, _here: Outline) -> bool:
    return False


def close_up(scene: Scene[B, U, S], rules: tuple[str, ...], barred: Barred = _nowhere) -> None:
    """The attackers of a unit that has grown thinner follow it straight ahead, unless somebody or the ground stops
    them."""
    for one in scene.battle.engagements:
        attacker, defender = scene.unit(one.attacker), scene.unit(one.defender)
        if not one.touching or gap(attacker.outline, defender.outline) <= CONTACT:
            continue
        if _contacts(scene.battle, attacker.id) > 1:
            continue
        ux, uy = attacker.pose.forward
        ahead = advance_gap(attacker.outline, ux, uy, defender.outline, _FOLLOW)
        if ahead is None:
            continue
        pose = attacker.pose.advanced(ahead)
        if not room_for(scene.battle, {attacker.id: pose}, barred):
            continue
        scene.change(replace(attacker, place=attacker.place_at(pose)))
        scene.tell(Formed(unit=attacker.id, pose=pose, body=attacker.body, why="close up", rules=rules))


def _contacts(battle: Battle[B, U, S], unit_id: str) -> int:
    return sum(1 for one in battle.engagements if one.touching and unit_id in (one.attacker, one.defender))
