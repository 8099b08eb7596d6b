"""Spells that an army list defines in the words of the role-playing game: made into powers of its book, once, and
marked by their names.

[spells.ice_storm]
title = "Ice storm"
effect = "blast"
range = 12
area = 6
dice = 3
kinds = ["cold"]
price = 15

[[units]]
troop = "wizard_3"
figures = 1
equipment = { extra = ["ice_storm"] }
"""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.muster.army import Army, ListedUnit
from schiltron.muster.books import quartermaster
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.own_rows import EXTRA, made, marked


def spells_of(army: Army, file: str) -> dict[str, str]:
    """The spells that a list defines, by its names, as its book knows them; MusterFault with everything wrong."""
    spells: dict[str, str] = {}
    wrong = []
    for name, entry in army.spells.items():
        found = quartermaster(army.ruleset).spell(replace(entry, title=marked(entry.title)), name)
        if isinstance(found, str):
            spells[name] = made(found)
        else:
            for one in found:
                place = f"spells.{name}{'.' if one.place else ''}{one.place}"
                wrong.append(Fault(file, place, one.wrong, one.right, one.rules))
    if wrong:
        raise MusterFault(wrong)
    return spells


def with_spells(army: Army, spells: dict[str, str]) -> Army:
    """An army whose units have their spells in the place of the names."""
    return replace(army, units=tuple(_named(unit, spells) for unit in army.units)) if spells else army


def _named(unit: ListedUnit, spells: dict[str, str]) -> ListedUnit:
    names = unit.equipment.get(EXTRA)
    if isinstance(names, str):
        names = (names,)
    if not isinstance(names, tuple):
        return unit
    return replace(unit, equipment={**unit.equipment, EXTRA: tuple(spells.get(name, name) for name in names)})
