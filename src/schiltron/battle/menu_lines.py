"""The lines of a menu that plot the legs of a move, each tried by the walk that judges orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from schiltron.battle.guide import MenuEntry
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Manoeuvre

Tried = Manoeuvre | list[Reason]
"""A leg, or as much of it as can be made; or everything against it."""


class Line(NamedTuple):
    """A line of the menu, with the legs to try; those of an advance or a formation hang on the unit."""

    name: str
    label: str
    key: str
    rule: str
    legs: tuple[Manoeuvre, ...] = ()


def path_entry(action: str, line: Line, legs: Iterable[Manoeuvre], tried: Callable[[Manoeuvre], Tried]) -> MenuEntry:
    """The legs of a line that can be made; if none of them can, what is against the first."""
    found = [tried(leg) for leg in legs]
    made = tuple(dict.fromkeys(one for one in found if not isinstance(one, list)))
    against = next((one for one in found if isinstance(one, list)), []) if not made else []
    return MenuEntry(action, line.label, line.key, line.rule, "path", name=line.name, legs=made, reasons=tuple(against))
