"""An army's line of battle: which units stand on a wing, which in the middle (TA-CMD-23, TA-CMD-24).

The army fronts where its units do on the whole. Units are ordered across that front by their middles; routed units and
single characters are not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from schiltron.battle.state.field import foes, troops
from schiltron.rulesets.by_this_axe.field import is_character, is_routed
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import TOLERANCE, Mil

PLACES: Final = 2


class Named(Struct, frozen=True):
    """The units a card names: `sure` ones, and of the `tied` ones as many as there are `places` left."""

    sure: tuple[str, ...]
    tied: tuple[str, ...] = ()
    places: int = 0


def left_wing(battle: Battle, side: str) -> Named:
    return _first(across(battle, side))


def right_wing(battle: Battle, side: str) -> Named:
    return _first({unit: -offset for unit, offset in across(battle, side).items()})


def center(battle: Battle, side: str) -> Named:
    """The units nearest the midpoint between the two outermost."""
    offsets = across(battle, side)
    twice = min(offsets.values(), default=0) + max(offsets.values(), default=0)
    return _first({unit: abs(2 * offset - twice) // 2 for unit, offset in offsets.items()})


def across(battle: Battle, side: str) -> dict[str, Mil]:
    """How far to the right each unit of the line stands, as the army looks."""
    units = _in_line(troops(battle, side))
    if not units:
        return {}
    x, y = _front(battle, side, units)
    return {unit.id: round(there * x - here * y) for unit in units for here, there in [_middle(unit)]}


def _in_line(units: list[Unit]) -> list[Unit]:
    return [unit for unit in units if not is_character(unit) and unit.on_table and unit.figures and not is_routed(unit)]


def _middle(unit: Unit) -> tuple[float, float]:
    depth = unit.body.depth(unit.bodies) if isinstance(unit.body, Formed) else 0
    return unit.pose.world(0, -depth / 2)


def _front(battle: Battle, side: str, units: Sequence[Unit]) -> tuple[float, float]:
    """Where the army looks; towards the enemy, if its units look all ways."""
    ways = [unit.pose.forward for unit in units]
    x, y = sum(x for x, _ in ways), sum(y for _, y in ways)
    enemies = _in_line(foes(battle, side))
    if abs(x) + abs(y) < 0.01 and enemies:
        (x, y), (here, there) = _mean(enemies), _mean(units)
        x, y = x - here, y - there
    size = (x * x + y * y) ** 0.5 or 1.0
    return x / size, y / size


def _mean(units: Sequence[Unit]) -> tuple[float, float]:
    middles = [_middle(unit) for unit in units]
    return sum(x for x, _ in middles) / len(units), sum(y for _, y in middles) / len(units)


def _first(ranks: dict[str, Mil]) -> Named:
    """The two of lowest rank; where more are level for the last place, their owner chooses among them."""
    order = sorted(ranks.values())[:PLACES]
    if not order:
        return Named(())
    sure = tuple(unit for unit, rank in ranks.items() if rank < order[-1] - TOLERANCE)
    tied = tuple(unit for unit, rank in ranks.items() if abs(rank - order[-1]) <= TOLERANCE)
    return Named(sure, tied, len(order) - len(sure))
