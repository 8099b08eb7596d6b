"""Everybody moves at once: CM-TURN-11, CM-TURN-14, CM-TURN-15, CM-FANT-GEN-12."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.clock import FULL, Meeting, Moment, Mover, first_meeting
from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.battle.state.event import Declared, Ruled
from schiltron.battle.state.field import hostile, meets
from schiltron.battle.state.manoeuvre import Advance
from schiltron.battle.words.grammar import said
from schiltron.rulesets.chainmail.field import goes_as_person, is_aloft
from schiltron.rulesets.chainmail.fire.passing import PassThrough, SplitFire
from schiltron.rulesets.chainmail.melee.edges import edge_against
from schiltron.rulesets.chainmail.melee.petrifying import stare
from schiltron.rulesets.chainmail.movement.carrying import put_after
from schiltron.rulesets.chainmail.movement.contact import before_contact
from schiltron.rulesets.chainmail.movement.phase import set_out
from schiltron.rulesets.chainmail.movement.presence import frighten
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, SPLIT
from schiltron.rulesets.chainmail.state import COMPELLED, Battle, Scene, Unit
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.troop_traits.kinds import are_peasants
from schiltron.rulesets.chainmail.walking.attacking import attack_barred
from schiltron.rulesets.chainmail.walking.formations import WHOLE
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.rulesets.chainmail.walking.walker import Shaped
from schiltron.rulesets.chainmail.weather.fires import SET_FIRE, cover_at_hand, judge_fire, set_fire
from schiltron.rulesets.chainmail.written.answering import answering, called_to_answer, spend_half
from schiltron.rulesets.chainmail.written.heights import RULES as HEIGHT_RULES
from schiltron.rulesets.chainmail.written.heights import is_height, next_height, no_room_to_turn, without_room
from schiltron.rulesets.chainmail.written.movers import IF_CHARGED, lifted, moves
from schiltron.rulesets.chainmail.written.timed_way import HALF, Going, can_go, on_course, setting_out
from schiltron.table.body import Body, Formed

_NO_WAY: Final = Advance(0)
"""What is gone in the split second between the end of a leg and the next moment that is looked at."""


class SetOut(Step, frozen=True, tag="chainmail.set_out"):
    """What was written, or what a rule made of it, becomes the moves of the turn."""


class Onward(Step, frozen=True, tag="chainmail.onward"):
    """All who are going move on at the same time, to the half, to the end, or until two of them meet (CM-TURN-11)."""

    clock: Moment
    going: tuple[Going, ...]


class AtTheHalf(Step, frozen=True, tag="chainmail.at_the_half"):
    """Fire is over: charges of those who were to charge if charged begin, and the rest of the moves (CM-TURN-15)."""

    going: tuple[Going, ...]


# ---------------------------------------------------------------- setting out


def _set_out(scene: Scene, _step: SetOut) -> None:
    """The commander on his own goes first, since he passes through friends; all others by the clock."""
    _set_fires(scene)
    battle = scene.battle
    orders = [one.order for one in battle.own.written if moves(one.order) or _joins(one.order)]
    alone = [order for order in orders if goes_as_person(battle.units[order.actor])]
    marching = [order for order in orders if order not in alone and can_go(battle, battle.units[order.actor])]
    going = tuple(setting_out(battle, order, marching) for order in marching)
    for one in going:
        if one.action == CHARGE:
            scene.tell(Declared(unit=one.unit, action=CHARGE, target=one.target, rules=("CM-MELEE-11",)))
    scene.now(Onward(0, going))
    for order in alone:
        set_out(scene, order)


def _set_fires(scene: Scene) -> None:
    """Whoever was told to set a fire, and still can, does so before anybody has moved (CM-WEATHER-04)."""
    battle = scene.battle
    told = [battle.units[one.unit] for one in battle.own.written if one.order.action == SET_FIRE]
    able = [unit for unit in told if unit.own.turn.ordered != COMPELLED and can_go(battle, unit)]
    for unit in able:
        if not judge_fire(battle, unit):
            set_fire(scene, unit, cover_at_hand(battle, unit))


def _joins(order: Commanded) -> bool:
    return isinstance(order.form, Aimed) and order.action != IF_CHARGED


# ---------------------------------------------------------------- the clock


def _onward(scene: Scene, step: Onward) -> None:
    going = tuple(one for one in step.going if can_go(scene.battle, scene.unit(one.unit)))
    until = HALF if step.clock < HALF else FULL
    if scene.battle.own.options.fantasy == "on":
        going = _free_to_turn(scene, going, step.clock)
    limit = next_height(going, step.clock, until)
    meeting = _first_meeting(scene.battle, going, step.clock, limit)
    moment = meeting.moment if meeting is not None else limit
    taken = without_room(scene.battle, going, step.clock, moment)
    for one in going:
        if scene.unit(one.unit).on_table:
            _put(scene, one, step.clock, moment, stays=one.unit in taken)
    if taken:
        _tell_of_no_room(scene, taken)
        going = tuple(one for one in going if one.unit not in taken)
    stopped: set[str] = set()
    if meeting is not None:
        stopped = set(_stopped(scene.battle, meeting, going))
        _tell_who_is_in_the_way(scene, meeting, stopped & {one.unit for one in going})
        rest = tuple(one for one in going if one.unit not in stopped)
        scene.now(*_contacts(scene.battle, meeting, going), Onward(moment, rest))
    elif moment < until:
        scene.now(Onward(moment, going))
    elif until == HALF:
        scene.now(*_fire_at_the_half(going), AtTheHalf(going))
    ended = stopped if meeting is not None else {one.unit for one in going if moment == FULL}
    stare(scene, *scene.battle.in_line(ended))
    frighten(scene, *(one.unit for one in going))


def _first_meeting(battle: Battle, going: tuple[Going, ...], since: Moment, until: Moment) -> Meeting | None:
    movers = [Mover(one.course, battle.units[one.unit].bodies) for one in going]
    moving = {one.unit for one in going}
    standing = {unit.id: unit.outline for unit in battle.standing() if unit.id not in moving}
    return first_meeting(
        movers,
        standing,
        lambda one, other: _hostile(battle, one, other),
        since,
        until,
        lambda one, other: meets(battle, battle.units[one], battle.units[other]),
    )


def _hostile(battle: Battle, one: str, other: str) -> bool:
    return hostile(battle, battle.units[one], battle.units[other])


def _put(scene: Scene, one: Going, since: Moment, until: Moment, *, stays: bool = False) -> None:
    """A unit where its course has brought it between two moments; `stays` is for one that finds no room at the height
    to which it would come."""
    done, spent = one.course.done(until), one.course.spent(until)
    shape = _half_formed(scene.battle, one, until) or (one.shapes[done - 1] if done else None)
    up = one.up is not None and one.up < spent
    left = one.course.cost - round(spent)
    legs = one.course.walked(since, until)
    if scene.battle.own.options.fantasy == "on":
        legs = tuple(leg for leg in legs if leg.manoeuvre != _NO_WAY)
    if stays:
        legs = tuple(takewhile(lambda leg: not is_height(leg), legs))
        unit = scene.unit(one.unit)
        shape = Shaped(unit.own.formation, unit.own.forming, level=unit.level)
    put_after(scene, one.unit, one.action, legs, shape, uphill=up, left=left, rules=one.rules, together=True)


def _free_to_turn(scene: Scene, going: tuple[Going, ...], clock: Moment) -> tuple[Going, ...]:
    """Those of them who do not turn into somebody as they set out; the others stay where they are."""
    stuck = no_room_to_turn(scene.battle, going, clock)
    for key, other in stuck.items():
        what = f"{said(scene.unit(key), 'find no room to turn')}: {said(other, 'are in the way')}"
        scene.tell(Ruled(what=what, rules=("CM-TURN-11", "CM-SCALE-04")))
    return tuple(one for one in going if one.unit not in stuck)


def _tell_of_no_room(scene: Scene, taken: dict[str, Unit]) -> None:
    for key, other in taken.items():
        unit = scene.unit(key)
        stays = "stay in the air" if is_aloft(unit) else "stay on the ground"
        what = f"{said(unit, stays)}: {said(other, 'are in the way')}"
        scene.tell(Ruled(what=what, rules=HEIGHT_RULES))


def _half_formed(battle: Battle, one: Going, until: Moment) -> Shaped | None:
    """A unit in the middle of a change of formation, with what is paid for it: so it may be caught (CM-FORM-03)."""
    course, number = one.course, one.course.done(until)
    changing = one.shapes[number].changing if number < len(one.shapes) else None
    spent = round(course.spent(until)) - sum(leg.cost for leg in course.legs[:number])
    if changing is None or spent <= 0:
        return None
    unit = battle.units[one.unit]
    paid = min(changing.paid + WHOLE * spent // normal_move(battle, unit).total, changing.due - 1)
    before = one.shapes[number - 1] if number else Shaped(unit.own.formation, level=unit.level)
    return Shaped(before.formation, replace(changing, paid=paid), level=before.level)


# ---------------------------------------------------------------- meeting


def _stopped(battle: Battle, meeting: Meeting, going: tuple[Going, ...]) -> Iterator[str]:
    moving = {one.unit for one in going}
    for one, other in _in_line(battle, meeting):
        if _hostile(battle, one, other):
            yield from (one, other)
        elif {one, other} <= moving:
            yield from _of_friends(battle, one, other)
        else:
            yield one if one in moving else other


def _tell_who_is_in_the_way(scene: Scene, meeting: Meeting, halted: set[str]) -> None:
    """Who runs into friends goes no farther, and they are named; of enemies the contact is told (CM-SCALE-04)."""
    units = scene.battle.units
    for one, other in _in_line(scene.battle, meeting):
        if _hostile(scene.battle, one, other):
            continue
        for stops, before in ((one, other), (other, one)):
            if stops in halted:
                what = f"{said(units[stops], 'go no farther')}: {said(units[before], 'are in the way')}"
                scene.tell(Ruled(what=what, rules=("CM-SCALE-04",)))


def _in_line(battle: Battle, meeting: Meeting) -> list[list[str]]:
    """Those who meet at the same moment, one pair after the other."""
    pairs = [battle.in_line(pair) for pair in meeting.pairs]
    return sorted(pairs, key=lambda pair: [battle.units[key].turn_in_line for key in pair])


def _of_friends(battle: Battle, one: str, other: str) -> tuple[str, ...]:
    """Who has the other before its front; both where neither or both do."""
    sees = [key for key, there in ((one, other), (other, one)) if _ahead(battle, key, there)]
    return tuple(sees) or (one, other)


def _ahead(battle: Battle, one: str, other: str) -> bool:
    there = battle.units[other].outline
    return battle.units[one].pose.local(there.x, there.y)[1] > 0


def _contacts(battle: Battle, meeting: Meeting, going: tuple[Going, ...]) -> Iterator[Step]:
    """What goes before each contact, and contact; who may not attack those he met just halts (CM-MELEE-53)."""
    by_unit = {one.unit: one for one in going}
    for pair in _in_line(battle, meeting):
        if _hostile(battle, *pair) and all(battle.units[key].on_table for key in pair):
            attacker, defender = _attacker_first(battle, pair, by_unit)
            barred = attack_barred(battle, battle.units[attacker], battle.units[defender]) is not None
            if barred or _met_unawares(battle, by_unit, attacker, defender):
                attacker, defender = defender, attacker
            if attacker not in by_unit:
                continue
            move = by_unit[attacker]
            order = Walk(attacker, (), move.action, defender, total=move.course.cost, paused=True)
            yield from before_contact(battle, order, defender)


def _met_unawares(battle: Battle, going: dict[str, Going], unit: str, enemy: str) -> bool:
    """Peasants who run into an enemy on the move have not dared to attack him: it is he who attacks (CM-HIST-09)."""
    return are_peasants(battle, battle.units[unit]) and enemy in going and going[unit].target != enemy


def _attacker_first(battle: Battle, pair: Sequence[str], going: dict[str, Going]) -> tuple[str, str]:
    """Of two enemies who met: who charges before who moves before who stands; then whose front is against the other."""

    def zeal(unit: str) -> tuple[bool, bool, bool, bool]:
        other = pair[0] if unit == pair[1] else pair[1]
        move = going.get(unit)
        front = edge_against(battle.units[unit], battle.units[other])[0] == "front"
        return move is not None and move.action == CHARGE, move is not None, front, _ahead(battle, unit, other)

    one, other = pair
    return (one, other) if zeal(one) >= zeal(other) else (other, one)


# ---------------------------------------------------------------- the half


def _fire_at_the_half(going: tuple[Going, ...]) -> Iterator[Step]:
    """All fire of this moment is simultaneous (CM-MISSILE-15 to CM-MISSILE-17)."""
    for one in going:
        yield PassThrough(one.unit)
    for one in going:
        if one.action == SPLIT:
            yield SplitFire(one.unit)


def _at_the_half(scene: Scene, step: AtTheHalf) -> None:
    moving = {one.unit for one in step.going}
    going = tuple(
        _redressed(scene.battle, one, moving) for one in step.going if can_go(scene.battle, scene.unit(one.unit))
    )
    called = tuple(called_to_answer(scene.battle, going))
    for answer in called:
        spend_half(scene, answer.unit)
    answers = tuple(answering(scene.battle, answer, going) for answer in called)
    for one in answers:
        scene.tell(Declared(unit=one.unit, action=CHARGE, target=one.target, rules=("CM-TURN-14", "CM-TURN-15")))
    scene.now(Onward(HALF, (*going, *answers)))


def _redressed(battle: Battle, one: Going, moving: set[str]) -> Going:
    """Who has too few figures left for its files after the fire walks the rest of the path as it stands now."""
    unit = battle.units[one.unit]
    bodies = [leg.body for leg in one.course.legs]
    if unit.body == one.course.at(HALF)[1] and all(_fills(unit, body) for body in bodies):
        return one
    rest = tuple(leg.manoeuvre for leg in one.course.walked(HALF, FULL))
    return on_course(lifted(battle, moving - {unit.id}), Walk(unit.id, rest, one.action, one.target), HALF, one.target)


def _fills(unit: Unit, body: Body) -> bool:
    return not isinstance(body, Formed) or body.files <= unit.figures


SET_OUT: Final = does(SetOut, _set_out)
ONWARD: Final = does(Onward, _onward)
AT_THE_HALF: Final = does(AtTheHalf, _at_the_half)
