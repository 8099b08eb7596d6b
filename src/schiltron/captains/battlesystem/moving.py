"""The Movement Phase: one unit after the other gets the best move that can be found, and the next sees it made."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from heapq import heapify, heappop, heappush
from math import dist, inf
from typing import Final, NamedTuple

from schiltron.battle.state.field import fights_for
from schiltron.battle.state.manoeuvre import Path, Turn
from schiltron.battle.state.unit import TurnInLine
from schiltron.captains.battlesystem.candidate_moves import LEAST_ADVANCE, LEAST_TURN, Course, attacks, courses
from schiltron.captains.battlesystem.expectations import (
    ARC,
    HOPES,
    appeal,
    danger,
    expects_blows,
    faint_heart,
    may_be_beaten,
    nuisance,
    promise,
    prospect,
    shot_at,
)
from schiltron.captains.battlesystem.expected_losses import band, fought, touching
from schiltron.captains.battlesystem.shooting import fire_from, volleys
from schiltron.captains.battlesystem.situation import Body, Situation, range_of
from schiltron.captains.battlesystem.tried_moves import Trial, glanced_at, made_sure, tried
from schiltron.captains.paper_moves import on_paper, runs_onto
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.battlesystem.field import is_engine, one_unit
from schiltron.rulesets.battlesystem.melee.parties import units_of
from schiltron.rulesets.battlesystem.morale.discipline import unruly
from schiltron.rulesets.battlesystem.movement.trial_moves import CHARGE, MOVE
from schiltron.rulesets.battlesystem.outlook import obeys
from schiltron.rulesets.battlesystem.state import Battle, Unit, with_turn
from schiltron.rulesets.battlesystem.steps import Action
from schiltron.table.lengths import CONTACT, QUARTER_TURN, signed
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
    """Units nearest to the enemy first; but last those who have somebody in range, or fight: most of them stay where
    they are, and who stays is asked again after every move."""

    def key(unit_id: str) -> tuple[bool, int, TurnInLine]:
        unit = situation.battle.units[unit_id]
        apart = min((gap(unit.outline, foe.outline) for foe in situation.foes), default=0)
        return apart <= max(CONTACT, range_of(situation.battle, unit)), apart, unit.turn_in_line

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
    stays = score(situation, battle, body, marks) - faint_heart(situation, body, body)
    least = Best(stays + WORTH_MOVING, None)
    if situation.hasty and _had_better_shoot(situation, body):
        return least
    foes = ranked(situation, body)
    ways = dict.fromkeys(courses(situation, body, foes))
    looks = _looks(situation, body, ways, marks)
    best = next(_best_first(situation, body, looks, least.value, marks), None)
    if best is not None:
        return best
    if not _stands_about(situation, body):
        return least
    return least._replace(trial=_getting_on(situation, body, foes, ways))


def any_moves(situation: Situation, unit: Unit) -> Iterator[Trial]:
    """All moves that are thought of for a unit, the best first, though they promise less than standing."""
    body = situation.body(situation.battle, unit)
    looks = _looks(situation, body, dict.fromkeys(courses(situation, body, ranked(situation, body))), ())
    for one in _best_first(situation, body, looks, -inf, ()):
        assert one.trial is not None, "nobody stands"
        yield one.trial


class _Look(NamedTuple):
    """A course, with what it may be worth at most by what is known of it: only on paper while there is no `trial`."""

    value: float
    action: Action
    path: Path
    trial: Trial | None = None


def _looks(situation: Situation, body: Body, ways: Iterable[Course], marks: Container[str]) -> list[_Look]:
    """All attacks that can be made at once, tried out, and a first look at other ways."""
    attacked = [
        _Look(value_of(situation, one, body, marks), one.action, one.path, one) for one in _melees(situation, body)
    ]
    return attacked + [_looked_at(situation, body, action, path, marks) for action, path in ways]


def _looked_at(situation: Situation, body: Body, action: Action, path: Path, marks: Container[str]) -> _Look:
    """A first look at a course: on paper where it can be drawn and nobody's lines of fire need to be known."""
    there = on_paper(body.unit, path) if action == MOVE and (situation.hasty or not body.range) else None
    if there is None or runs_onto(body.unit, path, (foe.outline for foe in situation.foes)):
        return _Look(inf, action, path)
    after = situation.body(situation.battle, with_turn(there, moved=True, had_order=True))
    worth = score(situation, situation.battle, after, marks) - faint_heart(situation, body, after)
    return _Look(worth, action, path)


def _best_first(
    situation: Situation, body: Body, looks: list[_Look], least: float, marks: Container[str]
) -> Iterator[Best]:
    """Moves that are worth more than the least, in order of their worth. Whether a move can be walked, and whether it
    can be ordered as it was walked, is found out when it may be the best of those that are left."""
    heap = [(-one.value, number, one) for number, one in enumerate(looks) if one.value > least]
    heapify(heap)
    seen: set[tuple[Action, Path]] = set()
    while heap:
        value, number, look = heappop(heap)
        if look.trial is not None:
            sure = made_sure(situation.battle, look.trial)
            if sure is not None:
                yield Best(-value, sure)
            continue
        one = glanced_at(situation.battle, body.unit, look.action, look.path)
        if one is None or (one.action, one.path) in seen or _marks_time(body.unit, one):
            continue
        seen.add((one.action, one.path))
        worth = value_of(situation, one, body, marks)
        if worth > least:
            heappush(heap, (-worth, number, look._replace(trial=one)))


