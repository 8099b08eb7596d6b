"""Leaders and heroes: whom they join, whom they rally, and how the general is kept alive."""

from __future__ import annotations

from typing import Final

from schiltron.battle.movement.escorts import afoot, way_to
from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.field import company
from schiltron.battle.state.manoeuvre import Advance, Path, Turn
from schiltron.captains.by_this_axe.expectations import danger
from schiltron.captains.by_this_axe.situation import Body, Situation
from schiltron.captains.by_this_axe.tried_moves import marched
from schiltron.rulesets.by_this_axe.attacks.numbers import is_heroic
from schiltron.rulesets.by_this_axe.attacks.strikes import FEW
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_general, is_routed, leads
from schiltron.rulesets.by_this_axe.movement.characters import JOIN, judge_join
from schiltron.rulesets.by_this_axe.movement.trial_moves import MOVE
from schiltron.rulesets.by_this_axe.movement.walk import rate, walk
from schiltron.rulesets.by_this_axe.movement.walker import Walk
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.lengths import Mil, degrees
from schiltron.table.outline import Outline, gap

ALONE: Final = -0.3
"""How bad it is for a leader to stand on his own."""
WORTH_LEAVING: Final = {True: 0.12, False: 0.3}
"""How much better another unit must be for a general to leave his own for it; and for others, who fight with it."""
SAFE: Final = FEW + 3
"""Figures among whom nobody reaches a character for a while (TA-CHAR-07)."""
LOOKS: Final[tuple[Path, ...]] = (
    (),
    *((Turn(degrees(angle)),) for angle in (*range(-150, 0, 30), *range(30, 181, 30))),
)
"""Ways a character may turn before he goes somewhere else."""


def move(situation: Situation, unit: Unit) -> Commanded | None:
    """The best a character can do with his move; None to stay.

    A general keeps out of units in which he could be struck. With order cards he has to stay near those whom he
    commands (TA-CMD-09), so there he does not.
    """
    rallying = _to_rally(situation, unit)
    if rallying is not None:
        return rallying
    shy = is_general(unit) and situation.battle.own.options.command == "none"
    host = situation.battle.units[unit.host] if unit.host else None
    leaves = host is None or (shy and _exposed(situation, host))
    stays = ALONE if host is None or leaves else _host_value(situation, unit, host) + WORTH_LEAVING[is_general(unit)]
    best = _best_host(situation, unit, stays, shy=shy)
    if best:
        return Commanded(unit.id, JOIN, Aimed(best))
    return _aside(situation, unit) if shy and leaves else None


def _best_host(situation: Situation, unit: Unit, most: float, *, shy: bool) -> str:
    """The unit within his reach that is better for him than so much; nothing if there is none."""
    best = ""
    there = afoot(situation.battle, unit)
    for body in situation.friends:
        if is_character(body.unit) or body.routed or body.id == unit.host or not _within(there, unit, body):
            continue
        if shy and _exposed(situation, body.unit):
            continue
        value = _host_value(situation, unit, body.unit)
        if value > most and not judge_join(situation.battle, unit, body.id):
            best, most = body.id, value
    return best


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


# ---------------------------------------------------------------- on his own


def fights_alone(unit: Unit) -> bool:
    """Whether a character goes for the enemy by himself as a unit does: a great creature, a hero who leads nobody."""
    person = unit.own.person
    return (
        person is not None
        and not unit.host
        and not person.leadership
        and (is_heroic(unit) or "monster" in person.roles)
    )


# ---------------------------------------------------------------- out of harm's way


def _exposed(situation: Situation, host: Unit) -> bool:
    """Whether blows or arrows would soon reach a character in a unit: few figures, and foes who get at them."""
    heads = host.figures + len(company(situation.battle, host))
    if heads > FEW + 1:
        return False
    body = situation.body(situation.battle, host)
    return body.busy or _leeway(situation, body.outline) < 0


def _leeway(situation: Situation, place: Outline) -> Mil:
    """How far a place is beyond the reach of everybody who might shoot or charge."""
    foes = (foe for foe in situation.foes if not foe.routed and not foe.busy)
    return min((gap(place, foe.outline) - max(foe.pace, foe.reach) for foe in foes), default=0)


def _aside(situation: Situation, unit: Unit) -> Commanded | None:
    """To the safest place about; None where he is safe on his own already, or no place is better."""
    there = afoot(situation.battle, unit)
    alone = there.units[unit.id]
    most = _leeway(situation, alone.outline)
    if unit.host:
        most = max(most, 0)
    elif most >= 0:
        return None
    best: Commanded | None = None
    for turn in LOOKS:
        trial = marched(there, alone, (*turn, Advance(rate(there, alone).total)))
        leeway = _leeway(situation, trial.unit.outline) if trial is not None else most
        if trial is not None and leeway > most:
            best, most = trial.command, leeway
    return best


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
    for body in sorted(runners, key=lambda one: (-one.unit.figures, one.unit.turn_in_line)):
        path = way_to(alone, body.unit)
        if path and gap(alone.outline, body.outline) <= rate(there, alone).total:
            walker = walk(there, Walk(unit.id, path, "move"))
            if not walker.reasons:
                return Commanded(unit.id, MOVE, PathDrawn(path))
    return None


def _needed(situation: Situation, unit: Unit) -> bool:
    """Whether he had better stay: a general with a foe near, or anybody whose unit fights next."""
    if not unit.host:
        return False
    host = situation.battle.units[unit.host]
    body = situation.body(situation.battle, host)
    near = min((gap(body.outline, foe.outline) - foe.move for foe in situation.foes if not foe.routed), default=1)
    return near <= 0 or is_routed(host)
