"""Going straight ahead: how far the way is clear, what the ground takes, and whom it ends at.

CM-MOVE-01, CM-MOVE-02, CM-MELEE-35, CM-TERR-01 to CM-TERR-12.
"""

from __future__ import annotations

from typing import Final

from schiltron.battle.manoeuvre import Advance
from schiltron.battle.marching import first_ahead, room_ahead
from schiltron.rulesets.chainmail.movement.ground import Toll, Way, survey
from schiltron.rulesets.chainmail.movement.walker import CONTROL, Walker
from schiltron.rulesets.chainmail.state import Unit
from schiltron.table.banks import far_bank
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil, inches, show_inches
from schiltron.table.outline import advance_gap
from schiltron.table.terrain import Feature

LONGEST_LEG: Final = inches(1000)
"""Longer than any table: what is asked beyond it is a slip of the pen."""
_RIVER: Final = ("CM-TERR-10", "CM-TERR-12")


def advance(walker: Walker, leg: Advance) -> None:
    if not 0 < leg.distance <= LONGEST_LEG:
        walker.refuse(f"an advance goes ahead, by {show_inches(LONGEST_LEG)} at most", "CM-MOVE-01")
        return
    river = walker.river_to_cross()
    if river is not None:
        _cross(walker, river)
        return
    distance, met = _clear_way(walker, leg.distance)
    on_table = room_ahead(walker)
    if on_table < distance:
        distance, met = on_table, None
        walker.refuse(f"the table ends after {show_inches(on_table)}", "CM-SETUP-01", measured=True)
    _go(walker, leg, distance, met)


def _go(walker: Walker, leg: Advance, distance: Mil, met: Unit | None) -> None:
    """As far as the ground allows and the move that is left carries."""
    way = survey(walker.pose, walker.body, walker.count, distance, walker.board.features, walker.manner)
    if way.stops and way.stops[0].at < distance - TOLERANCE:
        stop = way.stops[0]
        distance, met = int(stop.at), None
        walker.refuse(f"{stop.text}, after {show_inches(distance)}", *stop.rules, measured=True)
    if walker.on_road and walker.road_ahead() < distance:
        walker.leave_the_road()
    far, cost, halt = way.reach(distance, max(0, walker.left))
    if far < distance:
        met = None
        _falls_short(walker, leg, far, halt, way)
    if far > 0:
        walker.ground += way.met(far)
        walker.up = walker.up or any(at < far for at in way.up)
        done = leg if far == leg.distance else Advance(far)
        walker.goes(done, walker.pose.advanced(far), walker.body, cost)
    walker.met = met
    if met is None and walker.reached_a_bank():
        walker.halted = ("it halts at the river", _RIVER)
        walker.ground += _RIVER


def _falls_short(walker: Walker, leg: Advance, far: Mil, halt: Toll | None, way: Way) -> None:
    if halt is not None:
        name = halt.feature.name or halt.feature.kind
        text = f"crossing {name} takes {show_inches(halt.loss)} of the move; too little is left after"
        walker.refuse(f"{text} {show_inches(far)}", "CM-TERR-11", measured=True)
        return
    text = f"an advance of {show_inches(leg.distance)} is too far: it reaches {show_inches(far)}"
    walker.refuse(text, "CM-MOVE-01", *way.met(far), measured=True)


# ---------------------------------------------------------------- the way


def _clear_way(walker: Walker, wanted: Mil) -> tuple[Mil, Unit | None]:
    """How far the way ahead is clear, and the enemy it ends at."""
    limit, first = first_ahead(walker, wanted)
    if first is None:
        return _uncontrolled(walker, wanted, None)
    foe = _met(walker, limit)
    if foe is not None:
        return _uncontrolled(walker, max(0, int(limit)), foe)
    if limit < wanted - TOLERANCE:
        walker.refuse(f"{first.name} is in the way after {show_inches(int(limit))}", "CM-SCALE-04", measured=True)
        wanted = max(0, int(limit))
    return _uncontrolled(walker, wanted, None)


def _met(walker: Walker, limit: float) -> Unit | None:
    """The enemy it runs onto there, before any friend that it would touch at the same time; its quarry of several."""
    here, (ux, uy), side = walker.outline, walker.pose.forward, walker.unit.side
    met = [
        other
        for other in walker.others
        if other.side != side and advance_gap(here, ux, uy, other.outline, limit + CONTACT) is not None
    ]
    return next((foe for foe in met if foe.id == walker.quarry), met[0] if met else None)


def _uncontrolled(walker: Walker, distance: Mil, met: Unit | None) -> tuple[Mil, Unit | None]:
    """How far it goes before it would pass through space that an enemy controls (CM-MELEE-35).

    Ruling: who comes up to another enemy may step as far into it as it is wide, which is no infiltration.
    """
    here, (ux, uy) = walker.outline, walker.pose.forward
    for enemy, space in walker.controllers():
        if met is not None and enemy.id == met.id:
            continue
        free = advance_gap(here, ux, uy, space, float(distance))
        into = CONTROL if met is not None else 0
        if free is not None and free < distance - into - TOLERANCE:
            text = f"{enemy.name} controls the space to either side: it goes no farther than {show_inches(int(free))}"
            walker.refuse(text, "CM-MELEE-35", measured=True)
            distance, met = max(0, int(free)), None
    return distance, met


# ---------------------------------------------------------------- over a river


def _cross(walker: Walker, river: Feature) -> None:
    """The whole move of the turn takes it over to the far bank, or onto an enemy who stands there (CM-TERR-12)."""
    if walker.action == "charge":
        walker.refuse("no charge crosses a river", *_RIVER)
        return
    if walker.legs or walker.unit.own.spent:
        walker.refuse("crossing a river takes the whole move", *_RIVER)
        return
    over = far_bank(walker.pose, walker.body, walker.count, river)
    distance, met = _clear_way(walker, over)
    if met is None and (distance < over or walker.reasons or room_ahead(walker) < over):
        walker.reasons.clear()
        walker.refuse(f"there is no room on the far bank of {river.name or river.kind}", *_RIVER, measured=True)
        return
    walker.goes(Advance(max(1, distance)), walker.pose.advanced(distance), walker.body, walker.left)
    walker.met = met
    walker.crossed = True
    walker.halted = ("it halts again after crossing", _RIVER)
    walker.ground += _RIVER
