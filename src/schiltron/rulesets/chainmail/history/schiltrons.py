"""Schiltrons of the Scots: CM-HIST-23."""

from __future__ import annotations

from schiltron.rulesets.chainmail.state import Battle, Unit


def schiltron_barred(battle: Battle, unit: Unit) -> str:
    """Why a unit may not form a schiltron; "" where it may."""
    line = unit.own.profile
    if battle.own.options.schiltrons == "off":
        return "schiltrons are an option that is not in use"
    if line.people != "scots" or line.mounted:
        return "only Scots infantry forms schiltrons"
    return "" if line.arms == "pike" else "a schiltron takes pikes"
