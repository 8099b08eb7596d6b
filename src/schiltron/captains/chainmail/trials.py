"""Moves tried out: a course walked as far as the rules allow, and the field as it would look then."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.decision import Commanded, Marched
from schiltron.battle.event import Leg
from schiltron.battle.lining_up import up_to as flush
from schiltron.battle.manoeuvre import Path
from schiltron.battle.state import Engagement
from schiltron.battle.unit import OnTable
from schiltron.rulesets.chainmail.movement.pausing import place_after, up_to
from schiltron.rulesets.chainmail.movement.steps import Action, Walk
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, SPLIT
from schiltron.rulesets.chainmail.movement.walk import walk
from schiltron.rulesets.chainmail.movement.walker import Walker
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.contact import edge_met


class Trial(NamedTuple):
    """A move that could be made, and how the field would look then; `met` is the foe it ends at.

    `half` is the unit in the middle of a split move, where it fires.
    """

    action: Action
    path: Path
    battle: Battle
    unit: Unit
    legs: tuple[Leg, ...]
    met: str = ""
    half: Unit | None = None

    @property
    def command(self) -> Commanded:
        return Commanded(self.unit.id, self.action, Marched(self.path))


def tried(battle: Battle, unit: Unit, action: Action, course: Path) -> Trial | None:
    """A course as far as it can be walked; None if nothing of it can, or a charge that does not end in contact."""
    walker = walk(battle, Walk(unit.id, course, action))
    path = course
    if walker.reasons:
        path = tuple(leg.manoeuvre for leg in walker.legs)
        if not path:
            return None
        walker = walk(battle, Walk(unit.id, path, action))
        if walker.reasons:
            return None
    return _trial(walker, action, path)


def _trial(walker: Walker, action: Action, path: Path) -> Trial:
    before, battle = walker.unit, walker.battle
    shape = walker.shapes[-1] if walker.shapes else before.own
    own = replace(
        before.own,
        spent=before.own.spent + walker.spent,
        moved=True,
        charged=action == CHARGE,
        uphill=walker.up,
        formation=shape.formation,
        forming=shape.forming,
    )
    unit = replace(before, place=OnTable(walker.pose), body=walker.body, own=own)
    half = _half(walker, unit) if action == SPLIT else None
    if walker.met is None:
        return Trial(action, path, battle.with_unit(unit), unit, tuple(walker.legs), half=half)
    foe = walker.met
    index, edge = edge_met(unit.pose, unit.body, unit.bodies, foe.outline, (unit.outline.x, unit.outline.y))
    poses = flush(battle.with_unit(unit), unit, foe, (index, edge), lambda _battle, _unit, _here: False)
    unit = replace(unit, place=OnTable(poses.get(unit.id, unit.pose)))
    met = Engagement(unit.id, foe.id, edge, battle.turn)
    there = replace(battle.with_unit(unit), engagements=(*battle.engagements, met))
    return Trial(action, path, there, unit, tuple(walker.legs), foe.id, half)


def _half(walker: Walker, unit: Unit) -> Unit:
    """In the middle of a split move."""
    spent = walker.spent // 2
    return replace(unit, place=place_after(walker, up_to(walker, spent).legs), own=replace(unit.own, spent=spent))
