"""The Movement Phase: one unit after the other gets the best move that can be found, and the next sees it made."""

from __future__ import annotations

from typing import Final

from schiltron.battle.manoeuvre import Path, Turn
from schiltron.captains.battlesystem.courses import courses
from schiltron.captains.battlesystem.prospects import ARC, appeal, danger, expects_blows, nuisance, promise, prospect
from schiltron.captains.battlesystem.reckoning import fought, touching
from schiltron.captains.battlesystem.shooting import fire_from, volleys
from schiltron.captains.battlesystem.situation import Body, Situation
from schiltron.captains.battlesystem.trials import Trial, tried
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.battlesystem.field import is_engine, one_unit
from schiltron.rulesets.battlesystem.melee.parties import units_of
from schiltron.rulesets.battlesystem.morale.discipline import unruly
from schiltron.rulesets.battlesystem.morale.outlook import obeys
from schiltron.rulesets.battlesystem.movement.trial_moves import CHARGE
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.body import Formed
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
HOPE: Final = 0.1
"""What a charge must promise to be worth hurrying for."""
RUNNING: Final = 0.5
"""What is left to gain of those who run already."""


def order_of_march(situation: Situation, actors: tuple[str, ...]) -> list[str]:
    """Those nearest to the enemy first; shooters before others, so that these keep clear of their marks."""

    def key(unit_id: str) -> tuple[int, str]:
        unit = situation.battle.units[unit_id]
        return min((gap(unit.outline, foe.outline) for foe in situation.foes), default=0), unit_id

    return sorted(actors, key=key)


def best_move(situation: Situation, unit: Unit) -> Trial | None:
    """The move that promises most; None to stand."""
    battle = situation.battle
    if is_engine(unit):
        return _trained(situation, unit)
    body = situation.body(battle, unit)
    most = score(situation, battle, body) + WORTH_MOVING
    best: Trial | None = None
    seen: set[tuple[str, Path]] = set()
    for action, course in dict.fromkeys(courses(situation, body, _ranked(situation, body))):
        one = tried(battle, unit, action, course)
        if one is None or (action, one.path) in seen:
            continue
        seen.add((action, one.path))
        value = value_of(situation, one)
        if value > most:
            most, best = value, one
    return best


def _trained(situation: Situation, unit: Unit) -> Trial | None:
    """A piece that has nobody to fire at turns towards the nearest enemy."""
    near = min(situation.foes, key=lambda foe: (gap(unit.outline, foe.outline), foe.id), default=None)
    if near is None or next(volleys(situation.battle, unit), None) is not None:
        return None
    angle = turn_towards(unit.pose, near.outline.x, near.outline.y)
    return tried(situation.battle, unit, "move", (Turn(angle),)) if abs(angle) > ARC else None


def _ranked(situation: Situation, body: Body) -> list[Body]:
    """Foes by how much there is to be had from attacking them, and how soon."""
    return sorted(situation.foes, key=lambda foe: (-promise(situation, body, foe), foe.id))


# ---------------------------------------------------------------- how good a move is


def value_of(situation: Situation, trial: Trial) -> float:
    if trial.met:
        return clash(situation, trial) - _temper(situation, trial) + _support(situation, trial)
    return score(situation, trial.battle, situation.body(trial.battle, trial.unit))


def _support(situation: Situation, trial: Trial) -> float:
    """What it promises that others could come upon the same foe this round."""
    foe = situation.battle.units[trial.met]
    helpers = 0
    for unit in situation.friends():
        if unit.id == trial.unit.id or unit.own.done or not isinstance(unit.body, Formed):
            continue
        body = situation.body(situation.battle, unit)
        ready = not body.busy and not body.routed and not body.range
        helpers += ready and gap(unit.outline, foe.outline) <= body.charge
    return SUPPORT * min(helpers, ENOUGH) * situation.stakes.worth(situation.battle, foe)


def _temper(situation: Situation, trial: Trial) -> float:
    """What it costs that the chaotic and the dull may lose their heads in a charge of closed ranks (BS-7.14-05)."""
    before = situation.battle.units[trial.unit.id]
    if trial.action != CHARGE or before.own.formation != "closed" or not unruly(before):
        return 0.0
    return (1 - obeys(situation.battle, before)) * ASTRAY * situation.stakes.worth(situation.battle, before)


def score(situation: Situation, battle: Battle, body: Body) -> float:
    """How good it is for a unit to stand there, with the shots it has from there."""
    marks = fire_from(situation.stakes, battle, body.unit) if body.range else {}
    value = prospect(situation, body, marks) - situation.care * danger(situation, body)
    value += max(marks.values(), default=0.0) - nuisance(situation, body)
    formed = body.unit.own.formation == "closed" and expects_blows(situation, body)
    return value + FORMED * body.worth * formed


def clash(situation: Situation, trial: Trial) -> float:
    """What a melee is worth that a move brings about, over what was going on there without it."""
    there = trial.battle
    keys = (one_unit(there, trial.unit), one_unit(there, there.units[trial.met]))
    after = touching(there, keys)
    before = touching(situation.battle, keys)
    value = balance(situation, there, fought(there, after))
    return value - (balance(situation, situation.battle, fought(situation.battle, before)) if before else 0.0)


def balance(situation: Situation, battle: Battle, lost: dict[str, float]) -> float:
    """What the enemy loses, less what we do."""
    value = 0.0
    for key, share in lost.items():
        units = units_of(battle, key)
        toll = share * sum(situation.stakes.worth(battle, unit) for unit in units)
        if units[0].own.rout is not None:
            toll *= RUNNING
        value += -situation.care * toll if units[0].side == situation.side else toll
    return value


def charge_in_reach(situation: Situation) -> bool:
    """Whether anybody could be charged this round with a good hope."""
    for unit in situation.friends():
        body = situation.body(situation.battle, unit)
        if body.routed or body.busy or body.range or body.loose:
            continue
        for foe in situation.foes:
            if gap(body.outline, foe.outline) <= body.charge and appeal(situation, body, foe) > HOPE * body.worth:
                return True
    return False
