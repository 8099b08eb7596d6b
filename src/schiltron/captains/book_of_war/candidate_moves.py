"""Paths a unit might take: at foes and round them, short of them, back, or turning where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from schiltron.battle.state.field import near, touching
from schiltron.battle.state.manoeuvre import Advance, Expand, Face, FormHedgehog, Path, Wheel
from schiltron.captains.book_of_war.heroes import hero_courses
from schiltron.captains.book_of_war.magic import arts
from schiltron.captains.book_of_war.ships import deck_courses, on_deck
from schiltron.captains.book_of_war.situation import Foe, Situation, blows_of, rested
from schiltron.captains.steering import middle_of, turn_towards, wheel_towards, wheeled
from schiltron.rulesets.book_of_war.field import PIKE_REACH, formation, troop, troop_now
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.contact import EDGES
from schiltron.table.lengths import QUARTER_TURN, Mdeg, Mil, degrees, inches
from schiltron.table.outline import gap

TARGETS: Final = 3
"""Foes thought about for each unit."""
LEAST_TURN: Final[Mdeg] = degrees(2)
LEAST_ADVANCE: Final[Mil] = inches(0.25)
WIDEST_WHEEL: Final[Mdeg] = degrees(100)
FACE_BEYOND: Final[Mdeg] = degrees(50)
SHORT: Final[Mil] = inches(0.75)
"""How far from a foe pikes stop, to strike without being touched (BW-B2-22)."""
BEYOND_REACH: Final[Mil] = inches(0.75)
SWIFT: Final[Mil] = inches(9)
SWIFTEST: Final[Mil] = inches(18)
"""Moves with which it is worth while to look for a way to a foe's flank, and to its rear."""

Facing = Literal["left", "right", "rear"]
Point = tuple[float, float]


def courses(situation: Situation, unit: Unit, foes: Iterable[Foe]) -> Iterator[Path]:
    """Paths worth a look, against the first of the given foes. Not all of them can be walked to their end."""
    touched = [foe for foe in situation.foes if touching(situation.battle, unit, foe.unit)]
    if touched and not _comes_to_blows(situation, unit, touched):
        touched = []
    chosen = list(foes)[: 1 if situation.hasty else TARGETS]
    if on_deck(situation.battle, unit):
        yield from deck_courses(situation, unit, [] if touched else chosen)
        return
    held = arts(situation.battle, unit)
    if troop(unit).hero is not None:
        yield from hero_courses(unit, chosen, [art.reach for art in held], touched=bool(touched))
        return
    if touched:
        yield from _in_contact(unit, touched)
        return
    if formation(unit).hedgehog:
        yield from _out_of_hedgehog(situation, unit, chosen)
        return
    kind, temperament = troop_now(situation.battle, unit), situation.temperament
    bowshot = _to_bowshot(situation, unit) if kind.mounted and kind.missile is None else None
    for foe in chosen:
        yield from _at_foe(unit, foe, kind.move, ends=not situation.hasty)
        if kind.missile is not None:
            yield from _to_shoot(unit, foe, kind.half_move)
            if temperament.keeps_bowshot:
                within = gap(unit.outline, foe.outline) - kind.missile.reach + LEAST_ADVANCE
                yield from _as_far_as(unit, foe, kind.half_move, within)
        if kind.move >= SWIFT or (kind.mounted and temperament.rides_round):
            yield from _round(unit, foe, kind.move)
        yield from _short_of(unit, foe, kind.move)
        for art in held:
            within = gap(unit.outline, foe.outline) - art.reach + LEAST_ADVANCE
            yield from _as_far_as(unit, foe, kind.half_move, within)
            yield from _as_far_as(unit, foe, kind.move, within)
        if bowshot is not None:
            yield from _as_far_as(unit, foe, kind.move, bowshot)
    yield (Advance(kind.move),)
    if not situation.hasty:
        yield (Advance(kind.half_move),)
    yield (Face("rear"), Advance(kind.half_move))
    if temperament.holds_off:
        yield from (((Face("left"), Advance(kind.half_move))), ((Face("right"), Advance(kind.half_move))))
    if not situation.hasty and situation.battle.board is not None and situation.battle.board.features:
        yield from _fan(unit, kind.move, (30, -30, 60, -60))
    if kind.pikes and any(foe.troop.mounted and near(unit, foe.unit, foe.troop.move) for foe in situation.foes):
        yield (FormHedgehog(),)


