"""The Movement Phase: one unit after the other gets the best move that can be found, and the next sees it made."""

from __future__ import annotations

from collections.abc import Container, Iterator
from math import dist
from typing import Final, NamedTuple

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.field import fights_for, in_melee
from schiltron.battle.state.manoeuvre import Advance, Oblique, Path, Turn
from schiltron.battle.state.unit import TurnInLine
from schiltron.captains.battlesystem.candidate_moves import LEAST_ADVANCE, LEAST_TURN, courses
from schiltron.captains.battlesystem.expectations import (
    ARC,
    HOPES,
    appeal,
    danger,
    expects_blows,
    nuisance,
    promise,
    prospect,
)
from schiltron.captains.battlesystem.expected_losses import band, fought, touching
from schiltron.captains.battlesystem.shooting import fire_from, volleys
from schiltron.captains.battlesystem.situation import Body, Situation
from schiltron.captains.battlesystem.tried_moves import Trial, glanced_at, made_sure, tried
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.battlesystem.field import is_engine, one_unit
from schiltron.rulesets.battlesystem.melee.parties import units_of
from schiltron.rulesets.battlesystem.morale.discipline import unruly
from schiltron.rulesets.battlesystem.movement.trial_moves import CHARGE, MOVE
from schiltron.rulesets.battlesystem.outlook import obeys
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.lengths import signed
from schiltron.table.outline import gap

WORTH_MOVING: Final = 0.001
"""What a move must promise over standing still."""
FORMED: Final = 0.06
"""What closed ranks are worth, as a part of what the unit is worth."""
ASTRAY: Final = 0.2
"""What it costs to lose command of a unit, in the same measure."""
SUPPORT: Final = 0.12
"""What each of them is worth, of the foe."""
ENOUGH: Final = 2
RESTLESS: Final = 0.04
"""The part of what it looks forward to that a unit gives to get away from where it has stood a round."""
BORED: Final = 2
"""Rounds after which it no longer minds opening its ranks to get on."""
HOPE: Final = 0.1
"""What a charge must promise to be worth hurrying for."""
RUNNING: Final = 0.5
"""What is left to gain of those who run already."""


def order_of_march(situation: Situation, actors: tuple[str, ...]) -> list[str]:
    """Units nearest to the enemy first; shooters before others, so that these keep clear of their targets."""

    def key(unit_id: str) -> tuple[int, TurnInLine]:
        unit = situation.battle.units[unit_id]
        return min((gap(unit.outline, foe.outline) for foe in situation.foes), default=0), unit.turn_in_line

    return sorted(actors, key=key)


class Best(NamedTuple):
    """The move that promises most, None to stand, and what it promises."""

    value: float
    trial: Trial | None


def best_move(situation: Situation, unit: Unit) -> Trial | None:
    """The move that promises most; None to stand."""
    return _trained(situation, unit) if is_engine(unit) else best_of(situation, unit).trial


def best_of(situation: Situation, unit: Unit, marks: Container[str] = ()) -> Best:
    """The best of all courses; `marks` are those it has found to shoot at already."""
    battle = situation.battle
    body = situation.body(battle, unit)
    foes = ranked(situation, body)
    least = Best(score(situation, battle, body, marks) + WORTH_MOVING, None)
    found = [Best(value_of(situation, one, marks), one) for one in _trials(situation, body, foes)]
    best = _first_sure(battle, [one for one in found if one.value > least.value]) or least
    idle = situation.idle.get(unit.id, 0)
    if not idle or (best.trial is not None and (best.trial.met or idle < BORED)):
        return best
    return _getting_on(situation, body, foes, best, found) or best


def _first_sure(battle: Battle, found: list[Best]) -> Best | None:
    """The best of some moves that can be ordered."""
    for one in sorted(found, key=lambda one: -one.value):
        assert one.trial is not None
        sure = made_sure(battle, one.trial)
        if sure is not None:
            return one._replace(trial=sure)
    return None


