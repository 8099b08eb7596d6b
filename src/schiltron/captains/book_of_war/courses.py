"""Ways a unit might go: towards foes and round them, short of them, back, or turning where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from schiltron.battle.manoeuvre import Advance, Expand, Face, FormHedgehog, Path, Wheel
from schiltron.captains.book_of_war.situation import Foe, Situation
from schiltron.captains.steering import turn_towards, wheel_towards, wheeled
from schiltron.rulesets.book_of_war.field import PIKE_REACH, formation, near, touching, troop
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.contact import EDGES
from schiltron.table.lengths import QUARTER_TURN, Mdeg, Mil, inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose

LEAST_TURN: Final[Mdeg] = 2_000
TARGETS: Final = 3
SHORT: Final[Mil] = inches(0.75)
"""Where pikes stop to strike without being touched."""
Side = Literal["left", "right", "rear"]


def courses(situation: Situation, unit: Unit, foes: Iterable[Foe]) -> Iterator[Path]:
    """Paths worth a look, the ones against the given foes first. Not all of them can be walked to their end."""
    touched = [foe for foe in situation.foes if touching(unit, foe.unit)]
    if touched:
        yield from _in_contact(unit, touched)
        return
    kind, body = troop(unit), formation(unit)
    chosen = list(foes)[:TARGETS]
    if body.hedgehog:
        yield from _out_of_hedgehog(unit, chosen)
        return
    move, half = kind.move, kind.half_move
    for foe in chosen:
        x, y = foe.outline.x, foe.outline.y
        turn = turn_towards(unit.pose, x, y)
        if abs(turn) <= 100_000:
            yield from _at(unit, unit.pose, move, x, y, ())
            if gap(unit.outline, foe.outline) <= move:
                for corner_x, corner_y in foe.outline.main.corners:
                    if (corner_x - x) * (unit.pose.x - x) + (corner_y - y) * (unit.pose.y - y) > 0:
                        yield from _at(unit, unit.pose, move, (x + corner_x) / 2, (y + corner_y) / 2, ())
        if abs(turn) > 50_000:
            faced = _faced(unit, turn)
            yield (Face(faced), Advance(half))
        if kind.move >= inches(9):
            yield from _round(unit, foe, move)
        yield from _short_of(unit, foe, move)
    yield (Advance(move),)
    yield (Advance(half),)
    yield (Face("rear"), Advance(half))
    if kind.pikes and any(foe.troop.mounted and near(unit, foe.unit, foe.troop.move) for foe in situation.foes):
        yield (FormHedgehog(),)


def _legs(files: int, turn: Mdeg, budget: Mil) -> tuple[tuple[Wheel, ...], Mil]:
    """A wheel by an angle, or as much of it as can be paid, and what is left of the move then."""
    if abs(turn) < LEAST_TURN:
        return (), budget
    cost = files * 1000 * abs(turn) // QUARTER_TURN + 2
    if cost > budget:
        turn = turn * budget // cost if turn > 0 else -(-turn * budget // cost)
        cost = budget
    return (Wheel("right" if turn > 0 else "left", abs(turn)),), budget - cost


def _at(unit: Unit, pose: Pose, budget: Mil, x: float, y: float, before: Path) -> Iterator[Path]:
    """A wheel towards a point and straight on."""
    body = formation(unit)
    legs, left = _legs(body.files, wheel_towards(pose, body.frontage / 2, x, y), budget)
    if left > inches(0.25):
        yield (*before, *legs, Advance(left))
    elif legs or before:
        yield (*before, *legs)


def _faced(unit: Unit, turn: Mdeg) -> Side:
    if abs(turn) > 135_000:
        return "rear"
    return "right" if turn > 0 else "left"


def _round(unit: Unit, foe: Foe, move: Mil) -> Iterator[Path]:
    """Past a foe's flank: to a point beside or behind it, then in; or only as far as the point."""
    body = formation(unit)
    half_front = body.frontage / 2
    pose, main = unit.pose, foe.outline.main
    for number in (1, 2, 3):
        if EDGES[number] == "rear" and move < inches(18):
            continue
        (ax, ay), (bx, by) = main.corners[number], main.corners[(number + 1) % 4]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        out_x, out_y = mx - main.x, my - main.y
        long = max(1.0, (out_x * out_x + out_y * out_y) ** 0.5)
        room = half_front + inches(1)
        x, y = mx + out_x / long * room, my + out_y / long * room
        if (pose.x - x) * out_x + (pose.y - y) * out_y < 0:
            continue_at = _via(unit, pose, half_front, move, (x, y), (mx, my))
        else:
            continue_at = _via(unit, pose, half_front, move, None, (mx, my))
        if continue_at is not None:
            yield continue_at


