"""Troop types that an army list brings: creatures made into figures of its book, once, when the list is read."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from schiltron.muster.army import Army, HouseTroop
from schiltron.muster.books import quartermaster, rulesets
from schiltron.muster.creatures import faults_of, ready_creatures, record
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.house_spells import spells_of, with_spells
from schiltron.muster.reading import read
from schiltron.rulesets.quartermaster import Violation


class House(Struct, frozen=True):
    """What an army list brings of its own: its troop types and spells by its names, as its book knows them."""

    troops: dict[str, str]
    spells: dict[str, str]

    def within(self, army: Army) -> Army:
        """The list with what it brings in the place of its names."""
        if not self.troops and not self.spells:
            return army
        units = tuple(replace(unit, troop=self.troops.get(unit.troop, unit.troop)) for unit in army.units)
        return with_spells(replace(army, units=units), self.spells)


def read_army(text: str, file: str) -> Army:
    """An army list from its text, with what it brings of its own in the place of its names; MusterFault with everything
    wrong."""
    army = read(text, Army, file)
    return house_of(army, file).within(army)


def house_of(army: Army, file: str = "") -> House:
    """What a list brings of its own; MusterFault with everything wrong with it."""
    if army.ruleset not in rulesets():
        return House({}, {})
    spells = spells_of(army, file)
    found: dict[str, str] = {}
    wrong = []
    for name, entry in army.creatures.items():
        for one in _made(army.ruleset, name, entry):
            if isinstance(one, str):
                found[name] = one
            else:
                place = f"creatures.{name}{'.' if one.place else ''}{one.place}"
                wrong.append(Fault(file, place, one.wrong, one.right, one.rules))
    if wrong:
        raise MusterFault(wrong)
    return House(found, spells)


def _made(book: str, name: str, entry: HouseTroop) -> Iterator[str | Violation]:
    """What units name it by, or everything against it."""
    if bool(entry.like) == (entry.creature is not None):
        yield Violation("", "a creature is named once", 'either like = "ogre" or [creature] with its numbers')
    elif entry.like and entry.like not in ready_creatures():
        known = ", ".join(ready_creatures())
        yield Violation("like", f"there is no ready creature called {entry.like!r}", f"one of {known}")
    else:
        written = entry.creature or ready_creatures()[entry.like]
        faults = [replace(one, place=f"creature.{one.place}") for one in faults_of(written)]
        if faults:
            yield from faults
        else:
            yield quartermaster(book).house(record(written), name, entry.price, exact=entry.exact)
