"""The board: a table of some size with terrain on it, and its four edges."""

from functools import cached_property
from math import acos, atan2, degrees, hypot, pi, radians, remainder, tau
from typing import Literal

from msgspec import UNSET, Struct

from schiltron.table.lengths import TOLERANCE, Mdeg, Mil
from schiltron.table.outline import Outline
from schiltron.table.rings import Bounds, meeting
from schiltron.table.terrain import Feature

TableEdge = Literal["north", "east", "south", "west"]
_QUARTER = pi / 2
_ROUNDED = TOLERANCE - 3
"""Who stays so near is on the table, however his place is rounded."""
_NORTH: TableEdge = "north"
_EAST: TableEdge = "east"
_SOUTH: TableEdge = "south"
_WEST: TableEdge = "west"


class Board(Struct, frozen=True, dict=True):
    """The tabletop: from (0, 0) at its north-west corner to (width, depth), north being up the page."""

    width: Mil
    depth: Mil
    features: tuple[Feature, ...] = ()

    @cached_property
    def works(self) -> tuple[Feature, ...]:
        """The pieces that are built up: walls, towers."""
        return tuple(feature for feature in self.features if feature.build is not UNSET)

    def holds(self, outline: Outline) -> bool:
        """Whether a body stands wholly on the table."""
        x, y, radius = outline.x, outline.y, outline.radius
        if radius <= x <= self.width - radius and radius <= y <= self.depth - radius:
            return True
        return self._farthest_out(outline)[0] <= TOLERANCE

    def spans(self, box: Bounds) -> bool:
        """Whether a box lies wholly on the table."""
        left, top, right, bottom = box
        return left >= 0 and top >= 0 and right <= self.width and bottom <= self.depth

    def edge_crossed(self, outline: Outline) -> TableEdge | None:
        """The edge a body reaches over, the one it reaches over farthest; None if it is on the table."""
        beyond, edge = self._farthest_out(outline)
        return edge if beyond > TOLERANCE else None

    def beyond_edge(self, outline: Outline) -> float:
        """How far a body reaches over the table's edge; less than 0 by how far it stays short of it."""
        return self._farthest_out(outline)[0]

    def distance_to_edge(self, outline: Outline) -> Mil:
        """From the nearest base to the nearest edge; 0 for a body that reaches over one."""
        return max(0, round(-self._farthest_out(outline)[0]))

    def room_ahead(self, outline: Outline, ux: float, uy: float) -> float:
        """How far a body may go along a unit vector before a base reaches over an edge."""
        room = float("inf")
        for rect in outline.rects:
            for x, y in rect.corners:
                if ux:
                    room = min(room, ((self.width if ux > 0 else 0) - x) / ux)
                if uy:
                    room = min(room, ((self.depth if uy > 0 else 0) - y) / uy)
        return max(0.0, room)

    def turns_over_edge(self, outline: Outline, turn: Mdeg, x: float, y: float) -> float | None:
        """How far a body that turns about a point may turn before it could reach over an edge, thousandths
        of an inch being rounded as they may; None if it can turn all the way."""
        first = limit = radians(abs(turn) / 1000)
        rooms = [room + _ROUNDED for room in (self.width - x, self.depth - y, x, y)]
        for rect in outline.rects:
            for corner_x, corner_y in rect.corners:
                dx, dy = corner_x - x, corner_y - y
                radius = hypot(dx, dy)
                for outward, room in enumerate(rooms):
                    if radius <= room:
                        continue
                    if radius <= -room:
                        return 0.0
                    half = acos(room / radius)
                    off = remainder(atan2(dy, dx) - outward * _QUARTER, tau)
                    if abs(off) < half:
                        return 0.0
                    first = min(first, ((-half - off) if turn > 0 else (off - half)) % tau)
        return degrees(first) * 1000 if first < limit else None

    def near(self, bounds: Bounds) -> tuple[Feature, ...]:
        """The features whose box meets a box."""
        return tuple(feature for feature in self.features if meeting(feature.bounds, bounds))

    def _repr_svg_(self) -> str:
        """A table draws itself in a notebook."""
        from schiltron.drawing.svg import draw  # noqa: PLC0415 - drawing is loaded when something is drawn

        return draw(self, ())

    def _farthest_out(self, outline: Outline) -> tuple[float, TableEdge]:
        """How far the body reaches beyond an edge (negative: stays short of it), and which."""
        if not outline.rects:
            left = right = outline.x
            top = bottom = outline.y
        else:
            left = top = float("inf")
            right = bottom = float("-inf")
            for rect in outline.rects:
                (ax, ay), (bx, by), (cx, cy), (dx, dy) = rect.corners
                left = min(left, ax, bx, cx, dx)
                right = max(right, ax, bx, cx, dx)
                top = min(top, ay, by, cy, dy)
                bottom = max(bottom, ay, by, cy, dy)
        farthest, edge = -top, _NORTH
        if right - self.width > farthest:
            farthest, edge = right - self.width, _EAST
        if bottom - self.depth > farthest:
            farthest, edge = bottom - self.depth, _SOUTH
        if -left > farthest:
            farthest, edge = -left, _WEST
        return farthest, edge
