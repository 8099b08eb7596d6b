"""Upgrades of saved units whose fields have moved into parts or have new names, readable both ways."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from schiltron.battle.door.upgrades import Change, Plain


class Field(NamedTuple):
    """A field of a unit's `own` as it was called, the part and the name it has now, and what it is where a part leaves
    it out of a save."""

    old: str
    part: str
    name: str
    default: Any


def kept(fields: str) -> tuple[Field, ...]:
    """Fields that are where they were, parted by spaces; `old>new` has another name now."""
    return moved_into("", fields)


def moved_into(part: str, fields: str) -> tuple[Field, ...]:
    """Fields that moved into a part, written in the same way. What one is where it is left out stands behind it, as in
    `shots=0`; unsaid, it is false."""
    found = []
    for field in fields.split():
        names, _, default = field.partition("=")
        old, _, new = names.partition(">")
        found.append(Field(old, part, new or old, msgspec.json.decode(default or "false")))
    return tuple(found)


def regrouped(*fields: Field) -> Change:
    """The change of units whose `own` had just these fields, in this order."""
    return Change(partial(in_parts, fields=fields), partial(side_by_side, fields=fields))


def in_parts(battle: Plain, fields: tuple[Field, ...]) -> Plain:
    """As it is now."""

    def parted(own: Plain) -> Plain:
        new: Plain = {}
        for one in fields:
            (new.setdefault(one.part, {}) if one.part else new)[one.name] = own[one.old]
        return new

    return _with_own(battle, parted)


def side_by_side(battle: Plain, fields: tuple[Field, ...]) -> Plain:
    """As it was."""

    def flat(own: Plain) -> Plain:
        return {one.old: (own[one.part] if one.part else own).get(one.name, one.default) for one in fields}

    return _with_own(battle, flat)


def _with_own(battle: Plain, change: Callable[[Plain], Plain]) -> Plain:
    units = {key: {**unit, "own": change(unit["own"])} for key, unit in battle["units"].items()}
    return {**battle, "units": units}
