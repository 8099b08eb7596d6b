"""Moves straight ahead: how far the way is clear, what the ground costs, and which enemy is met.

TA-MOVE-04, TA-MOVE-12, TA-MOVE-14, TA-TERR-01 to TA-TERR-08.
"""

from __future__ import annotations

from typing import Final

from schiltron.battle.movement.straight_and_wheel import (
    LONGEST_LEG,
    first_ahead,
    furthest,
    kept_on_table,
    long_enough,
    room_ahead,
)
from schiltron.battle.state.field import friendly
from schiltron.battle.state.manoeuvre import Advance
from schiltron.battle.words.grammar import said
from schiltron.rulesets.by_this_axe.ground import RULE_OF, Toll, at_the_bank, in_the_water, reach, tolls
from schiltron.rulesets.by_this_axe.movement.sights import first_shot
from schiltron.rulesets.by_this_axe.movement.walker import Pause, Walker
from schiltron.rulesets.by_this_axe.state import Unit
from schiltron.table.banks import far_bank
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil, show_inches
from schiltron.table.outline import advance_gap, gap, outline, overlapping
from schiltron.table.terrain import name_of

_LOOK: Final[Mil] = 50
"""How far a body goes between two looks at an enemy it must keep away from."""


def advance(walker: Walker, leg: Advance) -> None:
    if not long_enough(walker, leg.distance, "TA-MOVE-04"):
        return
    if walker.stands_fast():
        return
    if walker.may_cross():
        _cross(walker, leg)
        return
    clear, met = _clear_way(walker, leg.distance)
    distance = kept_on_table(walker, clear, "TA-MOVE-04")
    _go(walker, leg, distance, met if distance == clear else None)


def _go(walker: Walker, leg: Advance, distance: Mil, met: Unit | None) -> None:
    """As far as the move that is left carries over this ground, and as fire or woods do not halt it."""
    found = walker.unpaid(tolls(walker.pose, walker.body, walker.count, distance, walker.ground_felt))
    far, cost, halt = reach(found, distance, walker.left)
    ends = met is not None or walker.last or far < distance
    swung = walker.action == "charge" and ends and not walker.carried(far, cost)
    if swung:
        far, cost = _as_far_as_figures_go(walker, far, found)
    if not walker.trial and _halts(walker, leg, far, distance, met, found):
        return
    if swung:
        met = None
        _stops_the_swing(walker, leg, far)
    elif far < distance:
        met = None
        _falls_short(walker, leg, far, halt)
    _step(walker, leg, far, cost, found)
    walker.met = met
    if at_the_bank(walker.pose, walker.body, walker.ground_felt) is not None:
        walker.pause = "river"
        walker.ground.append("TA-TERR-06")


def _halts(walker: Walker, leg: Advance, far: Mil, distance: Mil, met: Unit | None, found: list[Toll]) -> bool:
    """Whether dice must fall before it has gone so far: under fire held back, or at the edge of woods."""
    edge = _edge_of_woods(walker, found, distance)
    shot = first_shot(walker, far if edge is None else min(far, edge))
    if shot is not None:
        seen, walker.shooters = shot
        _pause(walker, leg, _before_contact(seen, distance, met), found, "fire")
    elif edge is not None and edge <= far:
        _pause(walker, leg, edge, found, "woods")
    return walker.pause is not None


def _edge_of_woods(walker: Walker, found: list[Toll], distance: Mil) -> Mil | None:
    """Where it comes to woods: what they take is not known before the dice, so that their edge ends the way."""
    barred = [toll._replace(loss=LONGEST_LEG) if toll.kind == "woods" else toll for toll in found]
    far, _, halt = reach(barred, distance, walker.left)
    return far if halt is not None and halt.kind == "woods" else None


def _before_contact(far: Mil, distance: Mil, met: Unit | None) -> Mil:
    """Where a charge halts to be shot at: the last step onto the enemy is still to come."""
    return far if met is None else max(0, min(far, distance - 1))


def _pause(walker: Walker, leg: Advance, far: Mil, found: list[Toll], why: Pause) -> None:
    paid = [toll for toll in found if toll.at < far]
    cost = far + sum(toll.loss for toll in paid)
    _step(walker, leg, far, min(cost, walker.left), paid)
    walker.pause = why
    walker.rest = (Advance(leg.distance - far),) if far < leg.distance else ()


def _step(walker: Walker, leg: Advance, far: Mil, cost: Mil, found: list[Toll]) -> None:
    if far <= 0:
        return
    walker.pays([toll for toll in found if toll.at < far])
    walker.begun = True
    walker.gone += far
    done = leg if far == leg.distance else Advance(far)
    walker.goes(done, walker.pose.advanced(far), walker.body, min(cost, walker.left))


def _falls_short(walker: Walker, leg: Advance, far: Mil, halt: Toll | None) -> None:
    walker.short = True
    if halt is not None and halt.kind == "river":
        text = f"it must stop at {name_of(halt.feature)} after {show_inches(far)} and may cross in the next turn"
        walker.refuse(text, "TA-TERR-06", "TA-TERR-07", measured=True)
        return
    if halt is not None:
        riding = halt.kind == "woods" and walker.unit.own.profile.mounted
        rules = ("TA-TERR-04" if riding else RULE_OF[halt.kind], "TA-TERR-08")
        left = show_inches(max(0, walker.left - far))
        taken = f"{name_of(halt.feature)} takes {show_inches(halt.loss)} of the move"
        text = f"{taken}; after {show_inches(far)} only {left} are left"
    else:
        rules = ("TA-MOVE-04", "TA-TERR-08")
        text = f"an advance of {show_inches(leg.distance)} is too far: it reaches {show_inches(far)}"
    walker.refuse(text, *rules, measured=True)


