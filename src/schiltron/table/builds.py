"""What is built on the table: the storeys, doors and gaps that make a work of a piece of terrain.

A wall is a strip, a tower an area; what they are built of lies in `Build`, and what is measured about it in `works`.
"""

from __future__ import annotations

from msgspec import Struct

from schiltron.table.lengths import Mil


class Doorway(Struct, frozen=True, omit_defaults=True):
    """A way into a work, at a point of its outline. It opens onto the ground, or onto the walk of the work named."""

    x: Mil
    y: Mil
    onto: str = ""
    broken: bool = False
    """Whether it has been battered down, and stands open for good."""


class Gap(Struct, frozen=True):
    """An opening in a wall, so wide, through which one goes at ground level."""

    x: Mil
    y: Mil
    width: Mil


class Build(Struct, frozen=True, omit_defaults=True):
    """How a piece of terrain is built up. Storeys are counted from the ground, which is 0; the highest is its top,
    open to the sky, those below are inside. `room` is how many figures each storey holds, 0 as many as find room."""

    storeys: int
    room: int = 0
    battlement: bool = True
    """Whether those on top stand behind one."""
    doors: tuple[Doorway, ...] = ()
    gaps: tuple[Gap, ...] = ()
    points: int = 0
    """What it can bear before it falls; 0 where its kind says so."""
