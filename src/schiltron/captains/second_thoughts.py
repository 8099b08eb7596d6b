"""What else a captain might do: of all the moves he looked at the best that lead somewhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Any, Final, Protocol

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import AnyDecision, Commanded
from schiltron.battle.state.unit import Unit
from schiltron.table.lengths import Mdeg, Mil, degrees, inches, signed

A_UNIT: Final = 4
"""Moves of one unit that are spoken of."""
ELSEWHERE: Final[Mil] = inches(1.5)
ANOTHER_WAY: Final[Mdeg] = degrees(25)
"""How far apart two moves must end to be two, or how unlike they must look."""


class Resourceful(Protocol):
    """A captain who can say what else might be done."""

    def second_thoughts(self, view: Battle[Any, Any, Any], decision: AnyDecision) -> Iterator[Commanded]:
        """Other orders, unit by unit, of each the best first."""
        ...


def unlike(found: Iterable[tuple[float, Unit[Any], Commanded]], most: int = A_UNIT) -> Iterator[Commanded]:
    """Of moves of one unit, each with its worth and the unit at its end, the best that are unlike each other."""
    ranked = sorted(found, key=lambda one: -one[0])
    return apart(((there, command) for _, there, command in ranked), most)


def apart(found: Iterable[tuple[Unit[Any], Commanded]], most: int = A_UNIT) -> Iterator[Commanded]:
    """Of moves that come the best first, each with the unit at its end, the first that are unlike each other; no more
    are asked for than it takes."""
    taken: list[Unit[Any]] = []
    for there, command in found:
        if any(_alike(there, other) for other in taken):
            continue
        taken.append(there)
        yield command
        if len(taken) == most:
            return


def _alike(one: Unit[Any], other: Unit[Any]) -> bool:
    if one.body != other.body or hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y) > ELSEWHERE:
        return False
    return abs(signed(one.pose.heading - other.pose.heading)) <= ANOTHER_WAY
