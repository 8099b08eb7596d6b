"""Drawing up an army: every unit of the list has a slot in a line of battle, and is set down there when its turn comes.

Who stands beside whom is for the captain of a book to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import Struct

from schiltron.battle.setup.battle_line import usual_files
from schiltron.battle.setup.deployment import Deployment
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import PlaceUnit, SetDown
from schiltron.battle.state.field import foes
from schiltron.battle.state.unit import Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import Mil, inches
from schiltron.table.pose import Pose

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

GAPS: Final[tuple[Mil, ...]] = (inches(1.5), inches(0.75), inches(0.3))
"""Room between neighbours, as much as the zone allows."""
RESERVE: Final[Mil] = inches(2)
"""Room between the line and those behind it."""

Slot = tuple[Mil, Mil]
"""So far to the right of the middle of the zone's front, and so far behind it."""


def set_down(
    battle: Battle[B, U, S],
    decision: PlaceUnit,
    deployment: Deployment[B, U, S],
    front: Pose,
    slots: Mapping[str, Slot],
    files_of: Callable[[Unit[U]], int] = usual_files,
) -> SetDown | None:
    """The next unit set down in its slot before the front, in so many files; None if no slot is free."""
    for unit_id in decision.units:
        unit = battle.units[unit_id]
        across, back = slots[unit_id]
        files = files_of(unit)
        pose = front.shifted(across, -back - _behind_its_front(unit))
        if next(deployment.objections(battle, unit, pose, files), None) is None:
            return SetDown(unit_id, pose, files)
    return None


def in_line(
    order: Sequence[Unit[U]], half: Mil, middle: Mil, post: Callable[[Unit[U]], Any], gaps: Sequence[Mil] = GAPS
) -> dict[str, Slot]:
    """Slots for units from left to right on a front of so much either way, about a middle.

    Where not all find room in one line, those whose post comes last stand behind it.
    """
    room = 2 * half
    for gap in gaps:
        if sum(width(unit) + gap for unit in order) <= room:
            return _row(order, gap, middle, half, 0)
    first: list[Unit[U]] = []
    taken = 0
    for unit in sorted(order, key=lambda unit: (post(unit), unit.turn_in_line)):
        if taken + width(unit) + GAPS[-1] <= room:
            taken += width(unit) + GAPS[-1]
            first.append(unit)
    ahead = [unit for unit in order if unit in first]
    behind = [unit for unit in order if unit not in first]
    back = max((_depth(unit) for unit in ahead), default=0) + RESERVE
    return _row(ahead, GAPS[-1], 0, half, 0) | _row(behind, GAPS[-1], 0, half, back)


def _row(order: Sequence[Unit[U]], gap: Mil, middle: Mil, half: Mil, back: Mil) -> dict[str, Slot]:
    """Side by side about a middle, pushed in where the row would reach out of the zone."""
    whole = sum(width(unit) for unit in order) + gap * max(0, len(order) - 1)
    at = max(-half, min(half - whole, middle - whole // 2))
    slots: dict[str, Slot] = {}
    for unit in order:
        wide = width(unit)
        slots[unit.id] = (at + wide // 2, back)
        at += wide + gap
    return slots


def opposite(battle: Battle[B, U, S], side: str, front: Pose, worth: Callable[[Unit[U]], float]) -> Mil:
    """How far along the front the weight of an enemy already set down lies; 0 if none is."""
    seen = [unit for unit in foes(battle, side) if unit.on_table]
    if not seen:
        return 0
    total = sum(worth(unit) for unit in seen)
    return round(sum(front.local(unit.outline.x, unit.outline.y)[0] * worth(unit) for unit in seen) / total)


def width(unit: Unit[U]) -> Mil:
    return unit.body.full_frontage if isinstance(unit.body, Formed) else unit.body.base.width


def _depth(unit: Unit[U]) -> Mil:
    return unit.body.depth(unit.bodies) if isinstance(unit.body, Formed) else unit.body.base.depth


def _behind_its_front(unit: Unit[U]) -> Mil:
    """How far the pose of a body lies behind its front edge."""
    return 0 if isinstance(unit.body, Formed) else unit.body.base.depth // 2
