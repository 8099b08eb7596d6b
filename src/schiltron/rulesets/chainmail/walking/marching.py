"""Moves straight ahead: how far the way is clear, what the ground costs, and which enemy is met.

CM-MOVE-01, CM-MOVE-02, CM-MELEE-35, CM-MELEE-53, CM-TERR-01 to CM-TERR-12.
"""

from __future__ import annotations

from typing import Final

from schiltron.battle.movement.straight_and_wheel import first_ahead, kept_on_table, long_enough, room_ahead
from schiltron.battle.state.field import foes_among
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance
from schiltron.battle.words.grammar import said
from schiltron.rulesets.chainmail.state import Unit
from schiltron.rulesets.chainmail.walking.attacking import attack_barred
from schiltron.rulesets.chainmail.walking.footing import room_ahead as room_on_top
from schiltron.rulesets.chainmail.walking.ground import CLOSED, Toll, Way, closed_under, hindrance, survey, underfoot
from schiltron.rulesets.chainmail.walking.walker import CONTROL, Walker
from schiltron.table.banks import far_bank
from schiltron.table.ground import open_ahead
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil, show_inches
from schiltron.table.outline import advance_gap, outline
from schiltron.table.terrain import Feature, name_of

_RIVER: Final = ("CM-TERR-10", "CM-TERR-12")
_STREAM: Final = ("CM-TERR-10", "CM-TERR-11")


def advance(walker: Walker, leg: Advance) -> None:
    if not long_enough(walker, leg.distance, "CM-MOVE-01"):
        return
    if walker.height:
        _fly(walker, leg)
        return
    river = walker.river_to_cross()
    if river is not None:
        _cross(walker, river)
        return
    clear, met = _clear_way(walker, leg.distance)
    distance = kept_on_table(walker, clear, "CM-SETUP-01")
    _go(walker, leg, distance, met if distance == clear else None)


def _fly(walker: Walker, leg: Advance) -> None:
    """Through the air, over everything but who flies as high (CM-FANT-GEN-12)."""
    clear, met = _clear_way(walker, leg.distance)
    distance = kept_on_table(walker, clear, "CM-SETUP-01")
    far = min(distance, max(0, walker.left))
    if far < distance:
        text = f"a flight of {show_inches(leg.distance)} is too far: {show_inches(far)} are left"
        walker.refuse(text, "CM-FANT-GEN-02", "CM-FANT-GEN-12")
    if far > 0:
        walker.goes(leg if far == leg.distance else Advance(far), walker.pose.advanced(far), walker.body, far)
    walker.met = met if far == clear else None


def _go(walker: Walker, leg: Advance, distance: Mil, met: Unit | None) -> None:
    """As far as the ground allows and the move that is left carries."""
    if walker.plan is not None:
        room = room_on_top(walker.plan, walker.pose, walker.body, walker.count, distance)
        if room < distance:
            distance, met = room, None
            text = f"the wall goes no farther that way than {show_inches(distance)}"
            walker.refuse(text, "CM-SIEGE-19", measured=True)
    way = survey(walker.pose, walker.body, walker.count, distance, walker.board.features, walker.manner)
    if way.stops and way.stops[0].at < distance - TOLERANCE:
        stop = way.stops[0]
        distance, met = int(stop.at), None
        walker.refuse(f"{stop.text}, after {show_inches(distance)}", *stop.rules, measured=True)
    if walker.on_road and walker.road_ahead() < distance:
        walker.leave_the_road()
    far, cost, halt = way.reach(distance, max(0, walker.left))
    if halt is not None and far <= CONTACT and _has_no_more_than(walker, halt.loss):
        _over(walker, halt.feature, _STREAM)
        return
    if far < distance:
        met = None
        _falls_short(walker, leg, far, halt, way)
    if far > 0:
        walker.ground += way.met(far)
        if walker.climbs is None and way.up and min(way.up) < far:
            walker.climbs = walker.spent + way.cost(min(way.up))
        done = leg if far == leg.distance else Advance(far)
        walker.goes(done, walker.pose.advanced(far), walker.body, cost)
    walker.met = met
    if met is None and walker.reached_a_bank():
        walker.halted = ("it halts at the river", _RIVER)
        walker.ground += _RIVER


def _falls_short(walker: Walker, leg: Advance, far: Mil, halt: Toll | None, way: Way) -> None:
    if halt is not None:
        name = name_of(halt.feature)
        text = f"crossing {name} takes {show_inches(halt.loss)} of the move; too little is left after"
        walker.refuse(f"{text} {show_inches(far)}", "CM-TERR-11", measured=True)
        return
    text = f"an advance of {show_inches(leg.distance)} is too far: it reaches {show_inches(far)}"
    walker.refuse(text, "CM-MOVE-01", *walker.limit, *way.met(far), measured=True)


# ---------------------------------------------------------------- the way


def _clear_way(walker: Walker, wanted: Mil) -> tuple[Mil, Unit | None]:
    """How far the way ahead is clear, and the enemy it ends at.

    It is looked at as far as straight legs lead on, so that a way cut in parts is as clear as the way in one.
    """
    clear, met, against = _seen_ahead(walker, wanted + walker.ahead)
    touching = CONTACT if met is not None and not walker.ahead else 0
    if clear > wanted + touching or (clear == wanted and (met is None or walker.ahead)):
        return wanted, None
    walker.reasons += against
    return clear, met


