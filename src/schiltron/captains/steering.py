"""Geometry of marching that any book with wheels needs: how far to wheel, and where one stands then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from schiltron.battle.state.unit import Unit
from schiltron.table.contact import EDGES, Edge
from schiltron.table.lengths import HALF_TURN, Mdeg, signed
from schiltron.table.outline import Outline
from schiltron.table.pose import Pose

U = TypeVar("U")


def wheeled(pose: Pose, half_front: float, turn: Mdeg) -> Pose:
    """The middle of a front after a wheel on its inner corner, clockwise positive."""
    x, y = pose.world(half_front if turn > 0 else -half_front, 0.0)
    return pose.pivoted(x, y, turn)


def middle_of(unit: Unit[U]) -> Pose:
    """The middle of a body, looking where it looks: what it turns about when it faces another way."""
    return Pose(round(unit.outline.x), round(unit.outline.y), unit.pose.heading)


def edges_before(foe: Unit[U], unit: Unit[U]) -> Iterator[tuple[float, float]]:
    """The middles of those edges of a foe before which a unit stands."""
    main = foe.outline.main
    for number in range(4):
        (ax, ay), (bx, by) = main.corners[number], main.corners[(number + 1) % 4]
        x, y = (ax + bx) / 2, (ay + by) / 2
        if (unit.pose.x - x) * (x - main.x) + (unit.pose.y - y) * (y - main.y) > 0:
            yield x, y


def turn_towards(pose: Pose, x: float, y: float) -> Mdeg:
    """What a front would have to turn on the spot to look at a point."""
    return signed(pose.heading_to(x, y) - pose.heading)


def wheel_towards(pose: Pose, half_front: float, x: float, y: float) -> Mdeg:
    """The wheel after which the front looks at a point; wheeling moves the front, so it is closed in on."""
    turn = turn_towards(pose, x, y)
    for _ in range(3):
        if not turn:
            break
        rest = turn_towards(wheeled(pose, half_front, turn), x, y)
        better = max(-HALF_TURN, min(HALF_TURN, turn + rest))
        if better * turn <= 0:
            return 0
        turn = better
    return turn


def facing_edge(other: Outline, edge: Edge) -> Pose:
    """Some way off an edge of a body, looking at it."""
    main = other.main
    number = EDGES.index(edge)
    (ax, ay), (bx, by) = main.corners[number], main.corners[(number + 1) % 4]
    x, y = (ax + bx) / 2, (ay + by) / 2
    there = Pose(round(x + 3 * (x - main.x)), round(y + 3 * (y - main.y)), 0)
    return there.turned(there.heading_to(x, y))
