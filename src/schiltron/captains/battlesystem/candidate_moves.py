"""Paths a unit might take: at foes and round ground, short of them, back, or into another formation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import degrees as to_degrees
from math import dist, radians
from typing import Final, Literal

from schiltron.battle.state.manoeuvre import Advance, Face, FormUp, Oblique, Path, Reform, Turn, Wheel
from schiltron.captains.battlesystem.situation import Body, Situation
from schiltron.captains.detours import Point
from schiltron.captains.steering import edges_before, middle_of, turn_towards, wheel_towards, wheeled
from schiltron.rulesets.battlesystem.movement.marching import SLANT
from schiltron.rulesets.battlesystem.movement.rates import RINGS, part_of, share
from schiltron.rulesets.battlesystem.movement.stances import has_spears
from schiltron.rulesets.battlesystem.movement.trial_moves import CHARGE, MARCH, MOVE
from schiltron.rulesets.battlesystem.state import Unit
from schiltron.rulesets.battlesystem.steps import Action
from schiltron.table.body import Formed
from schiltron.table.lengths import HALF_TURN, QUARTER_TURN, Mdeg, Mil, degrees, inches, signed
from schiltron.table.outline import gap
from schiltron.table.pose import Pose

TARGETS: Final = 3
"""Foes thought about for each unit."""
CHARGED: Final = 4
"""Foes it may come upon."""
FEW: Final = 2
"""Ways to come squarely upon a foe that are thought of in haste."""
LEAST_TURN: Final[Mdeg] = degrees(2)
LEAST_ADVANCE: Final[Mil] = inches(0.5)
OUT_OF_REACH: Final[Mil] = inches(1)
SWEEP: Final = (30, -30, 60, -60)
"""Wheels that lead out of a corner."""
FAN: Final = (0, 45, -45, 90, -90, 135, -135, 180)

_SIDEWAYS: Final = share("right_or_left_face")
_ABOUT: Final = share("about_face")
_FORMING: Final = share("change_formation_voluntary")
_FACES: Final[tuple[tuple[Literal["left", "right", "rear"], int], ...]] = (("left", -1), ("right", 1), ("rear", 2))

Course = tuple[Action, Path]


def courses(situation: Situation, body: Body, foes: Iterable[Body]) -> Iterator[Course]:
    """Marches worth a look, towards the first of the given foes. Not all of them can be walked to their end. Only who
    likes to hold off thinks of marching away from everybody."""
    chosen = list(foes)[: 1 if situation.hasty else TARGETS]
    yield from _hunts(situation, body, chosen)
    if not isinstance(body.unit.body, Formed):
        yield from ((MOVE, path) for path in _single(situation, body, chosen))
        return
    if body.unit.own.stance in RINGS:
        yield MOVE, (FormUp("close" if body.unit.own.formation == "closed" else "open"),)
        return
    for foe in chosen:
        yield from ((MOVE, path) for path in _at(situation, body, foe))
    yield from ((MOVE, path) for path in _forming(body))
    if situation.hasty:
        return
    yield MOVE, (Advance(body.move),)
    yield MOVE, (Advance(body.move // 2),)
    for turn in SWEEP:
        wheel = Wheel("right" if turn > 0 else "left", degrees(abs(turn)))
        left = body.move - round(body.unit.body.frontage * radians(abs(turn))) - 2
        yield from ((MOVE, path) for path in _then_on((wheel,), left, None))
    for to, quarters in _FACES:
        yield MOVE, (Face(to),)
        if quarters == 2 and not situation.temperament.holds_off:
            continue
        part = _ABOUT if quarters == 2 else _SIDEWAYS
        yield from ((MOVE, path) for path in _then_on((Face(to),), body.move - part_of(body.move, part) - 2, None))


def _hunts(situation: Situation, body: Body, foes: list[Body]) -> Iterator[Course]:
    """Forced marches after a beaten enemy who is far away (case 7.13)."""
    if not situation.hunting or not foes or not body.fights:
        return
    foe, far = foes[0], body.move * 3 // 2
    if gap(body.outline, foe.outline) > far + foe.charge:
        first = situation.way(body, (foe.outline.x, foe.outline.y)).first
        for path in marches_to(body.unit, first, far):
            yield MARCH, path


# ---------------------------------------------------------------- up to the enemy


def attacks(situation: Situation, body: Body) -> Iterator[Course]:
    """At every foe within reach: at its middle and at the middles of the edges that are turned to it."""
    unit = body.unit
    if not isinstance(unit.body, Formed) or unit.own.stance in RINGS:
        return
    near = sorted((gap(body.outline, foe.outline), foe.unit.turn_in_line, foe) for foe in situation.foes)
    for apart, _, foe in near[: 1 if situation.hasty else CHARGED]:
        if apart > body.charge:
            break
        for path in islice(_square_on(unit, foe, body.charge), FEW if situation.hasty else None):
            yield CHARGE, path
            yield MOVE, path
        points = [(foe.outline.x, foe.outline.y), *(() if situation.hasty else _edges(foe, unit))]
        for point in points:
            for path in towards(unit, point, body.charge):
                yield CHARGE, path
                yield MOVE, path
            slant = _slantwise(unit, point, body.charge)
            if slant is not None:
                yield CHARGE, slant
                yield MOVE, slant


def _edges(foe: Body, unit: Unit) -> Iterator[Point]:
    """Edges of a foe that can be met in line; those of a single figure are not worth it."""
    return edges_before(foe.unit, unit) if isinstance(foe.unit.body, Formed) else iter(())


def _square_on(unit: Unit, foe: Body, far: Mil) -> Iterator[Path]:
    """A wheel until the front is in line with an edge of a foe, and slantwise up to it; on a narrower front, too."""
    body = unit.body
    assert isinstance(body, Formed)
    for x, y in _edges(foe, unit):
        main = foe.outline.main
        angle = signed(Pose(round(x), round(y), 0).heading_to(main.x, main.y) - unit.pose.heading)
        for files in (body.files, max(1, body.files // 2)):
            narrow = Formed(base=body.base, files=files, spacing=body.spacing)
            half = narrow.frontage / 2
            first: Path = (Reform(files),) if files != body.files else ()
            left = far - inches(body.files - files) - round(2 * half * radians(abs(angle) / 1000)) - 2
            there = unit.pose
            if abs(angle) >= LEAST_TURN:
                first = (*first, Wheel("right" if angle > 0 else "left", abs(angle)))
                there = wheeled(there, half, angle)
            slant = turn_towards(there, x, y)
            if left > 0 and abs(slant) <= SLANT:
                yield (*first, Oblique(slant, left) if abs(slant) >= LEAST_TURN else Advance(left))


def _slantwise(unit: Unit, point: Point, far: Mil) -> Path | None:
    """Keeping its front (BS-7.9-02)."""
    angle = turn_towards(unit.pose, *point)
    return (Oblique(angle, far),) if LEAST_TURN <= abs(angle) <= SLANT else None


# ---------------------------------------------------------------- marches


def _at(situation: Situation, body: Body, foe: Body) -> Iterator[Path]:
    """Towards a foe: all the way, half of it, only the turn; or to where it cannot charge."""
    unit, point = body.unit, (foe.outline.x, foe.outline.y)
    apart, first = gap(body.outline, foe.outline), situation.way(body, point).first
    yield from _about(body, first)
    if first != point:
        yield from towards(unit, first, body.move)
        round_it = _slantwise(unit, first, body.move)
        if round_it is not None:
            yield round_it
    if situation.hasty and first == point:
        yield from islice(towards(unit, point, body.move), 1)
    if situation.hasty and apart > body.move + max(foe.charge, body.range):
        return
    if not situation.hasty:
        yield from towards(unit, point, body.move)
        yield from towards(unit, point, body.move // 2)
    slant = _slantwise(unit, point, body.move)
    if slant is not None:
        yield slant
    stops = [apart - foe.charge - OUT_OF_REACH]
    if body.range:
        stops.append(apart - body.range // 2 + OUT_OF_REACH)
    for stop in stops:
        if LEAST_ADVANCE < stop < body.move:
            yield from towards(unit, point, body.move, stop)


def towards(unit: Unit, point: Point, budget: Mil, most: Mil | None = None) -> Iterator[Path]:
    """A wheel towards a point and straight on; where it looks there already, straight on."""
    body = unit.body
    assert isinstance(body, Formed)
    angle = wheel_towards(unit.pose, body.frontage / 2, *point)
    if abs(angle) < LEAST_TURN:
        yield (Advance(min(budget, most or budget)),)
        return
    able = int(1000 * degrees_of(budget - 2, body.frontage))
    wheel = Wheel("right" if angle > 0 else "left", min(abs(angle), able))
    yield from _then_on((wheel,), budget - round(body.frontage * radians(wheel.angle / 1000)) - 2, most)
    if abs(angle) > QUARTER_TURN // 4 and most is None:
        yield (wheel,)


def degrees_of(arc: Mil, radius: Mil) -> float:
    """How far a front of this width can wheel with so much of a move."""
    return to_degrees(max(0, arc) / max(1, radius))


def _about(body: Body, point: Point) -> Iterator[Path]:
    """Facing another way first, towards who is beside or behind it (BS-7.9-04)."""
    angle = turn_towards(middle_of(body.unit), *point)
    if abs(angle) < QUARTER_TURN // 2:
        return
    for to, quarters in _FACES:
        if abs(abs(angle) - HALF_TURN if quarters == 2 else angle - quarters * QUARTER_TURN) <= QUARTER_TURN // 2:
            part = _ABOUT if quarters == 2 else _SIDEWAYS
            yield from _then_on((Face(to),), body.move - part_of(body.move, part), None)


def _then_on(first: Path, left: Mil, most: Mil | None) -> Iterator[Path]:
    if left > LEAST_ADVANCE:
        yield (*first, Advance(min(left, most or left)))


# ---------------------------------------------------------------- formations


def _forming(body: Body) -> Iterator[Path]:
    """Closed ranks, a wider front, spears and shields."""
    unit = body.unit
    own, ranks = unit.own, unit.body
    assert isinstance(ranks, Formed)
    if own.formation == "open":
        yield (FormUp("close"),)
        yield (FormUp("close"), Advance(max(1, body.move - part_of(body.move, _FORMING) - 2)))
        return
    if not own.stance:
        if has_spears(unit):
            yield (FormUp("set_spears"),)
        if own.profile.large_shields:
            yield (FormUp("shield_wall"),)
            yield (FormUp("shield_wall"), Advance(body.move // 2 - 2))
    best = body.ready.body
    wanted = best.files if isinstance(best, Formed) else ranks.files
    files = min(wanted, ranks.files + body.move // inches(1))
    if files > ranks.files:
        yield (Reform(files),)
        on = body.move - inches(files - ranks.files) - 2
        yield from _then_on((Reform(files),), on, None)
    if ranks.files > 2 and ranks.frontage > body.move:
        yield (Reform(ranks.files - 2),)


# ---------------------------------------------------------------- single figures


def _single(situation: Situation, body: Body, foes: list[Body]) -> Iterator[Path]:
    """One figure turns for nothing: at foes, to within range, and a fan of ways for the rest."""
    unit = body.unit
    for foe in foes:
        point = foe.outline.x, foe.outline.y
        first = situation.way(body, point).first
        apart = round(dist((unit.pose.x, unit.pose.y), point))
        yield from _turned(unit, first, body.move)
        yield from _turned(unit, point, 0)
        for stop in (apart - body.range // 3, apart - body.range * 9 // 10, apart - foe.charge - inches(3)):
            if LEAST_ADVANCE < stop < body.move:
                yield from _turned(unit, first, stop)
    for turn in FAN:
        angle = degrees(turn)
        yield (Turn(angle), Advance(body.move)) if angle else (Advance(body.move),)
        yield (Turn(angle), Advance(body.move // 2)) if angle else (Advance(body.move // 2),)


def marches_to(unit: Unit, point: Point, far: Mil) -> Iterator[Path]:
    """Moves of so much towards a point, in ranks or alone."""
    return towards(unit, point, far) if isinstance(unit.body, Formed) else _turned(unit, point, far)


def _turned(unit: Unit, point: Point, far: Mil) -> Iterator[Path]:
    angle = turn_towards(unit.pose, *point)
    turn: Path = (Turn(angle),) if abs(angle) >= LEAST_TURN else ()
    on: Path = (Advance(far),) if far > 0 else ()
    if turn or on:
        yield (*turn, *on)
