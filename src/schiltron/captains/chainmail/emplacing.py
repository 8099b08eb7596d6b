"""Where engines should stand: facing as much of the enemy as possible, and moved only when it is worth it."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import Final

from schiltron.battle.state.manoeuvre import Advance, Path, Turn
from schiltron.captains.chainmail.candidate_moves import LEAST_ADVANCE, LEAST_TURN
from schiltron.captains.chainmail.expectations import danger, later
from schiltron.captains.chainmail.situation import Body, Situation
from schiltron.captains.chainmail.tried_moves import Trial, tried
from schiltron.captains.steering import middle_of, turn_towards
from schiltron.rulesets.chainmail.engines import Piece, is_artillery, loaded_on, muzzle, piece
from schiltron.rulesets.chainmail.movement.trial_moves import MOVE
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.walking.formations import facing, price
from schiltron.table.lengths import Mil

SHOT: Final = 0.1
"""The part of a foe that a shot is likely to bring down."""
APPROACH: Final = 0.5
"""How much of its move a foe is thought to come nearer in a turn."""
GAIN: Final = 0.05
"""What a new place must promise over the old one, as a part of what the engine is worth."""
TARGETS: Final = 3


def emplacements(situation: Situation, unit: Unit) -> list[Trial]:
    """The moves that bring more of the enemy under fire in time than staying does, the best first (CM-CATAPULT-05). In
    haste nobody thinks of moving an engine."""
    if situation.hasty or not is_artillery(unit):
        return []
    battle, body = situation.battle, situation.body(situation.battle, unit)
    least = _worth(situation, battle, body) + GAIN * body.worth
    found: list[tuple[float, Trial]] = []
    for course in dict.fromkeys(_courses(situation, body)):
        one = tried(battle, unit, MOVE, course)
        if one is not None:
            value = _worth(situation, one.battle, situation.body(one.battle, one.unit))
            if value > least:
                found.append((value, one))
    return [one for _, one in sorted(found, key=lambda entry: -entry[0])]


def _courses(situation: Situation, body: Body) -> Iterator[Path]:
    """Ahead, or turned to one of the foes who are worth most, and on with what is left of the move."""
    unit = body.unit
    yield (Advance(body.move),)
    for foe in sorted(situation.foes, key=lambda one: (-one.worth, one.unit.turn_in_line))[:TARGETS]:
        angle = turn_towards(middle_of(unit), foe.outline.x, foe.outline.y)
        if abs(angle) < LEAST_TURN:
            continue
        yield (Turn(angle),)
        left = body.move - price(situation.battle, unit, *facing(angle), "").total
        if left > LEAST_ADVANCE:
            yield (Turn(angle), Advance(left))


# ---------------------------------------------------------------- what a place is worth


def _worth(situation: Situation, battle: Battle, body: Body) -> float:
    """What comes under fire from there and how soon, less what is to be feared there."""
    unit = body.unit
    settled = _settling(battle, unit)
    value = 0.0
    for foe in situation.foes:
        turns = max(settled, _coming(unit, foe))
        if turns < situation.left:
            value += later(SHOT * foe.worth, turns)
    return value - situation.care * danger(situation, body)


def _settling(battle: Battle, unit: Unit) -> float:
    """Turns until it may fire: so long on one spot as lie between shots, and loaded (CM-CATAPULT-04, -05)."""
    every, own = piece(unit).every, unit.own
    still = every + 1 if own.turn.moved else max(0, min(every, battle.turn - 1) - own.past.turns_still)
    return max(still, loaded_on(unit) - battle.turn)


def _coming(unit: Unit, foe: Body) -> float:
    """Turns until a foe is in the field of fire, infinite if it is beside it or too near."""
    kind = piece(unit)
    there = foe.outline.x, foe.outline.y
    if not -kind.left <= turn_towards(unit.pose, *there) <= kind.right:
        return float("inf")
    apart = dist(muzzle(unit), there)
    least, most = _ranges(kind)
    if apart < least:
        return float("inf")
    return max(0.0, apart - most) / max(1.0, APPROACH * foe.move)


def _ranges(kind: Piece) -> tuple[Mil, Mil]:
    if kind.dowel is not None:
        return 0, kind.dowel.reach
    assert kind.call is not None, "it fires one way or the other"
    return kind.call.least, kind.call.most
