"""Detection: hidden enemies, or the magic that enemies work (CM-FANT-SPELL-11, CM-FANT-SPELL-12)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.effects import Effect, Effects, OnUnit
from schiltron.battle.state.event import Worked
from schiltron.battle.state.field import apart, hostile
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.fantasy.at_work import PHANTASM
from schiltron.rulesets.chainmail.fantasy.unseen import reveal
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.magic.rows import POWERS
from schiltron.rulesets.chainmail.magic.spellbook import within
from schiltron.rulesets.chainmail.magic.steps import Cast
from schiltron.rulesets.chainmail.magic.strength import is_stronger, magicians
from schiltron.rulesets.chainmail.magic.wizards import grade_of
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit

HIDDEN = "hidden"
_RULES = ("CM-FANT-SPELL-11",)
_VEILED = ("CM-FANT-SPELL-12",)


def detect(scene: Scene, cast: Cast) -> bool:
    """What his side learns of it; the magic of a stronger enemy stays what it is, but for its being there."""
    wizard = scene.unit(cast.unit)
    if cast.way == HIDDEN:
        _show_hidden(scene, wizard)
    else:
        _show_magic(scene, wizard)
    return True


def _stronger_enemy(battle: Battle, wizard: Unit) -> bool:
    """Whether an enemy magician who is in play is the stronger."""
    found = magicians(battle)
    return any(alive(one) and hostile(battle, wizard, one) and is_stronger(battle, one, wizard) for one in found)


def _tell(scene: Scene, wizard: Unit, what: str, rules: tuple[str, ...]) -> None:
    own = scene.battle.seats_of(wizard.side)
    title = POWERS["detection"].title
    scene.tell(Worked(unit=wizard.id, power=title, what=what, rules=rules, audience=own))


def _near(battle: Battle, wizard: Unit, unit: Unit) -> bool:
    return within(apart(battle, wizard, unit), grade_of(wizard).reach)


def _show_hidden(scene: Scene, wizard: Unit) -> None:
    """Enemies who are invisible or concealed near enough are seen by all from now on."""
    battle = scene.battle
    if _stronger_enemy(battle, wizard):
        _tell(scene, wizard, "shows nobody, for an enemy magician is the stronger", _VEILED)
        return
    found = []
    for unit in in_line(battle.units.values()):
        if not alive(unit) or not hostile(battle, wizard, unit) or not _near(battle, wizard, unit):
            continue
        if reveal(scene, unit.id, _RULES):
            found.append(unit.name)
    _tell(scene, wizard, f"shows {', '.join(found)}" if found else "shows nobody in hiding", _RULES)


def _show_magic(scene: Scene, wizard: Unit) -> None:
    """What enemies have worked and to what end: phantasms are known for what they are."""
    battle = scene.battle
    told = []
    for effect in battle.effects.all:
        caster = battle.units.get(effect.by)
        if effect.kind != PHANTASM or caster is None or not hostile(battle, wizard, caster):
            continue
        assert isinstance(effect.on, OnUnit)
        shape = battle.units[effect.on.unit]
        if not shape.on_table or not _near(battle, wizard, shape):
            continue
        if is_stronger(battle, caster, wizard):
            _tell(scene, wizard, "magic is in use, but not of what kind", _VEILED)
            return
        _make_known(scene, effect, scene.battle.seats_of(wizard.side))
        told.append(f"{shape.name} is a phantasm")
    _tell(scene, wizard, "; ".join(told) or "shows no magic but what everybody sees", _RULES)


def _make_known(scene: Scene, effect: Effect, seats: tuple[str, ...]) -> None:
    """These seats know of it from now on."""
    known = replace(effect, audience=tuple(dict.fromkeys((*effect.audience, *seats))))
    everything = tuple(known if one.id == effect.id else one for one in scene.battle.effects.all)
    scene.set(effects=Effects(everything))
