"""Setting up: a line of foot with shooters in it and pikes at its ends, horse on the wings, the rest behind."""

from __future__ import annotations

from typing import Final

from schiltron.battle.decision import PlaceUnit, SetDown
from schiltron.captains.book_of_war.reckoning import worth
from schiltron.rulesets.book_of_war.field import formation, troop
from schiltron.rulesets.book_of_war.setup.battle_line import facing
from schiltron.rulesets.book_of_war.setup.deployment import objections
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import QUARTER_TURN, Mil, inches
from schiltron.table.pose import Pose

GAPS: Final[tuple[Mil, ...]] = (inches(1.5), inches(0.75), inches(0.3))
"""Room between neighbours, as much as the zone allows."""
RESERVE: Final[Mil] = inches(2)
"""Room between the line and those behind it."""
_FOOT, _SHOOTERS, _PIKES, _HORSE, _HORSE_ARCHERS = range(5)

Slot = tuple[Mil, Mil]
"""So far to the right of the middle of the zone's front, and so far behind it."""


def place(battle: Battle, decision: PlaceUnit, *, left_handed: bool = False) -> SetDown | None:
    """The next unit set down in its slot of the line; None if no slot is free."""
    side = battle.units[decision.units[0]].side
    front, half = _front(battle, side)
    slots = line(battle, side, front, half, left_handed=left_handed)
    for unit_id in decision.units:
        unit = battle.units[unit_id]
        across, back = slots[unit_id]
        files = formation(unit).files
        pose = front.shifted(across, -back)
        if next(objections(battle, unit, pose, files), None) is None:
            return SetDown(unit_id, pose, files)
    return None


def _front(battle: Battle, side: str) -> tuple[Pose, Mil]:
    """The middle of the zone's front, looking at the enemy, and half its length."""
    zone, ahead = battle.own.zone(side), facing(battle, side)
    x, y = (zone.left + zone.right) // 2, (zone.top + zone.bottom) // 2
    edges = {0: (x, zone.top), 1: (zone.right, y), 2: (x, zone.bottom), 3: (zone.left, y)}
    quarter = ahead // QUARTER_TURN
    length = zone.right - zone.left if quarter % 2 == 0 else zone.bottom - zone.top
    return Pose(*edges[quarter], ahead), length // 2


def line(battle: Battle, side: str, front: Pose, half: Mil, *, left_handed: bool) -> dict[str, Slot]:
    """A slot for every unit of the side, worked out from its list and from where the enemy stands by now."""
    ours = [unit for unit in battle.units.values() if unit.side == side]
    order = _left_to_right(battle, side, front, ours, left_handed=left_handed)
    room = 2 * half
    for gap in GAPS:
        if sum(_width(unit) + gap for unit in order) <= room:
            return _row(order, gap, _middle(battle, side, front), half, 0)
    first: list[Unit] = []
    taken = 0
    for unit in sorted(order, key=lambda unit: (_post(unit), unit.id)):
        if taken + _width(unit) + GAPS[-1] <= room:
            taken += _width(unit) + GAPS[-1]
            first.append(unit)
    ahead = [unit for unit in order if unit in first]
    behind = [unit for unit in order if unit not in first]
    back = max((formation(unit).depth(unit.bodies) for unit in ahead), default=0) + RESERVE
    return _row(ahead, GAPS[-1], 0, half, 0) | _row(behind, GAPS[-1], 0, half, back)


def _row(order: list[Unit], gap: Mil, middle: Mil, half: Mil, back: Mil) -> dict[str, Slot]:
    """Side by side about a middle, pushed in where the row would reach out of the zone."""
    whole = sum(_width(unit) for unit in order) + gap * max(0, len(order) - 1)
    at = max(-half, min(half - whole, middle - whole // 2))
    slots: dict[str, Slot] = {}
    for unit in order:
        width = _width(unit)
        slots[unit.id] = (at + width // 2, back)
        at += width + gap
    return slots


def _width(unit: Unit) -> Mil:
    return formation(unit).full_frontage


def _post(unit: Unit) -> int:
    """How far from the middle a unit belongs."""
    kind = troop(unit)
    if kind.horse_archers:
        return _HORSE_ARCHERS
    if kind.mounted:
        return _HORSE
    if kind.pikes:
        return _PIKES
    return _SHOOTERS if kind.missile is not None else _FOOT


def _left_to_right(battle: Battle, side: str, front: Pose, ours: list[Unit], *, left_handed: bool) -> list[Unit]:
    """The best armoured in the middle; pikes go first to the side where the enemy's horse stands."""
    leaning = _enemy_horse(battle, side, front)
    row: list[Unit] = []
    weight = [0.0, 0.0]
    for unit in sorted(ours, key=lambda unit: (_post(unit), -troop(unit).armour_hit, unit.id)):
        cost = worth(unit.kind, unit.original)
        if _post(unit) == _PIKES and leaning:
            right = leaning > 0
            leaning = -leaning / 2
        else:
            right = weight[1] < weight[0] or (weight[1] == weight[0] and not left_handed)
        weight[right] += cost
        row = [*row, unit] if right else [unit, *row]
    return row


def _enemy_horse(battle: Battle, side: str, front: Pose) -> float:
    """On which side of the middle the enemy's horse is stronger, right being positive; 0 when unknown."""
    return sum(
        front.local(unit.outline.x, unit.outline.y)[0] * worth(unit.kind, unit.figures)
        for unit in battle.standing()
        if unit.side != side and troop(unit).mounted
    )


def _middle(battle: Battle, side: str, front: Pose) -> Mil:
    """Opposite the middle of an enemy that stands already, else in the middle of the zone."""
    seen = [unit for unit in battle.standing() if unit.side != side]
    if not seen:
        return 0
    total = sum(worth(unit.kind, unit.figures) for unit in seen)
    return round(
        sum(front.local(unit.outline.x, unit.outline.y)[0] * worth(unit.kind, unit.figures) for unit in seen) / total
    )
