"""What a unit can hope for from where it stands, and what the enemy could do to it there."""

from __future__ import annotations

from collections.abc import Container, Mapping
from math import dist, pow
from types import MappingProxyType
from typing import Final

from schiltron.captains.chainmail.expected_losses import Band
from schiltron.captains.chainmail.objectives import Goal
from schiltron.captains.chainmail.shapes import way_back
from schiltron.captains.chainmail.situation import Body, Situation
from schiltron.captains.friends_near import crowded
from schiltron.captains.steering import turn_towards
from schiltron.captains.turned_away import SHY_SHOOTERS, averted, is_near, moves_back
from schiltron.rulesets.chainmail.fire.weapons import arc_of
from schiltron.rulesets.chainmail.walking.attacking import attack_barred
from schiltron.table.contact import Edge, sector
from schiltron.table.ground import stood_in
from schiltron.table.lengths import CONTACT, HALF_TURN, Mdeg, Mil, degrees, inches
from schiltron.table.outline import Outline, gap

AtHand = Mapping[tuple[str, Edge], float]
"""What attacks are worth that can be made at once: on whom, and on which edge of them."""
NOTHING: Final[AtHand] = MappingProxyType({})
PATIENCE: Final = 0.8
"""What a prospect is worth if it comes a turn later."""
IDLE: Final = 0.6
"""What is left of the worth of ground for every turn that one would wait on it for nothing."""
TOO_LATE: Final = 0.5
"""What is left of it for every turn that one would come too late."""
PULL: Final = 0.08
"""Even a foe nobody likes to fight draws a captain on, by this part of its worth."""
SHOOTERS: Final = 0.25
"""What a charge promises to those who would rather shoot."""
ABOUT: Final = 0.8
"""Moves that turning about is reckoned at; less for less."""
HUNT: Final = 0.3
"""What each looks forward to when all go together for a foe who must be destroyed."""
OUT_OF_SIGHT: Final = 2.0
"""Turns until a mark is found again that is near enough, but hidden or in melee."""
RUNNER: Final = 0.6
FEAR: Final = 0.25
"""How much weight has what the enemy could do by charging next."""
ARROWS: Final = 0.6
"""The same for his missiles."""
PASSING: Final = 0.5
"""The same for those he fires while a unit goes by."""
BACKWARDS: Final = 0.15
"""The part of its worth that it costs a unit to go back by a whole move."""
AVERTED: Final = 0.15
"""The same for turning its back."""
ARC: Final[Mdeg] = degrees(50)
OUT_OF_ARC: Final = 0.5
"""What is left of a threat of missiles for which the enemy has to turn."""
BLAST: Final = 0.3
"""What it promises to have a foe within reach of magic that is thrown, as a part of his worth: who throws it comes no
nearer."""
NUISANCE: Final = 0.2
"""The part of its worth that is lost to a unit without elbow room."""
DEAR: Final = 3.0
"""How much more is feared for those who must live."""


# ---------------------------------------------------------------- for good


def prospect(situation: Situation, body: Body, marks: Container[str] = (), at_hand: AtHand = NOTHING) -> float:
    """The best this unit can hope for, melee or shooting, worth less for every turn until then. `marks` are those it
    can fire at from there. An attack that could be made at once does not gain by being put off."""
    best, here = 0.0, body.outline
    for foe in situation.foes:
        value = promise(situation, body, foe, best, seen=foe.id in marks)
        if at_hand and value > best:
            now = at_hand.get((foe.id, sector(foe.outline.main, here.x, here.y)))
            value = value if now is None else min(value, later(now, 1.0))
        best = max(best, value)
    back = way_back(body.unit)
    return later(best, back) if back else best


def hold(situation: Situation, body: Body) -> float:
    """The worth of being where a unit can hold its ground at the end; it is less the more time there is."""
    goal = situation.claim_of(body.unit)
    if goal is None:
        return 0.0
    turns = _turns_to(situation, body, goal)
    slack = situation.left - 1 - turns
    return later(goal.worth, turns) * (pow(IDLE, slack) if slack > 0 else pow(TOO_LATE, -slack))


def _turns_to(situation: Situation, body: Body, goal: Goal) -> float:
    """When a unit could be on a piece of ground, with a turn to spare."""
    if stood_in(goal.pieces, body.outline) is not None:
        return 0.0
    here, (x, y) = body.outline, goal.middle
    way = situation.way(here.x, here.y, (x, y), body.move)
    turn = _turning(abs(turn_towards(body.unit.pose, *way.first)))
    return (dist((here.x, here.y), (x, y)) + way.cost) / body.move + turn + 1


def promise(situation: Situation, body: Body, foe: Body, least: float = 0.0, *, seen: bool = True) -> float:
    """What attacking a foe would be worth in time; a value below what is asked for may be any lower number."""
    if body.unit.id in situation.stakes.precious:
        return 0.0
    here, there = body.outline, foe.outline
    apart = gap(here, there)
    if body.blast:
        return later(BLAST * foe.worth, max(0, apart - body.blast) / body.move)
    turn = abs(turn_towards(body.unit.pose, there.x, there.y))
    march = apart + _turning(turn) * body.move
    patience = situation.temperament.patience
    value = later(appeal(situation, body, foe), march / body.move / patience)
    if value > least:
        way = situation.way(here.x, here.y, (there.x, there.y), body.move)
        round_it = _turning(abs(turn_towards(body.unit.pose, *way.first))) - _turning(turn)
        value = later(value, (way.cost / body.move + round_it) / patience)
    return max(value, _shooting(situation, body, foe, apart, turn, seen=seen)) if body.range else value


