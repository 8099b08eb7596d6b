"""A unit's book data stands in parts (what it did this turn, its morale and so on). This module changes a part.

Parts of plain values leave unchanged defaults out of a save (`omit_defaults`), so that a new field changes no battle
that was saved before. This works for defaults like 0, False, "" and (), of which there is only one object, since a
field is left out where it *is* its default.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from schiltron.battle.state.unit import Unit

U = TypeVar("U")


class PartChange(Protocol):
    def __call__(self, unit: Unit[U], /, **changes: Any) -> Unit[U]: ...


def changing(part: str) -> PartChange:
    """A function that gives a unit other values in one part of its `own`."""

    def changed(unit: Unit[U], /, **changes: Any) -> Unit[U]:
        own: Any = unit.own
        return replace(unit, own=replace(own, **{part: replace(getattr(own, part), **changes)}))

    return changed
