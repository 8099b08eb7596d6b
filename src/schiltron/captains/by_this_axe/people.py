"""Leaders and heroes: whom they join, whom they rally, and how the general is kept alive."""

from __future__ import annotations

from typing import Final

from schiltron.battle.decision import Aimed, Commanded, Marched
from schiltron.battle.field import company
from schiltron.battle.joining import afoot, way_to
from schiltron.captains.by_this_axe.prospects import danger
from schiltron.captains.by_this_axe.situation import Body, Situation
from schiltron.rulesets.by_this_axe.attacks.strikes import FEW
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_general, is_routed, leads
from schiltron.rulesets.by_this_axe.movement.characters import JOIN, judge_join
from schiltron.rulesets.by_this_axe.movement.steps import Walk
from schiltron.rulesets.by_this_axe.movement.trial_moves import MOVE
from schiltron.rulesets.by_this_axe.movement.walk import rate, walk
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.outline import gap

ALONE: Final = -0.3
"""How bad it is for a leader to stand on his own."""
WORTH_LEAVING: Final = 0.12
"""How much better another unit must be to leave one's own for it."""
SAFE: Final = FEW + 3
"""Figures among whom nobody reaches a character for a while (TA-CHAR-07)."""
RALLYING: Final = 0.6
"""Of what a unit is worth that a rally may save."""


def move(situation: Situation, unit: Unit) -> Commanded | None:
    """The best a character can do with his move; None to stay."""
    battle = situation.battle
    rallying = _to_rally(situation, unit)
    if rallying is not None:
        return rallying
    host = battle.units[unit.host] if unit.host else None
    most = _host_value(situation, unit, host) + WORTH_LEAVING if host is not None else ALONE
    best = ""
    there = afoot(battle, unit)
    for body in situation.friends:
        if is_character(body.unit) or body.routed or body.id == unit.host or not _within(there, unit, body):
            continue
        value = _host_value(situation, unit, body.unit)
        if value > most and not judge_join(battle, unit, body.id):
            best, most = body.id, value
    return Commanded(unit.id, JOIN, Aimed(best)) if best else None


def _within(there: Battle, unit: Unit, body: Body) -> bool:
    alone = there.units[unit.id]
    return gap(alone.outline, body.outline) <= rate(there, alone).total


def _host_value(situation: Situation, unit: Unit, host: Unit) -> float:
    """How good it is for a character to be with a unit: many round him, no leader there yet, and little to fear."""
    battle = situation.battle
    body = situation.body(battle, host)
    heads = host.figures + sum(1 for one in company(battle, host) if one.id != unit.id)
    value = 0.04 * min(heads, SAFE) + 0.2 * body.power
    if leads(unit) and not any(leads(one) for one in company(battle, host) if one.id != unit.id):
        value += 0.1
    if body.busy:
        value -= 0.3 if is_general(unit) else -0.05
    if is_general(unit):
        friends = [one for one in situation.friends if one.id != host.id]
        value -= danger(situation, body, friends)
    return value


# ---------------------------------------------------------------- rallying


def _to_rally(situation: Situation, unit: Unit) -> Commanded | None:
    """To a unit in flight that he can reach, if he is a leader and it is worth it (TA-RALLY-01)."""
    battle = situation.battle
    person = unit.own.person
    if not leads(unit) or person is None or _needed(situation, unit):
        return None
    there = afoot(battle, unit)
    alone = there.units[unit.id]
    runners = [one for one in situation.friends if one.routed and one.band.figures > 1 and alive(one.unit)]
    for body in sorted(runners, key=lambda one: (-one.unit.figures, one.id)):
        path = way_to(alone, body.unit)
        if path and gap(alone.outline, body.outline) <= rate(there, alone).total:
            walker = walk(there, Walk(unit.id, path, "move"))
            if not walker.reasons:
                return Commanded(unit.id, MOVE, Marched(path))
    return None


def _needed(situation: Situation, unit: Unit) -> bool:
    """Whether he had better stay: a general with a foe near, or anybody whose unit fights next."""
    if not unit.host:
        return False
    host = situation.battle.units[unit.host]
    body = situation.body(situation.battle, host)
    near = min((gap(body.outline, foe.outline) - foe.move for foe in situation.foes if not foe.routed), default=1)
    return near <= 0 or is_routed(host)