def _seen_ahead(walker: Walker, wanted: Mil) -> tuple[Mil, Unit | None, list[Reason]]:
    limit, first = first_ahead(walker, wanted)
    if first is None:
        return _uncontrolled(walker, wanted, None)
    foe = _met(walker, limit)
    closed = attack_barred(walker.battle, walker.unit, foe) if foe is not None else None
    if closed is not None:
        clear, met, against = _uncontrolled(walker, max(0, int(limit) - CONTROL), None)
        return clear, met, [walker.because(closed.text, *closed.rules), *against]
    if foe is not None:
        return _uncontrolled(walker, max(0, int(limit)), foe)
    if limit < wanted - TOLERANCE:
        clear, met, against = _uncontrolled(walker, max(0, int(limit)), None)
        text = f"{said(first, 'are in the way')} after {show_inches(int(limit))}"
        return clear, met, [walker.because(text, "CM-SCALE-04"), *against]
    return _uncontrolled(walker, wanted, None)


def _met(walker: Walker, limit: float) -> Unit | None:
    """The enemy it runs onto there, before any friend that it would touch at the same time.

    Of several one that it may attack (CM-MELEE-53), and its quarry; else who takes up most of its front.
    """
    here, (ux, uy) = walker.outline, walker.pose.forward
    met = [
        other
        for other in foes_among(walker.battle, walker.unit, walker.others)
        if advance_gap(here, ux, uy, other.outline, limit + CONTACT) is not None
    ]
    if len(met) < 2:
        return met[0] if met else None

    def rank(foe: Unit) -> tuple[bool, bool, int, tuple[str, ...]]:
        across = [walker.pose.local(x, y)[0] for rect in foe.outline.rects for x, y in rect.corners]
        left, right = _reaches(walker)
        taken = min(max(across), right) - max(min(across), left)
        barred = attack_barred(walker.battle, walker.unit, foe) is not None
        return barred, foe.id != walker.quarry, -round(taken), foe.turn_in_line

    return min(met, key=rank)


def _reaches(walker: Walker) -> tuple[float, float]:
    """How far the body reaches to its left and right."""
    across = [walker.pose.local(x, y)[0] for rect in walker.outline.rects for x, y in rect.corners]
    return min(across), max(across)


def _uncontrolled(walker: Walker, distance: Mil, met: Unit | None) -> tuple[Mil, Unit | None, list[Reason]]:
    """How far it goes before it would pass through space that an enemy controls (CM-MELEE-35)."""
    here, (ux, uy) = walker.outline, walker.pose.forward
    against = []
    for enemy, space in walker.controllers():
        if met is not None and enemy.id == met.id:
            continue
        free = advance_gap(here, ux, uy, space, float(distance))
        into = CONTROL if met is not None else 0
        if free is not None and free < distance - into - TOLERANCE:
            text = f"{enemy.name} controls the space to either side: it goes no farther than {show_inches(int(free))}"
            against.append(walker.because(text, "CM-MELEE-35"))
            distance, met = max(0, int(free)), None
    return distance, met, against


# ---------------------------------------------------------------- over a river


def _cross(walker: Walker, river: Feature) -> None:
    """The whole move of the turn takes it over to the far bank, or onto an enemy who stands there (CM-TERR-12)."""
    if walker.action == "charge":
        walker.refuse("no charge crosses a river", *_RIVER)
        return
    if walker.legs or walker.unit.own.turn.spent or walker.action == "split":
        walker.refuse("crossing a river takes the whole move", *_RIVER)
        return
    _over(walker, river, _RIVER)


def _has_no_more_than(walker: Walker, loss: Mil) -> bool:
    """Whether its whole move is no more than what a stream takes, and goes into crossing it (CM-TERR-11)."""
    whole = not walker.legs and not walker.unit.own.turn.spent and walker.action != "split"
    return whole and walker.allowance <= loss + TOLERANCE


def _no_footing(walker: Walker, over: Mil, water: Feature) -> bool:
    """Whether there is ground beyond the water on which it may not stand."""
    pose = walker.pose.advanced(over)
    beyond = tuple(feature for feature in walker.board.features if feature.id != water.id)
    closed = closed_under(beyond, outline(pose, walker.body, walker.count))
    stood_on = (one for one in underfoot(pose, walker.body, walker.count, beyond) if one.kind not in CLOSED)
    return closed is not None or any(hindrance(one, walker.manner) is not None for one in stood_on)


def _walled_off(walker: Walker, distance: Mil) -> bool:
    """Whether a house or another water that nobody crosses lies on the way."""
    here, along = walker.outline, walker.pose.forward
    closed = (feature for feature in walker.board.features if feature.kind in CLOSED)
    return any(open_ahead(feature.rings, here, *along) < distance for feature in closed)


def _over(walker: Walker, water: Feature, rules: tuple[str, ...]) -> None:
    over = far_bank(walker.pose, walker.body, walker.count, water)
    distance, met = _clear_way(walker, over)
    no_room = distance < over or walker.reasons or room_ahead(walker) < over or _no_footing(walker, over, water)
    if (met is None and no_room) or _walled_off(walker, distance):
        walker.reasons.clear()
        walker.refuse(f"there is no room on the far bank of {name_of(water)}", *rules, measured=True)
        return
    walker.goes(Advance(max(1, distance)), walker.pose.advanced(distance), walker.body, walker.left)
    walker.met = met
    walker.crossed = True
    walker.halted = ("it halts again after crossing", rules)
    walker.ground += rules
