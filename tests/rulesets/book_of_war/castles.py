"""Walls and towers for tests of Book of War's castles, in inches, and figures that stand on them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from schiltron.battle.state.unit import OnTable, Upon
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.builds import Build, Doorway, Gap
from schiltron.table.lengths import inches
from schiltron.table.terrain import Area, Strip
from tests.rulesets.book_of_war.positions import blue, red


def wall(*course: tuple[float, float], id: str = "wall", width: float = 1, gaps: tuple[Gap, ...] = ()) -> Strip:
    """A wall along a course."""
    points = tuple((inches(x), inches(y)) for x, y in course)
    return Strip(id, "castle_wall", id.capitalize(), points, inches(width), build=Build(storeys=1, gaps=gaps))


def tower(x: float, y: float, *, half: float = 1.5, id: str = "tower", room: int = 1, doors: Any = ()) -> Area:
    """A square tower about a point; its doors are points of its outline, or such points with the wall they open on."""
    ring = tuple((inches(x + half * a), inches(y + half * b)) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    cut = tuple(Doorway(inches(door[0]), inches(door[1]), *door[2:]) for door in doors)
    return Area(id, "tower", id.capitalize(), ring, build=Build(storeys=2, room=room, doors=cut))


def upon(unit: Unit, work: str = "wall", storey: int = 1) -> Unit:
    """The same unit on a storey of a work."""
    return replace(unit, place=OnTable(unit.pose, Upon(work, storey)))


def guard(x: float, y: float, kind: str = "light_infantry", *, facing: float = 180, **more: Any) -> Unit:
    """A red figure on top of the wall, its middle at a point."""
    return upon(_about(red(kind, 1, at=(x, y), facing=facing, **more)), "wall")


def climber(x: float, y: float, kind: str = "light_infantry", *, facing: float = 0, **more: Any) -> Unit:
    """A blue figure on top of the wall, its middle at a point."""
    return upon(_about(blue(kind, 1, at=(x, y), facing=facing, **more)), "wall")


def _about(unit: Unit) -> Unit:
    """The unit with its middle where its front was put."""
    return replace(unit, place=OnTable(unit.pose.advanced(unit.body.base.depth / 2)))
