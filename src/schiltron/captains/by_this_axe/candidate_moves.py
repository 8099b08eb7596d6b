"""Paths a unit might take: onto foes and round them, near them, away from them, or turning where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, isqrt
from typing import Final

from schiltron.battle.movement.straight_and_wheel import middle_of
from schiltron.battle.state.manoeuvre import Advance, Path, Reform, Turn
from schiltron.captains.by_this_axe.situation import Body, spent
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.movement.charging import straight_at, turn_limit
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import HALF_TURN, Mdeg, Mil, degrees, direction, heading_of, inches, signed
from schiltron.table.outline import advance_gap, gap, outline

TARGETS: Final = 3
"""Foes thought about for each unit."""
CLEAR: Final[Mil] = inches(1.1)
"""Kept from a foe before the last leg of a charge round its side."""
JUST_IN: Final[Mil] = inches(0.5)
"""How far within bowshot, or outside of a charge, a unit likes to stand."""
ASKEW: Final = (35, -35, 70, -70)
BACK: Final = (180, 145, -145)
"""Degrees off the way to a foe. Nobody runs from those who are as fast, but for units down to half: from arrows."""
ROUND: Final = (15, -15, 50, -50)
"""More ways past a foe, for horse whose captain looks for them."""
_SLIGHT: Final[Mdeg] = 500
_LEAST: Final[Mil] = inches(0.25)
_FAR: Final = float(inches(100))

Point = tuple[float, float]


def go(unit: Unit, limit: Mdeg, point: Point, distance: Mil, look: Point | None = None) -> Path:
    """Turn to a point, go so far, and where turns are free look at another."""
    x, y = middle_of(unit.pose, unit.body, unit.bodies)
    turn = _no_more(signed(heading_of(point[0] - x, point[1] - y) - unit.pose.heading), limit)
    first = (Turn(turn),) if abs(turn) >= _SLIGHT else ()
    path: Path = (*first, Advance(distance)) if distance >= _LEAST else first
    if look is None or limit < HALF_TURN or not path:
        return path
    heading = unit.pose.heading + (turn if first else 0)
    far = hypot(point[0] - x, point[1] - y) or 1.0
    there = (x + (point[0] - x) * distance / far, y + (point[1] - y) * distance / far)
    then = signed(heading_of(look[0] - there[0], look[1] - there[1]) - heading)
    return (*path, Turn(then)) if abs(then) >= degrees(2) else path


def _no_more(angle: Mdeg, limit: Mdeg) -> Mdeg:
    return max(-limit, min(limit, angle))


# ---------------------------------------------------------------- onto a foe


def onto(battle: Battle, unit: Unit, foe: Body, move: Mil) -> Iterator[Path]:
    """Straight at a foe, or with less of a turn where there is no room for it; and where turns are free round it."""
    straight = straight_at(battle, unit, foe.unit)
    if straight is not None:
        yield straight
        if isinstance(straight[0], Turn):
            yield from _half_turned(unit, foe, straight[0].angle)
            if turn_limit(battle, unit) == HALF_TURN:
                yield column_onto(unit, straight)
    if turn_limit(battle, unit) == HALF_TURN:
        yield from round_it(unit, foe, move)


def _half_turned(unit: Unit, foe: Body, angle: Mdeg) -> Iterator[Path]:
    """Half the turn or none, where the front still meets the foe."""
    middle = middle_of(unit.pose, unit.body, unit.bodies)
    for turn in (angle // 2, 0):
        pose = unit.pose.pivoted(*middle, turn) if turn else unit.pose
        free = advance_gap(outline(pose, unit.body, unit.bodies), *pose.forward, foe.outline, _FAR)
        if free is not None:
            ahead = Advance(max(1, int(free)))
            yield (Turn(turn), ahead) if turn else (ahead,)


def round_it(unit: Unit, foe: Body, move: Mil) -> Iterator[Path]:
    """By way of a place beside or behind a foe, the nearest first."""
    rect = foe.outline.main
    x, y = middle_of(unit.pose, unit.body, unit.bodies)
    deep = _half_depth(unit)
    sides = (
        (-rect.fx, -rect.fy, rect.half_depth),
        (-rect.fy, rect.fx, rect.half_width),
        (rect.fy, -rect.fx, rect.half_width),
        (rect.fx, rect.fy, rect.half_depth),
    )
    found = []
    for dx, dy, half in sides:
        for off in {deep + CLEAR, max(deep, _half_width(unit)) + CLEAR}:
            px, py = rect.x + dx * (half + off), rect.y + dy * (half + off)
            far = hypot(px - x, py - y)
            if far + off - deep <= move:
                found.append((far, px, py, heading_of(-dx, -dy), off - deep))
    for far, px, py, heading, last in sorted(found):
        toward = heading_of(px - x, py - y)
        first, then = signed(toward - unit.pose.heading), signed(heading - toward)
        path: Path = (Turn(first),) if abs(first) >= _SLIGHT else ()
        if far >= _LEAST:
            path = (*path, Advance(round(far)), *((Turn(then),) if abs(then) >= _SLIGHT else ()))
        yield (*path, Advance(round(last) + inches(1)))


def _half_depth(unit: Unit) -> float:
    return (unit.body.depth(unit.bodies) if isinstance(unit.body, Formed) else unit.body.base.depth) / 2


def _half_width(unit: Unit) -> float:
    return (unit.body.frontage if isinstance(unit.body, Formed) else unit.body.base.width) / 2


# ---------------------------------------------------------------- to a place


def courses(
    battle: Battle, body: Body, foes: Sequence[Body], most: int = TARGETS, temperament: Temperament = EVEN
) -> Iterator[Path]:
    """Paths worth a look, with regard to the first of the given foes. Not all of them can be walked to their end."""
    yield from onwards(battle, body, foes, most)
    yield from sideways(battle, body, foes, temperament)
    yield (Advance(body.move),)


def onwards(battle: Battle, body: Body, foes: Sequence[Body], most: int) -> Iterator[Path]:
    """Towards the first of the given foes, or turning to them."""
    limit = turn_limit(battle, body.unit)
    out_of_shot = _to_bowshot(body, foes) if body.band.line.mounted and not body.reach else 0
    for foe in foes[:most]:
        yield from _towards(body, foe, limit, out_of_shot)
        yield go(body.unit, limit, (foe.outline.x, foe.outline.y), 0)


def sideways(battle: Battle, body: Body, foes: Sequence[Body], temperament: Temperament = EVEN) -> Iterator[Path]:
    """Off the way to the first of the given foes, or back from it."""
    if not foes:
        return
    unit, limit = body.unit, turn_limit(battle, body.unit)
    look = foes[0].outline.x, foes[0].outline.y
    fleet = body.pace > max((foe.pace for foe in foes if not foe.routed), default=0)
    back = fleet or spent(body) or temperament.holds_off
    round_about = temperament.rides_round and body.band.line.mounted
    for turn in (*ASKEW, *(BACK if back else ()), *(ROUND if round_about else ())):
        yield from _askew(unit, limit, look, degrees(turn), body.move)


def _towards(body: Body, foe: Body, limit: Mdeg, out_of_shot: Mil) -> Iterator[Path]:
    """Up to a foe, half the way, into bowshot, or as near as it can come without being charged, or shot at."""
    unit, move = body.unit, body.move
    apart = gap(body.outline, foe.outline)
    point = foe.outline.x, foe.outline.y
    goals = {move, move // 2, apart - foe.pace - JUST_IN, out_of_shot}
    if body.reach:
        goals |= {apart - body.reach + JUST_IN, apart - body.reach // 2}
    for distance in sorted(goals, reverse=True):
        if _LEAST <= distance <= move:
            yield go(unit, limit, point, distance)


def _to_bowshot(body: Body, foes: Sequence[Body]) -> Mil:
    """How far it is to where foes shoot; nothing if they shoot here already, or none of them shoots."""
    shooters = (foe for foe in foes if foe.reach and not foe.routed)
    return max(0, min((gap(body.outline, foe.outline) - foe.reach - JUST_IN for foe in shooters), default=0))


def _askew(unit: Unit, limit: Mdeg, look: Point, turn: Mdeg, move: Mil) -> Iterator[Path]:
    """Off to a side or back, with a last look at the foe where turns are free."""
    x, y = middle_of(unit.pose, unit.body, unit.bodies)
    heading = heading_of(look[0] - x, look[1] - y) + turn
    if limit < HALF_TURN and abs(signed(heading - unit.pose.heading)) > limit:
        return
    fx, fy = direction(heading)
    yield go(unit, limit, (x + fx * move, y + fy * move), move, look)


# ---------------------------------------------------------------- another frontage on the way


def reformed(unit: Unit, files: int) -> Path:
    """Another frontage, where the book lets it have one."""
    if not isinstance(unit.body, Formed) or is_character(unit) or files == unit.body.files:
        return ()
    return (Reform(files),)


def in_column(unit: Unit, course: Path) -> Path:
    """The same course in a narrow block, for those whose line has no room to turn; and in line again at its end."""
    if not isinstance(unit.body, Formed) or not course or not isinstance(course[0], Turn):
        return ()
    narrow = max(1, isqrt(unit.figures))
    if narrow >= unit.body.files:
        return ()
    return (Reform(narrow), *course, Reform(unit.body.files))


def column_onto(unit: Unit, straight: Path) -> Path:
    """A charge that begins in a narrow block and ends in line."""
    column = in_column(unit, straight)
    ahead = straight[-1]
    if not column or not isinstance(ahead, Advance) or ahead.distance < 2 * CLEAR:
        return ()
    first, turn = column[0], straight[0]
    return (first, turn, Advance(ahead.distance - 2 * CLEAR), column[-1], Advance(4 * CLEAR))
