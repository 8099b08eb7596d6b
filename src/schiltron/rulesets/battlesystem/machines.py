"""Pieces of artillery without a crew stay where they are (case 10.10)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.event import Ruled
from schiltron.rulesets.battlesystem.bases import base_of
from schiltron.rulesets.battlesystem.state import Machine, Scene, Unit, with_arms
from schiltron.table.body import Single

_RULES = ("BS-10.10-01", "BS-10.10-02")


def on_foot(unit: Unit) -> Unit:
    """A crew away from its piece: a skirmish figure like any other (BS-10.10-04); anybody else as he is."""
    if not unit.own.profile.engine:
        return unit
    profile = replace(unit.own.profile, engine="")
    own = replace(unit.own, profile=profile, formation="skirmish")
    return with_arms(replace(unit, body=Single(base_of(profile)), own=own), second_crew=False, last_shot=0)


def leave_piece(scene: Scene, unit_id: str) -> None:
    """The crew of a piece is a piece's crew no more, if it was one; the machine is left standing."""
    unit = scene.unit(unit_id)
    engine = unit.own.profile.engine
    if not engine or not unit.on_table:
        return
    machine = Machine(
        engine, unit.name, unit.side, unit.pose, unit.id, unit.own.arms.second_crew, unit.own.arms.last_shot
    )
    scene.set(own=replace(scene.battle.own, machines=(*scene.battle.own.machines, machine)))
    scene.change(on_foot(unit))
    scene.tell(Ruled(what=f"{unit.name} is left without a crew", rules=_RULES))
