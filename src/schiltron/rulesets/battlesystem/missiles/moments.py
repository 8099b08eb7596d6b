"""Points of a straight move where a shot would do more than at its start or end (case 10.6).

Fire may be taken at any point of a move. The enemy is asked at its start and at its end. In between he is asked where
one of his units has its best sight of the mover, if that is better: out of a wood, between two houses, nearest by.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from schiltron.battle.state.unit import in_line
from schiltron.rulesets.battlesystem.missiles.aims import aim_once
from schiltron.rulesets.battlesystem.missiles.attack import ranges
from schiltron.rulesets.battlesystem.missiles.limits import can_shoot
from schiltron.rulesets.battlesystem.missiles.passing import armed_enemies, used_up
from schiltron.rulesets.battlesystem.missiles.sweeps import NO_BAND, Sweep
from schiltron.rulesets.battlesystem.missiles.volleys import Volley, mean_damage
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.lengths import Mil

_HAIR: Final[Mil] = 5
_BETTER: Final = 1.05

Stands = Callable[[Mil], Unit]
"""The mover so far on its way."""


def moments(battle: Battle, stands: Stands, distance: Mil) -> list[tuple[Mil, str]]:
    """Points of a way, if it has any length, and for whose sake the enemy is asked there; in the order of the way."""
    if not distance:
        return []
    mover = stands(0)
    here = mover.outline
    near = [one for one in armed_enemies(battle, mover) if one.outline.near(here, ranges(one)[-1] + distance)]
    if not near:
        return []
    found = []
    battle, end = battle.with_unit(mover), stands(distance)
    for shooter in in_line(near):
        if used_up(shooter) or not can_shoot(battle, shooter):
            continue
        best = _best(battle, shooter, stands, distance, (mover, end))
        if best is not None:
            found.append((best, shooter.id))
    return sorted(found, key=lambda one: one[0])


def _best(battle: Battle, shooter: Unit, stands: Stands, distance: Mil, ends: tuple[Unit, Unit]) -> Mil | None:
    """Where first a shot is worth clearly more than at both ends of the way; None where nowhere."""
    sweep = Sweep(battle, shooter, *ends, distance)
    best_band = sweep.nearest_band()
    if best_band == NO_BAND:
        return None

    def look(there: Mil) -> _Shot:
        return _shot(battle, shooter, stands(there)) if sweep.glimpsed(there) else _NOTHING

    shots = {there: look(there) for there in (0, distance)}
    known = min((sweep.band(there) for there, shot in shots.items() if shot.plain), default=NO_BAND)
    if best_band >= known:
        return None
    best, place, before, last = max(shot.worth for shot in shots.values()) * _BETTER, None, 0, 0
    for there in sweep.places():
        if sweep.band(there) < known:
            worth = look(there).worth
            if worth > best:
                best, place, before = worth * _BETTER, there, last
        last = there
    return None if place is None else _since(lambda there: look(there).worth, before, place)


def _since(worth: Callable[[Mil], float], before: Mil, place: Mil) -> Mil:
    """The first place after one at which a shot is worth less, to a hair, at which it is worth as much as there."""
    wanted = worth(place)
    while place - before > _HAIR:
        middle = (before + place) // 2
        if worth(middle) >= wanted:
            place = middle
        else:
            before = middle
    return place


class _Shot(NamedTuple):
    """A shot at the mover where it would stand: what it is worth, and whether nothing shelters the mover."""

    worth: float
    plain: bool


_NOTHING: Final = _Shot(0.0, plain=False)


def _shot(battle: Battle, shooter: Unit, unit: Unit) -> _Shot:
    volley = aim_once(battle.with_unit(unit), shooter, unit)
    if not isinstance(volley, Volley):
        return _NOTHING
    in_full = volley.way == "direct" and volley.seen >= unit.figures and not volley.covered
    return _Shot(mean_damage(volley), plain=in_full)
