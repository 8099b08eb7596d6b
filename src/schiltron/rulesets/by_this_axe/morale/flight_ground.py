"""What the ground leaves of a flight at full rate: the losses of any other move (TA-MORALE-24, TA-TERR-01 to -08)."""

from __future__ import annotations

from typing import NamedTuple

from schiltron.rulesets.by_this_axe.ground import at_the_bank, felt, in_the_water, reach, tolls
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.banks import far_bank
from schiltron.table.lengths import Mil
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature


class Going(NamedTuple):
    """How far the ground lets a unit run, and beyond what it may not be pushed; `river` is the one it halts at."""

    distance: Mil
    bar: float = float("inf")
    river: str = ""


def over_ground(battle: Battle, unit: Unit, start: Pose, budget: Mil) -> Going | None:
    """None where it comes into woods and what they take off is still to be rolled (TA-TERR-03, TA-TERR-04)."""
    features = felt(unit.own.profile, battle.table.features)
    river = at_the_bank(start, unit.body, features)
    if river is not None and _may_cross(battle, unit, river):
        return Going(far_bank(start, unit.body, unit.bodies, river))
    met = tolls(start, unit.body, unit.bodies, budget, features)
    woods = unit.own.turn.lost_to_woods
    paid = [toll._replace(loss=woods) if toll.kind == "woods" and woods is not None else toll for toll in met]
    far, _, halt = reach(paid, budget, budget)
    if woods is None and any(toll.kind == "woods" and toll.at <= far for toll in met):
        return None
    if halt is not None and halt.kind == "river":
        return Going(far, far, halt.feature.id)
    return Going(far)


def _may_cross(battle: Battle, unit: Unit, river: Feature) -> bool:
    """It came to the bank in an earlier turn, or stands in the water (TA-TERR-07)."""
    bank = unit.own.bank
    waited = bank is not None and bank[0] == river.id and bank[1] < battle.turn
    return waited or in_the_water((river,), unit.outline) is not None
