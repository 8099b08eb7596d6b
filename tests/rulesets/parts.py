"""What a book knows of a unit, from the names of its fields alone, in whichever of its parts they stand."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.unit import Unit

P = TypeVar("P", bound=Struct)
U = TypeVar("U", bound=Struct)
_NO_PARTS = ("profile", "person", "mixed")


def parts_by_field(own: Struct) -> dict[str, str]:
    """The names of all fields, with that of the part they stand in; "" for none."""
    held = {name: getattr(own, name) for name in own.__struct_fields__ if name not in _NO_PARTS}
    inside = {field: name for name, part in held.items() if isinstance(part, Struct) for field in _fields(part)}
    return inside | dict.fromkeys(own.__struct_fields__, "")


def _fields(part: Struct) -> tuple[str, ...]:
    return part.__struct_fields__


def parted(own: P, **fields: Any) -> P:
    """The same with these fields changed."""
    parts = parts_by_field(own)
    for field, value in fields.items():
        part = parts[field]
        change = {part: replace(getattr(own, part), **{field: value})} if part else {field: value}
        own = replace(own, **change)
    return own


def having(unit: Unit[U], **fields: Any) -> Unit[U]:
    """The unit with fields of its own part changed."""
    return replace(unit, own=parted(unit.own, **fields))