def _via(
    unit: Unit,
    pose: Pose,
    half_front: float,
    move: Mil,
    waypoint: tuple[float, float] | None,
    goal: tuple[float, float],
) -> Path | None:
    files = formation(unit).files
    legs: tuple[Wheel | Advance, ...] = ()
    left = move
    if waypoint is not None:
        turn = wheel_towards(pose, half_front, *waypoint)
        if abs(turn) > 100_000:
            return None
        wheel, left = _legs(files, turn, left)
        if wheel:
            pose = wheeled(pose, half_front, turn)
        ahead = int(max(0.0, pose.local(*waypoint)[1]))
        if left <= inches(0.25):
            return wheel or None
        if ahead >= left:
            return (*wheel, Advance(left))
        legs = (*wheel, Advance(ahead)) if ahead else wheel
        left -= ahead
        pose = pose.advanced(ahead)
    turn = wheel_towards(pose, half_front, *goal)
    wheel, left = _legs(files, turn, left)
    if left > inches(0.25):
        return (*legs, *wheel, Advance(left))
    return (*legs, *wheel) or None


def _short_of(unit: Unit, foe: Foe, move: Mil) -> Iterator[Path]:
    """Straight ahead or after a wheel, but only as far as stays out of the foe's reach, or within the pikes' own."""
    body = formation(unit)
    legs, left = _legs(body.files, wheel_towards(unit.pose, body.frontage / 2, foe.outline.x, foe.outline.y), move)
    apart = gap(unit.outline, foe.outline)
    stops = [apart - foe.troop.move - inches(0.75)]
    if troop(unit).pikes:
        stops.append(apart - SHORT if apart > PIKE_REACH else 0)
    for stop in stops:
        if inches(0.25) < stop < left:
            yield (*legs, Advance(stop))


def _in_contact(unit: Unit, touched: list[Foe]) -> Iterator[Path]:
    """Widening round the foe, turning to meet one on the flank, or breaking off."""
    body = formation(unit)
    ranks = body.ranks(unit.bodies)
    if ranks > 1 and body.left is None and body.right is None:
        spare = unit.bodies - body.files
        for each in (3, 1):
            if 2 * each <= spare:
                yield (Expand(each, each),)
            if each <= spare:
                yield (Expand(each, 0),)
                yield (Expand(0, each),)
    for foe in touched:
        turn = turn_towards(_middle(unit), foe.outline.x, foe.outline.y)
        if abs(turn) > 50_000:
            yield (Face(_faced(unit, turn)),)
    half = troop(unit).half_move
    yield (Face("rear"), Advance(half))
    yield (Advance(troop(unit).move),)


def _middle(unit: Unit) -> Pose:
    return Pose(round(unit.outline.x), round(unit.outline.y), unit.pose.heading)


def _out_of_hedgehog(unit: Unit, foes: list[Foe]) -> Iterator[Path]:
    half = troop(unit).half_move
    for foe in foes[:2]:
        turn = turn_towards(_middle(unit), foe.outline.x, foe.outline.y)
        to = "front" if abs(turn) <= 45_000 else _faced(unit, turn)
        yield (Face(to), Advance(half))
        yield (Face(to),)


def withdrawals(unit: Unit, half: Mil) -> Iterator[Path]:
    """Ways for the second half of a split move: on, off to a side, or about."""
    files = formation(unit).files
    for turn in (0, 30_000, -30_000, 60_000, -60_000, 90_000, -90_000, 135_000, -135_000):
        wheel, left = _legs(files, turn, half)
        if left > inches(1):
            yield (*wheel, Advance(left))
    yield from ((Face("left"),), (Face("right"),), (Face("rear"),))
