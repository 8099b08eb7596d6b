"""Figures fall and units leave the table, whatever the cause."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.event import Detached, Fell, Parted, Removed
from schiltron.battle.event import Formed as FormedEvent
from schiltron.battle.field import company
from schiltron.battle.joining import standing_room
from schiltron.battle.unit import OffTable, OnTable
from schiltron.rulesets.chainmail.field import is_commander
from schiltron.rulesets.chainmail.history.bereavement import bereave
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.table.body import Formed

DESTROYED = "destroyed"
OVERRUN = "overrun by the pikes"
TAKEN = "taken prisoner"
SURRENDERED = "surrendered"
MARCHED_OFF = "marched off"
_WITHOUT_HIM = {DESTROYED: ("CM-HIST-38",), MARCHED_OFF: ("CM-HIST-39",)}
"""Ways in which a unit is gone and the army commander who was with it is not."""
_KILLED_OR_TAKEN = (DESTROYED, OVERRUN, TAKEN, SURRENDERED)
"""Ways in which an army commander is lost, and not only gone (CM-HIST-37)."""


def fell(scene: Scene, unit_id: str, figures: int, rules: tuple[str, ...]) -> int:
    """Figures of a unit fall, as many as it has at most; they keep their room until they are taken off.

    The army commander with it falls last: when more are killed than it has (CM-HIST-38).
    """
    unit = scene.unit(unit_id)
    lost = min(figures, unit.figures)
    if lost:
        scene.change(replace(unit, figures=unit.figures - lost, fallen=unit.fallen + lost))
        scene.tell(Fell(unit=unit_id, figures=lost, left=unit.figures - lost, rules=rules))
    if lost < figures:
        for one in company(scene.battle, unit):
            fell(scene, one.id, 1, (*rules, "CM-HIST-38"))
    return lost


def in_danger(battle: Battle, unit: Unit, involved: int) -> int:
    """How many can fall where so many of a unit are involved; the commander too, if that is all of it (CM-HIST-38)."""
    return involved + len(company(battle, unit)) if involved >= unit.figures else involved


def take_off(scene: Scene, rules: tuple[str, ...]) -> None:
    """The fallen of all units are removed; those behind close up, and a unit without figures is gone."""
    for unit in list(scene.battle.units.values()):
        if not unit.fallen or not (unit.on_table or unit.host):
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


def remove(scene: Scene, unit_id: str, why: str, rules: tuple[str, ...], edge: str = "") -> None:
    """A unit leaves the table for good, and nobody is in contact with it any more.

    The commander with a unit that was killed to the last man stands on his own where it stood, and so he does where
    mercenaries marched off; otherwise he shares its fate (CM-HIST-33).
    """
    unit = scene.unit(unit_id)
    survivors = company(scene.battle, unit)
    scene.change(replace(_gone(unit, why, edge), figures=0, fallen=0))
    scene.tell(Removed(unit=unit_id, figures=unit.bodies, why=why, rules=rules))
    part(scene, unit_id, rules)
    for one in survivors:
        if why in _WITHOUT_HIM:
            stand_alone(scene, one, unit, _WITHOUT_HIM[why])
        else:
            remove(scene, one.id, why, (*rules, "CM-HIST-33"), edge)
    if is_commander(unit) and why in _KILLED_OR_TAKEN:
        bereave(scene, unit)


def leave(scene: Scene, unit_id: str, why: str, rules: tuple[str, ...], edge: str) -> None:
    """A unit goes off the table in good order, and whoever is with it: out of play, but not lost."""
    unit = scene.unit(unit_id)
    companions = company(scene.battle, unit)
    scene.change(_gone(unit, why, edge))
    scene.tell(Removed(unit=unit_id, figures=unit.bodies, why=why, rules=rules))
    part(scene, unit_id, rules)
    for one in companions:
        leave(scene, one.id, why, rules, edge)


def _gone(unit: Unit, why: str, edge: str) -> Unit:
    """A unit that is off the table; prisoners it guarded stay behind (CM-MELEE-42)."""
    captives = tuple(replace(some, left_at=unit.pose) for some in unit.own.captives)
    return replace(unit, place=OffTable(why, edge), own=replace(unit.own, flight=None, captives=captives))


def stand_alone(scene: Scene, commander: Unit, host: Unit, rules: tuple[str, ...]) -> None:
    """The commander stands on his own where the unit he was with stood, or by it if it still stands."""
    pose = standing_room(scene.battle, commander, host.pose)
    scene.change(replace(commander, place=OnTable(pose)))
    scene.tell(Detached(unit=commander.id, host=host.id, rules=rules))


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
