"""Elementals without a master go for whoever called them, and for whoever is in their way; once he is dead for the
nearest figure (CM-FANT-SPELL-16, CM-FANT-SPELL-17, CM-FANT-ELEM-09)."""

from __future__ import annotations

from typing import Final

from shapely import LineString, Polygon

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.effects import Effect
from schiltron.battle.state.event import Compelled
from schiltron.battle.state.field import apart, in_melee, standing_with
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.fantasy.at_work import LOOSE
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.magic.summoning import turn_on
from schiltron.rulesets.chainmail.movement.trial_moves import flights, legal_beginning
from schiltron.rulesets.chainmail.obedience.compulsion import at_large, march_to, stand
from schiltron.rulesets.chainmail.state import COMPELLED, Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.walking.flying import flies
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.table.outline import gap


class Rampage(Step, frozen=True, tag="chainmail.rampage"):
    """Those without a master move before anybody else does, one after the other; `gone` have moved."""

    gone: tuple[str, ...] = ()


_HUNTS: Final = "hunt its conjurer"
_STRIKES: Final = "attack whoever is nearest"


def _rampage(scene: Scene, step: Rampage) -> None:
    battle = scene.battle
    loose = [one for one in battle.effects.all if one.kind == LOOSE and one.target not in step.gone]
    for effect in sorted(loose, key=lambda one: battle.units[one.target].turn_in_line):
        unit = battle.units[effect.target]
        scene.now(Rampage((*step.gone, unit.id)))
        if at_large(battle, unit) and not in_melee(battle, unit):
            _go(scene, unit, effect)
        return


def _go(scene: Scene, unit: Unit, effect: Effect) -> None:
    """It takes for its enemy whoever stands in its straight way (CM-FANT-ELEM-09)."""
    conjurer = scene.unit(effect.by)
    hunts = alive(conjurer)
    quarry = standing_with(scene.battle, conjurer) if hunts else nearest(scene.battle, unit)
    rule = effect.rules[0] if hunts else "CM-FANT-SPELL-17"
    what = _HUNTS if hunts else _STRIKES
    if quarry is None:
        stand(scene, unit.id, what, (rule,))
        return
    victim = quarry if flies(unit) else first_in_the_way(scene.battle, unit, quarry)
    turn_on(scene, unit.id, victim)
    unit = scene.unit(unit.id)
    goal = (victim.outline.x, victim.outline.y)
    if flies(unit):
        order = fly_at(scene.battle, unit, victim)
    else:
        order = march_to(scene.battle, unit, goal, normal_move(scene.battle, unit).total, attack=True)
    if order is None:
        stand(scene, unit.id, what, (rule,))
    else:
        scene.change(with_turn(unit, ordered=COMPELLED))
        scene.tell(Compelled(unit=unit.id, action=what, rules=(rule,)))
        scene.now(order)


def fly_at(battle: Battle, unit: Unit, victim: Unit) -> Walk | None:
    """The flight that ends at a victim, else that which brings a creature of the air nearest to him; over the heads of
    whoever stands between."""
    best: tuple[int, Walk] | None = None
    for path in flights(battle, unit, [victim]):
        legal = legal_beginning(battle, unit, path, "move")
        walker = walk(battle, Walk(unit.id, legal, "move")) if legal else None
        if walker is None or (walker.met is not None and walker.met.id != victim.id):
            continue
        left = -1 if walker.met is not None else gap(walker.outline, victim.outline)
        if best is None or left < best[0]:
            best = (left, Walk(unit.id, legal, "move"))
    return best[1] if best is not None else None


def nearest(battle: Battle, unit: Unit) -> Unit | None:
    """The nearest body of anybody's, by its gap; of equals the first by name."""
    others = [one for one in in_line(battle.standing()) if one.id != unit.id and one.figures]
    return min(others, key=lambda one: apart(battle, unit, one), default=None)


def first_in_the_way(battle: Battle, unit: Unit, quarry: Unit) -> Unit:
    """Whoever stands first on the straight line to a quarry, or the quarry itself."""
    here, there = unit.outline, quarry.outline
    line = LineString([(here.x, here.y), (there.x, there.y)])
    found = [
        one
        for one in in_line(battle.standing())
        if one.id not in (unit.id, quarry.id)
        and one.figures
        and any(line.intersects(Polygon(rect.corners)) for rect in one.outline.rects)
    ]
    return min(found, key=lambda one: apart(battle, unit, one), default=quarry)


RAMPAGE: Final = does(Rampage, _rampage)
