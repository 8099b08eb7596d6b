"""Straight ahead and round a corner: how far the way of a walker is clear, and lining up where it meets the enemy."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import TypeVar

from schiltron.battle.manoeuvre import SquareUp
from schiltron.battle.unit import Unit
from schiltron.battle.walking import Walker
from schiltron.table.contact import edge_met, squared
from schiltron.table.lengths import CONTACT, Mdeg, Mil
from schiltron.table.outline import Outline, advance_gap, outline, overlapping, pivot_gap

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")

_NEAR_ENOUGH: Mil = 10


def first_ahead(walker: Walker[B, U, S], distance: Mil) -> tuple[float, Unit[U] | None]:
    """How far the way straight ahead is clear, and the unit it ends at; all of it and None where nobody stands."""
    here = walker.outline
    ux, uy = walker.pose.forward
    limit = float(distance + CONTACT)
    first: Unit[U] | None = None
    for other in walker.others:
        free = advance_gap(here, ux, uy, other.outline, limit)
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
        if hypot(there.x - x, there.y - y) >= reach + there.radius:
            continue
        free = pivot_gap(swinging, turn, x, y, there)
        if free is not None:
            turn, first = free, other
    return turn, first


def room_ahead(walker: Walker[B, U, S]) -> Mil:
    """How far the table goes on straight ahead."""
    room = walker.board.room_ahead(walker.outline, *walker.pose.forward)
    return int(room)


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
