"""Moves straight ahead and at a slant (cases 7.7 to 7.9): how far the way is clear, what the ground costs, who is met.

BS-7.7-01, BS-7.8-01, BS-7.9-02, BS-2.9-06, BS-11.8-01 to BS-11.8-07.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.movement.straight_and_wheel import long_enough
from schiltron.battle.state.event import Leg
from schiltron.battle.state.manoeuvre import Advance, Manoeuvre, Oblique
from schiltron.battle.words.grammar import said
from schiltron.rulesets.battlesystem.field import is_mob, is_regular, is_skirmisher
from schiltron.rulesets.battlesystem.ground.effects import Toll, Way, survey
from schiltron.rulesets.battlesystem.ground.roads import road_run
from schiltron.rulesets.battlesystem.movement.formations import opened
from schiltron.rulesets.battlesystem.movement.rates import is_march
from schiltron.rulesets.battlesystem.movement.walker import Line, Walker
from schiltron.rulesets.battlesystem.state import Formation, Stance, Unit
from schiltron.table.body import Body, Single, figures
from schiltron.table.contact import edge_met
from schiltron.table.lengths import CONTACT, FULL_TURN, QUARTER_TURN, TOLERANCE, Mdeg, Mil, direction, show_inches
from schiltron.table.outline import advance_gap
from schiltron.table.pose import Pose

SLANT: Final[Mdeg] = QUARTER_TURN // 2
"""So far off its front a unit goes without turning (BS-7.9-02)."""
SHORT_OF: Final[Mil] = 5 * CONTACT
"""How near to an enemy those come who may not touch him."""


def advance(walker: Walker, leg: Advance) -> None:
    if long_enough(walker, leg.distance, "BS-7.7-01"):
        _straight(walker, leg)


def oblique(walker: Walker, leg: Oblique) -> None:
    """Up to 45 degrees off the front on either hand, at no extra cost and looking ahead all the while."""
    if isinstance(walker.body, Single):
        walker.refuse("a single figure turns where it wants to go, freely", "BS-7.9-01")
    elif is_mob(walker.unit):
        walker.refuse("a mob goes where it looks, and wheels", "BS-7.9-02", "BS-7.9-03")
    elif not 0 < abs(leg.angle) <= SLANT:
        walker.refuse("an oblique advance goes up to 45 degrees off the front", "BS-7.9-02")
    elif long_enough(walker, leg.distance, "BS-7.7-01"):
        _straight(walker, leg)


def moved(pose: Pose, bearing: Mdeg, distance: Mil) -> Pose:
    """So far along a bearing, looking as before."""
    ux, uy = direction(bearing)
    return Pose(round(pose.x + ux * distance), round(pose.y + uy * distance), pose.heading)


def straight_on(walker: Walker, leg: Manoeuvre) -> bool:
    """Whether a leg goes on along the line on which the walk has come."""
    return walker.line is not None and bearing_of(walker.pose, leg) == walker.line.bearing


def bearing_of(pose: Pose, leg: Manoeuvre) -> Mdeg | None:
    """Where a straight leg leads; None for any other."""
    if not isinstance(leg, Advance | Oblique):
        return None
    return (pose.heading + (leg.angle if isinstance(leg, Oblique) else 0)) % FULL_TURN


def last_line(walker: Walker) -> list[Leg]:
    """The straight legs at the end of a walk that go on in one line, the last one first."""
    found: list[Leg] = []
    for leg in reversed(walker.legs):
        bearing = bearing_of(leg.pose, leg.manoeuvre)
        if bearing is None or (found and bearing != bearing_of(found[0].pose, found[0].manoeuvre)):
            break
        found.append(leg)
    return found


# ---------------------------------------------------------------- one leg


class Ahead(NamedTuple):
    """How far a way is clear, and the enemy that it leads up to after so much of it."""

    distance: Mil
    enemy: Unit | None
    far_off: float

    def touched(self, far: Mil) -> Unit | None:
        """The enemy, for who has come so far that he touches him."""
        return self.enemy if far >= self.far_off - CONTACT else None


def _straight(walker: Walker, leg: Advance | Oblique) -> None:
    """As far as it is clear, the ground allows and the move that is left carries; ranks open on the way, and stay as
    they are where it does not set out.

    A line that is gone along in several legs is looked at from where it began, so that it ends as it does in one.
    """
    line = _line(walker, leg)
    shape = walker.body, walker.formation, walker.stance
    while True:
        ahead = _clear_way(walker, line, line.gone + leg.distance)
        way = survey(
            line.start, walker.body, walker.count, ahead.distance, walker.board.features, walker.manner, line.bearing
        )
        distance = _ground_allows(walker, way, line, ahead.distance)
        opens = _opening(walker, way, distance)
        here = distance if opens is None else int(opens[0])
        far, cost, halt = _carried(walker, way, line, here)
        walker.ground += way.met(far)
        if far < (here if opens is not None else here - TOLERANCE):
            _falls_short(walker, leg, line, far, halt, way)
            break
        if opens is None:
            break
        line = line.begun_at(moved(line.start, line.bearing, far), far, cost)
        far, cost = 0, 0
        if not _open_ranks(walker, line.start, opens[1]):
            break
    _goes_along(walker, leg, line, far, cost, shape)
    _meets(walker, ahead.touched(far))


def _line(walker: Walker, leg: Advance | Oblique) -> Line:
    """The line on which the walk goes on, or a new one."""
    if walker.line is not None and straight_on(walker, leg):
        return walker.line
    bearing = bearing_of(walker.pose, leg)
    assert bearing is not None
    return Line(walker.pose, bearing)


def _goes_along(
    walker: Walker,
    leg: Advance | Oblique,
    line: Line,
    far: Mil,
    cost: Mil,
    shape: tuple[Body, Formation, Stance],
) -> None:
    """It has come so far on its line."""
    gone = far - line.gone
    if gone <= 0:
        walker.body, walker.formation, walker.stance = shape
        walker.line = walker.line or Line(walker.pose, line.bearing)
        return
    part = leg if gone == leg.distance else replace(leg, distance=gone)
    walker.goes(part, moved(line.start, line.bearing, far), walker.body, max(0, cost - line.spent))
    walker.line = line._replace(gone=far, spent=cost)


def _meets(walker: Walker, met: Unit | None) -> None:
    walker.met = met
    if met is not None:
        walker.reasons.clear()
        start = walker.unit.pose
        _, walker.edge = edge_met(walker.pose, walker.body, walker.count, met.outline, (start.x, start.y))


def _ground_allows(walker: Walker, way: Way, line: Line, distance: Mil) -> Mil:
    if not way.stops or way.stops[0].at >= distance:
        return distance
    stop = way.stops[0]
    far = int(stop.at)
    if far < distance - TOLERANCE:
        walker.refuse(f"{stop.text}, after {show_inches(far - line.gone)}", *stop.rules, measured=True)
    return far


def _carried(walker: Walker, way: Way, line: Line, here: Mil) -> tuple[Mil, Mil, Toll | None]:
    """How far the move that is left carries it. What is added on a road carries it to the end of the road, and who
    leaves the road goes without (BS-11.8-01)."""
    left = max(0, walker.left + line.spent)
    if walker.on_road:
        placed = figures(line.start, walker.body, walker.count)
        run = int(road_run(placed, walker.board.features, line.bearing))
        if run < here:
            without = way.reach(here, max(0, left - walker.bonus))
            if without[0] <= run:
                return way.reach(run, left)
            walker.leave_the_road()
            return without
    return way.reach(here, left)


def _opening(walker: Walker, way: Way, distance: Mil) -> tuple[float, str] | None:
    """Where on the way closed ranks open for the ground, and by which rule."""
    if walker.formation != "closed" or not way.opens or way.opens[0][0] >= distance:
        return None
    return way.opens[0]


def _open_ranks(walker: Walker, pose: Pose, rule: str) -> bool:
    """Closed ranks open at once and for nothing where ground does not bear them; in fewer files where it is narrow."""
    walker.reasons.clear()
    shape = opened(walker, pose, walker.outline_at(pose))
    if shape is None:
        walker.refuse("there is no room to open its ranks for that ground", rule, measured=True)
        return False
    walker.body, walker.formation, walker.stance = shape, "open", ""
    walker.ground.append(rule)
    return True


def _falls_short(walker: Walker, leg: Advance | Oblique, line: Line, far: Mil, halt: Toll | None, way: Way) -> None:
    walker.reasons.clear()
    gone = far - line.gone
    if halt is not None:
        text = f"{halt.text} takes {show_inches(halt.loss)}; too little is left after {show_inches(gone)}"
        walker.refuse(text, halt.rule, measured=True)
        return
    road = ("BS-11.8-01",) if walker.on_road else ()
    text = f"{show_inches(leg.distance)} is too far: it reaches {show_inches(gone)}"
    walker.refuse(text, "BS-7.0-01", *road, *way.met(far), measured=True)


# ---------------------------------------------------------------- who is in the way


def _clear_way(walker: Walker, line: Line, wanted: Mil) -> Ahead:
    """How far the way is clear, and the enemy it leads up to."""
    walker.reasons.clear()
    here = walker.outline_at(line.start)
    ux, uy = direction(line.bearing)
    room = int(walker.board.room_ahead(here, ux, uy))
    if room < wanted:
        walker.refuse(f"the table ends after {show_inches(room - line.gone)}", "BS-7.7-01", measured=True)
        wanted = room
    limit, first = float(wanted + CONTACT), None
    for other in walker.others:
        apart = SHORT_OF if kept_off(walker, other) is not None and walker.foe(other) else 0
        free = advance_gap(here, ux, uy, other.outline, limit + apart)
        if free is not None and (free - apart < limit or first is None or _before(walker, other, first)):
            limit, first = free - apart, other
    if first is None:
        return Ahead(wanted, None, limit)
    distance = max(0, min(wanted, int(limit)))
    barred = kept_off(walker, first) if walker.foe(first) else None
    if walker.foe(first) and barred is None:
        return Ahead(distance, first, limit)
    if limit < wanted - TOLERANCE:
        if barred is not None:
            walker.refuse(*barred, measured=True)
        else:
            _at_a_friend(walker, first, distance - line.gone)
    return Ahead(distance, None, limit)


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
