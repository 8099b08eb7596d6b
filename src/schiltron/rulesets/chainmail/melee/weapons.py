"""Pikes, halberds and who can come at them: CM-MELEE-04, CM-MELEE-09, CM-MELEE-10, CM-MELEE-49, CM-MELEE-53."""

from __future__ import annotations

from typing import Final

from schiltron.battle.illegal import Reason
from schiltron.battle.tally import Term
from schiltron.rulesets.chainmail.field import in_open_order, is_fleeing, reorganizing
from schiltron.rulesets.chainmail.melee.contact import weapons_at
from schiltron.rulesets.chainmail.movement.formations import HEDGEHOG
from schiltron.rulesets.chainmail.state import Arms, Battle, Unit

POLE_ARMS: Final[tuple[Arms, ...]] = ("pike", "halberd")
_AS_LONG: Final[dict[Arms, tuple[Arms, ...]]] = {"pike": ("pike",), "halberd": ("halberd", "lance", "pike")}
"""Weapons that reach at least as far (CM-MELEE-09)."""


def has_pole_arms(unit: Unit) -> bool:
    return unit.own.profile.arms in POLE_ARMS


def in_close_order(unit: Unit) -> bool:
    """Formed, no farther than an inch apart (CM-MELEE-07)."""
    return not in_open_order(unit) and not is_fleeing(unit) and not reorganizing(unit)


def is_hedgehog(unit: Unit) -> bool:
    """Ten or more with weapons pointing out on all four sides (CM-MELEE-49); with fewer left it is one no more."""
    return unit.own.formation == "hedgehog" and unit.figures >= HEDGEHOG


def attack_barred(attacker: Unit, target: Unit) -> Reason | None:
    """Why a unit may not attack another: a hedgehog is open only to pikes and pole arms (CM-MELEE-53)."""
    if is_hedgehog(target) and not has_pole_arms(attacker):
        return Reason(f"{target.name}: only pikes and pole arms may attack a hedgehog", ("CM-MELEE-53",))
    return None


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
    formed = has_pole_arms(foe) and in_close_order(foe)
    if not formed or lances_at_schiltron(unit, foe) or not weapons_at(battle, foe, unit):
        return None
    mine, theirs = unit.own.profile.arms, foe.own.profile.arms
    if mine in _AS_LONG[theirs] and (mine != "lance" or unit.own.profile.mounted):
        return None
    if mine == "lance":
        return Term("a lance does not reach pikes", 0, "CM-MELEE-10")
    return Term(f"only weapons as long come at a front of {theirs}s", 0, "CM-MELEE-09")
