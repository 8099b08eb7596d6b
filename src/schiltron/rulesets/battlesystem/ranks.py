"""Closed ranks that open where they stand (BS-4.5-02, BS-7.6-02)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.event import Formed as FormedEvent
from schiltron.battle.fleeing import has_room
from schiltron.battle.unit import OnTable
from schiltron.rulesets.battlesystem.bases import spacing
from schiltron.rulesets.battlesystem.state import SET_SPEARS, SHIELD_WALL, Battle, Scene, Unit
from schiltron.table.body import Formed
from schiltron.table.facing import in_line
from schiltron.table.outline import outline

_DECLARED = {"shield_wall": SHIELD_WALL, "shield_ring": SHIELD_WALL, "set_spears": SET_SPEARS, "set_ring": SET_SPEARS}


def open_out(scene: Scene, unit_id: str, rules: tuple[str, ...]) -> None:
    """A closed unit drops into open formation without moving, at no cost; nobody else has ranks to open.

    The middle of its front stays; figures spread to the sides and to the rear. Where there is no room for as many
    files, the front becomes narrower, never wider in figures.
    """
    unit = scene.unit(unit_id)
    if unit.own.formation != "closed":
        return
    end_stance(scene, unit_id, rules)
    unit = scene.unit(unit_id)
    opened = _opened(scene.battle, unit)
    scene.change(replace(opened, own=replace(opened.own, formation="open")))
    scene.tell(FormedEvent(unit=unit_id, pose=opened.pose, body=opened.body, why="open formation", rules=rules))


def unwrap(scene: Scene, unit_id: str) -> None:
    """Who wrapped round an enemy counts as open when the melee is over, however the bases stand (BS-7.11-03)."""
    unit = scene.unit(unit_id)
    formation = "open" if unit.own.formation == "closed" else unit.own.formation
    scene.change(replace(unit, own=replace(unit.own, wrapped=False, formation=formation)))


def end_stance(scene: Scene, unit_id: str, rules: tuple[str, ...]) -> None:
    """A shield wall or set spears are given up (BS-11.6-01, BS-11.7-02), and all look one way again."""
    unit = scene.unit(unit_id)
    stance = unit.own.stance
    if not stance:
        return
    body = replace(unit.body, hedgehog=False) if isinstance(unit.body, Formed) else unit.body
    scene.change(replace(unit, body=body, own=replace(unit.own, stance="")))
    if stance in _DECLARED:
        scene.mark(unit_id, _DECLARED[stance], on=False, rules=rules)


def _opened(battle: Battle, unit: Unit) -> Unit:
    """The unit with the room of open formation between its bases, in as many files as there is place for."""
    body = unit.body
    assert isinstance(body, Formed)
    room = spacing("open", stands=unit.own.profile.stands)
    if not unit.on_table:
        return replace(unit, body=replace(body, spacing=room))
    straight, pose = in_line(body, unit.pose)
    for files in range(straight.files, 0, -1):
        wider = replace(straight, files=files, spacing=room)
        if has_room(battle, unit, outline(pose, wider, unit.bodies)):
            return replace(unit, body=wider, place=OnTable(pose))
    return unit
