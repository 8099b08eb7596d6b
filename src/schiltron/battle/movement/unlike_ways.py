"""Ways unlike each other about one enemy, for computer players: past his flanks, off from him, short of him."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final, NamedTuple, TypeVar

from schiltron.battle.movement.straight_and_wheel import middle_of, towards
from schiltron.battle.state.unit import Unit
from schiltron.table.lengths import HALF_TURN, Mdeg, Mil, inches, signed
from schiltron.table.outline import gap
from schiltron.table.pose import Pose

U = TypeVar("U")

ROOM: Final[Mil] = inches(3)
"""How far from a flank one passes it."""
BEYOND: Final[Mil] = inches(1)
"""How far beyond an enemy's reach one is out of it."""
_SIDES: Final = (1, 3)
"""Of the edges of a rectangle those to the right and left."""


class Aim(NamedTuple):
    """Where to look, as a turn, and how far to go there."""

    turn: Mdeg
    far: Mil


def unlike_aims(unit: Unit[U], foe: Unit[U], move: Mil, reach: Mil) -> Iterator[Aim]:
    """Past the flank of an enemy that is nearer, off from him where he could come up, to where he cannot, past the
    other flank."""
    apart, turn = gap(unit.outline, foe.outline), towards(unit, foe)
    flanks = sorted((_aim(unit, *point) for point in _beside(unit, foe)), key=lambda one: (one.far, abs(one.turn)))
    for number, aim in enumerate(flanks):
        if number == 1:
            if apart <= reach + move:
                yield Aim(signed(turn + HALF_TURN), move)
            short = apart - reach - BEYOND
            if BEYOND // 2 < short < move:
                yield Aim(turn, short)
        yield aim._replace(far=max(1, min(move, aim.far)))


def _beside(unit: Unit[U], foe: Unit[U]) -> Iterator[tuple[float, float]]:
    main = foe.outline.main
    for side in _SIDES:
        (ax, ay), (bx, by) = main.corners[side], main.corners[(side + 1) % 4]
        x, y = (ax + bx) / 2, (ay + by) / 2
        out = max(1.0, hypot(x - main.x, y - main.y))
        room = unit.outline.radius + ROOM
        yield x + (x - main.x) / out * room, y + (y - main.y) / out * room


def _aim(unit: Unit[U], x: float, y: float) -> Aim:
    here = middle_of(unit.pose, unit.body, unit.bodies)
    turn = signed(Pose(round(here[0]), round(here[1]), 0).heading_to(x, y) - unit.pose.heading)
    return Aim(turn, round(hypot(x - here[0], y - here[1])))
