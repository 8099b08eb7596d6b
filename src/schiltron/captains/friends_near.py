"""Friends on the field, to a unit that stands somewhere: a shield against a foe, or in want of room for their front."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.unit import Unit
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import Outline, advance_gap

U = TypeVar("U")

ELBOW_ROOM: Final[Mil] = inches(6)
"""What a unit should have free before its front."""
BETWEEN: Final = (0.05, 0.95)
"""Which part of the way between two bodies is between them."""
COVERS: Final = 0.7
"""How much of the radius of a body surely stands in the way."""


def shielded(here: Outline, there: Outline, friends: Iterable[Outline]) -> bool:
    """Whether a friend stands between."""
    dx, dy = there.x - here.x, there.y - here.y
    square = max(1.0, dx * dx + dy * dy)
    for friend in friends:
        along = ((friend.x - here.x) * dx + (friend.y - here.y) * dy) / square
        if BETWEEN[0] < along < BETWEEN[1]:
            off = abs((friend.x - here.x) * dy - (friend.y - here.y) * dx) / square**0.5
            if off < friend.radius * COVERS:
                return True
    return False


def crowded(battle: AnyBattle, here: Outline, friends: Iterable[Unit[U]]) -> Iterator[tuple[Unit[U], float]]:
    """Friends before whose front a body stands, and the part of their elbow room that it takes."""
    for friend in friends:
        if not here.near(friend.outline, ELBOW_ROOM):
            continue
        ahead = advance_gap(friend.outline, *friend.pose.forward, here, ELBOW_ROOM)
        if ahead is not None and not in_melee(battle, friend):
            yield friend, 1 - ahead / ELBOW_ROOM
