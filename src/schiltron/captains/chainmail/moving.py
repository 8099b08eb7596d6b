"""The movement phase: one unit after the other gets the best move that can be found, and the next sees it made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.manoeuvre import Path
from schiltron.captains.chainmail.courses import courses
from schiltron.captains.chainmail.prospects import appeal, danger, hold, nuisance, promise, prospect
from schiltron.captains.chainmail.reckoning import FLED, TOGETHER, band, fought
from schiltron.captains.chainmail.shooting import fire_from
from schiltron.captains.chainmail.situation import Body, Situation
from schiltron.captains.chainmail.traffic import Traffic
from schiltron.captains.chainmail.trials import Trial, ridden_on, tried
from schiltron.rulesets.chainmail.field import is_commander, is_engine
from schiltron.rulesets.chainmail.melee.outlook import melee_of
from schiltron.rulesets.chainmail.morale.outlook import stands
from schiltron.rulesets.chainmail.movement.fatigue import after_turn, weariness
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, MOVE
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.outline import gap

WORTH_MOVING: Final = 0.01
"""What a move must promise over standing still, as a part of what the unit is worth."""
TIRED: Final = 0.12
"""What fatigue costs, in the same measure."""
RELIANCE: Final = 0.7
"""How far one counts on friends who are to join in."""
HOPE: Final = 0.1
"""What a charge must promise to be worth hurrying for."""


def order_of_march(situation: Situation, actors: tuple[str, ...]) -> list[str]:
    """Those nearest to the enemy first; shooters before others, so that these keep clear of their marks."""

    def key(unit_id: str) -> tuple[bool, int, str]:
        unit = situation.battle.units[unit_id]
        apart = min((gap(unit.outline, foe.outline) for foe in situation.foes), default=0)
        return not unit.own.profile.missile, apart, unit_id

    units = situation.battle.units
    return sorted((one for one in actors if not is_commander(units[one])), key=key)


def moves(situation: Situation, actors: tuple[str, ...]) -> Iterator[tuple[str, Trial | None]]:
    """The best move of each unit in turn, None to stand; `situation.battle` goes on with those that were taken."""
    traffic = Traffic(situation)
    at_once = situation.battle.own.options.turn_system == "simultaneous"
    for unit_id in order_of_march(situation, actors):
        ranked = good_moves(situation, situation.battle.units[unit_id])
        best = next((one for one in ranked if not at_once or traffic.is_free(one)), None)
        if best is not None:
            situation.battle = best.battle
            traffic.write(best)
        yield unit_id, best


def good_moves(situation: Situation, unit: Unit) -> list[Trial]:
    """The moves that promise more than standing, the best first."""
    battle = situation.battle
    if is_engine(unit):
        return []
    body = situation.body(battle, unit)
    least = score(situation, battle, body) + WORTH_MOVING * body.worth
    found: list[tuple[float, Trial]] = []
    seen: set[tuple[str, Path]] = set()
    for action, course in dict.fromkeys(courses(situation, body, _ranked(situation, body))):
        one = tried(battle, unit, action, course)
        if one is None or (action, one.path) in seen:
            continue
        seen.add((action, one.path))
        value = value_of(situation, one)
        if value > least:
            found.append((value, one))
    return [one for _, one in sorted(found, key=lambda entry: -entry[0])]


def second_part(situation: Situation, unit: Unit) -> Path:
    """How horse archers who have fired go on with their split move; () to stand (CM-MISSILE-15)."""
    battle = situation.battle
    body = situation.body(battle, unit)
    best = score(situation, battle, body) + WORTH_MOVING * body.worth
    way: Path = ()
    for action, course in dict.fromkeys(courses(situation, body, _ranked(situation, body))):
        one = ridden_on(battle, unit, course) if action == MOVE else None
        if one is not None and value_of(situation, one) > best:
            best, way = value_of(situation, one), one.path
    return way


def _ranked(situation: Situation, body: Body) -> list[Body]:
    """Foes by how much there is to be had from attacking them, and how soon."""
    return sorted(situation.foes, key=lambda foe: (-promise(situation, body, foe), foe.id))


# ---------------------------------------------------------------- how good a move is


def value_of(situation: Situation, trial: Trial) -> float:
    body = situation.body(trial.battle, trial.unit)
    if trial.met:
        return clash(situation, trial) + hold(situation, body) - _weary(trial.battle, body)
    return score(situation, trial.battle, body, trial.half)


def score(situation: Situation, battle: Battle, body: Body, half: Unit | None = None) -> float:
    """How good it is for a unit to stand there, with the fire it gives from there or from the middle of its move."""
    marks = _marks(situation, battle, half or body.unit) if body.unit.own.profile.missile else {}
    value = prospect(situation, body, marks) - situation.care * danger(situation, body)
    value += max(marks.values(), default=0.0) + hold(situation, body)
    return value - _weary(battle, body) - nuisance(situation, body)


def _marks(situation: Situation, battle: Battle, unit: Unit) -> dict[str, float]:
    return fire_from(situation.stakes, battle.with_unit(unit), unit)


def _weary(battle: Battle, body: Body) -> float:
    """What it costs to be tired when the turn is over."""
    unit = body.unit
    own = replace(unit.own, fought=unit.own.fought or body.busy)
    rested = not own.moved and not own.fought
    if rested or not (own.fatigued or weariness(unit, after_turn(battle, replace(unit, own=own)))):
        return 0.0
    return TIRED * body.worth


def clash(situation: Situation, trial: Trial) -> float:
    """What a melee is worth that a move brings about, over what was going on there without it."""
    there, unit = trial.battle, trial.unit
    foe = there.units[trial.met]
    stand = stands(there, foe, unit) if trial.action == CHARGE else 1.0
    melee = melee_of(there, unit.id)
    assert melee is not None, "they are in contact"
    lost = fought(there, melee)
    value = balance(situation, there, lost) + _together(situation, unit, foe, lost[foe.id])
    before = melee_of(situation.battle, foe.id)
    if before is not None:
        value -= balance(situation, situation.battle, fought(situation.battle, before))
    return stand * value + (1 - stand) * FLED * situation.stakes.worth(foe)


def _together(situation: Situation, unit: Unit, foe: Unit, share: float) -> float:
    """What a charge gains on a foe on whom much depends, if others who are near charge it too."""
    hunt = situation.hunts.get(foe.id)
    units = situation.battle.units
    others = [one for one in hunt.near if one.id != unit.id and not units[one.id].own.moved] if hunt is not None else []
    if not others:
        return 0.0
    bands = (band(unit), *(one.band for one in others))
    most = situation.reckoner.together(bands[: len(TOGETHER)], band(foe))
    return RELIANCE * max(0.0, most**2 - share**2) * situation.stakes.dear(foe)


def balance(situation: Situation, battle: Battle, lost: dict[str, float]) -> float:
    """What the enemy loses, less what we do."""
    value = 0.0
    for key, share in lost.items():
        unit = battle.units[key]
        toll = situation.stakes.toll(unit, share)
        value += -situation.care * toll if unit.side == situation.side else toll
    return value


def charge_in_reach(situation: Situation) -> bool:
    """Whether anybody could be charged this turn with a good hope."""
    for unit in situation.friends():
        body = situation.body(situation.battle, unit)
        if body.fleeing or body.busy or body.range or not body.charge:
            continue
        for foe in situation.foes:
            if gap(body.outline, foe.outline) <= body.charge and appeal(situation, body, foe) > HOPE * body.worth:
                return True
    return False
