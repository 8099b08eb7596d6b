"""How a battle ends: TA-TURN-08."""

from __future__ import annotations

from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.field import opposing
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.field import alive, is_routed, troop_units
from schiltron.rulesets.by_this_axe.state import Battle, Unit

_RULE = "TA-TURN-08"


def out_of_it(unit: Unit) -> bool:
    """Destroyed, or in flight at this moment."""
    return not alive(unit) or is_routed(unit)


def reckoning(battle: Battle, side: str) -> Tally:
    """The units a side has lost or sees in rout."""
    terms = tuple(
        Term(f"{unit.name} {'in rout' if alive(unit) else 'destroyed'}", 1, _RULE)
        for unit in troop_units(battle, side)
        if out_of_it(unit)
    )
    return Tally("units lost or in rout", terms, measure="figures")


def _share(battle: Battle, side: str) -> float:
    units = list(troop_units(battle, side))
    return sum(map(out_of_it, units)) / len(units) if units else 0.0


def conceded(battle: Battle, side: str) -> Outcome:
    """A side gives up: play is over, and of the others the one wins that has lost least."""
    shares = {other: _share(battle, other) for other in opposing(battle, side)}
    if len(shares) == 1:
        return Outcome(_least(shares), "conceded")
    points = tuple((one.id, reckoning(battle, one.id)) for one in battle.sides)
    return Outcome(_least(shares), "conceded", (_RULE,), points)


def outcome(battle: Battle, *, turn_over: bool = False) -> Outcome | None:
    """More than half of a side's units gone or running ends play and loses it; of two, the larger share does."""
    shares = {side.id: _share(battle, side.id) for side in battle.sides}
    points = tuple((side.id, reckoning(battle, side.id)) for side in battle.sides)
    limit = battle.own.options.turn_limit
    if any(2 * share > 1 for share in shares.values()):
        return Outcome(_least(shares), "beaten", (_RULE,), points)
    if turn_over and limit and battle.turn >= limit:
        return Outcome(_least(shares), "turn_limit", (_RULE,), points)
    return None


def _least(shares: dict[str, float]) -> str:
    """The side that lost the smallest share; "" where two are equal."""
    least = min(shares.values())
    best = [side for side, share in shares.items() if share == least]
    return best[0] if len(best) == 1 else ""
