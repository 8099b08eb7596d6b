"""The halt in the middle of a move, where others may fire (CM-TURN-08, CM-MISSILE-15, CM-MISSILE-17)."""

from __future__ import annotations

from typing import NamedTuple

from schiltron.battle.state.event import Leg
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.battle.state.unit import Aloft, OnTable, Place
from schiltron.rulesets.chainmail.walking.ground import survey
from schiltron.rulesets.chainmail.walking.walker import Walker
from schiltron.table.lengths import CONTACT, Mil


class Part(NamedTuple):
    """The legs of a walk up to a point, and the path that is left after it."""

    legs: tuple[Leg, ...]
    rest: Path


def up_to(walker: Walker, cost: Mil) -> Part:
    """A walk cut where so much has been spent.

    An advance is cut in two; whatever is done on the spot, and the crossing of a river, comes whole after the cut. Who
    turned onto an enemy right before him goes on onto him.
    """
    onto = (Advance(CONTACT),) if walker.met is not None and not _advancing(walker) else ()
    pose, body, spent = walker.unit.pose, walker.unit.body, 0
    for index, leg in enumerate(walker.legs):
        if spent + leg.cost > cost:
            done = tuple(walker.legs[:index])
            rest = (*(one.manoeuvre for one in walker.legs[index:]), *onto)
            last = index == len(walker.legs) - 1
            if not isinstance(leg.manoeuvre, Advance) or (walker.crossed and last):
                return Part(done, rest)
            distance = leg.manoeuvre.distance
            if isinstance(walker.shapes[index].level, Aloft):
                far = cost - spent
                if not 0 < far < distance:
                    return Part(done, rest)
                first = Leg(Advance(far), pose.advanced(far), body, far)
                return Part((*done, first), (Advance(distance - far), *rest[1:]))
            way = survey(pose, body, walker.count, distance, walker.board.features, walker.manner)
            far, part, _ = way.reach(distance, cost - spent)
            if not 0 < far < distance:
                return Part(done, rest)
            first = Leg(Advance(far), pose.advanced(far), body, part)
            return Part((*done, first), (Advance(distance - far), *rest[1:]))
        spent += leg.cost
        pose, body = leg.pose, leg.body
    return Part(tuple(walker.legs), onto)


def _advancing(walker: Walker) -> bool:
    return bool(walker.legs) and isinstance(walker.legs[-1].manoeuvre, Advance)


def split_faults(walker: Walker) -> list[Reason]:
    """Who is to fire in the middle of a split-move comes up to nobody before (CM-MISSILE-15)."""
    if walker.met is None:
        return []
    text = f"the first part of a split-move ends short of {walker.met.name}, so that they can fire"
    return [Reason(text, ("CM-MISSILE-15",), len(walker.legs) - 1, measured=True)]


def place_after(walker: Walker, legs: tuple[Leg, ...]) -> Place:
    if not legs:
        return walker.unit.place
    return OnTable(legs[-1].pose, walker.shapes[len(legs) - 1].level)
