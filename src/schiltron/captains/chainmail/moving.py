"""The movement phase: one unit after the other gets the best move that can be found, and the next sees it made."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import Final

from schiltron.battle.state.field import fights_for
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.state.unit import TurnInLine
from schiltron.captains.chainmail.candidate_moves import courses
from schiltron.captains.chainmail.emplacing import emplacements
from schiltron.captains.chainmail.expectations import (
    NOTHING,
    AtHand,
    appeal,
    danger,
    gauntlet,
    hold,
    nuisance,
    promise,
    prospect,
)
from schiltron.captains.chainmail.expected_losses import FLED, TOGETHER, band, fought
from schiltron.captains.chainmail.fires import escapes, fires_round
from schiltron.captains.chainmail.objectives import LATE
from schiltron.captains.chainmail.shapes import OPEN_UP, at_closed_ground
from schiltron.captains.chainmail.shooting import fire_from
from schiltron.captains.chainmail.situation import Body, Situation
from schiltron.captains.chainmail.traffic import Traffic
from schiltron.captains.chainmail.tried_moves import Trial, glanced_at, made_sure, ridden_on, tried
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.chainmail.field import in_open_order, is_commander, is_engine
from schiltron.rulesets.chainmail.fire.sighting import in_view
from schiltron.rulesets.chainmail.fire.weapons import arc_of, reach
from schiltron.rulesets.chainmail.melee.outlook import melee_of
from schiltron.rulesets.chainmail.morale.outlook import stands
from schiltron.rulesets.chainmail.movement.fatigue import after_turn, weariness
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, MOVE
from schiltron.rulesets.chainmail.state import Battle, Unit, with_turn
from schiltron.table.contact import Edge
from schiltron.table.lengths import Mdeg, degrees
from schiltron.table.outline import gap

WORTH_MOVING: Final = 0.01
"""What a move must promise over standing still, as a part of what the unit is worth."""
TIRED: Final = 0.12
"""What fatigue costs, in the same measure."""
RELIANCE: Final = 0.7
"""How far one counts on friends who are to join in."""
ASKANCE: Final[Mdeg] = degrees(60)
"""How far beside its arc of fire a body may stand of which a part is in it."""
BEST_DAY: Final = 1.2
"""How much more a volley may bring than one at a target in the open, not too far away."""
HOPE: Final = 0.1
"""What a charge must promise to be worth hurrying for."""


def order_of_march(situation: Situation, actors: tuple[str, ...]) -> list[str]:
    """Units nearest to the enemy first; shooters before others, so that these keep clear of their targets."""

    def key(unit_id: str) -> tuple[bool, int, TurnInLine]:
        unit = situation.battle.units[unit_id]
        apart = min((gap(unit.outline, foe.outline) for foe in situation.foes), default=0)
        return not unit.own.profile.missile, apart, unit.turn_in_line

    units = situation.battle.units
    return sorted((one for one in actors if not is_commander(units[one])), key=key)


def moves(situation: Situation, actors: tuple[str, ...]) -> Iterator[tuple[str, Trial | None]]:
    """The best move of each unit in turn, None to stand; `situation.battle` goes on with those that were taken."""
    traffic = Traffic(situation)
    at_once = situation.battle.own.options.turn_system == "simultaneous"
    for unit_id in order_of_march(situation, actors):
        good = good_moves(situation, situation.battle.units[unit_id])
        best = next((one for one in good if not at_once or traffic.is_free(one)), None)
        if best is not None:
            situation.battle = best.battle
            traffic.write(best)
        yield unit_id, best


def good_moves(situation: Situation, unit: Unit) -> Iterator[Trial]:
    """The moves that promise more than standing, the best first."""
    battle = situation.battle
    if is_engine(unit):
        yield from emplacements(situation, unit)
        return
    body = situation.body(battle, unit)
    out = escapes(situation, body)
    if out:
        yield from out
        return
    if situation.hasty and _had_better_shoot(situation, body):
        return
    trials = _trials(situation, body)
    if not trials:
        yield from _way_out(situation, body)
        return
    values = {number: value_of(situation, one, body) for number, one in enumerate(trials) if one.met}
    at_hand = _at_hand(situation, body, [(trials[number], value) for number, value in values.items()])
    least = score(situation, battle, body, at_hand=at_hand) + WORTH_MOVING * body.worth
    found: list[tuple[float, int, bool]] = []
    for number, one in enumerate(trials):
        if one.battle.own.fires and fires_round(one.battle, one.unit):
            continue
        known = number in values or not unit.own.profile.missile
        value = values[number] if number in values else value_of(situation, one, body, at_hand, guess=not known)
        if value > least:
            found.append((-value, number, known))
    yield from _best_first(situation, body, trials, found, least, at_hand)


def _had_better_shoot(situation: Situation, body: Body) -> bool:
    """Whether shooters have a mark from where they stand, and less to fear than to gain."""
    if not body.range or situation.claim_of(body.unit) is not None:
        return False
    best = max(marks_of(situation, situation.battle, body.unit).values(), default=0.0)
    return best > 0.0 and best >= situation.care * danger(situation, body)


def _best_first(
    situation: Situation,
    body: Body,
    trials: list[Trial],
    found: list[tuple[float, int, bool]],
    least: float,
    at_hand: AtHand,
) -> Iterator[Trial]:
    """Trials in order of their worth. Where only the most that a shooter can hope for is known, his lines of fire are
    looked up when it is his turn; and so it is with whether a move can be ordered."""
    battle = situation.battle
    heapify(found)
    while found:
        _, number, known = heappop(found)
        one = trials[number]
        if not known:
            value = value_of(situation, one, body, at_hand)
            if value > least:
                heappush(found, (-value, number, True))
            continue
        sure = made_sure(battle, one)
        if sure is not None:
            yield sure


def _trials(situation: Situation, body: Body) -> list[Trial]:
    """All the moves that can be made, each once."""
    found: dict[tuple[str, Path], Trial] = {}
    for action, course in dict.fromkeys(courses(situation, body, ranked(situation, body))):
        one = glanced_at(situation.battle, body.unit, action, course)
        if one is not None:
            found.setdefault((action, one.path), one)
    return list(found.values())


def _at_hand(situation: Situation, body: Body, attacks: list[tuple[Trial, float]]) -> AtHand:
    """The best that attacks made at once promise, by foe; where others may still come to help there is time to wait."""
    found: dict[tuple[str, Edge], float] = {}
    for one, value in attacks:
        if body.range or (one.met in situation.hunts and situation.left > LATE):
            continue
        there = one.met, one.edge
        found[there] = max(value, found.get(there, 0.0))
    return found


def _way_out(situation: Situation, body: Body) -> list[Trial]:
    """Who is hemmed in by ground closed to ranks and files leaves it in open order, if there is something to go for."""
    battle, unit = situation.battle, body.unit
    if in_open_order(unit) or not at_closed_ground(situation, unit) or prospect(situation, body) <= 0.0:
        return []
    opened = tried(battle, unit, MOVE, OPEN_UP)
    return [opened] if opened is not None else []


def second_part(situation: Situation, unit: Unit) -> Path:
    """How horse archers who have fired go on with their split move; () to stand (CM-MISSILE-15)."""
    battle = situation.battle
    body = situation.body(battle, unit)
    best = score(situation, battle, body) + WORTH_MOVING * body.worth
    way: Path = ()
    for action, course in dict.fromkeys(courses(situation, body, ranked(situation, body))):
        one = ridden_on(battle, unit, course) if action == MOVE else None
        value = value_of(situation, one, body) if one is not None else best
        if one is not None and value > best:
            best, way = value, one.path
    return way


def ranked(situation: Situation, body: Body) -> list[Body]:
    """Foes by how much an attack on them would gain, and how soon."""
    return sorted(situation.foes, key=lambda foe: (-promise(situation, body, foe), foe.unit.turn_in_line))


# ---------------------------------------------------------------- how good a move is


def value_of(
    situation: Situation, trial: Trial, before: Body, at_hand: AtHand = NOTHING, *, guess: bool = False
) -> float:
    """What a move is worth, with the fire it has to pass; `before` is the unit where it stands now.

    A `guess` is hardly less than that: shooters are taken to see whoever is in range and not behind the ground."""
    body = situation.body(trial.battle, trial.unit)
    fire = situation.care * gauntlet(situation, before, body)
    if trial.met:
        return clash(situation, trial) + hold(situation, body) - _weary(trial.battle, body) - fire
    return score(situation, trial.battle, body, trial.half, at_hand, guess=guess) - fire


def score(
    situation: Situation,
    battle: Battle,
    body: Body,
    half: Unit | None = None,
    at_hand: AtHand = NOTHING,
    *,
    guess: bool = False,
) -> float:
    """How good it is for a unit to stand there, with the fire it gives from there or from the middle of its move."""
    marks: dict[str, float] = {}
    if body.unit.own.profile.missile:
        look = hoped_for if guess else marks_of
        marks = look(situation, battle, half or body.unit)
    value = prospect(situation, body, marks, at_hand) - situation.care * danger(situation, body)
    value += max(marks.values(), default=0.0) + hold(situation, body)
    return value - _weary(battle, body) - nuisance(situation, body)


def marks_of(situation: Situation, battle: Battle, unit: Unit) -> dict[str, float]:
    return fire_from(situation.stakes, battle.with_unit(unit), unit)


def hoped_for(situation: Situation, battle: Battle, unit: Unit) -> dict[str, float]:
    """The most that fire may bring, at everybody in range and in view whom it might aim at."""
    shooter, far = band(unit), reach(unit).total
    arc = arc_of(unit.own.profile)[0] + ASKANCE
    found = {}
    for foe in situation.foes:
        if foe.busy or not unit.outline.near(foe.outline, far) or gap(unit.outline, foe.outline) > far:
            continue
        aside = abs(turn_towards(unit.pose, foe.outline.x, foe.outline.y))
        if aside <= arc and in_view(battle, unit, foe.unit):
            found[foe.id] = BEST_DAY * situation.reckoner.volley(shooter, foe.band) * foe.worth
    return found


def _weary(battle: Battle, body: Body) -> float:
    """What it costs to be tired when the turn is over."""
    unit = body.unit
    fought = with_turn(unit, fought=unit.own.turn.fought or body.busy)
    rested = not fought.own.turn.moved and not fought.own.turn.fought
    if rested or not (unit.own.past.fatigued or weariness(unit, after_turn(battle, fought))):
        return 0.0
    return TIRED * body.worth


def clash(situation: Situation, trial: Trial) -> float:
    """The worth of the melee that a move leads to, compared with the melee there without it."""
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
    others = (
        [one for one in hunt.near if one.id != unit.id and not units[one.id].own.turn.moved] if hunt is not None else []
    )
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
        value += -situation.care * toll if fights_for(battle, unit, situation.side) else toll
    return value


def charge_in_reach(situation: Situation) -> bool:
    """Whether any enemy could be charged this turn with good prospects."""
    for unit in situation.friends():
        body = situation.body(situation.battle, unit)
        if body.fleeing or body.busy or body.range or not body.charge:
            continue
        for foe in situation.foes:
            if gap(body.outline, foe.outline) <= body.charge and appeal(situation, body, foe) > HOPE * body.worth:
                return True
    return False
