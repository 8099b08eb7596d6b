"""Points of a straight way at which a shot would do more than where the way begins or ends (BS-10.6-01).

Fire may be taken at any point of a move. The enemy is asked where it begins and where it ends; in between where one of
his units first sees the mover at its best, if that is better: out of a wood, between two houses, nearest in passing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from schiltron.rulesets.battlesystem.missiles.attack import BANDS, band, ranges
from schiltron.rulesets.battlesystem.missiles.limits import may_shoot
from schiltron.rulesets.battlesystem.missiles.lines import Lines
from schiltron.rulesets.battlesystem.missiles.outlook import mean_damage
from schiltron.rulesets.battlesystem.missiles.passing import armed_enemies, used_up
from schiltron.rulesets.battlesystem.missiles.sighting import ARC, muzzle
from schiltron.rulesets.battlesystem.missiles.steps import Volley
from schiltron.rulesets.battlesystem.missiles.volleys import Judged, aim
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.arcs import in_arc
from schiltron.table.body import Figure
from schiltron.table.front import front_corners
from schiltron.table.lengths import Mil, inches
from schiltron.table.rectangles import nearest_point, point_gap

STEP: Final[Mil] = inches(0.5)
"""How closely a way is looked at."""
_BETTER: Final = 1.05
_NO_BAND: Final = len(BANDS)

Stands = Callable[[Mil], Unit]
"""The mover so far on its way."""


def moments(battle: Battle, mover: Unit, stands: Stands, distance: Mil) -> list[tuple[Mil, str]]:
    """Points of a way, and for whose sake the enemy is asked there; in the order of the way."""
    found = []
    end = stands(distance)
    for shooter in sorted(armed_enemies(battle, mover), key=lambda one: one.turn_in_line):
        reach = ranges(shooter)[-1] + distance
        if not shooter.outline.near(mover.outline, reach) or used_up(shooter) or may_shoot(battle, shooter):
            continue
        best = _best(battle, shooter, stands, distance, (mover, end))
        if best is not None:
            found.append((best, shooter.id))
    return sorted(found, key=lambda one: one[0])


def _best(battle: Battle, shooter: Unit, stands: Stands, distance: Mil, ends: tuple[Unit, Unit]) -> Mil | None:
    """Where a shot is worth clearly more than at both ends of the way; None where nowhere."""
    near, far = (_Looked(battle, shooter, unit) for unit in ends)
    if near.plain and near.band == 0:
        return None
    if far.plain and far.band == 0:
        return None
    at_ends = max(near.worth, far.worth)
    known = min(one.band for one in (near, far)) if near.plain or far.plain else _NO_BAND
    best, place = at_ends * _BETTER, None
    for there in range(STEP, distance, STEP):
        unit = stands(there)
        if _band(shooter, unit) >= known:
            continue
        worth = _Looked(battle, shooter, unit).worth
        if worth > best:
            best, place = worth * _BETTER, there
    return place


class _Looked:
    """A shot at the mover where it would stand: what it is worth, its range, and whether nothing shelters the mover."""

    __slots__ = ("band", "plain", "worth")

    def __init__(self, battle: Battle, shooter: Unit, unit: Unit) -> None:
        made: Judged = aim(battle.with_unit(unit), shooter, unit) if _glimpsed(battle, shooter, unit) else []
        volley = made if isinstance(made, Volley) else None
        self.worth = mean_damage(volley) if volley is not None else 0.0
        self.band = _band(shooter, unit)
        self.plain = (
            volley is not None and volley.way == "direct" and volley.seen >= unit.figures and not volley.covered
        )


def _band(shooter: Unit, unit: Unit) -> int:
    x, y = muzzle(shooter)
    found = band(shooter, round(min(point_gap(rect, x, y) for rect in unit.outline.rects)))
    return _NO_BAND if found is None else BANDS.index(found)


def _glimpsed(battle: Battle, shooter: Unit, unit: Unit) -> bool:
    """A first look: whether an outer or a middle figure of a front has a line to one of the other's."""
    lines = Lines(battle.with_unit(unit), (shooter,), (unit,))
    return any(
        _before(one, other) and (lines.open or lines.hindrance(one, other) is None)
        for one in _some(shooter)
        for other in _some(unit)
    )


def _before(one: Figure, other: Figure) -> bool:
    ends = front_corners(one.rect)
    return in_arc(*ends, one.heading, ARC, ARC, *nearest_point(other.rect, one.x, one.y))


def _some(unit: Unit) -> Iterator[Figure]:
    """The middle of the front, of an even number the two in the middle, and its ends."""
    front = [figure for figure in unit.places[: unit.figures] if figure.rank == 0] or list(unit.places[:1])
    last = len(front) - 1
    yield from (front[place] for place in dict.fromkeys((last // 2, last - last // 2, 0, last)))
