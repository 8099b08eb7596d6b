"""A wider or a narrower front (case 7.10)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.manoeuvre import Reform
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.battlesystem.field import is_mob
from schiltron.rulesets.battlesystem.movement.rates import flat
from schiltron.rulesets.battlesystem.movement.turning import settle
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.table.body import Formed
from schiltron.table.facing import in_line
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil, show_inches
from schiltron.table.outline import gap, outline

EACH: Final[Mil] = flat("change_frontage")
"""For each figure that comes into the front or leaves it (BS-7.10-01)."""


def reform(walker: Walker, leg: Reform) -> None:
    """Figures move up into the front from the rear ranks or fall back, at both ends alike; its middle stays."""
    body = walker.body
    if not isinstance(body, Formed) or walker.formation == "skirmish":
        walker.refuse("skirmishers and single figures have no frontage", "BS-7.10-01")
        return
    if not _allowed(walker, leg, body):
        return
    cost = EACH * abs(leg.files - body.files)
    if cost > walker.left + TOLERANCE:
        walker.fall_short(f"that front costs {show_inches(cost)}", "BS-7.10-01")
        return
    straight, pose = in_line(body, walker.pose)
    shape = replace(straight, files=leg.files)
    there, here = outline(pose, shape, walker.count), walker.outline
    for other in walker.others:
        if walker.foe(other) and gap(there, other.outline) <= CONTACT < gap(here, other.outline):
            text = f"nobody comes into contact with {other.name} by a change of frontage"
            walker.refuse(text, "BS-7.10-03", measured=True)
            return
    was = walker.widened, walker.narrowed
    walker.widened = walker.widened or leg.files > body.files
    walker.narrowed = walker.narrowed or leg.files < body.files
    if not settle(walker, leg, pose, shape, cost):
        walker.widened, walker.narrowed = was


def _allowed(walker: Walker, leg: Reform, body: Formed) -> bool:
    if is_mob(walker.unit):
        walker.refuse("a mob cannot change its frontage at will", "BS-7.10-02")
    elif not 1 <= leg.files <= walker.count:
        walker.refuse(f"it has {counted(walker.count, 'figure')}: no more than that in front", "BS-7.10-01")
    elif leg.files == body.files:
        walker.refuse("that is its frontage already", "BS-7.10-01")
    elif walker.unit.own.turn.come_upon:
        walker.refuse("the enemy came upon it before it moved: it keeps its frontage", "BS-7.8-03")
    elif walker.widened if leg.files < body.files else walker.narrowed:
        walker.refuse("a unit does not both widen and narrow its front in one phase", "BS-7.10-03")
    return not walker.reasons
