"""The close of the Melee Phase (BS-4.4-04)."""

from __future__ import annotations

from schiltron.battle.agenda import Handler
from schiltron.battle.field import opponents
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive, is_individual
from schiltron.rulesets.battlesystem.melee.steps import EndMelee
from schiltron.rulesets.battlesystem.morale.owing import owe
from schiltron.rulesets.battlesystem.morale.steps import OwedChecks
from schiltron.rulesets.battlesystem.morale.terrors import frightful
from schiltron.rulesets.battlesystem.state import Scene


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


END_MELEE = Handler(do=_end)
