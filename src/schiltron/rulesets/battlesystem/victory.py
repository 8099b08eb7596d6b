"""How a battle ends (case 1.0 and the scenarios: BS-S0-14, BS-S1-05, BS-S2-05)."""

from __future__ import annotations

from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.field import standing_with, troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.field import alive, is_routed
from schiltron.rulesets.battlesystem.in_command import entitled
from schiltron.rulesets.battlesystem.state import Battle, Unit

_RULE = "BS-S0-14"


def reckoning(battle: Battle, side: str) -> Tally:
    """The figures a side still has on the field, unit by unit; heroes and commanders count."""
    terms = (Term(_said(battle, unit), unit.figures, _RULE) for unit in _left(battle, side))
    return Tally("figures on the field", tuple(terms), measure="figures")


def _left(battle: Battle, side: str) -> list[Unit]:
    return [unit for unit in troops(battle, side) if alive(unit)]


def _said(battle: Battle, unit: Unit) -> str:
    return f"{unit.name}, routed" if _runs(battle, unit) else unit.name


def _runs(battle: Battle, unit: Unit) -> bool:
    """Whether it has routed, or goes with a unit that has."""
    return is_routed(unit) or is_routed(standing_with(battle, unit))


def hopeless(battle: Battle, side: str) -> bool:
    """All it has left is routed, and no commander is there who could rally any of it."""
    left = _left(battle, side)
    return all(_runs(battle, unit) for unit in left) and not any(
        entitled(battle, unit) for unit in left if is_routed(unit)
    )


def outcome(battle: Battle) -> Outcome | None:
    """The last side with a figure on the field has won, or the last that is not beaten; looked for at the end of every
    Game Round (BS-S0-14)."""
    sides = [side.id for side in battle.sides]
    reckonings = tuple((side, reckoning(battle, side)) for side in sides)
    there = [side for side, tally in reckonings if tally.total]
    fighting = there if len(there) < 2 else [side for side in there if not hopeless(battle, side)]
    if len(fighting) == 1:
        return Outcome(fighting[0], "beaten", (_RULE,), reckonings)
    if not fighting:
        return Outcome(_tie(battle), "annihilated", (_RULE, "BS-S1-05", "BS-S2-05"), reckonings)
    if _over(battle):
        return Outcome("", "turn_limit", ("BS-1.0-06",), reckonings)
    return None


def _over(battle: Battle) -> bool:
    limit = battle.own.options.turn_limit
    return bool(limit) and battle.turn >= limit


def _tie(battle: Battle) -> str:
    """Whom the scenario gives a field on which nobody is left; nobody, unless it says so."""
    tie = battle.own.options.tie
    return "" if tie == "draw" else tie
