"""Orders to shoot: which volleys are shot, at which targets, and when a unit had better stay ready to fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations, product
from typing import Final

from schiltron.battle.state.decision import FINISH, Aimed, Answer, Commanded
from schiltron.captains.battlesystem.expectations import edge_of, gain
from schiltron.captains.battlesystem.expected_losses import may_charge
from schiltron.captains.battlesystem.objectives import Stakes
from schiltron.captains.battlesystem.shooting import fire_from, value, volleys
from schiltron.captains.battlesystem.situation import Body, Situation
from schiltron.rulesets.battlesystem.missiles.aims import aim
from schiltron.rulesets.battlesystem.missiles.limits import shots_left
from schiltron.rulesets.battlesystem.missiles.ordering import order_of
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough, passing_fire
from schiltron.rulesets.battlesystem.missiles.volleys import SHOOT, Volley
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap

BETTER: Final = 0.6
"""A single shot is kept for a target that promises so much more."""
PARTS: Final = 3
"""Targets among which a shot may be divided, and parts of a front that are thought about."""
WORTH_DIVIDING: Final = 1.05
"""By how much two targets must promise more than one."""
TWO_SHOTS: Final = 2
"""What a charge forgoes: that of now and the one to come."""


def shoot(battle: Battle, actors: Sequence[str], *, early: bool = False, hasty: bool = False) -> Answer:
    """The most promising volley, divided if that promises more; nobody divides it in haste. In the phase before the
    moves (`early`), a unit that may have to fight or had better charge does not shoot."""
    stakes = Stakes(battle)
    best, order = 0.0, FINISH
    situation = Situation(battle, battle.units[actors[0]].side) if early else None
    for actor in actors:
        unit = battle.units[actor]
        found = sorted(
            ((value(stakes, battle, one), one.target) for one in volleys(battle, unit)), key=lambda one: -one[0]
        )
        if not found or found[0][0] <= best:
            continue
        if situation is not None and needs_its_hands(situation, unit, found[0][0]):
            continue
        best, target = found[0]
        targets = [] if hasty else [key for _, key in found[:PARTS]]
        order = divided(stakes, battle, unit, targets, best) or Commanded(actor, SHOOT, Aimed(target))
    return order


def divided(stakes: Stakes, battle: Battle, unit: Unit, targets: list[str], undivided: float) -> Commanded | None:
    """The first part of a shot at two targets, if both together promise more than one (BS-2.8-05, BS-10.1-05)."""
    body = unit.body
    if not isinstance(body, Formed) or body.files < PARTS or unit.own.turn.files_loosed:
        return None
    cuts = sorted({body.files * part // PARTS for part in range(1, PARTS)})
    best: Commanded | None = None
    most = undivided * WORTH_DIVIDING
    for cut, (one, other) in product(cuts, permutations(targets, 2)):
        left = Aimed(one, first_file=0, last_file=cut - 1)
        right = Aimed(other, first_file=cut, last_file=body.files - 1)
        worth = _part(stakes, battle, unit, left) + _part(stakes, battle, unit, right)
        if worth > most:
            most, best = worth, Commanded(unit.id, SHOOT, left)
    return best


def _part(stakes: Stakes, battle: Battle, unit: Unit, aimed: Aimed) -> float:
    volley = aim(battle, unit, battle.units[aimed.target], aimed)
    return value(stakes, battle, volley) if isinstance(volley, Volley) else 0.0


def needs_its_hands(situation: Situation, unit: Unit, shot: float) -> bool:
    """Whether a unit would lose more by shooting than the shot is worth: its blows at an enemy that attacks it this
    round (BS-10.2-04), or a charge (BS-10.4-01)."""
    body = situation.body(situation.battle, unit)
    for foe in situation.foes:
        apart = gap(body.outline, foe.outline)
        comes = not foe.routed and not foe.busy and foe.fights and not foe.keeps_off(body)
        if comes and CONTACT < apart <= foe.charge and held(situation, foe, body) > shot:
            return True
        charges = may_charge(unit.own) and apart <= body.charge
        if charges and gain(situation, body, foe) > TWO_SHOTS * shot:
            return True
    return False


def held(situation: Situation, foe: Body, body: Body) -> float:
    """The worth of the blows with which a unit meets an attacking foe."""
    edge = edge_of(body, foe.outline.x, foe.outline.y)
    return situation.reckoner.met_with(foe.band, body.band, edge) * foe.worth


def pass_through(battle: Battle, step: PassThrough, actors: Iterable[str]) -> Answer:
    """Shoots at a passing enemy when he is nearest, unless a unit with only one shot has a better target."""
    if step.at not in ("contact", "end") or not step.mover:
        return FINISH
    stakes, able = Stakes(battle), set(actors)
    for volley in passing_fire(battle, battle.units[step.mover], step.passed):
        unit = battle.units[volley.unit]
        touched = step.near in volley.by
        if volley.unit in able and not _waits(stakes, battle, unit, volley):
            if touched and _fights(stakes, battle, volley):
                continue
            return order_of(volley)
    return FINISH


def _fights(stakes: Stakes, battle: Battle, volley: Volley) -> bool:
    """Whether the mover is about to touch the shooters, and they had better strike than shoot (BS-10.2-04)."""
    unit, mover = battle.units[volley.unit], battle.units[volley.target]
    situation = Situation(battle, unit.side)
    blows = held(situation, situation.body(battle, mover), situation.body(battle, unit))
    return blows > value(stakes, battle, volley)


def _waits(stakes: Stakes, battle: Battle, unit: Unit, volley: Volley) -> bool:
    """Whether a unit has better things to do than to shoot now."""
    now = value(stakes, battle, volley)
    if now <= 0:
        return True
    if shots_left(battle, unit).total > 1:
        return False
    return now < BETTER * max(fire_from(stakes, battle, unit).values(), default=0.0)
