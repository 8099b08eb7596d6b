"""What a move means to history: whether it goes toward the enemy (CM-HIST-05), or finds his baggage (CM-HIST-41)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.field import enemies
from schiltron.rulesets.chainmail.history.camps import find
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.table.outline import gap


def nearer(battle: Battle, before: Unit, after: Unit) -> bool:
    """Whether a unit has come nearer to the enemy who was nearest."""
    foes = [foe for foe in enemies(battle, before) if foe.figures]
    if not foes:
        return False
    foe = min(foes, key=lambda one: (gap(before.outline, one.outline), one.turn_in_line))
    return gap(after.outline, foe.outline) < gap(before.outline, foe.outline)


def note_advance(scene: Scene, before: Unit) -> None:
    """Remember that a unit's move brought it nearer to the enemy, where somebody may take it as an example; and see
    whether it has found his baggage."""
    find(scene, before.id)
    unit = scene.unit(before.id)
    if scene.battle.own.options.knights == "on" and unit.on_table and nearer(scene.battle, before, unit):
        scene.change(replace(unit, own=replace(unit.own, advanced=True)))
