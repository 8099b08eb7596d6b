"""Which troops have historical characteristics (rules HIST), when their switch is on."""

from __future__ import annotations

from schiltron.battle.state.field import troops
from schiltron.rulesets.chainmail.field import alive, is_commander
from schiltron.rulesets.chainmail.state import STAKED, Battle, Unit


def are_peasants(battle: Battle, unit: Unit) -> bool:
    """Peasants who dice before they do anything (CM-HIST-08 to CM-HIST-12)."""
    return battle.own.options.peasants == "on" and unit.own.profile.peasants


def are_knights(battle: Battle, unit: Unit) -> bool:
    """Mounted knights, who do not take orders well (CM-HIST-04); on foot they are foot, and the commander obeys."""
    line = unit.own.profile
    return battle.own.options.knights == "on" and line.knights and line.mounted and not is_commander(unit)


def are_hired(battle: Battle, unit: Unit) -> bool:
    """Mercenaries who dice before each turn (CM-HIST-17)."""
    return battle.own.options.mercenaries == "on" and unit.own.profile.mercenary


def bring_stakes(battle: Battle, unit: Unit) -> bool:
    """English longbowmen (CM-HIST-21)."""
    line = unit.own.profile
    english = line.people == "english" and line.missile == "longbow" and not line.mounted
    return battle.own.options.stakes == "on" and english


def are_staked(battle: Battle, unit: Unit) -> bool:
    """Behind the stakes they planted; moving abandons them (CM-HIST-21)."""
    return bring_stakes(battle, unit) and unit.has(STAKED) and not unit.own.turn.moved


def heed_commander(battle: Battle, unit: Unit) -> bool:
    """Troops to whom the army commander makes a difference: not mercenaries (CM-HIST-39), and not he himself."""
    return battle.own.options.commander != "off" and not unit.own.profile.mercenary and not is_commander(unit)


def commanders(battle: Battle, side: str) -> list[Unit]:
    """The army commander of a side, if he lives."""
    return [unit for unit in troops(battle, side) if is_commander(unit) and alive(unit)]
