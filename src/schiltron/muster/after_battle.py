"""An army after a battle, as a list for the next one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from typing import Any, TypeVar

from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import troops
from schiltron.muster.army import COLOURS, Army, ListedUnit, OwnItem, OwnTroop
from schiltron.muster.books import quartermaster
from schiltron.muster.own_rows import EXTRA, ITEMS, as_made, own_row, spells_of, unmarked
from schiltron.parent_game.spell import SpellEntry

T = TypeVar("T", OwnTroop, OwnItem, SpellEntry)


def army_after(battle: AnyBattle, side_id: str) -> Army:
    """Who is left of a side, unit by unit, under the names they had; the next battle draws them up anew. What they were
    by rules of the list's own it brings again."""
    side = battle.side_named(side_id)
    colour: Any = side.colour if side.colour in COLOURS else None
    return _brought(Army(ruleset=battle.ruleset, name=side.name, units=survivors(battle, side_id), colour=colour))


def survivors(battle: AnyBattle, side_id: str) -> tuple[ListedUnit, ...]:
    """The same units as they can fight at once, whatever they are of their list's own written out."""
    left = [unit for unit in troops(battle, side_id) if unit.figures]
    names = Counter(unit.name for unit in left)
    units = []
    for unit in left:
        host = battle.units[unit.host] if unit.host else None
        again = quartermaster(battle.ruleset).relisted(battle, unit)
        units.append(
            ListedUnit(
                troop=again.troop,
                figures=again.figures,
                name=unmarked(unit.name),
                equipment=dict(again.equipment),
                joins=unmarked(host.name) if host is not None and host.figures and names[host.name] == 1 else "",
            )
        )
    return tuple(units)


def _brought(army: Army) -> Army:
    """With names in the place of what its units are written out, and what these stand for beside them."""
    types: dict[str, OwnTroop] = {}
    items: dict[str, OwnItem] = {}
    units = []
    known = quartermaster(army.ruleset).listings
    spells: dict[str, SpellEntry] = {}
    for unit in [_respelled(army.ruleset, one, spells) for one in army.units]:
        row = own_row(unit.troop)
        if row is None:
            name, creature, _ = unit.troop.partition(" {")
            units.append(replace(unit, troop=name.removeprefix("house_")) if creature else unit)
            continue
        like, creature, _ = row.like.partition(" {")
        like = like.removeprefix("house_") if creature else like
        equipment = unit.equipment
        if row.name or row.price is not None:
            troop = _under(types, OwnTroop(like, row.name, row.price, dict(row.equipment)), row.name or like, known)
        else:
            troop, equipment = like, row.equipped(unit.equipment)
        carried = tuple(_under(items, OwnItem(one.name, one.price), one.name, ()) for one in row.items)
        units.append(replace(unit, troop=troop, equipment={**equipment, ITEMS: carried} if carried else equipment))
    return replace(army, units=tuple(units), troops=types, items=items, spells=spells)


def _respelled(book: str, unit: ListedUnit, spells: dict[str, SpellEntry]) -> ListedUnit:
    """With the names of its spells, which are put with the others; what its book does not tell again is left out."""
    found = [quartermaster(book).respelled(as_made(line)) for line in spells_of(unit.equipment)]
    if not found:
        return unit
    names = tuple(_under(spells, replace(one[1], title=unmarked(one[1].title)), one[0], ()) for one in found if one)
    equipment = {key: value for key, value in unit.equipment.items() if key != EXTRA}
    return replace(unit, equipment={**equipment, EXTRA: names} if names else equipment)


def _under(named: dict[str, T], one: T, title: str, taken: Container[str]) -> str:
    """The name under which a list brings something: a word from its title."""
    word = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")[:40] or "own"
    number = 1
    while (name := word if number == 1 else f"{word}_{number}") in taken or named.get(name, one) != one:
        number += 1
    named[name] = one
    return name
