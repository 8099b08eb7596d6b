"""What a unit can hope for from where it stands, and what the enemy could do to it there."""

from __future__ import annotations

from collections.abc import Container
from math import pow
from typing import Final

from schiltron.captains.battlesystem.situation import Body, Situation
from schiltron.captains.friends_near import crowded
from schiltron.captains.steering import turn_towards
from schiltron.captains.turned_away import SHY_SHOOTERS, averted, is_near, moves_back
from schiltron.rulesets.battlesystem.field import is_individual
from schiltron.rulesets.battlesystem.movement.charges import RUN
from schiltron.table.body import Formed
from schiltron.table.contact import Edge, sector
from schiltron.table.lengths import CONTACT, HALF_TURN, Mdeg, degrees
from schiltron.table.outline import gap

PATIENCE: Final = 0.8
"""What a prospect is worth if it comes a round later."""
PULL: Final = 0.12
"""Even a foe nobody likes to fight draws a captain on, by this part of its worth."""
SHOOTERS: Final = 0.35
"""What a melee promises to those who would rather shoot."""
ABOUT: Final = 0.8
"""Moves that turning about is reckoned at; less for less."""
ARC: Final[Mdeg] = degrees(45)
HOPES: Final = 0.5
"""How much a prospect counts against a melee that can be had now."""
SOON: Final = 2
VOLLEY: Final = 0.05
"""The part of a mark that falls to a round of shooting, roughly."""
RUNNER: Final = 0.5
"""What chasing those is worth who run off anyway."""
FEAR: Final = 0.3
"""How much weight has what the enemy could do by charging next."""
ARROWS: Final = 0.02
"""The part of a unit that falls to each figure that may shoot at it, roughly."""
BACKWARDS: Final = 0.2
"""The part of its worth that it costs a unit to go back by a whole move."""
AVERTED: Final = 0.15
"""The same for turning its back."""
NERVOUS: Final = 3.0
"""Skirmishers run when they see others run (BS-2.9-03)."""
NUISANCE: Final = 0.3
"""The part of its worth that is lost to a unit without elbow room."""


def edge_of(foe: Body, x: float, y: float) -> Edge:
    """The side of a body that is turned to a point; single figures have nothing but a front worth speaking of."""
    return sector(foe.outline.main, x, y) if isinstance(foe.unit.body, Formed) else "front"


# ---------------------------------------------------------------- for good


def prospect(situation: Situation, body: Body, marks: Container[str] = ()) -> float:
    """The best this unit can look forward to, melee or shooting, less for every round until then.

    `marks` are those it can shoot at from there.
    """
    best = 0.0
    for foe in situation.foes:
        best = max(best, promise(situation, body, foe, best, seen=foe.id in marks))
    return HOPES * best


def promise(situation: Situation, body: Body, foe: Body, least: float = 0.0, *, seen: bool = True) -> float:
    """What attacking a foe would be worth in time; a value below what is asked for may be any lower number."""
    here, there = body.outline, foe.outline
    apart = gap(here, there)
    turn = abs(turn_towards(body.unit.pose, there.x, there.y))
    patience = situation.temperament.patience
    value, rounds = 0.0, (apart / body.move + _turning(body, turn)) / patience
    most = later(max(1.0, PULL + situation.urge) * situation.push(body.unit) * foe.worth, rounds)
    if most > least and not body.keeps_off(foe) and body.fights:
        value = later(appeal(situation, body, foe), rounds)
        if value > least:
            way = situation.way(body, (there.x, there.y))
            round_it = _turning(body, abs(turn_towards(body.unit.pose, *way.first))) - _turning(body, turn)
            value = later(value, max(0.0, way.cost / body.move + round_it) / patience)
    if not body.range:
        return value
    return max(value, situation.temperament.shooting * _shooting(body, foe, apart, turn, seen=seen))


def appeal(situation: Situation, body: Body, foe: Body) -> float:
    """What draws a unit to a foe: the gain from attacking it, and that nothing is won while it stands."""
    pull = situation.push(body.unit) * (PULL + situation.urge) * foe.worth
    return max(gain(situation, body, foe), pull) * (RUNNER if foe.routed else 1.0)


def gain(situation: Situation, body: Body, foe: Body) -> float:
    """What attacking a foe would be worth on the side from which the unit looks at it."""
    edge = edge_of(foe, body.outline.x, body.outline.y)
    apart = gap(body.outline, foe.outline)
    one = body.band if apart <= SOON * body.charge else body.ready
    odds = situation.reckoner.clash(one, foe.band, edge, charge=apart >= RUN * body.move)
    value = situation.push(body.unit) * odds.defender * foe.worth - situation.care * odds.attacker * body.worth
    return value * SHOOTERS if body.range else value


