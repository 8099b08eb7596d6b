"""A first glance for the attack phase, which nearly always finds nothing: enemies whose circles come near enough."""

from __future__ import annotations

from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import Mil


def enemies_within(battle: Battle, unit: Unit, distance: Mil) -> list[Unit]:
    """Enemies with figures standing that may be as near as that, in the order of their ids."""
    here = unit.outline
    x, y, reach, side = here.x, here.y, here.radius + distance, unit.side
    found = []
    for other in battle.units.values():
        if other.side != side and other.figures and other.on_table:
            there = other.outline
            dx, dy, far = there.x - x, there.y - y, there.radius + reach
            if dx * dx + dy * dy <= far * far:
                found.append(other)
    return found if len(found) < 2 else sorted(found, key=lambda other: other.id)
