"""Moves tried out: a course walked as far as the rules allow, and the field as it would look then."""

from __future__ import annotations

from typing import NamedTuple

from schiltron.battle.play.agenda import Scene, Step
from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import Path
from schiltron.rulesets.by_this_axe.movement.characters import leave_behind
from schiltron.rulesets.by_this_axe.movement.charging import CHARGE, judge_target
from schiltron.rulesets.by_this_axe.movement.contact import make_contact
from schiltron.rulesets.by_this_axe.movement.trial_moves import MOVE
from schiltron.rulesets.by_this_axe.movement.walk import walk
from schiltron.rulesets.by_this_axe.movement.walker import Walk, Walker
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Unit, UnitPart, with_turn


class Trial(NamedTuple):
    """A move that could be made, and how the field would look then; `met` is whom it ends in contact with."""

    command: Commanded
    battle: Battle
    unit: Unit
    met: str = ""


def marched(battle: Battle, unit: Unit, course: Path) -> Trial | None:
    """As much of a course as can be walked; None if nothing of it can."""
    walker = walk(battle, Walk(unit.id, course, "move"))
    path = course
    if walker.reasons:
        path = tuple(leg.manoeuvre for leg in walker.legs)
        if not path:
            return None
        walker = walk(battle, Walk(unit.id, path, "move"))
        if walker.reasons:
            return None
    scene = _put(walker)
    return Trial(Commanded(unit.id, MOVE, PathDrawn(path)), scene.battle, scene.unit(unit.id))


def charged(battle: Battle, unit: Unit, path: Path) -> Trial | None:
    """A charge along a path; None where it does not end in contact with somebody who may be charged."""
    walker = walk(battle, Walk(unit.id, path, "charge"))
    if walker.reasons or walker.met is None or judge_target(battle, unit, walker.met.id):
        return None
    return _contact(walker, Commanded(unit.id, CHARGE, PathDrawn(path)))


def charged_at(battle: Battle, unit: Unit, path: Path, target: str) -> Trial | None:
    """A charge straight at an enemy under orders; None if it does not get there."""
    walker = walk(battle, Walk(unit.id, path, "charge", target))
    if walker.reasons or walker.met is None:
        return None
    return _contact(walker, Commanded(unit.id, CHARGE, Aimed(target)))


def _contact(walker: Walker, command: Commanded) -> Trial:
    assert walker.met is not None
    scene = _put(walker)
    make_contact(scene, walker.unit.id, walker.met.id)
    return Trial(command, scene.battle, scene.unit(walker.unit.id), walker.met.id)


def _put(walker: Walker) -> Scene[BattlePart, UnitPart, Step]:
    unit = walker.standing
    there = with_turn(unit, spent=unit.own.turn.spent + walker.spent, moved=True)
    scene = Scene(walker.battle.with_unit(there))
    leave_behind(scene, there.id)
    return scene