def _melees(situation: Situation, body: Body) -> Iterator[Trial]:
    """All attacks that can be made at once. Who is in haste does not think of walking where he can charge."""
    seen: set[tuple[str, Path]] = set()
    charged: set[Path] = set()
    for action, course in dict.fromkeys(attacks(situation, body)):
        if situation.hasty and action == MOVE and course in charged:
            continue
        one = glanced_at(situation.battle, body.unit, action, course)
        if one is not None and one.met and (action, one.path) not in seen:
            seen.add((action, one.path))
            if action == CHARGE:
                charged.add(course)
            yield one


def _had_better_shoot(situation: Situation, body: Body) -> bool:
    """Whether shooters have a mark from where they stand, and nothing to fear there."""
    shoots = body.range and not body.busy and next(volleys(situation.battle, body.unit), None) is not None
    return bool(shoots) and danger(situation, body) <= 0.0


def _stands_about(situation: Situation, body: Body) -> bool:
    """Whether a unit that stays where it is does nothing: neither fighting nor shooting, and in no danger."""
    if body.busy or next(volleys(situation.battle, body.unit), None) is not None:
        return False
    return danger(situation, body) <= 0.0


def _getting_on(situation: Situation, body: Body, foes: list[Body], ways: Iterable[Course]) -> Trial | None:
    """The move that brings a unit that stands about nearest to where the way to a foe goes first, round the ground that
    lies between. It does not go into danger for it, and waits where the enemy may soon come to beat it."""
    if not foes:
        return None
    point = foes[0].outline.x, foes[0].outline.y
    first = situation.way(body, point).first
    if first == point and may_be_beaten(situation, body):
        return None
    far = dist((body.outline.x, body.outline.y), first) - LEAST_ADVANCE
    best: Trial | None = None
    for action, path in ways:
        there = on_paper(body.unit, path) if action == MOVE else None
        if there is None or dist((there.outline.x, there.outline.y), first) >= far:
            continue
        one = tried(situation.battle, body.unit, MOVE, path)
        if one is None or one.met or not _is_safe(situation, one):
            continue
        apart = dist((one.unit.outline.x, one.unit.outline.y), first)
        if apart < far:
            best, far = one, apart
    return best


def _is_safe(situation: Situation, trial: Trial) -> bool:
    return danger(situation, situation.body(trial.battle, trial.unit)) <= 0.0


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


# ---------------------------------------------------------------- how good a move is


def value_of(situation: Situation, trial: Trial, before: Body, marks: Container[str] = ()) -> float:
    """What a move is worth; `before` is the unit where it stands now."""
    if trial.met:
        value = clash(situation, trial) - _temper(situation, trial) + _support(situation, trial)
        return value + HOPES * situation.push(trial.unit) * situation.urge * situation.stakes.worth(
            situation.battle, situation.battle.units[trial.met]
        )
    after = situation.body(trial.battle, trial.unit)
    return score(situation, trial.battle, after, marks) - faint_heart(situation, before, after)


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
    fire = _shots_from(situation, battle, body)
    value = prospect(situation, body, fire or marks) - situation.care * danger(situation, body)
    value += situation.temperament.shooting * max(fire.values(), default=0.0) - nuisance(situation, body)
    formed = body.unit.own.formation == "closed" and expects_blows(situation, body)
    return value + FORMED * body.worth * formed


def _shots_from(situation: Situation, battle: Battle, body: Body) -> dict[str, float]:
    """What shots from there may bring. Who is in haste thinks that he sees all who are near enough and before him."""
    if not body.range or not situation.hasty:
        return fire_from(situation.stakes, battle, body.unit) if body.range else {}
    found = {}
    for foe in situation.foes:
        near = body.outline.near(foe.outline, body.range) and gap(body.outline, foe.outline) <= body.range
        if near and abs(turn_towards(body.unit.pose, foe.outline.x, foe.outline.y)) <= QUARTER_TURN:
            found[foe.id] = shot_at(body, foe)
    return found


def clash(situation: Situation, trial: Trial) -> float:
    """The worth of the melee that a move leads to, compared with the melee there without it."""
    there = trial.battle
    keys = (one_unit(there, trial.unit), one_unit(there, there.units[trial.met]))
    before = touching(situation.battle, keys)
    after = touching(there, keys)
    if situation.hasty and not before and len(after) == 1:
        return _duel(situation, trial)
    push = situation.push(trial.unit)
    value = balance(situation, there, fought(there, after), push)
    return value - (balance(situation, situation.battle, fought(situation.battle, before), push) if before else 0.0)


def _duel(situation: Situation, trial: Trial) -> float:
    """The same of one unit against another, as if they met squarely."""
    there = trial.battle
    unit, foe = trial.unit, there.units[trial.met]
    edge = next(one.edge for one in there.engagements if one.touching and one.joins(unit.id, foe.id))
    odds = situation.reckoner.clash(band(there, unit), band(there, foe), edge, charge=trial.action == CHARGE)
    lost = {one_unit(there, unit): odds.attacker, one_unit(there, foe): odds.defender}
    return balance(situation, there, lost, situation.push(unit))


def balance(situation: Situation, battle: Battle, lost: dict[str, float], push: float = 1.0) -> float:
    """What the enemy loses, as much as that counts, less what we do."""
    value = 0.0
    for key, share in lost.items():
        units = units_of(battle, key)
        toll = share * sum(situation.stakes.worth(battle, unit) for unit in units)
        if units[0].own.morale.rout is not None:
            toll *= RUNNING
        value += -situation.care * toll if fights_for(battle, units[0], situation.side) else push * toll
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
