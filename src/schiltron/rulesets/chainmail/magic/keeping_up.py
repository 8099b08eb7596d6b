"""What lasts is looked after before each turn: darkness gathers and lifts step by step, and whatever its caster can no
longer keep up is over (CM-FANT-SPELL-03, CM-FANT-SPELL-08)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.effects import Effect, Grant, OnField, OnUnit, While
from schiltron.battle.state.event import Reported
from schiltron.battle.state.field import apart
from schiltron.rulesets.chainmail.fantasy.at_work import DARKNESS, SHADE
from schiltron.rulesets.chainmail.fantasy.light import LIGHT
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.magic.spellbook import within
from schiltron.rulesets.chainmail.magic.wizards import grade_of
from schiltron.rulesets.chainmail.state import Battle, Scene


class KeepUp(Step, frozen=True, tag="chainmail.keep_up"):
    """Spells that last are looked after."""


FULLY_DARK: Final = 2
_SAID: Final = ("It is as light as before", "It is half dark", "It is fully dark")
_DARK: Final = ("CM-FANT-SPELL-08",)
_TOO_FAR: Final = ("CM-FANT-SPELL-03",)


def _keep_up(scene: Scene, _step: KeepUp) -> None:
    for effect in scene.battle.effects.all:
        if effect in scene.battle.effects.all and _is_lost(scene.battle, effect):
            scene.lift(effect, _TOO_FAR)
    _grow_dark(scene)


def _is_lost(battle: Battle, effect: Effect) -> bool:
    """Whether its caster is gone, or too far from what it is on (CM-FANT-SPELL-03)."""
    caster = battle.units.get(effect.by)
    if caster is None or not any(isinstance(end, While) for end in effect.ends):
        return False
    if not alive(caster):
        return True
    if not isinstance(effect.on, OnUnit):
        return False
    unit = battle.units[effect.on.unit]
    return not alive(unit) or not within(apart(battle, caster, unit), grade_of(caster).reach)


def _grow_dark(scene: Scene) -> None:
    """A step darker while somebody keeps it up, a step lighter when nobody does any more."""
    battle = scene.battle
    kept = any(one.kind == DARKNESS for one in battle.effects.on_field)
    shade = battle.effects.of_kind("", SHADE)
    now = shade.grants[0].value if shade is not None else 0
    then = min(FULLY_DARK, now + 1) if kept else max(0, now - 1)
    if then == now:
        return
    if shade is not None:
        scene.lift(shade, _DARK)
    if then:
        scene.begin(SHADE, OnField(), grants=(Grant(LIGHT, then, rule=_DARK[0]),), rules=_DARK)
    scene.tell(Reported(what=_SAID[then], rules=_DARK))


KEEP_UP: Final = does(KeepUp, _keep_up)
