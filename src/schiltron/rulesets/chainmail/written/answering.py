"""Cavalry ordered to charge if charged: which enemy it answers, and where they meet (CM-TURN-14, CM-TURN-15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.movement.clock import FULL, Meeting, Moment, Mover, first_meeting
from schiltron.battle.movement.lining_up import up_to
from schiltron.battle.movement.straight_and_wheel import no_more, towards, turn_first
from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.field import hostile
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.rulesets.chainmail.field import is_aloft
from schiltron.rulesets.chainmail.melee.ground import no_footing
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.walking.charges import CURVE, straight_at
from schiltron.rulesets.chainmail.walking.rates import charge_move
from schiltron.rulesets.chainmail.written.movers import IF_CHARGED, lifted
from schiltron.rulesets.chainmail.written.timed_way import HALF, Going, can_go, on_course
from schiltron.table.contact import edge_met
from schiltron.table.outline import gap

_STEPS: Final = 16
"""So many places on the way of a charger are thought of as the one to meet him at."""


class Answer(NamedTuple):
    """Who answers whose charge; `until` is the moment at which the charger is stopped by the friend he charges."""

    unit: Unit
    charger: Unit
    friend: Unit
    until: Moment


def called_to_answer(battle: Battle, going: tuple[Going, ...]) -> Iterator[Answer]:
    """Those who were to charge if charged, with who charges; not who has fired and so stays (CM-MISSILE-17)."""
    moving = {one.unit for one in going}
    for one in battle.own.written:
        unit = battle.units[one.unit]
        waits = one.order.action == IF_CHARGED and unit.id not in moving and not unit.own.turn.shots
        if waits and can_go(battle, unit):
            yield from _answers(battle, unit, one.order, going)


def _answers(battle: Battle, unit: Unit, order: Commanded, going: tuple[Going, ...]) -> Iterator[Answer]:
    """To the enemy whose charge would reach whom the cavalry is to answer for, or has; the first of several, of equals
    the nearest."""
    friend = battle.units[order.aim.target]
    if not friend.on_table or is_aloft(friend):
        return
    found = [(HALF, one.attacker) for one in battle.engagements if _charged_home(battle, one, friend)]
    courses = {one.unit: Mover(one.course, battle.units[one.unit].bodies) for one in going}
    for one in going:
        if one.action == CHARGE and hostile(battle, friend, battle.units[one.unit]):
            met = _meeting(courses[one.unit], courses.get(friend.id), friend)
            if met is not None:
                found.append((met.moment, one.unit))
    chargers = [(moment, battle.units[key]) for moment, key in found]
    if chargers:
        until, charger = min(chargers, key=lambda one: (one[0], gap(unit.outline, one[1].outline), one[1].turn_in_line))
        there = _placed(friend, courses[friend.id], until) if friend.id in courses else friend
        yield Answer(unit, charger, there, until)


def _meeting(charger: Mover, moving: Mover | None, friend: Unit) -> Meeting | None:
    """When a charger comes up to a friend, where he stands or on his own way."""
    movers = [charger] if moving is None else [charger, moving]
    standing = {friend.id: friend.outline} if moving is None else {}
    return first_meeting(movers, standing, lambda _one, _other: True, HALF, FULL)


def _charged_home(battle: Battle, contact: Engagement, friend: Unit) -> bool:
    came_now = contact.since == battle.turn and contact.touching and contact.defender == friend.id
    return came_now and battle.units[contact.attacker].own.turn.charged


def spend_half(scene: Scene, unit: Unit) -> None:
    """It has only the second half of its charge move, all told (CM-TURN-15)."""
    gone = charge_move(scene.battle, unit).total - charge_move(scene.battle, unit).total // 2
    scene.change(with_turn(unit, spent=gone))


# ---------------------------------------------------------------- where to


def answering(battle: Battle, answer: Answer, going: tuple[Going, ...]) -> Going:
    """Towards the place on the charger's way at which it meets him soonest, or where his charge comes to its end."""
    unit, charger = battle.units[answer.unit.id], answer.charger
    ground = lifted(battle, {one.unit for one in going})
    course = next((one.course for one in going if one.unit == charger.id), None)
    if course is None:
        return _ride(ground, unit, charger, charger.id)
    coming = Mover(course, charger.bodies)
    home = _come_home(battle, _placed(charger, coming, answer.until), answer)
    places = [HALF + (answer.until - HALF) * step // _STEPS for step in range(_STEPS + 1)]
    rides = [_ride(ground, unit, _placed(charger, coming, moment), charger.id) for moment in places]
    rides.append(_ride(ground, unit, home, charger.id))
    met = [_meets(Mover(ride.course, unit.bodies), coming, answer.until, home) for ride in rides]
    soonest = min(range(len(rides)), key=lambda number: (met[number], number))
    return rides[soonest if met[soonest] <= FULL else -1]


def _placed(unit: Unit, going: Mover, moment: Moment) -> Unit:
    pose, body = going.course.at(moment)
    return replace(unit, place=unit.place_at(pose), body=body)


def _come_home(battle: Battle, charger: Unit, answer: Answer) -> Unit:
    """The charger as he stands when he has lined up with the friend he charges."""
    friend = answer.friend
    if friend.id == answer.unit.id:
        return charger
    came_from = charger.outline.x, charger.outline.y
    met = edge_met(charger.pose, charger.body, charger.bodies, friend.outline, came_from)
    pose = up_to(battle, charger, friend, met, no_footing).get(charger.id, charger.pose)
    return replace(charger, place=charger.place_at(pose))


def _meets(riding: Mover, coming: Mover, until: Moment, home: Unit) -> Moment:
    """When the two would meet: on the way, or where the charger stands when he was stopped; after the end: never."""

    def foes(_one: str, _other: str) -> bool:
        return True

    met = first_meeting([riding, coming], {}, foes, HALF, until)
    if met is None:
        met = first_meeting([riding], {home.id: home.outline}, foes, until, FULL)
    return met.moment if met is not None else FULL + 1


def _ride(ground: Battle, unit: Unit, charger: Unit, target: str) -> Going:
    return on_course(ground, Walk(unit.id, _at(ground, unit, charger), CHARGE), HALF, target)


def _at(battle: Battle, unit: Unit, charger: Unit) -> Path:
    """Straight at the charger, as far as the charge goes; a curve is 45 degrees at most (CM-MELEE-13)."""
    ahead = Advance(charge_move(battle, unit).total)
    path = straight_at(battle, unit, charger)
    if path is not None:
        return (*path[:-1], ahead)
    return turn_first(no_more(towards(unit, charger), CURVE), ahead)
