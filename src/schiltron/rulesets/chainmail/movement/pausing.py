"""The halt at the half of a move, where others may fire (CM-TURN-08, CM-MISSILE-15, CM-MISSILE-17)."""

from __future__ import annotations

from typing import NamedTuple

from schiltron.battle.event import Leg
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Advance, Path
from schiltron.battle.unit import OnTable
from schiltron.rulesets.chainmail.movement.ground import survey
from schiltron.rulesets.chainmail.movement.rates import normal_move
from schiltron.rulesets.chainmail.movement.walker import Walker
from schiltron.table.lengths import TOLERANCE, Mil, show_inches


class Part(NamedTuple):
    """The legs of a walk up to a point, and the path that is left after it."""

    legs: tuple[Leg, ...]
    rest: Path


def up_to(walker: Walker, cost: Mil) -> Part:
    """A walk cut where so much has been spent.

    An advance is cut in two; whatever is done on the spot, and the crossing of a river, comes whole after the cut.
    """
    pose, body, spent = walker.unit.pose, walker.unit.body, 0
    for index, leg in enumerate(walker.legs):
        if spent + leg.cost > cost:
            done = tuple(walker.legs[:index])
            rest = tuple(one.manoeuvre for one in walker.legs[index:])
            last = index == len(walker.legs) - 1
            if not isinstance(leg.manoeuvre, Advance) or (walker.crossed and last):
                return Part(done, rest)
            distance = leg.manoeuvre.distance
            way = survey(pose, body, walker.count, distance, walker.board.features, walker.manner)
            far, part, _ = way.reach(distance, cost - spent)
            if not 0 < far < distance:
                return Part(done, rest)
            first = Leg(Advance(far), pose.advanced(far), body, part)
            return Part((*done, first), (Advance(distance - far), *rest[1:]))
        spent += leg.cost
        pose, body = leg.pose, leg.body
    return Part(tuple(walker.legs), ())


def halfway(walker: Walker) -> Part:
    """A walk cut at its half, or so much later that what is left is no more than half of a normal move."""
    part, half = up_to(walker, walker.spent // 2), _half_of_move(walker)
    return part if walker.spent - _cost(part) <= half else up_to(walker, half)


def split_faults(walker: Walker) -> list[Reason]:
    """Each part of a split-move is half of a normal move at most (CM-MISSILE-15)."""
    part, half = halfway(walker), _half_of_move(walker)
    if max(_cost(part), walker.spent - _cost(part)) <= half + TOLERANCE:
        return []
    text = f"each part of a split-move takes {show_inches(half)} at most, and this path cannot be halved so"
    return [Reason(text, ("CM-MISSILE-15",), len(part.legs), measured=True)]


def _half_of_move(walker: Walker) -> Mil:
    return normal_move(walker.battle, walker.unit).total // 2


def _cost(part: Part) -> Mil:
    return sum(leg.cost for leg in part.legs)


def place_after(walker: Walker, legs: tuple[Leg, ...]) -> OnTable:
    return OnTable(legs[-1].pose if legs else walker.unit.pose)
