"""The number an attack die needs, with the table of modifiers (chapter C3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.troops import TROOPS


class Blow(Struct, frozen=True):
    """So many dice needing a number: one throw of like attacks (BW-C3-08)."""

    dice: int
    need: Tally


DIE: Final = 6

Modifier = Literal[
    "attack_on_rear_of_unit",
    "beyond_half_range",
    "halfling_sling",
    "indirect_fire",
    "pike_free_attack_vs_cavalry",
    "pike_free_attack_vs_infantry",
    "routed_unit_that_cannot_flee",
]
"""Rows of the table of modifiers that hang on how an attack is made; what hangs on the two types is added unasked."""

_MODIFIERS: Final = {
    str(row["modifier"]): Term(str(row["modifier"]).replace("_", " "), -int(row["value"]), str(row["rule"]))
    for row in LAW.sheet("BW-T-to-hit-mods").records()
}


@lru_cache(maxsize=4096)
def to_hit(attacker: str, target: str, modifiers: tuple[Modifier, ...] = ()) -> Tally:
    """What one unit type needs against another: a bonus lowers the target's Armor Hit value (BW-C3-08). Dwarves dodge
    the blows and stones of big monsters (BW-A2-06).

    Nothing hits or misses of itself (BW-C3-09): 7 or more cannot be thrown, 1 or less cannot fail.
    """
    struck = TROOPS[target]
    terms = [Term(f"Armor Hit of {struck.name}", struck.armour_hit, "BW-C3-02")]
    bonus = TROOPS[attacker].attack_bonus
    if bonus:
        terms.append(Term(f"Hit Dice of {TROOPS[attacker].name}", -bonus, "BW-C3-06"))
    if TROOPS[attacker].big and "dodge_giants" in struck.abilities:
        terms.append(_MODIFIERS["dwarf_target_vs_big_monster"])
    terms += (_MODIFIERS[modifier] for modifier in modifiers)
    tally = Tally("to hit", tuple(terms))
    if tally.total > DIE:
        return Tally("to hit", tally.terms, verdict="impossible")
    if tally.total <= 1:
        return Tally("to hit", tally.terms, verdict="automatic")
    return tally


def chance(need: Tally) -> float:
    """How likely one die is to hit."""
    return min(max(DIE + 1 - need.total, 0), DIE) / DIE


def expected_hits(blows: Iterable[Blow]) -> float:
    return sum(blow.dice * chance(blow.need) for blow in blows)
