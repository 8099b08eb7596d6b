"""Flags: over a character who stands alone, and over the unit that a character goes with.

A general has a square banner, a leader a swallow-tail, everybody else a pennant. Flags fly up the page: those of a unit
that looks down it are turned over.
"""

from collections.abc import Iterator
from typing import Final

from shapely import LineString
from shapely.geometry.base import BaseGeometry

from schiltron.drawing.drawn import Drawn
from schiltron.drawing.figures import HERE, upside_down
from schiltron.drawing.paths import inches_of, number
from schiltron.drawing.symbols import CLOTHS, RINGED
from schiltron.table.body import Single

_MARGIN: Final = 0.24
"""Between a base and the ring round it."""
_POLE: Final = 0.86
_PLANTED: Final = 0.1
"""So much of a pole is over the bases of the unit it belongs to."""
_CLOTH: Final = 1.0
_CHEVRON: Final = 0.55
FLAG: Final = _MARGIN + _POLE
"""How far a flag rises over the base of one who stands alone."""


def stands_alone(drawn: Drawn) -> bool:
    """One who is shown by ring and flag, so that he is not lost in the crowd."""
    return isinstance(drawn.body, Single) and drawn.symbol in RINGED and not drawn.ghost


def draw_honours(drawn: Drawn) -> str:
    """The ring and the flag of one who stands alone; a general has two rings."""
    if not stands_alone(drawn):
        return ""
    base = drawn.body.base
    rings = "".join(
        _ring(base.width / 2000 + margin, base.depth / 2000 + margin)
        for margin in ((_MARGIN, _MARGIN + 0.2) if drawn.symbol == "general" else (_MARGIN,))
    )
    foot = base.depth / 2000 + _MARGIN
    return f'{rings}<g class="flag"{_turned(drawn)}>{_flag(drawn.symbol, 0, -foot, _POLE)}</g>'


def draw_company(drawn: Drawn, shape: BaseGeometry) -> str:
    """A flag for everybody who goes with a unit, along the upper edge of its bases."""
    if shape.is_empty:
        return ""
    flags = "".join(_flag(symbol, x, foot, _POLE + _PLANTED) for symbol, x, foot in _planted(drawn, shape))
    edge = shape.bounds[3 if upside_down(drawn.pose.heading) else 1]
    return f'<g class="flag" transform="translate(0 {number(edge)}){_spin(drawn)}">{flags}</g>' if flags else ""


def flags_over(drawn: Drawn) -> list[LineString]:
    """Where on the table flags fly, which labels leave free."""
    over = upside_down(drawn.pose.heading)
    if stands_alone(drawn):
        spots, edge = [(0.0, 0.0)], -drawn.body.base.depth / 2000 - _MARGIN
    elif drawn.company and drawn.count > 0:
        shape = drawn.shape_at(HERE)
        spots = [(x, foot - _PLANTED) for _, x, foot in _planted(drawn, shape)]
        edge = -shape.bounds[3] if over else shape.bounds[1]
    else:
        return []
    way = -1000 if over else 1000
    corners = [((x, edge + foot), (x + 0.45, edge + foot - _POLE + 0.25)) for x, foot in spots]
    return [
        LineString(inches_of(drawn.pose.world(way * x, -way * y) for x, y in (foot, cloth))) for foot, cloth in corners
    ]


def _planted(drawn: Drawn, shape: BaseGeometry) -> Iterator[tuple[str, float, float]]:
    """Symbol and foot of each flag, from the left end on: clear of the chevron, and lower where an enemy stands."""
    if drawn.ghost:
        return
    left, _, right, _ = shape.bounds
    over = upside_down(drawn.pose.heading)
    x = 0.35 - right if over else 0.35 + left
    for symbol, _ in drawn.company:
        if not over and not drawn.fighting and x < _CHEVRON and x + _CLOTH > -_CHEVRON:
            x = _CHEVRON
        yield symbol, x, _PLANTED + (_POLE if drawn.fighting and not over else 0)
        x += _CLOTH + 0.15


def _ring(half_width: float, half_depth: float) -> str:
    place = f'x="{number(-half_width)}" y="{number(-half_depth)}"'
    size = f'width="{number(2 * half_width)}" height="{number(2 * half_depth)}"'
    return f'<rect class="ring side-line" {place} {size} rx="{number(min(half_width, half_depth))}"/>'


def _flag(symbol: str, x: float, foot: float, height: float) -> str:
    top = foot - height
    pole = f"M{number(x)} {number(foot)}V{number(top)}"
    cloth = f"M{number(x)} {number(top)}{CLOTHS.get(symbol, CLOTHS[''])}"
    return (
        f'<path class="flag-halo" d="{pole}{cloth}"/><path class="pole" d="{pole}"/><path class="cloth" d="{cloth}"/>'
    )


def _turned(drawn: Drawn) -> str:
    spin = _spin(drawn).strip()
    return f' transform="{spin}"' if spin else ""


def _spin(drawn: Drawn) -> str:
    return " rotate(180)" if upside_down(drawn.pose.heading) else ""
