"""What a side still has, in points (chapter B1): what a computer player thinks ahead for."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.field import troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.field import is_routed, worth
from schiltron.rulesets.book_of_war.hiding import is_hidden
from schiltron.rulesets.book_of_war.state import Battle, Unit

_RULE: Final = "BW-B1-10"


def appraise(battle: Battle, side: str) -> Tally:
    """Figures on the table at their price; of routed units half, as at the end of the battle."""
    terms = [term for unit in troops(battle, side) if in_play(unit) or is_hidden(unit) for term in _left(unit)]
    return Tally("points left", tuple(terms), measure="points")


def _left(unit: Unit) -> list[Term]:
    points = worth(unit, unit.figures)
    whole = Term(f"{unit.figures} of {unit.name}", points, _RULE)
    return [whole, Term(f"{unit.name} routed", points // 2 - points, _RULE)] if is_routed(unit) else [whole]
