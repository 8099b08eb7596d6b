"""Where beaten troops can go: through friends, round enemies, over the edge (CM-MELEE-21, -22, -33; rules TERR).

Nothing slows them, but ground that bars their kind does, and a river ends the run at its bank: the next one begins
there and leads across.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from schiltron.battle.movement import flight_ways
from schiltron.battle.movement.flight_ways import Barrier, Terms, Way, shape_at
from schiltron.battle.state.field import opponents
from schiltron.rulesets.chainmail.fantasy.protection import with_circles
from schiltron.rulesets.chainmail.field import have_met, is_engine
from schiltron.rulesets.chainmail.melee.edges import straight_back
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import MARSH, RIVER
from schiltron.rulesets.chainmail.walking.ground import CLOSED, with_fires_left
from schiltron.table.ground import deeper_in, open_ahead
from schiltron.table.lengths import FULL_TURN, HALF_TURN, Mdeg, Mil, direction, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature

CONTROL: Final[Mil] = inches(1)
"""The space about a figure through which nobody passes (CM-MELEE-35)."""
_BANK: Final[Mil] = inches(0.5)
"""Who is as near to a river as that stands on its bank."""


def impassable(battle: Battle, unit: Unit) -> Iterator[Feature]:
    """Ground a unit can in no case enter: ponds and houses, cover that burns unless it stands in it, and marsh for
    heavy equipment (CM-TERR-15, CM-WEATHER-04, CM-TERR-07)."""
    closed = (*CLOSED, MARSH) if is_engine(unit) else CLOSED
    features = with_circles(battle, unit, battle.table).features
    if battle.own.fires and unit.on_table:
        features = with_fires_left(features, unit.pose, unit.body, unit.bodies)
    return (feature for feature in features if feature.kind in closed)


def away(battle: Battle, unit: Unit, foes: Iterable[str]) -> Mdeg:
    """The way off: straight back from the edge where these foes hold a unit; else from the nearest enemy."""
    there = flight_ways.fled_from(battle, unit, foes)
    holding = {one.id for one in opponents(battle, unit)}
    near = [one for one in there if one.id in holding or have_met(unit, one)] or there
    return straight_back(battle, unit, near) if near else (unit.pose.heading + HALF_TURN) % FULL_TURN


def way_back(battle: Battle, unit: Unit, bearing: Mdeg, distance: Mil) -> Way | None:
    """Back in good order, the front to the enemy; nobody leaves the table so."""
    facing = (bearing + HALF_TURN) % FULL_TURN
    terms = Terms(kept=CONTROL, facing=facing, ground=_barrier(battle, unit), leaves=False)
    return flight_ways.best_way(battle, unit, bearing, distance, terms)


def way_out(battle: Battle, unit: Unit, bearing: Mdeg, distance: Mil) -> Way | None:
    """In flight, the back to the enemy, and over the edge of the table if it comes to that."""
    return flight_ways.best_way(battle, unit, bearing, distance, Terms(kept=CONTROL, ground=_barrier(battle, unit)))


def _barrier(battle: Battle, unit: Unit) -> Barrier | None:
    barred = list(impassable(battle, unit))
    rivers = [feature for feature in battle.table.features if feature.kind == RIVER]
    if not barred and not rivers:
        return None

    def far(start: Pose, bearing: Mdeg) -> float:
        there = shape_at(unit, start)
        if deeper_in(barred, unit.outline, there) is not None:
            return 0.0
        along = direction(bearing)
        ways = [open_ahead(feature.rings, there, *along) for feature in barred]
        banks = (open_ahead(feature.rings, there, *along) for feature in rivers)
        return min((*ways, *(bank for bank in banks if bank > _BANK)), default=float("inf"))

    return far
