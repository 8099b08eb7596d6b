"""Sight into woods, out of them and inside them (case 11.9)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from typing import Final

from shapely import Polygon, union_all

from schiltron.rulesets.battlesystem.ground.manner import home_of_creature
from schiltron.rulesets.battlesystem.missiles.hindrance import Hindrance
from schiltron.rulesets.battlesystem.ratings.whole_figure import creatures_of
from schiltron.rulesets.battlesystem.state import Unit
from schiltron.table.body import Figure
from schiltron.table.ground import spans_inside
from schiltron.table.lengths import TOLERANCE, Mil, inches
from schiltron.table.rectangles import Rect
from schiltron.table.rings import Interval
from schiltron.table.terrain import Feature

EDGE: Final[Mil] = inches(1)
"""Whoever is no farther from the border of a wood stands at its edge (BS-11.9-01)."""
IN_WOODS: Final[Mil] = inches(1)
AT_HOME_IN_WOODS: Final[Mil] = inches(6)
"""How far one sees inside woods, and how far those do who live in them (BS-11.9-02)."""
_ASLANT: Final = sqrt(2) * EDGE
"""What 45 degrees off the square make of the inch at the border."""


def woods_sight(unit: Unit) -> Mil:
    """How far a unit sees in woods; of rider and steed one who is at home there is enough (BS-11.2-02)."""
    at_home = any("woodland" in home_of_creature(one) for one in creatures_of(unit.own.profile))
    return AT_HOME_IN_WOODS if at_home else IN_WOODS


class Woods:
    """The woods between two units, of which the one looks so far inside them and the other so far.

    Lines are from middle to middle, less what lies under the two bases, so that who can shoot out along one can be shot
    along it too.
    """

    __slots__ = ("_border", "_edges", "_mine", "_shooting", "_theirs", "pieces")

    def __init__(self, pieces: Sequence[Feature], mine: Mil, theirs: Mil, *, shooting: bool) -> None:
        self.pieces = pieces
        self._mine = mine
        self._theirs = theirs
        self._shooting = shooting
        self._edges: dict[Figure, bool] = {}
        self._border = union_all([piece.polygon for piece in pieces]).boundary if pieces else None

    def hindrance(self, one: Figure, other: Figure) -> Hindrance | None:
        """What trees keep a figure from shooting at another, or from seeing it at all."""
        crossed = spans_inside(one.x, one.y, other.x, other.y, self.pieces)
        if not crossed:
            return None
        found = self._not_shot(one, other, crossed)
        if found is None or self._shooting:
            return found
        return None if self._seen(one, other, crossed) else found

    def _not_shot(
        self, one: Figure, other: Figure, crossed: Sequence[tuple[Feature, Sequence[Interval]]]
    ) -> Hindrance | None:
        """Trees that nobody stands in, who stands too deep in them, or too many of them in a slanting line."""
        length = hypot(other.x - one.x, other.y - one.y)
        for start, end, piece in _merged(crossed):
            from_here, to_there = start <= TOLERANCE, end >= length - TOLERANCE
            figure = one if from_here else other
            if from_here == to_there or not self._at_edge(figure):
                text = f"{piece.name}: one shoots only out of its edge or into it"
                return Hindrance("woods", text, ("BS-11.9-01", "BS-10.1-03"))
            if end - start - _under(one, other, figure) > max(_ASLANT, self._mine, self._theirs) + TOLERANCE:
                return Hindrance("woods", f"too much of {piece.name} is between", ("BS-11.9-02",))
        return None

    def _seen(self, one: Figure, other: Figure, crossed: Sequence[tuple[Feature, Sequence[Interval]]]) -> bool:
        """Whether a figure sees another that no missile reaches: from or to the inside of a wood, and not too far."""
        length = hypot(other.x - one.x, other.y - one.y)
        merged = _merged(crossed)
        if any(start > TOLERANCE and end < length - TOLERANCE for start, end, _ in merged):
            return False
        through = sum(end - start for start, end, _ in merged)
        through -= _under(one, other, one) if merged[0][0] <= TOLERANCE else 0
        through -= _under(one, other, other) if merged[-1][1] >= length - TOLERANCE else 0
        return through <= self._mine + TOLERANCE

    def _at_edge(self, figure: Figure) -> bool:
        """Whether any part of a base is within an inch of the border."""
        if figure not in self._edges:
            assert self._border is not None
            apart = self._border.distance(Polygon(figure.rect.corners))
            self._edges[figure] = bool(apart <= EDGE + TOLERANCE)
        return self._edges[figure]


def _merged(crossed: Sequence[tuple[Feature, Sequence[Interval]]]) -> list[tuple[float, float, Feature]]:
    """The parts of a line that lie in any wood, from one end to the other."""
    merged: list[tuple[float, float, Feature]] = []
    spans = [(*span, piece) for piece, inside in crossed for span in inside]
    for start, end, piece in sorted(spans, key=lambda span: span[:2]):
        if merged and start <= merged[-1][1] + TOLERANCE:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]), merged[-1][2])
        else:
            merged.append((start, end, piece))
    return merged


def _under(one: Figure, other: Figure, figure: Figure) -> float:
    """How much of the line between two figures lies on the base of one of them."""
    return _out_of(figure.rect, other.x - one.x, other.y - one.y)


def _out_of(rect: Rect, dx: float, dy: float) -> float:
    length = hypot(dx, dy) or 1.0
    ahead = abs(dx * rect.fx + dy * rect.fy) / length
    aside = abs(dy * rect.fx - dx * rect.fy) / length
    ways = [half / part for half, part in ((rect.half_depth, ahead), (rect.half_width, aside)) if part > 1e-9]
    return min(ways, default=0.0)
