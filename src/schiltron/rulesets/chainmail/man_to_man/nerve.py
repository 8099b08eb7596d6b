"""Morale where one figure is one man: CM-MTM-32 to CM-MTM-35."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import UNSET

from schiltron.battle.state.field import fights_for
from schiltron.battle.state.unit import Upon
from schiltron.rulesets.chainmail.field import alive, fearless, is_commander
from schiltron.rulesets.chainmail.melee.dice import entry
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.facing import Arc

THIRD: Final = Fraction(1, 3)
"""The part of an army that must have been killed before anybody checks (CM-MTM-33)."""
_FROM_BEHIND: Final = 2
"""How many times as large a group checks that is charged in flank or rear (CM-MTM-35)."""


def killed(battle: Battle, side: str) -> Fraction:
    """The part of a side's men who have been killed."""
    ours = {unit.id: unit for unit in battle.units.values() if unit.owner == side}
    brought = sum(unit.original for unit in ours.values() if not unit.of or unit.own.parted)
    dead = sum(grave.figures for grave in battle.graves if grave.unit in ours and grave.how == "fell")
    return Fraction(dead, brought) if brought else Fraction(0)


def in_castle(battle: Battle, unit: Unit) -> bool:
    """Whether a unit defends a castle: on the side that is attacked where there are works, or upon one where nobody is
    said to be attacked (CM-MTM-32)."""
    defended = battle.own.defender
    if not defended:
        return isinstance(unit.level, Upon)
    works = battle.board is not None and any(piece.build is not UNSET for piece in battle.board.features)
    return works and fights_for(battle, unit, defended)


def shaken(battle: Battle) -> list[Unit]:
    """The units that must check now, by name: all of an army of which a third is dead, once."""
    found = []
    for side in battle.sides:
        if killed(battle, side.id) < THIRD:
            continue
        found += [
            unit
            for unit in battle.units.values()
            if fights_for(battle, unit, side.id) and not unit.own.morale.times_judged and _checks(battle, unit)
        ]
    return found


def _checks(battle: Battle, unit: Unit) -> bool:
    able = alive(unit) and unit.on_table and not is_commander(unit) and not fearless(unit)
    return able and not in_castle(battle, unit)


def stands_its_ground(battle: Battle, unit: Unit, charger: Unit, arc: Arc) -> bool:
    """Whether a group is so large that it need not check when horse charges it: larger than the number of its men that
    the Combat Tables set against one such horseman, for each of the chargers (CM-MTM-34, CM-MTM-35)."""
    if in_castle(battle, unit):
        return True
    cell = entry(unit.own.profile.fights_as, charger.own.profile.fights_as)
    most = Fraction(cell.men, cell.dice) * charger.figures * (1 if arc == "front" else _FROM_BEHIND)
    return unit.figures > most
