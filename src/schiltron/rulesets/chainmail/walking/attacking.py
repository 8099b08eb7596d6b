"""Whom a unit may not attack: hedgehogs are open to long weapons alone (CM-MELEE-53), and the unseen to those who find
them (CM-FANT-ELF-03)."""

from __future__ import annotations

from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.fantasy.unseen import unseen_by
from schiltron.rulesets.chainmail.field import has_pole_arms, is_hedgehog
from schiltron.rulesets.chainmail.state import Battle, Unit


def attack_barred(battle: Battle, attacker: Unit, target: Unit) -> Reason | None:
    """Why a unit that has come up to another may not attack it."""
    if is_hedgehog(target) and not has_pole_arms(attacker):
        return Reason(f"{target.name}: only pikes and pole arms may attack a hedgehog", ("CM-MELEE-53",))
    return unseen_by(battle, attacker, target) if battle.own.options.fantasy == "on" else None
