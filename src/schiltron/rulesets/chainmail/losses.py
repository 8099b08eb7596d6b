"""Figures fall and units leave the table, whatever the cause."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.event import Detached, Fell, Parted, Removed
from schiltron.battle.event import Formed as FormedEvent
from schiltron.battle.unit import OffTable, OnTable
from schiltron.rulesets.chainmail.field import company
from schiltron.rulesets.chainmail.state import Scene
from schiltron.table.body import Formed

DESTROYED = "destroyed"


def fell(scene: Scene, unit_id: str, figures: int, rules: tuple[str, ...]) -> int:
    """Figures of a unit fall, as many as it has at most; they keep their room until they are taken off."""
    unit = scene.unit(unit_id)
    lost = min(figures, unit.figures)
    if lost:
        scene.change(replace(unit, figures=unit.figures - lost, fallen=unit.fallen + lost))
        scene.tell(Fell(unit=unit_id, figures=lost, left=unit.figures - lost, rules=rules))
    return lost


def take_off(scene: Scene, rules: tuple[str, ...]) -> None:
    """The fallen of all units are removed; those behind close up, and a unit without figures is gone."""
    for unit in list(scene.battle.units.values()):
        if not unit.fallen or not unit.on_table:
            continue
        if not unit.figures:
            remove(scene, unit.id, DESTROYED, rules)
            continue
        body = unit.body
        if isinstance(body, Formed):
            body = replace(body, files=min(body.files, unit.figures))
        scene.tell(Removed(unit=unit.id, figures=unit.fallen, why="fallen", rules=rules))
        scene.change(replace(unit, fallen=0, body=body, own=replace(unit.own, struck=())))
        if body != unit.body:
            scene.tell(FormedEvent(unit=unit.id, pose=unit.pose, body=body, why="close up", rules=rules))


def remove(scene: Scene, unit_id: str, why: str, rules: tuple[str, ...]) -> None:
    """A unit leaves the table for good, and nobody is in contact with it any more.

    Whoever is with it and lives stands on his own where it stood.
    """
    unit = scene.unit(unit_id)
    survivors = company(scene.battle, unit)
    scene.change(replace(unit, figures=0, fallen=0, place=OffTable(why), own=replace(unit.own, flight=None)))
    scene.tell(Removed(unit=unit_id, figures=unit.bodies, why=why, rules=rules))
    part(scene, unit_id, rules)
    for one in survivors:
        scene.change(replace(one, place=OnTable(unit.pose)))
        scene.tell(Detached(unit=one.id, host=unit_id, rules=("CM-HIST-38",)))


def part(scene: Scene, unit_id: str, rules: tuple[str, ...]) -> None:
    """A unit is out of all contact."""
    kept = []
    for one in scene.battle.engagements:
        if unit_id not in (one.attacker, one.defender):
            kept.append(one)
        elif one.touching:
            other = one.defender if one.attacker == unit_id else one.attacker
            scene.tell(Parted(unit=unit_id, other=other, rules=rules))
    if len(kept) < len(scene.battle.engagements):
        scene.engage(kept)
