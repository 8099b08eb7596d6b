"""What an engine may be pointed at: CM-CATAPULT-08, CM-CATAPULT-11, CM-GUN-09 to CM-GUN-12, CM-MELEE-34.

Nobody measures before he calls (CM-CATAPULT-11), so a call is judged by its form alone. A cannon fires at a target it
names: the point aimed at lies on a unit of the enemy.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final

from shapely import Point, Polygon

from schiltron.battle.guide.answers import Overlay
from schiltron.battle.guide.plotted_paths import overlay
from schiltron.battle.state.decision import Pointed
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.artillery.cannon import COLOURS, flight
from schiltron.rulesets.chainmail.artillery.catapults import lob, point_called
from schiltron.rulesets.chainmail.artillery.footprints import Footprint, ground
from schiltron.rulesets.chainmail.engines import Call, is_artillery, is_cannon, muzzle, piece, unready
from schiltron.rulesets.chainmail.fantasy.light import is_blind
from schiltron.rulesets.chainmail.fire.aiming import is_mark
from schiltron.rulesets.chainmail.siege.stations import is_holder, is_siege
from schiltron.rulesets.chainmail.siege.wear import is_target
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import WOODED
from schiltron.table.arcs import arc_polygon
from schiltron.table.body import Figure
from schiltron.table.lengths import CONTACT, Mdeg, Mil, heading_of, inches, show_inches, signed
from schiltron.table.rectangles import point_gap
from schiltron.table.terrain import Feature, kinds_at

INCH: Final[Mil] = inches(1)

# ---------------------------------------------------------------- the arc


def _within_arc(unit: Unit, bearing: Mdeg) -> bool:
    kind, off = piece(unit), signed(bearing - unit.pose.heading)
    return -kind.left <= off <= kind.right


def in_arc(unit: Unit, other: Unit) -> Iterator[Figure]:
    """The figures of a body at whose middle an engine could be pointed."""
    x, y = muzzle(unit)
    return (figure for figure in other.places if _within_arc(unit, heading_of(figure.x - x, figure.y - y)))


def enemies(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """Whom an engine may name as its target, those also who fell in this step: no shot changes another (CM-TURN-09).

    Bribed men of one's own are fired on if one chooses (CM-HIST-19).
    """
    return (one for one in battle.standing() if is_mark(battle, unit, one) and one.bodies)


# ---------------------------------------------------------------- who may fire


def may_fire(battle: Battle, unit: Unit) -> list[Reason]:
    """Everything that keeps an engine from being pointed at anything at all."""
    found = unready(battle, unit)
    if is_blind(battle, unit):
        found.append(Reason(f"the crew of {unit.name} cannot see in the dark", ("CM-FANT-SPELL-09",)))
    if not is_artillery(unit) or not unit.on_table or next(marks(battle, unit), None) is not None:
        return found
    kind = piece(unit)
    return [*found, Reason(f"{unit.name} has nobody to fire at in its arc of fire", (kind.arc_rule,))]


def targets(battle: Battle, unit: Unit) -> Iterator[tuple[Unit, Figure, str]]:
    """Every enemy figure an engine may be pointed at, with the way of firing: "" in a circle, else with the dowel."""
    kind = piece(unit)
    for enemy in enemies(battle, unit):
        for figure in in_arc(unit, enemy):
            wooded = _in_woods(battle, figure.x, figure.y)
            if kind.call is not None and not (wooded and kind.dowel is not None):
                yield enemy, figure, ""
            if kind.dowel is not None and not wooded and not in_melee(battle, enemy):
                yield enemy, figure, "dowel"


def marks(battle: Battle, unit: Unit) -> Iterator[tuple[float, float, str]]:
    """Every spot an engine may be pointed at: enemy figures, and works that are held against it (CM-SIEGE-03)."""
    for _, figure, how in targets(battle, unit):
        yield figure.x, figure.y, how
    for _, x, y in works_in_arc(battle, unit):
        kind = piece(unit)
        if kind.call is not None:
            yield x, y, ""
        if kind.dowel is not None:
            yield x, y, "dowel"


def works_in_arc(battle: Battle, unit: Unit) -> Iterator[tuple[Feature, float, float]]:
    """The works that siege weapons of a unit bring down, each with the nearest spot of it in its arc (CM-SIEGE-03)."""
    if not is_siege(battle) or is_holder(battle, unit):
        return
    x, y = muzzle(unit)
    for feature in ground(battle):
        if is_target(feature):
            at = feature.polygon.boundary.interpolate(feature.polygon.boundary.project(Point(x, y)))
            if _within_arc(unit, heading_of(at.x - x, at.y - y)):
                yield feature, at.x, at.y


def _work_at(battle: Battle, unit: Unit, x: float, y: float) -> bool:
    held = is_siege(battle) and not is_holder(battle, unit)
    return held and any(is_target(one) and one.polygon.distance(Point(x, y)) <= CONTACT for one in ground(battle))


def pointed_at(unit: Unit, x: float, y: float, section: str) -> Pointed:
    """An engine pointed at a spot: the nearest whole inch it can call, or the very point."""
    at_x, at_y = muzzle(unit)
    distance = round(hypot(x - at_x, y - at_y))
    call = piece(unit).call
    if not section and call is not None:
        distance = min(max(round(distance / INCH) * INCH, call.least), call.most)
    return Pointed(heading_of(x - at_x, y - at_y), distance, section)


# ---------------------------------------------------------------- judging


def judge(battle: Battle, unit: Unit, pointed: Pointed) -> list[Reason]:
    """Everything against pointing an engine so."""
    kind = piece(unit)
    found = []
    if not _within_arc(unit, pointed.bearing):
        text = f"{unit.name} fires within {kind.left // 1000} degrees left or right of straight ahead"
        found.append(Reason(text, (kind.arc_rule,)))
    if pointed.section:
        return [*found, *_judge_line(battle, unit, pointed)]
    if kind.call is None:
        text = f"{unit.name} cannot fire indirectly: name {' or '.join(COLOURS)}"
        return [*found, Reason(text, ("CM-GUN-10", "CM-GUN-14"))]
    return [*found, *_judge_call(battle, unit, pointed, kind.call)]


def _judge_call(battle: Battle, unit: Unit, pointed: Pointed, call: Call) -> list[Reason]:
    found = []
    if pointed.distance % INCH:
        found.append(Reason("the distance called is a whole number of inches", ("CM-CATAPULT-11",)))
    if not call.least <= pointed.distance <= call.most:
        text = f"{unit.name} is fired at {show_inches(call.least)} to {show_inches(call.most)}"
        found.append(Reason(text, (call.rule, "CM-CATAPULT-11")))
    if is_cannon(unit) and _in_woods(battle, *point_called(unit, pointed)):
        found.append(Reason("cannon may not be fired into woods", ("CM-GUN-11",)))
    return found


def _judge_line(battle: Battle, unit: Unit, pointed: Pointed) -> list[Reason]:
    if not is_cannon(unit):
        return [Reason(f"all fire of {unit.name} is indirect: it has no sections to name", ("CM-CATAPULT-09",))]
    if pointed.section not in COLOURS:
        return [Reason(f"{' or '.join(COLOURS)} is named, not {pointed.section!r}", ("CM-GUN-14",))]
    x, y = point_called(unit, pointed)
    target = target_at(battle, unit, pointed)
    found = []
    if target is None and not _work_at(battle, unit, x, y):
        found.append(Reason("a cannon fires at a target: no enemy stands at that point", ("CM-GUN-12",)))
    elif target is not None and in_melee(battle, target):
        found.append(Reason(f"{target.name} cannot be fired at in melee", ("CM-MELEE-34",)))
    if _in_woods(battle, x, y):
        found.append(Reason("cannon may not be fired into woods", ("CM-GUN-11",)))
    return found


def target_at(battle: Battle, unit: Unit, pointed: Pointed) -> Unit | None:
    """The enemy at the point aimed at (CM-GUN-12)."""
    x, y = point_called(unit, pointed)
    for enemy in enemies(battle, unit):
        if any(point_gap(rect, x, y) <= CONTACT for rect in enemy.outline.rects):
            return enemy
    return None


def _in_woods(battle: Battle, x: float, y: float) -> bool:
    return any(feature.kind in WOODED for feature in kinds_at(ground(battle), x, y))


# ---------------------------------------------------------------- to be shown


def footprint(battle: Battle, unit: Unit, pointed: Pointed, die: int | None = None) -> Footprint:
    """What a shot covers: as called, or with a die.

    Of a cannon it is the face of the variation die; of a shot that falls in a circle the inches beyond the call.
    """
    return flight(battle, unit, pointed, die) if pointed.section else lob(battle, unit, pointed, die or 0)


def field_of_fire(battle: Battle, unit: Unit) -> tuple[Overlay, ...]:
    """Where an engine may be pointed: a sector from its muzzle, for a call only between the least and the most."""
    board = battle.board
    if board is None or not unit.on_table or not is_artillery(unit):
        return ()
    kind, found = piece(unit), []
    if kind.dowel is not None:
        reach = kind.dowel.reach
        label = f"{kind.name} {show_inches(reach)}"
        found.append(overlay("arc", label, Polygon(_sector(unit, reach)), board, "CM-GUN-08"))
    if kind.call is not None:
        least, most = kind.call.least, kind.call.most
        between = Polygon([*_sector(unit, most)[1:-1], *reversed(_sector(unit, least)[1:-1])])
        label = f"{kind.name} {show_inches(least)} to {show_inches(most)}"
        found.append(overlay("far", label, between, board, kind.call.rule))
    return tuple(found)


def _sector(unit: Unit, reach: Mil) -> list[tuple[float, float]]:
    """From the muzzle round the arc and back to it."""
    kind, corner = piece(unit), muzzle(unit)
    return arc_polygon(corner, corner, unit.pose.heading, kind.left, kind.right, reach)
