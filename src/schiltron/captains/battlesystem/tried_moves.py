"""Moves tried out: a course walked as far as the rules allow, and the field as it would look then."""

from __future__ import annotations

from typing import NamedTuple

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import Path
from schiltron.rulesets.battlesystem.movement import charges, marches
from schiltron.rulesets.battlesystem.movement.carrying import arrived
from schiltron.rulesets.battlesystem.movement.contact import in_contact
from schiltron.rulesets.battlesystem.movement.trial_moves import CHARGE, MARCH
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Battle, Unit, with_turn
from schiltron.rulesets.battlesystem.steps import Action, Walk


class Trial(NamedTuple):
    """A move that could be made, and how the field would look then; `met` is the foe it ends at."""

    action: Action
    path: Path
    battle: Battle
    unit: Unit
    met: str = ""

    @property
    def command(self) -> Commanded:
        return Commanded(self.unit.id, self.action, PathDrawn(self.path))


def tried(battle: Battle, unit: Unit, action: Action, course: Path) -> Trial | None:
    """A course as far as it can be walked; None if nothing of it can, or a charge that would fail."""
    one = glanced_at(battle, unit, action, course)
    return made_sure(battle, one) if one is not None else None


def glanced_at(battle: Battle, unit: Unit, action: Action, course: Path) -> Trial | None:
    """The same at a glance: what the walk was cut short to may yet prove to be no move that can be ordered."""
    walker = walk(battle, Walk(unit.id, course, action))
    path = tuple(leg.manoeuvre for leg in walker.legs) if walker.reasons else course
    if not path or (action == CHARGE and (walker.met is None or charges.reasons(battle, Walk(unit.id, path, action)))):
        return None
    return _trial(walker, action, path)


def made_sure(battle: Battle, one: Trial) -> Trial | None:
    """A trial that can be ordered as it is; None if it cannot."""
    step = Walk(one.unit.id, one.path, one.action)
    walker = walk(battle, step)
    if walker.reasons or (one.action == CHARGE and (walker.met is None or charges.reasons(battle, step))):
        return None
    if one.action == MARCH and marches.reasons(battle, step):
        return None
    return one if walker.pose == one.unit.pose or one.met else _trial(walker, one.action, one.path)


def _trial(walker: Walker, action: Action, path: Path) -> Trial:
    battle, unit = walker.battle, arrived(walker, action)
    if action == CHARGE:
        unit = with_turn(unit, closed_charge=walker.unit.own.formation == "closed")
    there = battle.with_unit(unit)
    if walker.met is None:
        return Trial(action, path, there, unit)
    there = in_contact(there, unit.id, walker.met.id)
    return Trial(action, path, there, there.units[unit.id], walker.met.id)
