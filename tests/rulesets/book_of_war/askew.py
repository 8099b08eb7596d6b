"""The same position looked at from elsewhere: turned about a point of the table, and in a mirror.

for view in VIEWS:
    start = moving(blue("archers", 8, at=view.at(36, 30), facing=view.facing(0)))
    start.then(march("archers", wheel(view.side("left"), 30)))
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Literal

import pytest
from msgspec import Struct

from schiltron.battle.state.manoeuvre import Face
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.lengths import inches
from schiltron.table.terrain import Area

Hand = Literal["left", "right"]
MIDDLE = (36.0, 24.0)


class View(Struct, frozen=True):
    """Turned clockwise by so many degrees about the middle of the table, mirrored left to right before."""

    turn: float
    mirrored: bool = False

    def at(self, x: float, y: float) -> tuple[float, float]:
        dx, dy = x - MIDDLE[0], y - MIDDLE[1]
        if self.mirrored:
            dx = -dx
        sine, cosine = sin(radians(self.turn)), cos(radians(self.turn))
        return MIDDLE[0] + dx * cosine - dy * sine, MIDDLE[1] + dx * sine + dy * cosine

    def facing(self, heading: float) -> float:
        return ((-heading if self.mirrored else heading) + self.turn) % 360

    def side(self, hand: Hand) -> Hand:
        return ("right" if hand == "left" else "left") if self.mirrored else hand

    def face(self, to: Literal["left", "right", "rear"]) -> Face:
        return Face(to if to == "rear" else self.side(to))

    def seen(self, unit: Unit) -> tuple[float, float, float]:
        """Where a unit stands and looks, back in the position as it was written."""
        heading = (unit.pose.heading / 1000 - self.turn) % 360
        return *self.back(unit.pose.x / 1000, unit.pose.y / 1000), -heading % 360 if self.mirrored else heading

    def seen_corners(self, unit: Unit) -> list[tuple[float, float]]:
        """The corners of its main block, back in the position as it was written."""
        return [self.back(x / 1000, y / 1000) for x, y in unit.outline.main.corners]

    def nearest_corner(self, unit: Unit, x: float, y: float) -> tuple[float, float]:
        return min(self.seen_corners(unit), key=lambda corner: (corner[0] - x) ** 2 + (corner[1] - y) ** 2)

    def back(self, x: float, y: float) -> tuple[float, float]:
        x, y = View(-self.turn).at(x, y)
        return 2 * MIDDLE[0] - x if self.mirrored else x, y


VIEWS = [View(0), View(17), View(213, mirrored=True), View(90, mirrored=True)]
views = pytest.mark.parametrize("view", VIEWS, ids=lambda view: f"{view.turn:g}{' mirrored' * view.mirrored}")


def turned_piece(view: View, kind: str, left: float, top: float, width: float, depth: float) -> Area:
    """A rectangle of flat terrain, turned with the view."""
    corners = ((left, top), (left + width, top), (left + width, top + depth), (left, top + depth))
    ring = tuple((inches(x), inches(y)) for x, y in (view.at(*one) for one in corners))
    return Area(id=kind, kind=kind, name=kind, ring=ring)


def moved_most(before: Unit, after: Unit) -> float:
    """How far any place taken now lies from the nearest taken before, in inches."""
    was = [(figure.x, figure.y) for figure in before.places]
    return max(min(max(abs(one.x - x), abs(one.y - y)) for x, y in was) for one in after.places) / 1000