def _getting_on(situation: Situation, body: Body, foes: list[Body], best: Best, found: list[Best]) -> Best | None:
    """What a unit does that has stood about: round the ground in its way, or anything that costs little. It does not go
    into danger for it."""
    idle = situation.idle[body.id]
    safe = [one for one in found if one.trial is not None and not one.trial.met and _is_safe(situation, one.trial)]
    if idle >= BORED:
        round_it = _round_it(situation, body, foes, [one.trial for one in safe if one.trial is not None])
        if round_it is not None:
            return best._replace(trial=round_it)
    least = best.value - RESTLESS * idle * prospect(situation, body)
    return _first_sure(situation.battle, [one for one in safe if one.value > least]) if best.trial is None else None


def _is_safe(situation: Situation, trial: Trial) -> bool:
    return danger(situation, situation.body(trial.battle, trial.unit)) <= 0.0


def _trials(situation: Situation, body: Body, foes: list[Body]) -> Iterator[Trial]:
    """Every course once, as far as it goes. Who is in haste does not think of walking where he can charge."""
    seen: set[tuple[str, Path]] = set()
    charged: set[Path] = set()
    for action, course in dict.fromkeys(courses(situation, body, foes)):
        if situation.hasty and action == MOVE and course in charged:
            continue
        one = glanced_at(situation.battle, body.unit, action, course)
        if one is not None and (action, one.path) not in seen and not _marks_time(body.unit, one):
            seen.add((action, one.path))
            if action == CHARGE:
                charged.add(course)
            yield one


def _round_it(situation: Situation, body: Body, foes: list[Body], trials: list[Trial]) -> Trial | None:
    """The move that leads a unit that has stood before some ground nearest to where the way round it goes; None if
    nothing is in its way."""
    for foe in foes[:1]:
        point = foe.outline.x, foe.outline.y
        first = situation.way(body, point).first
        ways = [one for one in trials if not one.met]
        if first != point and ways:
            ways.sort(key=lambda one: dist((one.unit.outline.x, one.unit.outline.y), first))
            sure = (made_sure(situation.battle, one) for one in ways)
            return next((one for one in sure if one is not None), None)
    return None


def _marks_time(unit: Unit, trial: Trial) -> bool:
    """Whether a move comes to nothing: not to blows, no other formation, and hardly from the spot."""
    there, own = trial.unit, trial.unit.own
    if trial.met or there.body != unit.body or (own.formation, own.stance) != (unit.own.formation, unit.own.stance):
        return False
    near = dist((unit.pose.x, unit.pose.y), (there.pose.x, there.pose.y)) < LEAST_ADVANCE
    return near and abs(signed(there.pose.heading - unit.pose.heading)) < LEAST_TURN


def _trained(situation: Situation, unit: Unit) -> Trial | None:
    """A piece that has nobody to fire at turns towards the nearest enemy."""
    near = min(situation.foes, key=lambda foe: (gap(unit.outline, foe.outline), foe.unit.turn_in_line), default=None)
    if near is None or next(volleys(situation.battle, unit), None) is not None:
        return None
    angle = turn_towards(unit.pose, near.outline.x, near.outline.y)
    return tried(situation.battle, unit, "move", (Turn(angle),)) if abs(angle) > ARC else None


def ranked(situation: Situation, body: Body) -> list[Body]:
    """Foes by how much an attack on them would gain, and how soon."""
    return sorted(situation.foes, key=lambda foe: (-promise(situation, body, foe), foe.unit.turn_in_line))


def idle_rounds(situation: Situation, unit: Unit, told: Commanded | None) -> int:
    """For how many rounds a unit will have done nothing: neither fighting nor shooting, in no danger, and going
    nowhere. An advance takes only one round off the count, so that a unit that sets out keeps going."""
    battle, so_far = situation.battle, situation.idle.get(unit.id, 0)
    if in_melee(battle, unit) or next(volleys(battle, unit), None) is not None:
        return 0
    if danger(situation, situation.body(battle, unit)) > 0.0:
        return 0
    path = told.form.path if told is not None and isinstance(told.form, PathDrawn) else ()
    goes = sum(leg.distance for leg in path if isinstance(leg, Advance | Oblique))
    return so_far + 1 if goes < LEAST_ADVANCE else max(0, so_far - 1)


