"""A table as small as a stamp: the lie of the land and who stands where, without a name or a base.

It has no colours of its own: the page that shows it paints its classes.
"""

from collections.abc import Iterable
from typing import Final

from shapely import Polygon, get_parts

from schiltron.drawing.drawn import Drawn
from schiltron.drawing.ground import GROUND
from schiltron.drawing.paths import inches_of
from schiltron.drawing.style import side_class
from schiltron.drawing.terrain import kind_of
from schiltron.table.edges import Board
from schiltron.table.outline import outline
from schiltron.table.rectangles import Rect
from schiltron.table.terrain import Feature, Strip

_COARSE: Final = 0.12
"""Inches that no eye can tell on a stamp: a line is drawn with no more bends than that takes."""


def draw_small(board: Board, bodies: Iterable[Drawn]) -> str:
    """The whole table; ground is classed by what it is from afar, units by the colour and the manner of their side."""
    ground = "".join(_feature(feature) for feature in board.features)
    armies = "".join(
        f'<path class="{side_class(drawn.colour)} {drawn.manner}" d="{_block(rect)}"/>'
        for drawn in bodies
        for rect in outline(drawn.pose, drawn.body, drawn.count).rects
    )
    size = f"{_short(board.width / 1000)} {_short(board.depth / 1000)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" aria-hidden="true">{ground}{armies}</svg>'


def _feature(feature: Feature) -> str:
    parts = get_parts(feature.polygon.simplify(_COARSE * 1000))
    path = "".join(
        _ring([(x, y) for x, y, *_ in one.exterior.coords[:-1]]) for one in parts if isinstance(one, Polygon)
    )
    form = "strip" if isinstance(feature, Strip) else "area"
    return f'<path class="{form} {GROUND.tints.get(kind_of(feature), "other")}" d="{path}"/>'


def _block(rect: Rect) -> str:
    return _ring(list(rect.corners))


def _ring(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in inches_of(points)) + "Z"


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
