"""How a battle ends (BS-S0-14, BS-S1-05, BS-S2-05)."""

from __future__ import annotations

from schiltron.battle.state import Outcome
from schiltron.battle.tally import Tally, Term
from schiltron.rulesets.battlesystem.field import alive, troops
from schiltron.rulesets.battlesystem.state import Battle


def reckoning(battle: Battle, side: str) -> Tally:
    """The figures a side still has on the field, unit by unit."""
    terms = tuple(Term(unit.name, unit.figures, "BS-S0-14") for unit in troops(battle, side) if alive(unit))
    return Tally("figures on the field", terms, measure="figures")


def outcome(battle: Battle) -> Outcome | None:
    """The last side with a figure on the field has won; looked for at the end of every Game Round."""
    left = {side.id: reckoning(battle, side.id) for side in battle.sides}
    standing = [side for side, tally in left.items() if tally.total]
    if len(standing) > 1 and not _over(battle):
        return None
    winner = standing[0] if len(standing) == 1 else "" if standing else _tie(battle)
    reckonings = tuple(left.items())
    if len(standing) > 1:
        return Outcome(winner, "turn_limit", ("BS-1.0-06",), reckonings)
    return Outcome(winner, "beaten", ("BS-S0-14",), reckonings)


def _over(battle: Battle) -> bool:
    limit = battle.own.options.turn_limit
    return bool(limit) and battle.turn >= limit


def _tie(battle: Battle) -> str:
    tie = battle.own.options.tie
    return "" if tie == "draw" else tie
