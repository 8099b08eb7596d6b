"""Moves tried out: a course walked as far as the rules allow, and the field as it would look then."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.movement.lining_up import up_to
from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import Path
from schiltron.rulesets.battlesystem.movement import charges, marches
from schiltron.rulesets.battlesystem.movement.trial_moves import CHARGE, MARCH
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Battle, Unit, with_turn
from schiltron.rulesets.battlesystem.steps import Action, Walk
from schiltron.table.body import Single
from schiltron.table.contact import edge_met


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
    step = Walk(unit.id, course, action)
    walker, path = walk(battle, step), course
    if action == CHARGE and walker.met is None:
        return None
    if walker.reasons:
        path = tuple(leg.manoeuvre for leg in walker.legs)
        step = replace(step, path=path)
        walker = walk(battle, step)
    if not path or walker.reasons:
        return None
    if (action == CHARGE and charges.reasons(battle, step)) or (action == MARCH and marches.reasons(battle, step)):
        return None
    return _trial(walker, action, path)


def _trial(walker: Walker, action: Action, path: Path) -> Trial:
    before, battle = walker.unit, walker.battle
    shape = walker.shapes[-1] if walker.shapes else None
    unit = with_turn(
        replace(before, place=before.place_at(walker.pose), body=walker.body),
        spent=before.own.turn.spent + walker.spent,
        moved=True,
        had_order=True,
        charged=action == CHARGE,
        closed_charge=action == CHARGE and before.own.formation == "closed",
    )
    if shape is not None:
        unit = replace(unit, own=replace(unit.own, formation=shape.formation, stance=shape.stance))
    if walker.met is None:
        return Trial(action, path, battle.with_unit(unit), unit)
    foe = walker.met
    index, edge = edge_met(unit.pose, unit.body, unit.bodies, foe.outline, (unit.outline.x, unit.outline.y))
    if not isinstance(unit.body, Single) and not isinstance(foe.body, Single):
        poses = up_to(battle.with_unit(unit), unit, foe, (index, edge), lambda _battle, _unit, _here: False)
        unit = replace(unit, place=unit.place_at(poses.get(unit.id, unit.pose)))
    met = Engagement(unit.id, foe.id, edge, battle.turn)
    there = replace(battle.with_unit(unit), engagements=(*battle.engagements, met))
    return Trial(action, path, there, unit, foe.id)
