"""A unit's book data stands in parts (what it did this turn, its morale and so on). This module changes a part.

Parts of plain values leave unchanged defaults out of a save (`omit_defaults`), so that a new field changes no battle
that was saved before. This works for defaults like 0, False, "" and (), of which there is only one object, since a
field is left out where it *is* its default. What older programs have always written is `always_saved`.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from msgspec import field
from msgspec.structs import replace

from schiltron.battle.state.unit import Unit

T = TypeVar("T")
U = TypeVar("U")


def always_saved(default: T) -> T:
    """The default of a field that is written even where it has that value, among others that are left out then."""
    made: T = field(default_factory=lambda: default)
    return made


class PartChange(Protocol):
    def __call__(self, unit: Unit[U], /, **changes: Any) -> Unit[U]: ...


def changing(part: str) -> PartChange:
    """A function that gives a unit other values in one part of its `own`."""

    def changed(unit: Unit[U], /, **changes: Any) -> Unit[U]:
        own: Any = unit.own
        return replace(unit, own=replace(own, **{part: replace(getattr(own, part), **changes)}))

    return changed
