"""Straight ahead and round a corner: how far the way of a walker is clear, and lining up where it meets the enemy."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import TypeVar

from schiltron.battle.movement.walker import Walker
from schiltron.battle.state.manoeuvre import Advance, Path, SquareUp, Turn
from schiltron.battle.state.unit import Unit
from schiltron.table.body import Body, Formed
from schiltron.table.contact import edge_met, squared
from schiltron.table.lengths import CONTACT, Mdeg, Mil, inches, show_inches, signed
from schiltron.table.outline import Outline, advance_gap, outline, overlapping, pivot_gap
from schiltron.table.pose import Pose

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")

LONGEST_LEG: Mil = inches(1000)
"""Longer than any table: what is asked beyond it is a slip of the pen."""
_NEAR_ENOUGH: Mil = 10
_FAR = float(inches(1000))
_SLIGHT: Mdeg = 500
"""A turn that is not worth making."""


def long_enough(walker: Walker[B, U, S], distance: Mil, rule: str) -> bool:
    """Whether a straight leg goes forward and is not absurdly long; otherwise it is refused by that rule."""
    if 0 < distance <= LONGEST_LEG:
        return True
    walker.refuse(f"an advance goes ahead, by {show_inches(LONGEST_LEG)} at most", rule)
    return False


def first_ahead(walker: Walker[B, U, S], distance: Mil, leading: Outline | None = None) -> tuple[float, Unit[U] | None]:
    """How far the way straight ahead is clear, and the unit it ends at; all of it and None where nobody stands.

    Where not the whole body goes straight ahead, `leading` is the part that does.
    """
    here = walker.outline if leading is None else leading
    ux, uy = walker.pose.forward
    limit = float(distance + CONTACT)
    first: Unit[U] | None = None
    x, y, radius = here.x, here.y, here.radius
    for other in walker.others:
        there = other.outline
        ahead, reach = (there.x - x) * ux + (there.y - y) * uy, radius + there.radius
        if ahead - reach > limit or ahead + reach < 0.0:
            continue
        free = advance_gap(here, ux, uy, there, limit)
        if free is not None and (free < limit or first is None):
            limit, first = free, other
    return (limit, first) if first is not None else (float(distance), None)


def first_round(
    walker: Walker[B, U, S], swinging: Outline, turn: Mdeg, x: float, y: float
) -> tuple[Mdeg, Unit[U] | None]:
    """How far the part of the body that swings may turn about a point, and the unit it ends at."""
    reach = hypot(swinging.x - x, swinging.y - y) + swinging.radius
    first: Unit[U] | None = None
    for other in walker.others:
        there = other.outline
        dx, dy, near = there.x - x, there.y - y, there.radius + reach
        if dx * dx + dy * dy >= near * near:
            continue
        free = pivot_gap(swinging, turn, x, y, there)
        if free is not None:
            turn, first = free, other
    return turn, first


def room_ahead(walker: Walker[B, U, S]) -> Mil:
    """How far the table goes on straight ahead."""
    return int(walker.board.room_ahead(walker.outline, *walker.pose.forward))


def kept_on_table(walker: Walker[B, U, S], distance: Mil, rule: str) -> Mil:
    """So much of a way straight ahead as lies on the table; it is told where that is less."""
    room = room_ahead(walker)
    if room >= distance:
        return distance
    walker.refuse(f"the table ends after {show_inches(room)}", rule, measured=True)
    return room


def furthest(distance: Mil, good: Callable[[Mil], bool]) -> Mil:
    """The farthest point of the way that is still good, to a hundredth of an inch."""
    near_end, far_end = 0, distance
    while far_end - near_end > _NEAR_ENOUGH:
        middle = (near_end + far_end) // 2
        near_end, far_end = (middle, far_end) if good(middle) else (near_end, middle)
    return near_end


def square_up(walker: Walker[B, U, S], enemy: Unit[U], barred: Callable[[Outline], bool]) -> None:
    """Stop in contact and line up flush, free of charge, by the least turn and slide.

    Where another unit, the table edge or ground that is barred leaves no room for that, it stays as it is. Where the
    enemy's corner was touched, the edge is the one that the unit stood before when its move began.
    """
    walker.met = enemy
    start = walker.unit.pose
    rect_index, edge = edge_met(walker.pose, walker.body, walker.count, enemy.outline, (start.x, start.y))
    walker.edge = edge
    pose = squared(walker.pose, walker.body, walker.count, enemy.outline, rect_index, edge)
    if pose == walker.pose:
        return
    there = outline(pose, walker.body, walker.count)
    blocked = any(overlapping(there, other.outline) for other in walker.others)
    if blocked or not walker.board.holds(there) or barred(there):
        return
    walker.goes(SquareUp(), pose, walker.body, 0)


def middle_of(pose: Pose, body: Body, count: int) -> tuple[float, float]:
    """The middle of the ground a body stands on."""
    return pose.world(0, -body.depth(count) / 2) if isinstance(body, Formed) else (pose.x, pose.y)


def straight_at(unit: Unit[U], target: Unit[U], limit: Mdeg, free: Callable[[Outline], bool]) -> Path | None:
    """A turn towards the middle of another unit and straight on until contact; None if that does not lead there. A unit
    without room for the whole turn (`free` tells) makes half of it, or none, if that leads there too."""
    x, y = middle_of(unit.pose, unit.body, unit.bodies)
    angle = no_more(towards(unit, target), limit)
    for part in (angle, angle // 2, 0) if abs(angle) >= _SLIGHT else (0,):
        pose = unit.pose.pivoted(x, y, part) if part else unit.pose
        here = outline(pose, unit.body, unit.bodies)
        ahead = advance_gap(here, *pose.forward, target.outline, _FAR)
        if ahead is not None and (not part or free(here)):
            leg = Advance(max(1, int(ahead)))
            return (Turn(part), leg) if part else (leg,)
    return None


def towards(unit: Unit[U], other: Unit[U]) -> Mdeg:
    """The turn that makes a unit look at the middle of another."""
    x, y = middle_of(unit.pose, unit.body, unit.bodies)
    return signed(Pose(round(x), round(y), 0).heading_to(other.outline.x, other.outline.y) - unit.pose.heading)


def no_more(angle: Mdeg, limit: Mdeg) -> Mdeg:
    """A turn cut back to a limit, to either side."""
    return max(-limit, min(limit, angle))


def turn_first(angle: Mdeg, ahead: Advance) -> Path:
    """A turn, if it is worth making, and then straight on."""
    return (Turn(angle), ahead) if abs(angle) >= 2 * _SLIGHT else (ahead,)
