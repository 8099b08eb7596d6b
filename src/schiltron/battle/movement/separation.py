"""A unit leaves the units it was in contact with, and a figure that went with it stands on its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.movement.escorts import standing_room
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.event import Detached, Parted
from schiltron.battle.state.unit import Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)


def part(scene: Scene[B, U, S], unit_id: str, rules: tuple[str, ...]) -> None:
    """End all contact of a unit."""
    kept = []
    for one in scene.battle.engagements:
        if unit_id not in (one.attacker, one.defender):
            kept.append(one)
        elif one.touching:
            other = one.defender if one.attacker == unit_id else one.attacker
            scene.tell(Parted(unit=unit_id, other=other, rules=rules))
    if len(kept) < len(scene.battle.engagements):
        scene.engage(kept)


def part_who_are_apart(
    scene: Scene[B, U, S], apart: Callable[[Unit[U], Unit[U]], bool], rules: tuple[str, ...]
) -> None:
    """End contact between all units that no longer reach each other."""
    battle = scene.battle
    kept = []
    for one in battle.engagements:
        if one.touching and apart(battle.units[one.attacker], battle.units[one.defender]):
            scene.tell(Parted(unit=one.attacker, other=one.defender, rules=rules))
        else:
            kept.append(one)
    if len(kept) < len(battle.engagements):
        scene.engage(kept)


def stand_alone(scene: Scene[B, U, S], figure: Unit[U], host: Unit[U], rules: tuple[str, ...]) -> None:
    """A figure stands on his own where the unit he was with stood, or by it if it still stands."""
    pose = standing_room(scene.battle, figure, host.pose)
    scene.change(replace(figure, place=host.place_at(pose)))
    scene.tell(Detached(unit=figure.id, host=host.id, rules=rules))
