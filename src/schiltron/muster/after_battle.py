"""An army after a battle, as a list for the next one, and army lists as text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import troops
from schiltron.muster.army import COLOURS, Army, ListedUnit
from schiltron.muster.books import quartermaster


def army_after(battle: AnyBattle, side_id: str) -> Army:
    """Who is left of a side, unit by unit, under the names they had; the next battle draws them up anew."""
    side = battle.side_named(side_id)
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
                name=unit.name,
                equipment=dict(again.equipment),
                joins=host.name if host is not None and host.figures and names[host.name] == 1 else "",
            )
        )
    colour: Any = side.colour if side.colour in COLOURS else None
    return Army(ruleset=battle.ruleset, name=side.name, units=tuple(units), colour=colour)


def written(army: Army) -> str:
    """An army list as the text of its file."""
    return "\n".join((*_head(army), *(line for unit in army.units for line in _unit(unit)))) + "\n"


def written_unit(unit: ListedUnit) -> str:
    """One unit of an army list as text."""
    return "\n".join(_unit(unit)).strip()


def _head(army: Army) -> Iterator[str]:
    yield f"ruleset = {_text(army.ruleset)}"
    yield f"name = {_text(army.name)}"
    if army.colour is not None:
        yield f"colour = {_text(army.colour)}"
    if army.limit is not None:
        yield f"limit = {army.limit}"
    if not army.units:
        yield "units = []"


def _unit(unit: ListedUnit) -> Iterator[str]:
    yield "\n[[units]]"
    yield f"troop = {_text(unit.troop)}"
    yield f"figures = {unit.figures}"
    if unit.files is not None:
        yield f"files = {unit.files}"
    if unit.name:
        yield f"name = {_text(unit.name)}"
    if unit.equipment:
        yield f"equipment = {{ {', '.join(f'{key} = {_value(value)}' for key, value in unit.equipment.items())} }}"
    if unit.joins:
        yield f"joins = {_text(unit.joins)}"


def _value(value: Any) -> str:
    """A value of an equipment as TOML writes it."""
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_value, value))}]"
    return _text(value) if isinstance(value, str) else str(value).lower()


def _text(text: str) -> str:
    """A string as TOML writes it; JSON writes the same."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
