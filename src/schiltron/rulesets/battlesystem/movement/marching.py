"""Moves straight ahead and at a slant (cases 7.7 to 7.9): how far the way is clear, what the ground costs, who is met.

BS-7.7-01, BS-7.8-01, BS-7.9-02, BS-2.9-06, BS-11.8-01 to BS-11.8-07.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.movement.straight_and_wheel import long_enough
from schiltron.battle.state.manoeuvre import Advance, Oblique
from schiltron.battle.words.grammar import said
from schiltron.rulesets.battlesystem.field import is_mob, is_regular, is_skirmisher
from schiltron.rulesets.battlesystem.ground.effects import Toll, Way, survey
from schiltron.rulesets.battlesystem.ground.roads import road_run
from schiltron.rulesets.battlesystem.movement.formations import opened
from schiltron.rulesets.battlesystem.movement.rates import is_march
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Unit
from schiltron.table.body import Single, figures
from schiltron.table.contact import edge_met
from schiltron.table.lengths import (
    CONTACT,
    FULL_TURN,
    QUARTER_TURN,
    TOLERANCE,
    Mdeg,
    Mil,
    direction,
    show_inches,
)
from schiltron.table.outline import advance_gap
from schiltron.table.pose import Pose

SLANT: Final[Mdeg] = QUARTER_TURN // 2
"""So far off its front a unit goes without turning (BS-7.9-02)."""
SHORT_OF: Final[Mil] = 5 * CONTACT
"""How near to an enemy those come who may not touch him."""


class Course(NamedTuple):
    """A straight leg: where it leads, and how much of it is still to be gone."""

    leg: Advance | Oblique
    bearing: Mdeg
    distance: Mil

    def cut(self, far: Mil) -> Advance | Oblique:
        return self.leg if far == self.leg.distance else replace(self.leg, distance=far)


def advance(walker: Walker, leg: Advance) -> None:
    if long_enough(walker, leg.distance, "BS-7.7-01"):
        _straight(walker, Course(leg, walker.pose.heading, leg.distance))


def oblique(walker: Walker, leg: Oblique) -> None:
    """Up to 45 degrees off the front on either hand, at no extra cost and looking ahead all the while."""
    if isinstance(walker.body, Single):
        walker.refuse("a single figure turns where it wants to go, freely", "BS-7.9-01")
    elif is_mob(walker.unit):
        walker.refuse("a mob goes where it looks, and wheels", "BS-7.9-02", "BS-7.9-03")
    elif not 0 < abs(leg.angle) <= SLANT:
        walker.refuse("an oblique advance goes up to 45 degrees off the front", "BS-7.9-02")
    elif long_enough(walker, leg.distance, "BS-7.7-01"):
        _straight(walker, Course(leg, (walker.pose.heading + leg.angle) % FULL_TURN, leg.distance))


def moved(pose: Pose, bearing: Mdeg, distance: Mil) -> Pose:
    """So far along a bearing, looking as before."""
    ux, uy = direction(bearing)
    return Pose(round(pose.x + ux * distance), round(pose.y + uy * distance), pose.heading)


# ---------------------------------------------------------------- one leg


def _straight(walker: Walker, course: Course) -> None:
    """As far as it is clear, the ground allows and the move that is left carries; ranks open on the way, and stay as
    they are where it does not set out."""
    pose, spent, gone = walker.pose, 0, 0
    shape = walker.body, walker.formation, walker.stance
    while True:
        distance, met = _clear_way(walker, pose, course.bearing, course.distance - gone)
        way = survey(pose, walker.body, walker.count, distance, walker.board.features, walker.manner, course.bearing)
        distance, met = _ground_allows(walker, way, distance, met)
        _keep_to_the_road(walker, pose, course.bearing, distance)
        opens = _opening(walker, way, distance)
        here = distance if opens is None else int(opens[0])
        far, cost, halt = way.reach(here, max(0, walker.left - spent))
        gone, spent = gone + far, spent + cost
        walker.ground += way.met(far)
        pose = moved(pose, course.bearing, far)
        if far < here:
            _falls_short(walker, course, gone, halt, way)
            met = None
            break
        if opens is None:
            break
        walker.reasons.clear()
        if not _open_ranks(walker, pose, opens[1]):
            met = None
            break
    if gone > 0:
        walker.goes(course.cut(gone), pose, walker.body, spent)
    else:
        walker.body, walker.formation, walker.stance = shape
    _meets(walker, met)


def _meets(walker: Walker, met: Unit | None) -> None:
    walker.met = met
    if met is not None:
        start = walker.unit.pose
        _, walker.edge = edge_met(walker.pose, walker.body, walker.count, met.outline, (start.x, start.y))


def _ground_allows(walker: Walker, way: Way, distance: Mil, met: Unit | None) -> tuple[Mil, Unit | None]:
    if way.stops and way.stops[0].at < distance - TOLERANCE:
        stop = way.stops[0]
        walker.refuse(f"{stop.text}, after {show_inches(int(stop.at))}", *stop.rules, measured=True)
        return int(stop.at), None
    return distance, met


def _keep_to_the_road(walker: Walker, pose: Pose, bearing: Mdeg, distance: Mil) -> None:
    if walker.on_road:
        placed = figures(pose, walker.body, walker.count)
        if road_run(placed, walker.board.features, bearing) < distance:
            walker.leave_the_road()


def _opening(walker: Walker, way: Way, distance: Mil) -> tuple[float, str] | None:
    """Where on the way closed ranks open for the ground, and by which rule."""
    if walker.formation != "closed" or not way.opens or way.opens[0][0] >= distance:
        return None
    return way.opens[0]


def _open_ranks(walker: Walker, pose: Pose, rule: str) -> bool:
    """Closed ranks open at once and for nothing where ground does not bear them; in fewer files where it is narrow."""
    shape = opened(walker, pose)
    if shape is None:
        walker.refuse("there is no room to open its ranks for that ground", rule, measured=True)
        return False
    walker.body, walker.formation, walker.stance = shape, "open", ""
    walker.ground.append(rule)
    return True


def _falls_short(walker: Walker, course: Course, gone: Mil, halt: Toll | None, way: Way) -> None:
    walker.reasons.clear()
    if halt is not None:
        text = f"{halt.text} takes {show_inches(halt.loss)}; too little is left after {show_inches(gone)}"
        walker.refuse(text, halt.rule, measured=True)
        return
    text = f"{show_inches(course.leg.distance)} is too far: it reaches {show_inches(gone)}"
    walker.refuse(text, "BS-7.0-01", *way.met(gone), measured=True)


# ---------------------------------------------------------------- who is in the way


def _clear_way(walker: Walker, pose: Pose, bearing: Mdeg, wanted: Mil) -> tuple[Mil, Unit | None]:
    """How far the way is clear, and the enemy it ends at."""
    walker.reasons.clear()
    here = walker.outline_at(pose)
    ux, uy = direction(bearing)
    room = int(walker.board.room_ahead(here, ux, uy))
    if room < wanted:
        walker.refuse(f"the table ends after {show_inches(room)}", "BS-7.7-01", measured=True)
        wanted = room
    limit, first = float(wanted + CONTACT), None
    for other in walker.others:
        free = advance_gap(here, ux, uy, other.outline, limit)
        if free is not None and (free < limit or first is None or _before(walker, other, first)):
            limit, first = free, other
    if first is None:
        return wanted, None
    distance = max(0, min(wanted, int(limit)))
    if not walker.foe(first):
        if limit < wanted - TOLERANCE:
            _at_a_friend(walker, first, distance)
        return distance, None
    barred = kept_off(walker, first)
    if barred is not None:
        walker.refuse(*barred, measured=True)
        return max(0, distance - SHORT_OF), None
    return distance, first


def _at_a_friend(walker: Walker, friend: Unit, distance: Mil) -> None:
    if distance <= SHORT_OF and walker.beside(friend):
        walker.refuse(f"{said(friend, 'are in the way')}", "BS-7.4-02")
    else:
        walker.refuse(f"{said(friend, 'are in the way')} after {show_inches(distance)}", "BS-7.4-02", measured=True)


def _before(walker: Walker, other: Unit, first: Unit) -> bool:
    """Of several at the same distance an enemy counts before a friend, and the one it charges before others."""
    return (walker.foe(other), other.id == walker.target) > (walker.foe(first), first.id == walker.target)


def kept_off(walker: Walker, enemy: Unit) -> tuple[str, str] | None:
    """Why a unit does not move into contact with an enemy: skirmish figures never go up to ranks (BS-2.9-06), and a
    forced march touches nobody (BS-7.13-02)."""
    unit = walker.unit
    if is_march(unit, walker.action):
        return f"a forced march touches no enemy, and {said(enemy, 'are in the way')}", "BS-7.13-02"
    if is_skirmisher(unit) and (is_regular(enemy) or is_mob(enemy)):
        return f"skirmishers do not go up to {enemy.name}", "BS-2.9-06"
    return None
