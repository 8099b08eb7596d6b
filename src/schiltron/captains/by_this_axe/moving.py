"""The movement phase: the best charge is made first, then the next; then everybody else finds a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Final, NamedTuple

from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.battle.state.field import company, troops
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.battle.state.unit import TurnInLine
from schiltron.captains.by_this_axe import people
from schiltron.captains.by_this_axe.candidate_moves import (
    TARGETS,
    courses,
    in_column,
    onto,
    onwards,
    reformed,
    sideways,
)
from schiltron.captains.by_this_axe.expectations import appeal, fights, in_hand, later, score
from schiltron.captains.by_this_axe.formations import best_files
from schiltron.captains.by_this_axe.situation import Body, Situation, spent
from schiltron.captains.by_this_axe.tried_moves import Trial, charged, charged_at, marched
from schiltron.captains.second_thoughts import unlike
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.by_this_axe.attacks.shooting import reach
from schiltron.rulesets.by_this_axe.field import is_character, ordered
from schiltron.rulesets.by_this_axe.movement.characters import JOIN
from schiltron.rulesets.by_this_axe.movement.charging import CHARGE, judge_order, judge_straight, straight_at
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.lengths import Mil
from schiltron.table.outline import gap

WORTH_MOVING: Final = 0.004
"""What a move must promise over standing still."""
WORTH_CHARGING: Final = 0.0
BEST: Final = 3
"""Of the charges at one foe, those thought of as the first or second of two."""


def next_order(
    battle: Battle, actors: tuple[str, ...], *, hasty: bool = False, temperament: Temperament = EVEN
) -> Commanded | None:
    """What is to be done next in a movement phase; None when all have done what they will.

    Characters who leave their units go first, and before them the units they go to, since nobody is carried on who has
    walked to a unit (TA-CHAR-11). Then come charges, then marches, also of those who fight on their own; others on
    their own join units last. Once somebody has marched nobody looks for charges again.
    """
    side = battle.units[actors[0]].side
    situation = Situation(battle, side, hasty=hasty, temperament=temperament)
    waiting = [key for key in actors if not is_character(battle.units[key])]
    characters = [key for key in actors if is_character(battle.units[key])]
    fighting = [*waiting, *(key for key in characters if people.fights_alone(battle.units[key]))]
    first = _leaver(situation, characters, waiting)
    if first is not None:
        return first
    if not under_way(battle, side):
        charge = best_charge(situation, fighting)
        if charge is not None:
            return charge.command
    for key in _order(situation, fighting):
        trial = best_move(situation, battle.units[key])
        if trial is not None:
            return trial.command
    late = (_late(situation, battle.units[key]) for key in characters)
    return next((command for command in late if command is not None), None)


def under_way(battle: Battle, side: str) -> bool:
    """Whether a unit of a side has marched this turn, but for those whom a character awaited: then its cards have been
    thought of, and its charges made."""
    return any(
        unit.own.turn.moved
        and unit.own.turn.spent
        and not unit.own.turn.charged
        and not is_character(unit)
        and ordered(battle, unit, CHARGE) is None
        and not any(one.own.turn.joined_at for one in company(battle, unit))
        for unit in troops(battle, side)
    )


def _leaver(situation: Situation, characters: list[str], waiting: list[str]) -> Commanded | None:
    """The first character who has somewhere to go while units are to move; or before it the move of who awaits him."""
    for key in characters:
        unit = situation.battle.units[key]
        command = people.move(situation, unit)
        if command is None:
            continue
        host = command.form.target if command.action == JOIN and isinstance(command.form, Aimed) else ""
        if host not in waiting:
            return command
        if unit.host:
            trial = best_charge(situation, [host]) or best_move(situation, situation.battle.units[host])
            return trial.command if trial is not None else command
    return None


def _late(situation: Situation, unit: Unit) -> Commanded | None:
    """The unit that a character goes to when all have moved; nobody whom his own has carried along."""
    if unit.host and situation.battle.units[unit.host].own.turn.moved:
        return None
    command = people.move(situation, unit)
    return command if command is not None and command.action == JOIN else None


def _order(situation: Situation, waiting: list[str]) -> list[str]:
    """From the enemy back; those with a mark to shoot at come last: they mostly stay."""

    def key(unit_id: str) -> tuple[bool, int, TurnInLine]:
        unit = situation.battle.units[unit_id]
        apart = min((gap(unit.outline, foe.outline) for foe in situation.foes), default=0)
        return apart <= reach(situation.battle, unit), apart, unit.turn_in_line

    return sorted(waiting, key=key)


# ---------------------------------------------------------------- charges


class _Charge(NamedTuple):
    """A charge, and what it gains over standing where one is."""

    value: float
    stands: float
    trial: Trial


def best_charge(situation: Situation, waiting: list[str]) -> Trial | None:
    """The charge that gains most, alone or as the first of two; None where none gains anything."""
    found = [charge for key in waiting for charge in _worth(situation, situation.battle.units[key])]
    best = max(found, key=lambda charge: charge.value, default=None)
    for charge in () if situation.hasty else _pairs(situation, found):
        if best is None or charge.value > best.value:
            best = charge
    return best.trial if best is not None and best.value > WORTH_CHARGING else None


def _worth(situation: Situation, unit: Unit) -> Iterator[_Charge]:
    battle = situation.battle
    if judge_order(battle, unit):
        return
    body = situation.body(battle, unit)
    stands: float | None = None
    for foe in situation.foes:
        for trial in _charges(situation, battle, body, foe):
            if stands is None:
                stands = in_hand(score(situation, battle, unit))
            value = fights(situation, trial.battle, unit.id) - fights(situation, battle, foe.id)
            yield _Charge(value - stands, stands, trial)


def _charges(situation: Situation, battle: Battle, body: Body, foe: Body) -> Iterator[Trial]:
    """Charges that reach a foe: straight on, or onto a side of one who fights already. In haste the first will do."""
    if gap(body.outline, foe.outline) > body.move:
        return
    for path in onto(battle, body.unit, foe, body.move):
        trial = charged(battle, body.unit, path) if path else None
        if trial is not None and trial.met == foe.id:
            yield trial
            if situation.hasty or not foe.busy:
                return


def _pairs(situation: Situation, found: list[_Charge]) -> Iterator[_Charge]:
    """The first of two charges at one foe, with what both gain together."""
    for met in situation.battle.in_line({charge.trial.met for charge in found}):
        at_him = sorted((one for one in found if one.trial.met == met), key=lambda one: -one.value)[:BEST]
        before = fights(situation, situation.battle, met)
        for one in at_him:
            battle = one.trial.battle
            foe = situation.body(battle, battle.units[met])
            for other in at_him:
                if other.trial.unit.id == one.trial.unit.id:
                    continue
                body = situation.body(battle, battle.units[other.trial.unit.id])
                for trial in _charges(situation, battle, body, foe):
                    value = fights(situation, trial.battle, met) - before - one.stands - other.stands
                    yield _Charge(value, one.stands, one.trial)


# ---------------------------------------------------------------- moves


def best_move(situation: Situation, unit: Unit) -> Trial | None:
    """The move that promises most; None to stand."""
    battle = situation.battle
    if ordered(battle, unit, CHARGE) is not None:
        return None
    most = score(situation, battle, unit) + WORTH_MOVING
    best: Trial | None = None
    for trial in marches(situation, unit):
        value = score(situation, trial.battle, trial.unit, most)
        if value > most:
            most, best = value, trial
    return best


def marches(situation: Situation, unit: Unit) -> Iterator[Trial]:
    """All the moves that are thought of for a unit, but for charges; no two to the same place."""
    battle = situation.battle
    body = situation.body(battle, unit)
    free = battle.own.options.command == "none"
    wide: Path = ()
    if free:
        against = tuple(foe.band for foe in situation.foes if foe.band.figures)
        wide = reformed(unit, best_files(body.band._replace(nerve=0, lost=0), against))
    foes = ranked(situation, body)
    seen = set()

    def walked(found: Iterable[Path]) -> Iterator[Trial]:
        for course in dict.fromkeys(found):
            ways = (course, in_column(unit, course)) if free else (course,)
            for path in ((*wide, *course), *ways) if wide else ways:
                trial = marched(battle, unit, path) if path else None
                if trial is not None and trial.unit.place not in seen:
                    seen.add(trial.unit.place)
                    yield trial
                    break

    if not situation.hasty:
        yield from walked(courses(battle, body, foes, TARGETS, situation.temperament))
        return
    ahead = list(walked((*onwards(battle, body, foes, 1), (Advance(body.move),))))
    yield from ahead
    if spent(body) or not any(_on_his_way(unit, trial, body.move) for trial in ahead):
        yield from walked(sideways(battle, body, foes, situation.temperament))


def _on_his_way(unit: Unit, trial: Trial, move: Mil) -> bool:
    """Whether nothing much is in the way."""
    here, there = unit.pose, trial.unit.pose
    return 2 * hypot(there.x - here.x, there.y - here.y) > move


def second_thoughts(battle: Battle, actors: tuple[str, ...]) -> Iterator[Commanded]:
    """What else the units might do as things are, those from the enemy back: charges, and marches."""
    side = battle.units[actors[0]].side
    situation = Situation(battle, side)
    waiting = [key for key in actors if not is_character(battle.units[key])]
    charging = not under_way(battle, side)
    for key in _order(situation, waiting):
        unit = battle.units[key]
        if ordered(battle, unit, CHARGE) is not None:
            continue
        found = [(one.value, one.trial) for one in _worth(situation, unit)] if charging else []
        stands = score(situation, battle, unit)
        found += [(score(situation, one.battle, one.unit) - stands, one) for one in marches(situation, unit)]
        yield from unlike((value, one.unit, one.command) for value, one in found)


def ranked(situation: Situation, body: Body) -> list[Body]:
    """Foes by how much an attack on them would gain, and how soon."""

    def key(foe: Body) -> tuple[float, TurnInLine]:
        apart = gap(body.outline, foe.outline)
        return -later(appeal(situation, body, foe), apart / body.pace), foe.unit.turn_in_line

    return sorted(situation.foes, key=key)


# ---------------------------------------------------------------- charges that were ordered


def under_orders(battle: Battle, side: str, actors: tuple[str, ...]) -> Commanded | None:
    """The best charge of a unit that was ordered to; the nearest foe where none can be reached (TA-CMD-21)."""
    ready = [battle.units[key] for key in actors if ordered(battle, battle.units[key], CHARGE) is not None]
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