# ---------------------------------------------------------------- how good a move is


def value_of(situation: Situation, trial: Trial, marks: Container[str] = ()) -> float:
    if trial.met:
        value = clash(situation, trial) - _temper(situation, trial) + _support(situation, trial)
        return value + HOPES * situation.urge * situation.stakes.worth(
            situation.battle, situation.battle.units[trial.met]
        )
    return score(situation, trial.battle, situation.body(trial.battle, trial.unit), marks)


def _support(situation: Situation, trial: Trial) -> float:
    """What it promises that others could come upon the same foe this round."""
    foe = situation.battle.units[trial.met]
    helpers = sum(
        one.id != trial.unit.id and gap(one.outline, foe.outline) <= one.charge for one in situation.helpers()
    )
    return SUPPORT * min(helpers, ENOUGH) * situation.stakes.worth(situation.battle, foe)


def _temper(situation: Situation, trial: Trial) -> float:
    """What it costs that the chaotic and the dull may lose their heads in a charge of closed ranks (BS-7.14-05)."""
    before = situation.battle.units[trial.unit.id]
    if trial.action != CHARGE or before.own.formation != "closed" or not unruly(before):
        return 0.0
    return (1 - obeys(situation.battle, before)) * ASTRAY * situation.stakes.worth(situation.battle, before)


def score(situation: Situation, battle: Battle, body: Body, marks: Container[str] = ()) -> float:
    """How good it is for a unit to stand there, with the shots it has from there; or that it has had, at `marks`."""
    fire = fire_from(situation.stakes, battle, body.unit) if body.range else {}
    value = prospect(situation, body, fire or marks) - situation.care * danger(situation, body)
    value += max(fire.values(), default=0.0) - nuisance(situation, body)
    steady = situation.idle.get(body.id, 0) < BORED
    formed = steady and body.unit.own.formation == "closed" and expects_blows(situation, body)
    return value + FORMED * body.worth * formed


def clash(situation: Situation, trial: Trial) -> float:
    """The worth of the melee that a move leads to, compared with the melee there without it."""
    there = trial.battle
    keys = (one_unit(there, trial.unit), one_unit(there, there.units[trial.met]))
    before = touching(situation.battle, keys)
    after = touching(there, keys)
    if situation.hasty and not before and len(after) == 1:
        return _duel(situation, trial)
    value = balance(situation, there, fought(there, after))
    return value - (balance(situation, situation.battle, fought(situation.battle, before)) if before else 0.0)


def _duel(situation: Situation, trial: Trial) -> float:
    """The same of one unit against another, as if they met squarely."""
    there = trial.battle
    unit, foe = trial.unit, there.units[trial.met]
    edge = next(one.edge for one in there.engagements if one.touching and one.joins(unit.id, foe.id))
    odds = situation.reckoner.clash(band(there, unit), band(there, foe), edge, charge=trial.action == CHARGE)
    return balance(situation, there, {one_unit(there, unit): odds.attacker, one_unit(there, foe): odds.defender})


def balance(situation: Situation, battle: Battle, lost: dict[str, float]) -> float:
    """What the enemy loses, less what we do."""
    value = 0.0
    for key, share in lost.items():
        units = units_of(battle, key)
        toll = share * sum(situation.stakes.worth(battle, unit) for unit in units)
        if units[0].own.morale.rout is not None:
            toll *= RUNNING
        value += -situation.care * toll if fights_for(battle, units[0], situation.side) else toll
    return value


def charge_in_reach(situation: Situation) -> bool:
    """Whether any enemy could be charged this round with good prospects."""
    for unit in situation.friends():
        body = situation.body(situation.battle, unit)
        if body.routed or body.busy or body.range or body.loose:
            continue
        for foe in situation.foes:
            if gap(body.outline, foe.outline) <= body.charge and appeal(situation, body, foe) > HOPE * body.worth:
                return True
    return False
