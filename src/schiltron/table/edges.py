"""The board: a table of some size with terrain on it, and its four edges."""

from typing import Literal

from msgspec import Struct

from schiltron.table.lengths import TOLERANCE, Mil
from schiltron.table.outline import Outline
from schiltron.table.rings import Bounds, meeting
from schiltron.table.terrain import Feature

TableEdge = Literal["north", "east", "south", "west"]


class Board(Struct, frozen=True, dict=True):
    """The tabletop: from (0, 0) at its north-west corner to (width, depth), north being up the page."""

    width: Mil
    depth: Mil
    features: tuple[Feature, ...] = ()

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

    def near(self, bounds: Bounds) -> tuple[Feature, ...]:
        """The features whose box meets a box."""
        return tuple(feature for feature in self.features if meeting(feature.bounds, bounds))

    def _repr_svg_(self) -> str:
        """A table draws itself in a notebook."""
        from schiltron.table.svg import draw  # noqa: PLC0415 - drawing is loaded when something is drawn

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
        reaches: tuple[tuple[float, TableEdge], ...] = (
            (-top, "north"),
            (right - self.width, "east"),
            (bottom - self.depth, "south"),
            (-left, "west"),
        )
        return max(reaches, key=lambda reach: reach[0])