def appeal(situation: Situation, body: Body, foe: Body) -> float:
    """What charging a foe would be worth on the side from which the unit looks at it."""
    if attack_barred(situation.battle, body.unit, foe.unit) is not None:
        return 0.0
    value, push = gain(situation, body, foe), situation.push(body.unit)
    hunt = situation.hunts.get(foe.id)
    if hunt is not None:
        value = max(value, HUNT * situation.stakes.toll(foe.unit, hunt.share))
    if body.range:
        value *= SHOOTERS
    return max(value, push * PULL * foe.worth) * (RUNNER if foe.fleeing else 1.0)


def gain(situation: Situation, body: Body, foe: Body) -> float:
    """What a fight with a foe alone would come to, on that side of it."""
    odds = situation.reckoner.charge(body.ready, foe.band, sector(foe.outline.main, body.outline.x, body.outline.y))
    toll = situation.stakes.toll
    return situation.push(body.unit) * toll(foe.unit, odds.defender) - situation.care * toll(body.unit, odds.attacker)


def later(value: float, turns: float) -> float:
    """The present worth of something that comes so many turns later."""
    return value * pow(PATIENCE, turns)


def _turning(turn: Mdeg) -> float:
    return ABOUT * turn / HALF_TURN


def _shooting(situation: Situation, body: Body, foe: Body, apart: int, turn: Mdeg, *, seen: bool) -> float:
    """What standing there to shoot next turn promises, or coming nearer first, or to where the mark is in sight."""
    value = situation.temperament.shooting * situation.reckoner.volley(body.band, foe.band) * foe.worth
    off = max(0, turn - arc_of(body.unit.own.profile)[0])
    turns = max(0, apart - body.range + inches(0.5)) / body.move + _turning(off)
    return later(value, turns if turns or seen else OUT_OF_SIGHT)


# ---------------------------------------------------------------- for ill


def danger(situation: Situation, body: Body) -> float:
    """What is at risk in the enemy's next turn: the charges that can reach it, and arrows."""
    worst = rest = arrows = 0.0
    here, band = body.outline, _as_found(situation, body)
    for foe in situation.foes:
        if foe.fleeing or foe.busy:
            continue
        apart = gap(here, foe.outline)
        if apart > max(foe.range, foe.charge):
            continue
        turn = abs(turn_towards(foe.unit.pose, here.x, here.y))
        if apart <= foe.range:
            arrows += situation.reckoner.volley(foe.band, body.band) * (1.0 if turn <= ARC else OUT_OF_ARC)
        if not CONTACT < apart <= foe.charge:
            continue
        if apart + _turning(turn) * foe.move > foe.charge:
            continue
        odds = situation.reckoner.charge(foe.band, band, sector(here.main, foe.outline.x, foe.outline.y))
        threat = odds.defender * body.worth - 0.8 * situation.stakes.toll(foe.unit, odds.attacker)
        if threat > 0.0:
            worst, rest = max(worst, threat), rest + min(worst, threat)
    dear = DEAR if body.id in situation.stakes.precious else 1.0
    return dear * (FEAR * (worst + rest / 2) + ARROWS * min(1.0, arrows) * body.worth)


def gauntlet(situation: Situation, before: Body, after: Body) -> float:
    """What a move costs under the fire of those who stand and see it pass (CM-MISSILE-17)."""
    x, y = (before.outline.x + after.outline.x) / 2, (before.outline.y + after.outline.y) / 2
    arrows = 0.0
    for foe in situation.watching:
        if dist((x, y), (foe.outline.x, foe.outline.y)) <= foe.range and abs(turn_towards(foe.unit.pose, x, y)) <= ARC:
            arrows += situation.reckoner.volley(foe.band, before.band) / 2
    return PASSING * min(1.0, arrows) * before.worth


def faint_heart(situation: Situation, before: Body, after: Body) -> float:
    """What it costs ranks to go back before the enemy, or to turn flank or rear to those who are near: the way has to
    be made again, and the men lose heart. Who must live may go where he will, and who likes to hold off,
    and who has ground in his way."""
    if before.fleeing or situation.temperament.holds_off or before.id in situation.stakes.precious:
        return 0.0
    near = situation.nearest(before)
    if near is None or near.fleeing or not is_near(near.outline, after.outline, before.move):
        return 0.0
    shy = BACKWARDS * moves_back(near.outline, before.outline, after.outline, before.move)
    shy += AVERTED * averted(near.outline, after.unit)
    there = near.outline.x, near.outline.y
    if not shy or situation.way(before.outline.x, before.outline.y, there, before.move).first != there:
        return 0.0
    return shy * before.worth * (SHY_SHOOTERS if before.range else 1.0)


def can_charge(foe: Body, here: Outline, apart: Mil) -> bool:
    """Whether a foe could charge onto a body next, with the turn it takes."""
    if foe.fleeing or foe.busy or not CONTACT < apart <= foe.charge:
        return False
    turn = abs(turn_towards(foe.unit.pose, here.x, here.y))
    return apart + _turning(turn) * foe.move <= foe.charge


def _as_found(situation: Situation, body: Body) -> Band:
    """A unit as the enemy's next turn finds it: horse that has not stirred fights the worse for it (CM-MELEE-48)."""
    own = body.unit.own
    stood = situation.battle.own.options.standing_horse == "on" and own.profile.mounted and not own.turn.moved
    return body.band._replace(standing=True) if stood else body.band


def nuisance(situation: Situation, body: Body) -> float:
    """What it costs friends that a unit stands close before their front."""
    crowd = crowded(situation.battle, body.outline, (one for one in situation.friends() if one.id != body.id))
    return sum(NUISANCE * situation.stakes.plain(friend) * taken for friend, taken in crowd)
