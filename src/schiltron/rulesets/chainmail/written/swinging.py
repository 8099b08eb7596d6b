"""Turns and wheels of written orders that cannot be cut off half-way: CM-TURN-11, CM-SETUP-01, CM-TERR-15."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot
from typing import Final

from schiltron.battle.movement.clock import part_of
from schiltron.battle.state.event import Leg
from schiltron.battle.state.manoeuvre import Turn, Wheel
from schiltron.rulesets.chainmail.walking.ground import deeper
from schiltron.rulesets.chainmail.walking.walker import Walker
from schiltron.table.body import Body
from schiltron.table.lengths import Mdeg, degrees
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose

_STEP: Final[Mdeg] = degrees(1)
"""Between two of these a corner comes no farther out than the thickness of a line."""


def made_at_one_go(walker: Walker) -> Iterator[int]:
    """The legs of a walk that are whole or not at all: changes that are paid for over time, and closed swings."""
    pose, body = walker.unit.pose, walker.unit.body
    for number, (leg, shape) in enumerate(zip(walker.legs, walker.shapes, strict=True)):
        if shape.changing is not None or (isinstance(leg.manoeuvre, Turn | Wheel) and _closed(walker, pose, body, leg)):
            yield number
        pose, body = leg.pose, leg.body


def _closed(walker: Walker, pose: Pose, body: Body, leg: Leg) -> bool:
    here = outline(pose, body, walker.count)
    if _is_open(walker, here, pose, leg):
        return False
    assert isinstance(leg.manoeuvre, Turn | Wheel)
    steps = ceil(abs(leg.manoeuvre.angle) / _STEP)
    between = (outline(part_of(pose, body, leg, step / steps), body, walker.count) for step in range(1, steps))
    board = walker.board
    return any(not board.holds(there) or deeper(board.features, here, there) is not None for there in between)


def _is_open(walker: Walker, here: Outline, pose: Pose, leg: Leg) -> bool:
    """A first glance: nothing but open table as far as any corner can swing."""
    reach = hypot(leg.pose.x - pose.x, leg.pose.y - pose.y) + 3 * here.radius
    left, top, right, bottom = here.x - reach, here.y - reach, here.x + reach, here.y + reach
    board = walker.board
    if left < 0 or top < 0 or right > board.width or bottom > board.depth:
        return False
    return not board.near((left, top, right, bottom))
