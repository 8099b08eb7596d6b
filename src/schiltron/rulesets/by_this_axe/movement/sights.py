"""Enemies who hold their fire, and where on its way a unit comes into their sights: TA-CMD-34."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.rulesets.by_this_axe.attacks.reserved import may_use_reserve
from schiltron.rulesets.by_this_axe.field import ordered
from schiltron.rulesets.by_this_axe.movement.walker import Walker
from schiltron.rulesets.by_this_axe.state import Unit
from schiltron.table.lengths import Mil

_LOOK: Final[Mil] = 250
"""How far a unit goes between two looks at it."""


def first_shot(walker: Walker, distance: Mil) -> tuple[Mil, tuple[str, ...]] | None:
    """How far it goes straight ahead until somebody who held his fire shoots, and who they are.

    It is shot at where it comes into range; in a charge also where it starts.
    """
    waiting = _waiting(walker)
    if not waiting:
        return None
    at_start = [shooter for shooter in waiting if _sees(walker, shooter, 0)]
    if at_start and walker.action == "charge" and not walker.begun:
        return 0, tuple(shooter.id for shooter in at_start)
    waiting = [shooter for shooter in waiting if shooter not in at_start]
    for went in (*range(_LOOK, distance, _LOOK), distance):
        seen = tuple(shooter.id for shooter in waiting if _sees(walker, shooter, went))
        if seen:
            return went, seen
    return None


def in_sight(walker: Walker) -> tuple[str, ...]:
    """Who shoots at it where it has wheeled or turned to: in a charge all who see it, else those who did not before."""
    seen = (shooter for shooter in _waiting(walker) if _sees(walker, shooter, 0))
    return tuple(
        shooter.id
        for shooter in seen
        if walker.action == "charge" or not may_use_reserve(walker.battle, shooter, walker.unit)
    )


def _waiting(walker: Walker) -> list[Unit]:
    battle = walker.battle
    return [
        enemy
        for enemy in walker.enemies()
        if ordered(battle, enemy, "reserve") is not None and enemy.id not in walker.fired
    ]


def _sees(walker: Walker, shooter: Unit, went: Mil) -> bool:
    there = replace(walker.unit, place=walker.unit.place_at(walker.pose.advanced(went)), body=walker.body)
    return may_use_reserve(walker.battle.with_unit(there), shooter, there)
