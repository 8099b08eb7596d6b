"""The movement phase: the best charge is made first, then the next; then everybody else finds a place."""

from __future__ import annotations

from typing import Final

from schiltron.battle.decision import Aimed, Commanded
from schiltron.captains.by_this_axe import people
from schiltron.captains.by_this_axe.courses import courses, onto, reformed
from schiltron.captains.by_this_axe.formations import best_files
from schiltron.captains.by_this_axe.prospects import appeal, fights, later, score
from schiltron.captains.by_this_axe.situation import Body, Situation
from schiltron.captains.by_this_axe.trials import Trial, charged, charged_at, marched
from schiltron.captains.following import Thought
from schiltron.rulesets.by_this_axe.field import is_character, ordered
from schiltron.rulesets.by_this_axe.movement.charging import CHARGE, judge_order, judge_straight, straight_at
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.outline import gap

WORTH_MOVING: Final = 0.004
"""What a move must promise over standing still."""
WORTH_CHARGING: Final = 0.0


def plan(battle: Battle, actors: tuple[str, ...]) -> Thought:
    """The moves of a phase in order, each with the battle as it is expected to be before the move.

    Characters go first, while they may still leave their units. After each of them all is thought through anew.
    """
    side = battle.units[actors[0]].side
    situation = Situation(battle, side)
    found: list[tuple[Commanded, Battle]] = []
    person = _person(situation, actors)
    if person is not None:
        return Thought(((person, battle),), battle)
    waiting = [key for key in actors if not is_character(battle.units[key])]

    def make(trial: Trial) -> None:
        found.append((trial.command, situation.battle))
        situation.now(trial.battle)
        waiting.remove(trial.unit.id)

    while waiting:
        best = best_charge(situation, waiting)
        if best is None:
            break
        make(best)
    for key in _order(situation, waiting):
        trial = best_move(situation, situation.battle.units[key])
        if trial is not None:
            make(trial)
    return Thought(tuple(found), situation.battle)


def _person(situation: Situation, actors: tuple[str, ...]) -> Commanded | None:
    """The first character who has somewhere to go."""
    for key in actors:
        if is_character(situation.battle.units[key]):
            command = people.move(situation, situation.battle.units[key])
            if command is not None:
                return command
    return None


def _order(situation: Situation, waiting: list[str]) -> list[str]:
    """From the enemy back."""

    def key(unit_id: str) -> tuple[int, str]:
        unit = situation.battle.units[unit_id]
        return min((gap(unit.outline, foe.outline) for foe in situation.foes), default=0), unit_id

    return sorted(waiting, key=key)


# ---------------------------------------------------------------- charges


def best_charge(situation: Situation, waiting: list[str]) -> Trial | None:
    """The charge that gains most over standing where one is; None where none gains anything."""
    best: tuple[float, Trial] | None = None
    for key in waiting:
        unit = situation.battle.units[key]
        if judge_order(situation.battle, unit):
            continue
        stands = score(situation, situation.battle, unit)
        for trial in _charges(situation, situation.body(situation.battle, unit)):
            before = fights(situation, situation.battle, trial.met)
            value = fights(situation, trial.battle, key) - before - stands
            if value > WORTH_CHARGING and (best is None or value > best[0]):
                best = value, trial
    return best[1] if best is not None else None


def _charges(situation: Situation, body: Body) -> list[Trial]:
    """Charges that reach somebody: straight on, or onto a side of one who fights already."""
    battle = situation.battle
    found = []
    for foe in situation.foes:
        if gap(body.outline, foe.outline) > body.move:
            continue
        for path in onto(battle, body.unit, foe, body.move):
            trial = charged(battle, body.unit, path)
            if trial is not None and trial.met == foe.id:
                found.append(trial)
                if not foe.busy:
                    break
    return found


# ---------------------------------------------------------------- moves


def best_move(situation: Situation, unit: Unit) -> Trial | None:
    """The move that promises most; None to stand."""
    battle = situation.battle
    if ordered(unit, CHARGE) is not None:
        return None
    body = situation.body(battle, unit)
    most = score(situation, battle, unit) + WORTH_MOVING
    best: Trial | None = None
    files = best_files(
        body.band._replace(nerve=0, lost=0), tuple(foe.band for foe in situation.foes if foe.band.figures)
    )
    wide = reformed(unit, files) if battle.own.options.command == "none" else ()
    seen = set()
    for course in dict.fromkeys(courses(battle, body, _ranked(situation, body))):
        for path in ((*wide, *course), course) if wide else (course,):
            trial = marched(battle, unit, path) if path else None
            if trial is None or trial.unit.place in seen:
                continue
            seen.add(trial.unit.place)
            value = score(situation, trial.battle, trial.unit)
            if value > most:
                most, best = value, trial
            break
    return best


def _ranked(situation: Situation, body: Body) -> list[Body]:
    """Foes by how much there is to be had from attacking them, and how soon."""

    def key(foe: Body) -> tuple[float, str]:
        apart = gap(body.outline, foe.outline)
        return -later(situation, appeal(situation, body, foe), apart / body.move), foe.id

    return sorted(situation.foes, key=key)


# ---------------------------------------------------------------- charges that were ordered


def under_orders(battle: Battle, side: str, actors: tuple[str, ...]) -> Commanded | None:
    """The best charge of a unit that was ordered to; the nearest foe where none can be reached (TA-CMD-21)."""
    ready = [battle.units[key] for key in actors if ordered(battle.units[key], CHARGE) is not None]
    if not ready:
        return None
    situation = Situation(battle, side)
    best: tuple[float, Commanded] | None = None
    for unit in ready:
        for foe in situation.foes:
            if judge_straight(battle, unit, foe.id):
                continue
            path = straight_at(battle, unit, foe.unit)
            trial = charged_at(battle, unit, path, foe.id) if path is not None else None
            if trial is not None:
                value = fights(situation, trial.battle, unit.id)
            else:
                value = -10 - gap(unit.outline, foe.outline) / 1000
            if best is None or value > best[0]:
                best = value, Commanded(unit.id, CHARGE, Aimed(foe.id))
    return best[1] if best is not None else None
