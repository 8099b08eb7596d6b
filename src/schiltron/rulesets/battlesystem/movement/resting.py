"""Tired by forced marches, rested by doing nothing (BS-7.13-04)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.event import Ruled
from schiltron.rulesets.battlesystem.field import alive
from schiltron.rulesets.battlesystem.state import Scene


def rest(scene: Scene) -> None:
    """Units that did nothing at all this round and were not attacked recover one point of AR. Called by EndRound."""
    for unit in list(scene.battle.units.values()):
        if unit.own.worn and alive(unit) and not unit.own.acted and not unit.own.attacked:
            scene.change(replace(unit, own=replace(unit.own, worn=unit.own.worn - 1)))
            scene.tell(Ruled(what=f"{unit.name} has rested: AR is better by 1", rules=("BS-7.13-04",)))
