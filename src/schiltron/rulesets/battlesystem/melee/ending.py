"""The close of the Melee Phase (BS-4.4-04, BS-7.11-03)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.field import in_melee, opponents
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
        if unit.own.wrapped and not in_melee(scene.battle, unit):
            _unwrap(scene, unit.id)
    scene.now(OwedChecks())


def _unwrap(scene: Scene, unit_id: str) -> None:
    """Whoever wrapped round an enemy counts as open when the melee is over, however the bases stand (BS-7.11-03)."""
    unit = scene.unit(unit_id)
    formation = "open" if unit.own.formation == "closed" else unit.own.formation
    scene.change(replace(unit, own=replace(unit.own, wrapped=False, formation=formation)))


END_MELEE = Handler(do=_end)
