"""Individuals move alone, join units and leave them (cases 9.0 to 9.2; BS-5.0-02).

A Unit Commander joins his own unit, Brigade and Army Commanders any of their side. A hero who wants to be part of a
unit changes his role for it, as the Movement Phase opens.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.escorts import afoot, way_to
from schiltron.battle.movement.separation import stand_alone
from schiltron.battle.state.event import Attached, Detached
from schiltron.battle.state.field import friendly, in_melee, touching
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive, basic, is_commander, is_engine, is_individual
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.battlesystem.steps import Walk
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap

JOIN: Final = "join"
LEAVE: Final = "leave"
_RULES: Final = ("BS-9.2-01",)


def bound_to_unit(battle: Battle, unit: Unit) -> list[Reason]:
    """Why an individual who is with a unit stays with it."""
    if not unit.host:
        return []
    if unit.own.command.rank == "member":
        return [Reason(f"{unit.name} is part of his unit and always with it", ("BS-9.1-01",))]
    if basic(battle) and unit.own.command.rank == "unit":
        return [Reason("in the Basic Game a Unit Commander is always with his unit", ("BS-5.0-02",))]
    if in_melee(battle, unit):
        return [Reason(f"{unit.name} stands in the melee of his unit", ("BS-7.8-02",))]
    return []


# ---------------------------------------------------------------- joining


def judge_join(view: Battle, unit: Unit, host_id: str) -> list[Reason]:
    """He goes straight to a unit he may be with, and reaches it in this move."""
    host = view.units.get(host_id)
    if not is_commander(unit):
        return [Reason("only commanders go to a unit as they like; others change their role for it", ("BS-9.0-02",))]
    if host is None or not _takes(view, unit, host):
        return [Reason("a commander joins a unit of his side on the table, a Unit Commander his own", _RULES)]
    if host.id == unit.host:
        return [Reason(f"he is with {host.name} already", _RULES)]
    there = afoot(view, unit)
    walker = walk(there, join_order(there.units[unit.id], host))
    if not walker.reasons and gap(walker.outline, host.outline) > CONTACT:
        return [Reason(f"he does not reach {host.name} straight ahead", _RULES, measured=True)]
    return walker.reasons


def _takes(view: Battle, unit: Unit, host: Unit) -> bool:
    if not friendly(view, unit, host) or not host.on_table or not alive(host):
        return False
    if is_individual(host) or is_engine(host):
        return False
    if host.of or host.own.morale.rout is not None:
        return False
    return unit.own.command.rank != "unit" or host.own.command.commander == unit.id


def join_order(unit: Unit, host: Unit, left: str = "") -> Walk:
    return Walk(unit.id, way_to(unit, host), JOIN, host.id, host=left)


def reached(battle: Battle, unit: Unit, host_id: str) -> bool:
    host = battle.units[host_id]
    return host.on_table and alive(host) and touching(battle, unit, host)


def attach(scene: Scene, unit_id: str, host: str) -> None:
    unit = scene.unit(unit_id)
    scene.change(replace(unit, place=Aboard(host)))
    scene.tell(Attached(unit=unit_id, host=host, rules=_RULES))


# ---------------------------------------------------------------- leaving


def set_out(scene: Scene, unit: Unit) -> str:
    """Put an individual on his own before he moves; the unit he left."""
    if not unit.host:
        return ""
    scene.battle = afoot(scene.battle, unit)
    scene.tell(Detached(unit=unit.id, host=unit.host, rules=_RULES))
    return unit.host


def leave(scene: Scene, unit: Unit) -> None:
    """He steps out and stands beside the unit."""
    stand_alone(scene, unit, scene.unit(unit.host), _RULES)
    there = scene.unit(unit.id)
    scene.change(with_turn(there, moved=True, acted=True, had_order=True))
    keep_order(scene)


def stay_with(scene: Scene, unit: Unit, host: str) -> None:
    """Who could not go anywhere from the unit he wanted to leave is still with it."""
    if alive(scene.unit(host)):
        attach(scene, unit.id, host)
