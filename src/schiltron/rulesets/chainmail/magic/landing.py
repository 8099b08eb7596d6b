"""What becomes of a spell that nobody has countered (CM-FANT-SPELL-07 to CM-FANT-SPELL-20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.play.agenda import does
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.effects import End, Grant, Moment, OnField, OnUnit, Until, While
from schiltron.battle.state.event import Worked
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.chainmail.fantasy.at_work import DARKNESS, LIGHT_OF, REACH, WARD
from schiltron.rulesets.chainmail.fantasy.magicians import ENDED_BY
from schiltron.rulesets.chainmail.field import CONCEALED, alive
from schiltron.rulesets.chainmail.magic.detecting import detect
from schiltron.rulesets.chainmail.magic.missiles import Fling, called
from schiltron.rulesets.chainmail.magic.moved_ground import shift, shifted
from schiltron.rulesets.chainmail.magic.rows import OWN, power_of
from schiltron.rulesets.chainmail.magic.spellbook import in_words
from schiltron.rulesets.chainmail.magic.steps import Cast, Spell
from schiltron.rulesets.chainmail.magic.summoning import call, likeness, place_for
from schiltron.rulesets.chainmail.state import Battle, Scene
from schiltron.table.lengths import inches
from schiltron.table.terrain import name_of

_KINDS: Final = {"darkness": DARKNESS, "light": LIGHT_OF, "ward": WARD, "conceal": CONCEALED}


def said(battle: Battle, cast: Cast) -> str:
    """What a spell is to do, in words that all may hear."""
    power = power_of(battle.units[cast.unit], cast.power)
    if power.does == "blast":
        return "at a place"
    if power.does == "conjure":
        return f"to call up {in_words(cast.way)}"
    if cast.target:
        return f"on {battle.units[cast.target].name}"
    feature = piece(battle, cast.feature)
    if feature is not None:
        return f"on {name_of(feature)}"
    return f"for what is {cast.way}" if cast.way == "hidden" else "for magic" if cast.way else "over the field"


def against_aim(view: Battle, cast: Cast) -> Iterator[Reason]:
    """What is against a spell because of what it is aimed at."""
    power = power_of(view.units[cast.unit], cast.power)
    if power.does == "conjure" and place_for(view, cast, likeness(view, view.units[cast.unit], cast.way)) is None:
        rules = ("CM-FANT-SPELL-07",) if cast.false else ("CM-FANT-SPELL-14",)
        yield Reason("there is no room for it near there", rules)
    feature = piece(view, cast.feature)
    if feature is not None and cast.at is not None and shifted(view, feature, cast.at) == (0, 0):
        yield Reason(f"{name_of(feature)} cannot move that way", ("CM-FANT-SPELL-19",))


def _land(scene: Scene, step: Spell) -> None:
    """The spell does what it is for; where that has become impossible meanwhile, nothing."""
    cast, wizard = step.cast, scene.unit(step.cast.unit)
    power = power_of(wizard, cast.power)
    if not alive(wizard) or not _comes_about(scene, cast):
        scene.tell(Worked(unit=wizard.id, power=power.title, what="comes to nothing", rules=("CM-FANT-SPELL-01",)))


def _comes_about(scene: Scene, cast: Cast) -> bool:
    wizard = scene.unit(cast.unit)
    power = power_of(wizard, cast.power)
    match power.does:
        case "blast":
            assert cast.at is not None, "a blast is aimed at a point"
            at = called(scene.battle, wizard, cast.at, power)
            scene.now(Fling(cast.unit, round(at.x), round(at.y), cast.power))
            return True
        case "conjure":
            return call(scene, cast)
        case "shift":
            return shift(scene, cast)
        case "detect":
            return detect(scene, cast)
    rules = power.rules[:1]
    ends: tuple[End, ...] = (While(cast.unit, ENDED_BY),)
    if power.turns:
        ends = (*ends, Until(Moment(scene.battle.turn + power.turns)))
    if power.does == "darkness":
        scene.begin(DARKNESS, OnField(), ends=ends, rules=rules, by=cast.unit, obeys=cast.unit)
        return True
    on = cast.target or cast.unit
    if cast.target and not isinstance(scene.unit(on).place, OnTable):
        return False
    kind = _KINDS[power.does]
    wide = (Grant(REACH, inches(power.area) // 2, rule=rules[0]),) if power.store == OWN else ()
    scene.begin(kind, OnUnit(on), grants=wide, ends=ends, rules=rules, by=cast.unit, obeys=cast.unit, mark=kind)
    return True


SPELL: Final = does(Spell, _land)