def _comes_to_blows(situation: Situation, unit: Unit, touched: list[Foe]) -> bool:
    """Whether anybody can strike there: bodies that meet by a bare corner cannot (BW-C3-10)."""
    battle = situation.battle
    return bool(blows_of(battle, unit)) or any(unit.id in blows_of(battle, rested(foe.unit)) for foe in touched)


def withdrawals(unit: Unit, half: Mil) -> Iterator[Path]:
    """Ways for the second half of a split move: on, off to a side, or about."""
    yield from _fan(unit, half, (0, 30, -30, 60, -60, 90, -90, 135, -135))
    yield from ((Face("left"),), (Face("right"),), (Face("rear"),))


def _fan(unit: Unit, budget: Mil, turns: Iterable[int]) -> Iterator[Path]:
    """Wheels by so many degrees, and on: a way round what nobody wants to go through."""
    for turn in turns:
        wheel, left = _wheel(formation(unit).files, degrees(turn), budget)
        if left > LEAST_ADVANCE:
            yield (*wheel, Advance(left))


# ---------------------------------------------------------------- at a foe


def _at_foe(unit: Unit, foe: Foe, move: Mil, *, ends: bool) -> Iterator[Path]:
    """A wheel towards a foe and on, if it is within reach also at its nearer ends; or a change of face first."""
    x, y = foe.outline.x, foe.outline.y
    turn = turn_towards(unit.pose, x, y)
    if abs(turn) <= WIDEST_WHEEL:
        yield from _towards(unit, move, (x, y))
        if ends and gap(unit.outline, foe.outline) <= move:
            for corner_x, corner_y in foe.outline.main.corners:
                if (corner_x - x) * (unit.pose.x - x) + (corner_y - y) * (unit.pose.y - y) > 0:
                    yield from _towards(unit, move, ((x + corner_x) / 2, (y + corner_y) / 2))
    if abs(turn) > FACE_BEYOND:
        yield (Face(_facing(turn)), Advance(move // 2))


def _to_shoot(unit: Unit, foe: Foe, half: Mil) -> Iterator[Path]:
    """No farther than leaves half the dice (BW-B2-26)."""
    point = foe.outline.x, foe.outline.y
    body = formation(unit)
    wheel, _ = _wheel(body.files, wheel_towards(unit.pose, body.frontage / 2, *point), half)
    if wheel:
        yield wheel
        yield from _towards(unit, half, point)


def _towards(unit: Unit, budget: Mil, point: Point) -> Iterator[Path]:
    """A wheel towards a point and straight on."""
    body = formation(unit)
    wheel, left = _wheel(body.files, wheel_towards(unit.pose, body.frontage / 2, *point), budget)
    if left > LEAST_ADVANCE:
        yield (*wheel, Advance(left))
    elif wheel:
        yield wheel


def _wheel(files: int, turn: Mdeg, budget: Mil) -> tuple[tuple[Wheel, ...], Mil]:
    """A wheel by an angle, or as much of it as can be paid, and what is left of the move then (BW-B4-26)."""
    if abs(turn) < LEAST_TURN:
        return (), budget
    cost = files * 1000 * abs(turn) // QUARTER_TURN + 2
    angle = abs(turn) if cost <= budget else abs(turn) * budget // cost
    return (Wheel("right" if turn > 0 else "left", angle),), max(0, budget - cost)


def _facing(turn: Mdeg) -> Facing:
    if abs(turn) > degrees(135):
        return "rear"
    return "right" if turn > 0 else "left"


def _short_of(unit: Unit, foe: Foe, move: Mil) -> Iterator[Path]:
    """After a wheel only as far as stays out of the foe's reach; for pikes, to where only they can strike."""
    apart = gap(unit.outline, foe.outline)
    stops = [apart - foe.troop.move - BEYOND_REACH]
    if troop(unit).pikes and apart > PIKE_REACH:
        stops.append(apart - SHORT)
    yield from _as_far_as(unit, foe, move, *stops)


def _as_far_as(unit: Unit, foe: Foe, move: Mil, *stops: Mil) -> Iterator[Path]:
    """A wheel towards a foe, and on for less than the whole move."""
    body = formation(unit)
    wheel, left = _wheel(body.files, wheel_towards(unit.pose, body.frontage / 2, foe.outline.x, foe.outline.y), move)
    for stop in stops:
        if LEAST_ADVANCE < stop < left:
            yield (*wheel, Advance(stop))


def _to_bowshot(situation: Situation, unit: Unit) -> Mil | None:
    """How far it is to where foes shoot; None if they shoot here already, or none of them shoots."""
    found = [
        gap(unit.outline, foe.outline) - foe.troop.missile.reach - BEYOND_REACH
        for foe in situation.foes
        if foe.troop.missile is not None and not foe.routed
    ]
    return min(found) if found and min(found) > LEAST_ADVANCE else None


# ---------------------------------------------------------------- round a foe


def _round(unit: Unit, foe: Foe, move: Mil) -> Iterator[Path]:
    """Past a foe's flank: to a point beside or behind it, then in; or as far as the move goes."""
    main, pose = foe.outline.main, unit.pose
    room = formation(unit).frontage / 2 + inches(1)
    for number in range(1, 4):
        if EDGES[number] == "rear" and move < SWIFTEST:
            continue
        (ax, ay), (bx, by) = main.corners[number], main.corners[(number + 1) % 4]
        x, y = (ax + bx) / 2, (ay + by) / 2
        out = max(1.0, ((x - main.x) ** 2 + (y - main.y) ** 2) ** 0.5)
        beside = x + (x - main.x) / out * room, y + (y - main.y) / out * room
        there_already = (pose.x - beside[0]) * (x - main.x) + (pose.y - beside[1]) * (y - main.y) >= 0
        path = _through(unit, move, [(x, y)] if there_already else [beside, (x, y)])
        if path:
            yield path


def _through(unit: Unit, move: Mil, points: list[Point]) -> Path:
    """Wheel and advance from point to point while the move lasts; the last advance goes on as far as it can."""
    body = formation(unit)
    half_front = body.frontage / 2
    pose, left = unit.pose, move
    legs: list[Wheel | Advance] = []
    for number, point in enumerate(points):
        turn = wheel_towards(pose, half_front, *point)
        if number == 0 and abs(turn) > WIDEST_WHEEL:
            return ()
        wheel, left = _wheel(body.files, turn, left)
        legs += wheel
        if wheel:
            pose = wheeled(pose, half_front, turn)
        ahead = left if number == len(points) - 1 else min(left, int(max(0.0, pose.local(*point)[1])))
        if ahead > LEAST_ADVANCE:
            legs.append(Advance(ahead))
            pose, left = pose.advanced(ahead), left - ahead
        if left <= LEAST_ADVANCE:
            break
    return tuple(legs)


# ---------------------------------------------------------------- in contact, and in hedgehog


def _in_contact(unit: Unit, touched: list[Foe]) -> Iterator[Path]:
    """Widening round the foe (BW-B4-35, BW-B4-36), or turning to meet one on the flank. Who turns his back is cut down:
    nobody breaks off."""
    body = formation(unit)
    spare = unit.bodies - body.files
    if spare > 0:
        for each in (3, 1):
            for left, right in ((each, each), (each, 0), (0, each)):
                if left + right <= spare:
                    yield (Expand(left, right),)
    for foe in touched:
        turn = turn_towards(middle_of(unit), foe.outline.x, foe.outline.y)
        if abs(turn) > FACE_BEYOND:
            yield (Face(_facing(turn)),)


def _out_of_hedgehog(situation: Situation, unit: Unit, foes: list[Foe]) -> Iterator[Path]:
    """Facing one way again, and on with the rest of the move (BW-B4-24)."""
    for foe in foes:
        turn = turn_towards(middle_of(unit), foe.outline.x, foe.outline.y)
        to = "front" if abs(turn) <= degrees(45) else _facing(turn)
        yield (Face(to), Advance(troop_now(situation.battle, unit).half_move))
        yield (Face(to),)