def later(value: float, rounds: float) -> float:
    """The present worth of something that comes so many rounds later."""
    return value * pow(PATIENCE, rounds)


def _turning(body: Body, turn: Mdeg) -> float:
    return ABOUT * turn / HALF_TURN if isinstance(body.unit.body, Formed) else 0.0


def _shooting(body: Body, foe: Body, apart: int, turn: Mdeg, *, seen: bool) -> float:
    """What standing there to shoot promises, or coming nearer first, or to where the mark is in sight."""
    off = max(0, turn - ARC)
    near = body.range * 2 // 3
    rounds = max(0, apart - near) / body.move + _turning(body, off) + (0.0 if seen else 1.0)
    return later(shot_at(body, foe), rounds)


def shot_at(body: Body, foe: Body) -> float:
    """What a round of shooting at a foe is worth, roughly."""
    figures = body.unit.figures if not is_individual(body.unit) else 1
    return VOLLEY * min(foe.worth, 1.0 * figures * body.worth / max(1, body.unit.figures)) * 4


# ---------------------------------------------------------------- for ill


def expects_blows(situation: Situation, body: Body) -> bool:
    """Whether an enemy in ranks may be upon it within two rounds."""
    return any(
        isinstance(foe.unit.body, Formed) and not foe.routed and gap(body.outline, foe.outline) <= SOON * foe.charge
        for foe in situation.foes
    )


def faint_heart(situation: Situation, before: Body, after: Body) -> float:
    """What it costs ranks to go back before the enemy, or to turn flank or rear to those who are near: the way has to
    be made again, and the men lose heart. Single figures only go back; who likes to hold off does not mind."""
    near = situation.nearest(before)
    if near is None or near.routed or situation.temperament.holds_off:
        return 0.0
    if before.routed or not is_near(near.outline, after.outline, before.move):
        return 0.0
    shy = BACKWARDS * moves_back(near.outline, before.outline, after.outline, before.move)
    if isinstance(after.unit.body, Formed):
        shy += AVERTED * averted(near.outline, after.unit)
    there = near.outline.x, near.outline.y
    if not shy or situation.way(before, there).first != there:
        return 0.0
    return shy * before.worth * (SHY_SHOOTERS if before.range else 1.0)


def may_be_beaten(situation: Situation, body: Body) -> bool:
    """Whether anybody in ranks who may be upon it within two rounds would gain by that."""
    for foe in situation.foes:
        soon = isinstance(foe.unit.body, Formed) and gap(body.outline, foe.outline) <= SOON * foe.charge
        if soon and not foe.routed and not foe.busy and threat(situation, body, foe) > 0.0:
            return True
    return False


def threat(situation: Situation, body: Body, foe: Body) -> float:
    """What a foe would gain by charging a unit from where it stands."""
    odds = situation.reckoner.clash(foe.band, body.band, edge_of(body, foe.outline.x, foe.outline.y))
    return odds.defender * body.worth - 0.8 * odds.attacker * foe.worth


def danger(situation: Situation, body: Body) -> float:
    """What is at risk in the enemy's next move: the charges that can reach it, and missiles."""
    worst = rest = arrows = 0.0
    here = body.outline
    for foe in situation.foes:
        if foe.routed or foe.busy or not foe.fights:
            continue
        apart = gap(here, foe.outline)
        if foe.range and CONTACT < apart <= foe.range:
            arrows += foe.unit.figures
        if not CONTACT < apart <= foe.charge or foe.keeps_off(body):
            continue
        turn = abs(turn_towards(foe.unit.pose, here.x, here.y))
        if apart + _turning(foe, turn) * foe.move > foe.charge:
            continue
        feared = threat(situation, body, foe)
        if feared > 0.0:
            worst, rest = max(worst, feared), rest + min(worst, feared)
    shot = min(1.0, ARROWS * arrows) * body.worth * (NERVOUS if body.loose else 1.0)
    return FEAR * (worst + rest / 2 + shot)


def nuisance(situation: Situation, body: Body) -> float:
    """What it costs friends that a unit stands close before their front."""
    ranks = (one for one in situation.friends() if one.id != body.id and isinstance(one.body, Formed))
    crowd = crowded(situation.battle, body.outline, ranks)
    return sum(NUISANCE * situation.stakes.each(friend) * friend.figures * taken for friend, taken in crowd)
