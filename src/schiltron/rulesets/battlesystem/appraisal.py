"""What a side still has, in points (the scenarios): what a computer player thinks ahead for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.field import standing_with, troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.field import alive, is_commander, is_individual, is_routed, mustered
from schiltron.rulesets.battlesystem.points import hit_dice
from schiltron.rulesets.battlesystem.state import Battle, Unit

_RULE: Final = "BS-S0-14"
_PERSON, _COMMANDER = 16, 40
"""Eighths of a point that an individual is worth besides his hit dice, and one who holds units together."""


def appraise(battle: Battle, side: str) -> Tally:
    """A point a hit die of those who are left, of routed units a third; commanders count for more."""
    terms = tuple(term for unit in troops(battle, side) if alive(unit) for term in _left(battle, unit))
    return Tally("points left", terms, measure="eighths")


def _left(battle: Battle, unit: Unit) -> Iterator[Term]:
    dice = hit_dice(unit.own.profile, mustered(battle, unit)) * 8 // 10 * unit.figures
    if is_individual(unit):
        dice += _COMMANDER if is_commander(unit) else _PERSON
    yield Term(f"{unit.figures} of {unit.name}", dice, _RULE)
    if is_routed(unit) or is_routed(standing_with(battle, unit)):
        yield Term(f"{unit.name} routed", dice // 3 - dice)
