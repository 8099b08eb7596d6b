"""Characters on their own, joining units and leaving them: TA-CHAR-11, TA-DUEL-07, TA-MOVE-10, TA-MOVE-14."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.field import touching
from schiltron.battle.illegal import Reason
from schiltron.battle.joining import afoot, go_with, set_out, short_of, way_to
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_routed
from schiltron.rulesets.by_this_axe.movement.steps import Walk
from schiltron.rulesets.by_this_axe.movement.walk import walk
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit

JOIN: Final = "join"


def judge_join(view: Battle, unit: Unit, host_id: str) -> list[Reason]:
    """He goes to a unit of his side that is within his own move and not in flight."""
    host = view.units.get(host_id)
    if host is None or host.side != unit.side or is_character(host) or not host.on_table or not alive(host):
        return [Reason("a character joins a unit of his side on the table", ("TA-CHAR-11",))]
    if host.id == unit.host:
        return [Reason(f"he is with {host.name} already", ("TA-CHAR-11",))]
    if is_routed(host):
        return [Reason(f"{host.name} are in flight: he may touch and rally them", ("TA-CHAR-11", "TA-RALLY-01"))]
    if unit.own.person is not None and unit.own.person.shamed:
        return [Reason("having declined a challenge he may not go to another unit this turn", ("TA-DUEL-07",))]
    there = afoot(view, unit)
    path = way_to(there.units[unit.id], host)
    walker = walk(there, Walk(unit.id, path, "join", host_id))
    return short_of(walker, host, ("TA-CHAR-11",))


def leave(scene: Scene, unit: Unit) -> str:
    """Put a character on his own feet; the unit he left."""
    return set_out(scene, unit, ("TA-CHAR-11",))


def attach(scene: Scene, unit_id: str, host: str) -> None:
    unit = scene.unit(unit_id)
    go_with(scene, replace(unit, own=replace(unit.own, moved=True)), host, ("TA-CHAR-11",))


def reached(battle: Battle, unit: Unit, host_id: str) -> bool:
    host = battle.units[host_id]
    return host.on_table and alive(host) and touching(unit, host)
