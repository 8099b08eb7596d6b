"""Moves that the historical rules watch: toward the enemy (CM-HIST-05), or onto his baggage (CM-HIST-41)."""

from __future__ import annotations

from schiltron.battle.state.field import enemies
from schiltron.rulesets.chainmail.camps import find
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_turn
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
        scene.change(with_turn(unit, advanced=True))
