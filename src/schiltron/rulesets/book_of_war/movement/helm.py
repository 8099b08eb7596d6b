"""How a ship goes (chapter O6): straight ahead, and round by 45 degrees for every 6 inches rowed or 10 sailed.

The straight run is counted since the last turn, and goes on counting from one turn of the game to the next. A ship
never leaves the water nor runs through another; where hulls touch, its move is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from schiltron.battle.movement.platforms import carried_along, carried_by
from schiltron.battle.movement.straight_and_wheel import (
    first_ahead,
    first_round,
    furthest,
    kept_on_table,
    long_enough,
    middle_of,
)
from schiltron.battle.state.field import hostile
from schiltron.battle.state.manoeuvre import Advance, Manoeuvre, Turn
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.hulls import A_TURN, parts_of_turn, still_to_run, touch
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.movement.water import floats, water
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, degrees, show_inches
from schiltron.table.outline import Outline, outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.sweep import advanced_shape, pivoted_shape

_RULE: Final = "BW-O6-19"
STEP: Final[Mdeg] = degrees(45)
"""What one straight run lets a ship turn."""


def run_on(walker: Walker, legs: Sequence[Advance]) -> None:
    """Straight ahead, as far as its move goes, the water, and the room between other hulls."""
    wanted = sum(leg.distance for leg in legs)
    if any(not long_enough(walker, leg.distance, _RULE) for leg in legs):
        return
    distance = min(wanted, walker.left)
    if wanted > walker.left + TOLERANCE:
        walker.refuse(
            f"{show_inches(wanted)} is more than the {show_inches(walker.left)} that are left of its move",
            _RULE,
            measured=True,
        )
    distance = kept_on_table(walker, distance, "BW-B5-11")
    distance = _on_the_water(walker, distance)
    free, other = first_ahead(walker, distance)
    if other is not None and free <= distance:
        distance = max(0, int(free))
        _comes_up(walker, other)
    distance = furthest_clear(walker, distance, walker.pose.advanced)
    if distance > 0:
        walker.run += parts_of_turn(walker.bearing, distance)
        walker.goes(Advance(distance), walker.pose.advanced(distance), walker.body, distance)


def _on_the_water(walker: Walker, distance: Mil) -> Mil:
    """As far as there is water under the whole of it."""
    sea, here, ahead = water(walker.board), walker.outline, walker.pose.forward

    def clear(far: Mil) -> bool:
        return floats(sea, advanced_shape(here, *ahead, far))

    if distance <= 0 or clear(distance):
        return distance
    far = furthest(distance, clear)
    walker.refuse(f"the water ends after {show_inches(far)}", _RULE, "BW-B3-11", measured=True)
    return far


def _comes_up(walker: Walker, other: Unit) -> None:
    """Contact ends the move; with the enemy's hull it is what boarding begins with."""
    if hostile(walker.battle, walker.unit, other):
        walker.met = other
    else:
        walker.refuse(said(other, "lie in the way"), _RULE, measured=True)


def furthest_clear(walker: Walker, far: int, there: Callable[[int], Pose]) -> int:
    """As far as everybody aboard keeps a place: on the table, and on nobody aboard another ship whose hull this one
    touches. Where somebody reaches over the rail, the ship stops before that."""
    battle, ship = walker.battle, walker.unit
    men = carried_by(battle, ship.id)
    strangers = {hull.id: [one.outline for one in carried_by(battle, hull.id)] for hull in walker.others}

    def clear(by: int) -> bool:
        pose = there(by)
        hull = outline(pose, walker.body, walker.count)
        close = [one for other in walker.others if touch(hull, other.outline) for one in strangers[other.id]]
        return all(
            walker.board.holds(man) and not any(overlapping(man, one) for one in close)
            for man in (carried_along(unit, ship.pose, pose).outline for unit in men)
        )

    if clear(far):
        return far
    walker.refuse("there is no room for somebody who reaches over the rail", _RULE, measured=True)
    walker.met = None
    return furthest(far, clear)


# ---------------------------------------------------------------- turning


def come_round(walker: Walker, leg: Turn) -> None:
    """About its middle, up to 45 degrees for each run that it has made; with that the run is used up."""
    allowed = walker.run // A_TURN * STEP
    if not 0 < abs(leg.angle) <= degrees(180):
        walker.refuse("a ship turns by more than 0 and at most 180 degrees", _RULE)
        return
    if abs(leg.angle) > allowed:
        walker.refuse(_too_soon(walker, allowed), _RULE)
        return
    x, y = middle_of(walker.pose, walker.body, walker.count)
    side = 1 if leg.angle > 0 else -1
    wanted = abs(_room_to_turn(walker, leg.angle))
    angle = side * furthest_clear(walker, wanted, lambda by: walker.pose.pivoted(x, y, side * by))
    if angle:
        walker.run = 0
        walker.goes(Turn(angle), walker.pose.pivoted(x, y, angle), walker.body, 0)


def _too_soon(walker: Walker, allowed: Mdeg) -> str:
    if allowed:
        return f"it has run far enough for {allowed // 1000} degrees and no more"
    short = show_inches(still_to_run(walker.run, walker.bearing))
    return f"it must run {short} more straight ahead before it can turn by {STEP // 1000} degrees"


def _room_to_turn(walker: Walker, wanted: Mdeg) -> Mdeg:
    """As much of a turn as there is water and room for; the hull of an enemy is met in turning too."""
    x, y = middle_of(walker.pose, walker.body, walker.count)
    angle, other = first_round(walker, walker.outline, wanted, x, y)
    dry = _water_to_turn(walker, angle, x, y)
    if dry != angle:
        walker.refuse("there is no water for all of this turn", _RULE, "BW-B3-11", measured=True)
        return dry
    if other is not None:
        _comes_up(walker, other)
    return angle


def _water_to_turn(walker: Walker, angle: Mdeg, x: float, y: float) -> Mdeg:
    sea, side = water(walker.board), 1 if angle > 0 else -1

    def turned(by: Mdeg) -> Outline:
        return outline(walker.pose.pivoted(x, y, side * by), walker.body, walker.count)

    def clear(by: Mdeg) -> bool:
        return not by or (
            walker.board.turns_over_edge(walker.outline, side * by, x, y) is None
            and floats(sea, pivoted_shape(turned, by))
        )

    return angle if clear(abs(angle)) else side * furthest(abs(angle), clear)


def no_other_way(walker: Walker, leg: Manoeuvre) -> None:
    walker.refuse("a ship goes straight ahead and turns, and nothing else", _RULE)
