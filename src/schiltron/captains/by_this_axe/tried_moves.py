"""Moves tried out: a course walked as far as the rules allow, and the field as it would look then."""

from __future__ import annotations

from typing import NamedTuple

from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import Path
from schiltron.rulesets.by_this_axe.movement.carrying import carry_out
from schiltron.rulesets.by_this_axe.movement.charging import CHARGE, judge_target
from schiltron.rulesets.by_this_axe.movement.trial_moves import MOVE
from schiltron.rulesets.by_this_axe.movement.walk import walk
from schiltron.rulesets.by_this_axe.movement.walker import Walk, Walker
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit


class Trial(NamedTuple):
    """A move that could be made, and how the field would look then; `met` is whom it ends in contact with."""

    command: Commanded
    battle: Battle
    unit: Unit
    met: str = ""


def marched(battle: Battle, unit: Unit, course: Path) -> Trial | None:
    """As much of a course as can be walked; None if nothing of it can."""
    step = Walk(unit.id, course, "move")
    walker = walk(battle, step)
    if walker.reasons:
        path = tuple(leg.manoeuvre for leg in walker.legs)
        if not path:
            return None
        step = Walk(unit.id, path, "move")
        walker = walk(battle, step)
        if walker.reasons:
            return None
    return _trial(walker, step, Commanded(unit.id, MOVE, PathDrawn(step.path)))


def charged(battle: Battle, unit: Unit, path: Path) -> Trial | None:
    """A charge along a path; None where it does not end in contact with somebody who may be charged."""
    step = Walk(unit.id, path, "charge")
    walker = walk(battle, step)
    if walker.reasons or walker.met is None or judge_target(battle, unit, walker.met.id):
        return None
    return _trial(walker, step, Commanded(unit.id, CHARGE, PathDrawn(path)))


def charged_at(battle: Battle, unit: Unit, path: Path, target: str) -> Trial | None:
    """A charge straight at an enemy under orders; None if it does not get there."""
    step = Walk(unit.id, path, "charge", target)
    walker = walk(battle, step)
    if walker.reasons or walker.met is None:
        return None
    return _trial(walker, step, Commanded(unit.id, CHARGE, Aimed(target)))


def _trial(walker: Walker, step: Walk, command: Commanded) -> Trial:
    """The move as the book itself carries it out."""
    scene = Scene(walker.battle)
    carry_out(scene, walker, step)
    met = walker.met.id if walker.met is not None else ""
    return Trial(command, scene.battle, scene.unit(step.unit), met)
