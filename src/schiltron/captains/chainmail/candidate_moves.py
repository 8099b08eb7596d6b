"""Paths a unit might take: at foes and round them, short of them, back, or turning where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import dist
from typing import Final, Literal

from schiltron.battle.state.manoeuvre import Advance, Face, Path, Turn, Wheel
from schiltron.captains.chainmail.expectations import gain
from schiltron.captains.chainmail.shapes import CLOSE_UP, all_ways, going_on, may_close_up
from schiltron.captains.chainmail.situation import Body, Situation
from schiltron.captains.detours import Point
from schiltron.captains.steering import edges_before, middle_of, turn_towards, wheel_towards
from schiltron.rulesets.chainmail.field import all_round
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, MOVE, SPLIT, flights, may_split
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.steps import Action
from schiltron.rulesets.chainmail.walking.charges import charge_faults, straight_at
from schiltron.rulesets.chainmail.walking.flying import flies
from schiltron.rulesets.chainmail.walking.formations import facing, outer_corner, price
from schiltron.table.body import Formed
from schiltron.table.lengths import HALF_TURN, QUARTER_TURN, Mdeg, Mil, degrees, inches
from schiltron.table.outline import gap

TARGETS: Final = 3
"""Foes thought about for each unit."""
CHARGED: Final = 4
"""Foes it may charge."""
LEAST_TURN: Final[Mdeg] = degrees(2)
LEAST_ADVANCE: Final[Mil] = inches(0.5)
OUT_OF_REACH: Final[Mil] = inches(1)
FAN: Final = (30, -30, 60, -60, 90, -90)

_SIDES: Final[tuple[Literal["left", "right"], ...]] = ("left", "right")
Course = tuple[Action, Path]


def courses(situation: Situation, body: Body, foes: Iterable[Body]) -> Iterator[Course]:
    """Marches worth a look, towards the first of the given foes. Not all of them can be walked to their end."""
    battle, unit = situation.battle, body.unit
    if _must_close_up(situation, unit):
        yield MOVE, CLOSE_UP
        return
    if unit.own.forming is not None:
        yield MOVE, (going_on(unit.own.forming),)
    yield from ((MOVE, path) for path in all_ways(situation, body))
    chosen = list(foes)[: 1 if situation.hasty else TARGETS]
    for foe in chosen:
        yield from ((MOVE, path) for path in _at(situation, body, foe))
    goal = situation.claim_of(unit)
    if goal is not None:
        yield from ((MOVE, path) for path in _towards(battle, unit, goal.middle, body.move))
        yield from ((MOVE, path) for path in _past(situation, body, goal.middle))
    if not situation.hasty:
        yield MOVE, (Advance(body.move),)
        yield MOVE, (Advance(body.move // 2),)
        yield from ((MOVE, path) for path in _fan(battle, unit, body.move))
    if flies(unit):
        yield from ((MOVE, path) for path in flights(battle, unit, [foe.unit for foe in chosen]))
    if unit.id in situation.stakes.precious:
        away = _then_on((Face("rear"),), body.move - _price(battle, unit, HALF_TURN), None)
        yield from ((MOVE, path) for path in away)
    if may_split(unit):
        for foe in chosen:
            yield from ((SPLIT, path) for path in _towards(battle, unit, (foe.outline.x, foe.outline.y), body.move))
        yield from ((SPLIT, path) for path in _fan(battle, unit, body.move))


# ---------------------------------------------------------------- charges


def _must_close_up(situation: Situation, unit: Unit) -> bool:
    return all_round(unit) or may_close_up(situation, unit)


def attacks(situation: Situation, body: Body) -> Iterator[Course]:
    """At every foe within reach, at its middle and at the middle of the edges that are turned to it. Who is in haste
    thinks of the nearest alone, and only where he would win alone or others fight already."""
    battle, unit = situation.battle, body.unit
    if _must_close_up(situation, unit):
        return
    if flies(unit):
        for foe in list(situation.foes)[: 1 if situation.hasty else None]:
            yield from ((MOVE, path) for path in flights(battle, unit, [foe.unit]))
    near = sorted((gap(body.outline, foe.outline), foe.unit.turn_in_line, foe) for foe in situation.foes)
    reach = max(body.charge, body.move)
    faults = bool(charge_faults(battle, unit))
    for apart, _, foe in near[: 1 if situation.hasty else CHARGED]:
        if apart > reach:
            break
        action: Action = MOVE if faults or apart > body.charge else CHARGE
        if situation.hasty and not foe.busy and foe.id not in situation.hunts and gain(situation, body, foe) <= 0.0:
            return
        path = straight_at(battle, unit, foe.unit)
        if path is not None:
            yield action, path
            if situation.hasty:
                return
        for point in edges_before(foe.unit, unit):
            ways = islice(_towards(battle, unit, point, reach), 1 if situation.hasty else None)
            yield from ((action, one) for one in ways)


# ---------------------------------------------------------------- marches


def _at(situation: Situation, body: Body, foe: Body) -> Iterator[Path]:
    """Towards a foe: all the way, half of it, only the turn; or to where it cannot charge."""
    battle, unit = situation.battle, body.unit
    point = foe.outline.x, foe.outline.y
    apart = gap(body.outline, foe.outline)
    if situation.hasty:
        first = situation.way(body.outline.x, body.outline.y, point, body.move).first
        yield from islice(_towards(battle, unit, first, body.move), 1)
        if apart > body.move + max(foe.charge, body.range):
            return
    else:
        yield from _towards(battle, unit, point, body.move)
        yield from _towards(battle, unit, point, body.move // 2)
    yield from turns_to(unit, point)
    stops = [apart - foe.charge - OUT_OF_REACH]
    if body.range:
        stops.append(apart - body.range + OUT_OF_REACH)
    for stop in stops:
        if LEAST_ADVANCE < stop < body.move:
            yield from islice(_towards(battle, unit, point, body.move, stop), 1 if situation.hasty else None)
    if situation.hasty:
        return
    yield from _past(situation, body, point)
    yield from _round(battle, body, foe)


def _past(situation: Situation, body: Body, point: Point) -> Iterator[Path]:
    """Round the ground that lies on the way to a point."""
    first = situation.way(body.outline.x, body.outline.y, point, body.move).first
    if first != point:
        yield from _towards(situation.battle, body.unit, first, body.move)


def turns_to(unit: Unit, point: Point) -> Iterator[Path]:
    angle = turn_towards(middle_of(unit), *point)
    if abs(angle) >= LEAST_TURN:
        yield (Turn(angle),)


def _towards(battle: Battle, unit: Unit, point: Point, budget: Mil, most: Mil | None = None) -> Iterator[Path]:
    """A turn or a wheel towards a point, whichever leaves more of the move, and straight on."""
    angle = turn_towards(middle_of(unit), *point)
    if abs(angle) < LEAST_TURN:
        yield (Advance(min(budget, most or budget)),)
        return
    yield from _then_on((Turn(angle),), budget - _price(battle, unit, angle), most)
    body = unit.body
    if isinstance(body, Formed) and abs(angle) <= QUARTER_TURN:
        angle = wheel_towards(unit.pose, body.frontage / 2, *point)
        if angle:
            wheel = Wheel("right" if angle > 0 else "left", abs(angle))
            cost = max(outer_corner(body, angle), _price(battle, unit, angle))
            yield from _then_on((wheel,), budget - cost - 2, most)


def _then_on(first: Path, left: Mil, most: Mil | None) -> Iterator[Path]:
    if left > LEAST_ADVANCE:
        yield (*first, Advance(min(left, most or left)))


def _price(battle: Battle, unit: Unit, angle: Mdeg) -> Mil:
    return price(battle, unit, *facing(angle), "").total


def _fan(battle: Battle, unit: Unit, move: Mil) -> Iterator[Path]:
    """A way round what nobody wants to go through, and a way back."""
    for turn in FAN:
        angle = degrees(turn)
        yield from _then_on((Turn(angle),), move - _price(battle, unit, angle), None)
    for side in _SIDES:
        yield from _then_on((Face(side),), move - _price(battle, unit, QUARTER_TURN), None)
    yield (Face("rear"),)


def _round(battle: Battle, body: Body, foe: Body) -> Iterator[Path]:
    """For horse: to a point beside a foe, from where its flank can be charged."""
    if not body.unit.own.profile.mounted:
        return
    main = foe.outline.main
    room = foe.outline.radius + inches(6)
    for number in (1, 3):
        (ax, ay), (bx, by) = main.corners[number], main.corners[(number + 1) % 4]
        x, y = (ax + bx) / 2, (ay + by) / 2
        out = max(1.0, dist((x, y), (main.x, main.y)))
        point = x + (x - main.x) / out * room, y + (y - main.y) / out * room
        yield from _towards(battle, body.unit, point, body.move)
