"""Characters on their own, joining units and leaving them: TA-CHAR-11, TA-DUEL-07, TA-MOVE-10, TA-MOVE-14."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.escorts import afoot, go_with, set_out, short_of, standing_room, way_to
from schiltron.battle.movement.flight_ways import has_room, shape_at
from schiltron.battle.state.event import Detached
from schiltron.battle.state.field import company, friendly, touching
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_routed, is_shamed
from schiltron.rulesets.by_this_axe.movement.walk import walk
from schiltron.rulesets.by_this_axe.movement.walker import Walk
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit, with_turn
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap

JOIN: Final = "join"


def judge_join(view: Battle, unit: Unit, host_id: str) -> list[Reason]:
    """He goes to a unit of his side that is within his own move and not in flight."""
    host = view.units.get(host_id)
    if host is None or not friendly(view, unit, host) or is_character(host) or not host.on_table or not alive(host):
        return [Reason("a character joins a unit of his side on the table", ("TA-CHAR-11",))]
    if host.id == unit.host:
        return [Reason(f"he is with {host.name} already", ("TA-CHAR-11",))]
    if is_routed(host):
        return [Reason(f"{host.name} are in flight: he may touch and rally them", ("TA-CHAR-11", "TA-RALLY-01"))]
    if is_shamed(unit):
        return [Reason("having declined a challenge he may not go to another unit this turn", ("TA-DUEL-07",))]
    there = afoot(view, unit)
    path = way_to(there.units[unit.id], host)
    walker = walk(there, Walk(unit.id, path, "join", host_id))
    return short_of(walker, host, ("TA-CHAR-11",))


def leave(scene: Scene, unit: Unit) -> str:
    """Put a character on his own feet; the unit he left."""
    return set_out(scene, unit, ("TA-CHAR-11",))


def attach(scene: Scene, unit_id: str, host: str) -> None:
    """He is with a unit from now on, but has come as far as he comes this turn."""
    unit = scene.unit(unit_id)
    here = with_turn(unit, moved=True, joined_at=unit.pose)
    go_with(scene, here, host, ("TA-CHAR-11",))


# ---------------------------------------------------------------- not carried on


def left_behind(battle: Battle, host: Unit) -> list[Unit]:
    """Characters who walked to a unit this turn and have lost touch with it where it stands by now."""
    return [one for one in company(battle, host) if one.own.turn.joined_at and not _in_touch(one, host)]


def _in_touch(unit: Unit, host: Unit) -> bool:
    assert unit.own.turn.joined_at is not None
    return gap(shape_at(unit, unit.own.turn.joined_at), host.outline) <= CONTACT


def leave_behind(scene: Scene, host_id: str) -> None:
    """They stay where they reached it, or as near as there is room (TA-MOVE-10, TA-CHAR-11)."""
    host = scene.unit(host_id)
    for unit in left_behind(scene.battle, host):
        here = unit.own.turn.joined_at
        assert here is not None
        free = has_room(scene.battle, unit, shape_at(unit, here))
        pose = here if free else standing_room(scene.battle, unit, here)
        scene.change(replace(with_turn(unit, joined_at=None), place=host.place_at(pose)))
        scene.tell(Detached(unit=unit.id, host=host_id, rules=("TA-MOVE-10", "TA-CHAR-11")))


def reached(battle: Battle, unit: Unit, host_id: str) -> bool:
    host = battle.units[host_id]
    return host.on_table and alive(host) and touching(battle, unit, host)
