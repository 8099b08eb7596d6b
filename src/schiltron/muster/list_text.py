"""Army lists as the text of their files: what is read again is the same list."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import fields

from schiltron.muster.army import Army, ListedUnit


def written(army: Army) -> str:
    """An army list as the text of its file."""
    return "\n".join((*_head(army), *_brought(army), *(line for unit in army.units for line in _unit(unit)))) + "\n"


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
    if army.description:
        yield f"description = {_text(army.description)}"
    if not army.units:
        yield "units = []"


def _brought(army: Army) -> Iterator[str]:
    """Troop types and spells of its own, each a table."""
    own: tuple[tuple[str, Mapping[str, Struct]], ...] = (("creatures", army.creatures), ("spells", army.spells))
    for kind, entries in own:
        for name, entry in entries.items():
            yield f"\n[{kind}.{_key(name)}]"
            yield from (f"{_key(key)} = {_value(value)}" for key, value in _said(entry).items())


def _said(entry: Struct) -> dict[str, Any]:
    """What of an entry is not as usual."""
    said = {}
    for one in fields(entry):
        value = getattr(entry, one.name)
        if isinstance(value, Struct):
            said[one.encode_name] = _said(value)
        elif one.required or value not in (one.default, None, "", (), {}):
            said[one.encode_name] = to_builtins(value)
    return said


def _unit(unit: ListedUnit) -> Iterator[str]:
    yield "\n[[units]]"
    yield f"troop = {_text(unit.troop)}"
    yield f"figures = {unit.figures}"
    if unit.files is not None:
        yield f"files = {unit.files}"
    if unit.hedgehog:
        yield "hedgehog = true"
    if unit.name:
        yield f"name = {_text(unit.name)}"
    if unit.equipment:
        yield f"equipment = {_value(unit.equipment)}"
    if unit.joins:
        yield f"joins = {_text(unit.joins)}"


def _value(value: Any) -> str:
    """A value as TOML writes it on one line."""
    match value:
        case dict():
            return f"{{ {', '.join(f'{_key(key)} = {_value(one)}' for key, one in value.items() if one is not None)} }}"
        case tuple() | list():
            return f"[{', '.join(map(_value, value))}]"
        case str():
            return _text(value)
        case _:
            return str(value).lower()


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "a").replace("-", "a").isalnum() else _text(key)


def _text(text: str) -> str:
    """A string as TOML writes it; JSON writes the same."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
