"""What an army list brings of its own, in the place of its names, once, when the list is read: creatures made into
figures of its book, troop types like one of the book, items and spells.

[troops.huscarls]
like = "heavy_foot"
name = "Huscarls"
price = 4
equipment = { armour = "plate" }

[items.moonblade]
name = "The Moonblade"
price = 12
equipment = { magic_sword = true }

[[units]]
troop = "huscarls"
figures = 12
equipment = { house = ["moonblade"] }
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from schiltron.muster.army import Army, HouseTroop, ListedUnit, OwnItem, OwnTroop
from schiltron.muster.books import quartermaster, rulesets
from schiltron.muster.creatures import faults_of, ready_creatures, record
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.house_file import HouseFile
from schiltron.muster.house_spells import spells_of, with_spells
from schiltron.muster.own_rows import ITEMS, OwnRow, own_row
from schiltron.muster.own_rows import OwnItem as RowItem
from schiltron.muster.reading import read
from schiltron.parent_game.creature import Record
from schiltron.rulesets.outfits import spelled
from schiltron.rulesets.quartermaster import Violation


class House(Struct, frozen=True):
    """What an army list brings of its own by its names: troop types and spells as its book knows them, and items."""

    troops: dict[str, str]
    spells: dict[str, str]
    items: dict[str, OwnItem] = {}

    def within(self, army: Army) -> Army:
        """The list with what it brings in the place of its names."""
        if not self.troops and not self.spells and not self.items:
            return army
        return with_spells(replace(army, units=tuple(map(self._unit, army.units))), self.spells)

    def troop(self, name: str) -> str:
        """A troop type as its book knows it."""
        return self.troops.get(name, name)

    def _unit(self, unit: ListedUnit) -> ListedUnit:
        troop = self.troop(unit.troop)
        items = [self.items[name] for name in items_of(unit) if name in self.items]
        if items:
            row = own_row(troop) or OwnRow(troop)
            for one in items:
                row = replace(row, equipment=row_equipment(one, row), items=(*row.items, RowItem(one.name, one.price)))
            troop = row.key
        equipment = {key: value for key, value in unit.equipment.items() if key != ITEMS}
        return replace(unit, troop=troop, equipment=equipment)


def row_equipment(item: OwnItem, row: OwnRow) -> dict[str, Any]:
    """What a row has with an item besides."""
    return OwnRow("", equipment=dict(item.equipment)).equipped(row.equipment)


def items_of(unit: ListedUnit) -> tuple[str, ...]:
    """The items of its list's own that a unit names."""
    named = unit.equipment.get(ITEMS, ())
    return named if isinstance(named, tuple) else (named,) if isinstance(named, str) else ()


def read_army(text: str, file: str, beside: Path | None = None) -> Army:
    """An army list from its text, with what it brings of its own in the place of its names; MusterFault with everything
    wrong. Files of house rules lie beside it."""
    army = read(text, Army, file)
    if beside is not None:
        army = with_house_files(army, file, beside)
    return house_of(army, file).within(army)


def with_house_files(army: Army, file: str, beside: Path) -> Army:
    """With the rules of the files that it names. What a list says itself goes before, and a file before those after."""
    wrong = []
    for number, name in enumerate(army.house):
        path = beside / name
        if Path(name).name != name or not path.is_file():
            found = Fault(
                file, f"house[{number}]", f"there is no file {name!r} beside the list", "a file in its folder"
            )
            wrong.append(found)
            continue
        rules = read(path.read_text(encoding="utf-8", errors="replace"), HouseFile, name)
        if rules.ruleset != army.ruleset:
            said = f"the house rules are for {rules.ruleset}, the list for {army.ruleset}"
            wrong.append(Fault(file, f"house[{number}]", said, f"house rules for {army.ruleset}"))
            continue
        army = with_rules(army, rules)
    if wrong:
        raise MusterFault(wrong)
    return replace(army, house=())


def with_rules(army: Army, rules: HouseFile) -> Army:
    """A list with house rules in it; what it says itself goes before."""
    return replace(
        army,
        troops={**rules.troops, **army.troops},
        items={**rules.items, **army.items},
        creatures={**rules.creatures, **army.creatures},
        spells={**rules.spells, **army.spells},
    )


def house_of(army: Army, file: str = "") -> House:
    """What a list brings of its own; MusterFault with everything wrong with it."""
    if army.ruleset not in rulesets():
        return House({}, {})
    if army.house:
        wrong_here = "files of house rules are read beside the file of a list"
        raise MusterFault([Fault(file, "house", wrong_here, "the rules in the list itself")])
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
    creatures = dict(found)
    for name, troop in army.troops.items():
        against = _against(army, name, troop, creatures)
        if against is None:
            like = creatures.get(troop.like, troop.like)
            called = troop.name or spelled(name).capitalize()
            found[name] = OwnRow(like, called, troop.price, dict(troop.equipment)).key
        else:
            wrong.append(replace(against, file=file))
    wrong += [replace(one, file=file) for one in _unknown_items(army)]
    if wrong:
        raise MusterFault(wrong)
    return House(found, spells, dict(army.items))


def _against(army: Army, name: str, troop: OwnTroop, creatures: Mapping[str, str]) -> Fault | None:
    """What is wrong with a troop type of a list's own."""
    listings = quartermaster(army.ruleset).listings
    if name in listings or name in creatures:
        whose = "of the book" if name in listings else "among the creatures of the list"
        return Fault("", f"troops.{name}", f"{name} is a troop type {whose}", "another name")
    if troop.like not in listings and troop.like not in creatures:
        close = get_close_matches(troop.like, (*listings, *creatures), n=1)
        right = f"did you mean {close[0]}?" if close else "a troop type of the book, or a creature of the list"
        return Fault("", f"troops.{name}.like", f"there is no troop type {troop.like!r}", right)
    return None


def _unknown_items(army: Army) -> Iterator[Fault]:
    for number, unit in enumerate(army.units):
        for name in items_of(unit):
            if name not in army.items:
                known = ", ".join(army.items) or "an item under [items.NAME]"
                place = f"units[{number}].equipment.{ITEMS}"
                yield Fault("", place, f"the list has no item {name!r}", known)


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
            yield _converted(book, record(written), name, entry)


def _converted(book: str, who: Record, name: str, entry: HouseTroop) -> str | Violation:
    """By the book's own rules for such types; else as its conversion has it, at the list's price."""
    keeper = quartermaster(book)
    made = keeper.house(who, name, entry.price, exact=entry.exact)
    if isinstance(made, str) or made.place or made.rules:
        return made
    if name in keeper.listings:
        return Violation("", f"{name} is a troop type of the book", "another name")
    figure = keeper.converted(who, {})
    if figure.entry is not None:
        return OwnRow(figure.entry.troop, who.name, entry.price, dict(figure.entry.equipment)).key
    if figure.alike:
        return OwnRow(figure.alike, who.name, entry.price).key
    said = replace(made, wrong=f"{made.wrong}: {figure.verdict.text}")
    return replace(said, right="a troop type like one of the book, under [troops.NAME]", rules=figure.verdict.rules)
