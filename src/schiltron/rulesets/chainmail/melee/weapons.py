"""Pikes, halberds and who can come at them: CM-MELEE-04, CM-MELEE-09, CM-MELEE-10, CM-MELEE-49, CM-MELEE-53."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.tally import Term
from schiltron.rulesets.chainmail.field import has_pole_arms, has_trait, in_close_order, is_hedgehog
from schiltron.rulesets.chainmail.melee.contact import weapons_at
from schiltron.rulesets.chainmail.state import Arms, Battle, Unit

_AS_LONG: Final[dict[Arms, tuple[Arms, ...]]] = {"pike": ("pike",), "halberd": ("halberd", "lance", "pike")}
"""Weapons that reach at least as far (CM-MELEE-09)."""


def lances_at_schiltron(unit: Unit, foe: Unit) -> bool:
    """Horse with lances and a schiltron fight at even odds (CM-HIST-25)."""
    return any(
        one.own.profile.mounted and one.own.profile.arms == "lance" and other.own.formation == "schiltron"
        for one, other in ((unit, foe), (foe, unit))
    )


def kept_off(battle: Battle, unit: Unit, foe: Unit) -> Term | None:
    """Why a unit cannot hurt a foe whose weapons are longer; None where it can."""
    if is_hedgehog(foe):
        return None if has_pole_arms(unit) else Term("only pole arms come at a hedgehog", 0, "CM-MELEE-53")
    if has_trait(unit, "alone") or (unit.own.profile.nature is not None and unit.own.profile.nature.attack > 1):
        return None
    formed = has_pole_arms(foe) and in_close_order(foe)
    if not formed or lances_at_schiltron(unit, foe) or not weapons_at(battle, foe, unit):
        return None
    mine, theirs = unit.own.profile.arms, foe.own.profile.arms
    if mine in _AS_LONG[theirs] and (mine != "lance" or unit.own.profile.mounted):
        return None
    if mine == "lance":
        return Term("a lance does not reach pikes", 0, "CM-MELEE-10")
    return Term(f"only weapons as long come at a front of {theirs}s", 0, "CM-MELEE-09")
