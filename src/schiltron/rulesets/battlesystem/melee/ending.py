"""The end of the Melee Phase (cases 4.4 and 7.11)."""

from __future__ import annotations

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.field import opponents
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive, is_individual
from schiltron.rulesets.battlesystem.morale.checks import OwedChecks
from schiltron.rulesets.battlesystem.morale.due_checks import owe
from schiltron.rulesets.battlesystem.morale.terrors import frightful
from schiltron.rulesets.battlesystem.state import Scene


class EndMelee(Step, frozen=True, tag="battlesystem.end_melee"):
    """The Melee Phase closes: units that touch the undead and their like check morale (BS-4.4-04), whoever wrapped
    round an enemy that is gone is in open formation (BS-7.11-03)."""


def _end(scene: Scene, _step: EndMelee) -> None:
    """One check for the end of the phase, however many of the terrible it touches."""
    for unit in list(scene.battle.standing()):
        if not alive(unit):
            continue
        terrors = tuple(one.id for one in opponents(scene.battle, unit) if alive(one) and frightful(unit, one))
        if terrors and not is_individual(unit):
            owe(scene, unit.id, "terror", terrors)
    keep_order(scene)
    scene.now(OwedChecks())


END_MELEE = does(EndMelee, _end)