def _as_far_as_figures_go(walker: Walker, far: Mil, found: list[Toll]) -> tuple[Mil, Mil]:
    """How far a charge gets whose figures turns or another formation have brought forward, and what that costs."""

    def cost(way: Mil) -> Mil:
        return way + sum(toll.loss for toll in found if toll.at < way)

    far = furthest(far, lambda way: walker.carried(way, cost(way)))
    return far, min(cost(far), walker.left)


def _stops_the_swing(walker: Walker, leg: Advance, far: Mil) -> None:
    walker.short = walker.swung = True
    text = f"after its turns figures would go farther than their move in {show_inches(leg.distance)}"
    walker.refuse(f"{text}: it reaches {show_inches(far)}", "TA-MOVE-04", "TA-MOVE-13", measured=True)


# ---------------------------------------------------------------- the way


def _clear_way(walker: Walker, wanted: Mil) -> tuple[Mil, Unit | None]:
    """How far the way ahead is clear, and the enemy a charge ends at."""
    limit, first = first_ahead(walker, wanted)
    if first is None:
        return _clear_of_enemies(walker, wanted), None
    foe = _charged(walker, limit) if walker.action == "charge" else None
    if foe is not None:
        if not walker.quarry or foe.id == walker.quarry:
            return max(0, int(limit)), foe
        walker.refuse(f"{said(foe, 'stand between it and the enemy it charges')}", "TA-MOVE-14", measured=True)
        return max(0, int(limit) - walker.keep), None
    if friendly(walker.battle, walker.unit, first) and limit < wanted - TOLERANCE:
        walker.refuse(f"{said(first, 'are in the way')} after {show_inches(int(limit))}", "TA-MOVE-14", measured=True)
        wanted = max(0, int(limit))
    return _clear_of_enemies(walker, wanted), None


def _charged(walker: Walker, limit: float) -> Unit | None:
    """The enemy it runs onto there, before any friend that it would touch at the same time; its quarry of several."""
    here, (ux, uy) = walker.outline, walker.pose.forward
    met = [foe for foe in walker.enemies() if advance_gap(here, ux, uy, foe.outline, limit + CONTACT) is not None]
    return next((foe for foe in met if foe.id == walker.quarry), met[0] if met else None)


def _clear_of_enemies(walker: Walker, distance: Mil) -> Mil:
    """How far it goes without coming too near to an enemy (TA-MOVE-14); who charges passes them as near as he likes."""
    if walker.action == "charge":
        return distance
    here = walker.outline
    for enemy in walker.enemies():
        if not here.near(enemy.outline, walker.keep + distance):
            continue
        free = _clear_of(walker, enemy, distance)
        if free < distance:
            walker.refuse(walker.too_near(enemy), "TA-MOVE-14", measured=True)
            distance = free
    return distance


def _clear_of(walker: Walker, enemy: Unit, distance: Mil) -> Mil:
    """The gap shrinks by no more than what is gone, so whatever it exceeds its least by can be gone unseen."""
    least = walker.keep_from(enemy)
    there = enemy.outline
    went = 0
    good = 0
    while True:
        here = outline(walker.pose.advanced(went), walker.body, walker.count)
        apart = gap(here, there)
        if apart < least - CONTACT or overlapping(here, there):
            return good
        good = went
        if went >= distance:
            return distance
        went = min(distance, went + max(apart - least, _LOOK))


# ---------------------------------------------------------------- over a river


def _cross(walker: Walker, leg: Advance) -> None:
    """The whole move of the turn takes it over to the far bank, or onto an enemy who stands there (TA-TERR-07)."""
    river = at_the_bank(walker.pose, walker.body, walker.ground_felt)
    assert river is not None
    wading = in_the_water((river,), walker.unit.outline) is not None
    if (walker.begun or walker.unit.own.turn.spent) and not wading:
        walker.refuse("crossing a river takes the whole move", "TA-TERR-07")
        return
    over = far_bank(walker.pose, walker.body, walker.count, river)
    distance, met = _clear_way(walker, over)
    if met is None and (distance < over or walker.reasons or room_ahead(walker) < over):
        walker.reasons.clear()
        walker.refuse(f"there is no room on the far bank of {name_of(river)}", "TA-TERR-07", measured=True)
        return
    shot = None if walker.trial else first_shot(walker, distance)
    if shot is not None:
        seen, walker.shooters = shot
        _wade(walker, _before_contact(seen, distance, met), distance)
        return
    walker.begun = True
    walker.gone += distance
    walker.goes(Advance(max(1, distance)), walker.pose.advanced(distance), walker.body, walker.left)
    walker.met = met
    walker.pause = "river"
    walker.ground.append("TA-TERR-07")


def _wade(walker: Walker, far: Mil, distance: Mil) -> None:
    """Part of the way over: there fire held back meets it (TA-CMD-34). What is left of its move takes it across."""
    if far:
        walker.begun = True
        walker.gone += far
        walker.goes(Advance(far), walker.pose.advanced(far), walker.body, 0)
    walker.pause = "fire"
    walker.rest = (Advance(distance - far),) if far < distance else ()
    walker.ground.append("TA-TERR-07")
