"""Discipline (cases 2.11 and 4.6): base morale without special bonuses, intelligence and alignment (Table 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.morale import common_terms
from schiltron.rulesets.battlesystem.state import Profile

_MODIFIERS: Final = {
    str(row["condition"]): int(row["modifier"]) for row in LAW.sheet("BS-T-06-discipline-modifiers").records()
}


def discipline(profile: Profile, figures: int, base_game: str = "add") -> Tally:
    """DL; berserkers have none, and others of whom that was settled before the game (BS-2.11-03, BS-4.6-03)."""
    if profile.special == "berserkers":
        return Tally("discipline", (Term("berserkers", 0, "BS-2.11-03"),))
    if profile.undisciplined:
        return Tally("discipline", (Term("settled before the battle", 0, "BS-4.6-03"),))
    return Tally("discipline", (*common_terms(profile, figures, base_game), *_temper(profile)))


def _temper(profile: Profile) -> Iterator[Term]:
    mind, order = profile.creature.intelligence, profile.creature.order
    if mind in ("animal", "low"):
        yield Term("low intelligence", _MODIFIERS["intelligence_low_or_lower"], "BS-4.6-01")
    elif mind == "high":
        yield Term("high intelligence", _MODIFIERS["intelligence_high_or_higher"], "BS-4.6-01")
    if order != "neutral":
        yield Term(order, _MODIFIERS[f"{order}_alignment"], "BS-4.6-01")
