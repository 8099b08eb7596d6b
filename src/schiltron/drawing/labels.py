"""Labels of units: strength, marks, name. Always level, behind the unit where that is free.

A crowded table is unreadable without this: every label looks for the spot nearest to the rear of its unit where
it covers neither bases nor another label.
"""

from collections.abc import Sequence
from typing import Final

from shapely import Point as Dot
from shapely import Polygon, box, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.drawing.drawn import Drawn
from schiltron.drawing.figures import draw_glyph, upside_down
from schiltron.drawing.flags import FLAG, flags_over, stands_alone
from schiltron.drawing.paths import Point, number, text_width, xml
from schiltron.drawing.symbols import GRAVE_MARKS
from schiltron.drawing.terrain import names_of
from schiltron.drawing.units import CHEVRON
from schiltron.table.body import Formed, Scatter
from schiltron.table.edges import Board

_HEIGHT: Final = 1.1
_GAP: Final = 0.36
_CHIP: Final = 1.3
_MARK: Final = 1.18
_RIM: Final = 0.25


def draw_label(drawn: Drawn, middle: Point, scale: float = 1.0) -> str:
    """The label of a unit, centred on a point of the table."""
    along = 0.0
    parts = []
    if drawn.strength is not None:
        parts.append(_chip(drawn))
        along = _chip_width(drawn)
    for mark in drawn.pictured_marks:
        parts.append(_mark(mark, along + 0.68))
        along += _MARK
    if drawn.label:
        parts.append(f'<text class="unit-name" x="{number(along + 0.3)}" y=".84">{xml(drawn.label)}</text>')
    x, y = middle[0] - _width(drawn) * scale / 2, middle[1] - _HEIGHT * scale / 2
    place = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    key = f' data-label="{xml(drawn.id)}"' if drawn.id else ""
    return f'<g class="label {drawn.style}"{key} aria-hidden="true" transform="{place}">{"".join(parts)}</g>'


def draw_chip(drawn: Drawn, scale: float = 1.0) -> str:
    """A unit seen from so far that its strength stands for it, behind its front, with the chevron before it."""
    forward_x, forward_y = drawn.pose.forward
    half_width, half_height = _chip_width(drawn) / 2, _HEIGHT / 2
    edge = 1 / max(abs(forward_x) / half_width, abs(forward_y) / half_height)
    back = (edge if drawn.fighting else edge + 0.72) * scale if isinstance(drawn.body, Formed) else 0.0
    x, y = drawn.pose.x / 1000 - forward_x * back, drawn.pose.y / 1000 - forward_y * back
    parts = []
    if not drawn.ghost:
        corner = f"translate({number(-half_width)} {number(-half_height)})"
        parts.append(f'<g transform="{corner}">{_chip(drawn)}</g>')
    if not drawn.fighting:
        ahead = edge + 0.2
        front = f"translate({number(forward_x * ahead)} {number(forward_y * ahead)}) rotate({drawn.turn})"
        parts.append(f'<path class="{drawn.chevron}" d="{CHEVRON}" transform="{front}"/>')
    place = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    return f'<g {drawn.attributes} transform="{place}">{"".join(parts)}</g>'


def label_spots(bodies: Sequence[Drawn], board: Board, scale: float = 1.0) -> list[Point | None]:
    """Where the label of each unit goes, in the order given; None for one that has nothing to say."""
    table = (board.width / 1000, board.depth / 1000)
    names = [name.room for name in names_of(board.features, *table) if name]
    obstacles = [_obstacle(drawn) for drawn in bodies]
    taken: list[Polygon] = []
    spots: list[Point | None] = []
    for drawn in bodies:
        spot = None
        if not drawn.ghost and drawn.count > 0 and (drawn.label or drawn.strength is not None):
            width, height = _width(drawn) * scale, _HEIGHT * scale
            candidates = [_onto(spot, width, height, table) for spot in _around(drawn, width, height)]
            rooms = [box(x - width / 2, y - height / 2, x + width / 2, y + height / 2) for x, y in candidates]
            costs = [_hidden(room, obstacles, taken, names) + 0.06 * width * rank for rank, room in enumerate(rooms)]
            best = costs.index(min(costs))
            taken.append(rooms[best])
            spot = candidates[best]
        spots.append(spot)
    return spots


def _chip(drawn: Drawn) -> str:
    """Square for filled bases, round for open ones, pointed for striped and dotted ones. One who stands alone is no
    number: his chip shows who he is."""
    width = _chip_width(drawn)
    outline = _outline(drawn, width)
    if stands_alone(drawn):
        return outline + draw_glyph(drawn.symbol, width / 2, _HEIGHT / 2, 0.8, turned=False)
    return f'{outline}<text class="strength" x="{number(width / 2)}" y=".84">{drawn.chip}</text>'


def _outline(drawn: Drawn, width: float) -> str:
    w, h, half, nib = number(width), number(_HEIGHT), number(_HEIGHT / 2), 0.16
    left, right = number(width * 0.2), number(width * 0.8)
    if drawn.pattern == "striped":
        points = f"M{number(-nib)} {half}L{left} 0H{right}L{number(width + nib)} {half}L{right} {h}H{left}Z"
        return f'<path class="chip" d="{points}"/>'
    if drawn.pattern == "dotted":
        top, bottom, middle = number(_HEIGHT / 4), number(_HEIGHT * 0.75), number(width / 2)
        points = f"M0 {top}L{middle} {number(-nib)}L{w} {top}V{bottom}L{middle} {number(_HEIGHT + nib)}L0 {bottom}Z"
        return f'<path class="chip" d="{points}"/>'
    rounding = f' rx="{half}"' if drawn.open else ""
    return f'<rect class="chip" width="{w}" height="{h}"{rounding}/>'


def _mark(mark: str, x: float) -> str:
    grave = " mark-grave" if mark in GRAVE_MARKS else ""
    place = f'x="{number(x - 0.34)}" y=".21" width=".68" height=".68"'
    return (
        f'<g class="mark{grave}"><circle cx="{number(x)}" cy=".55" r=".54"/>'
        f'<use href="#mark-{mark}" {place} stroke="none"/></g>'
    )


def _width(drawn: Drawn) -> float:
    chip = 0.0 if drawn.strength is None else _chip_width(drawn)
    name = 0.3 + text_width(drawn.label, 0.86) if drawn.label else 0.0
    return chip + _MARK * len(drawn.pictured_marks) + name


def _chip_width(drawn: Drawn) -> float:
    return max(_CHIP, 0.44 + text_width(str(drawn.chip), 0.82))


def _obstacle(drawn: Drawn) -> BaseGeometry:
    """What a label must not cover: the bases, the chevrons before them, and flags over them."""
    return union_all([_body(drawn), *(flag.buffer(0.45) for flag in flags_over(drawn))])


def _body(drawn: Drawn) -> BaseGeometry:
    shape = drawn.shape
    if drawn.hedgehog:
        return shape.buffer(0.8, join_style="mitre")
    if isinstance(drawn.body, Formed) and not drawn.fighting:
        x, y = drawn.pose.world(0, 450)
        return shape.buffer(0.14).union(Dot(x / 1000, y / 1000).buffer(0.45))
    return shape.buffer(_rim(drawn))


def _rim(drawn: Drawn) -> float:
    """How far what is drawn of a unit reaches beyond its bases."""
    if drawn.hedgehog:
        return 0.8
    return 0.4 if isinstance(drawn.body, Scatter) else 0.3 if stands_alone(drawn) else 0.14


def _around(drawn: Drawn, width: float, height: float) -> list[Point]:
    """Spots round a unit, the best first: behind it, at its sides, before it, then farther off."""
    left, top, right, bottom = drawn.shape.buffer(0.14 if isinstance(drawn.body, Scatter) else _rim(drawn)).bounds
    if drawn.company:
        top -= FLAG
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    below, above = bottom + _GAP + height / 2, top - _GAP - height / 2
    if upside_down(drawn.pose.heading) and not stands_alone(drawn):
        near, far, step = above, below + 0.4, -height
    else:
        near, far, step = below, above - 0.4, height
    beside = width / 2 + _GAP + 0.2
    slide = min(width, right - left) / 2
    return [
        (middle_x, near), (middle_x - slide, near), (middle_x + slide, near),
        (right + beside, middle_y), (left - beside, middle_y),
        (middle_x, far), (right + beside, near), (left - beside, near),
        (middle_x, near + step), (middle_x - slide, far), (middle_x + slide, far),
        (right + beside, near + step), (left - beside, near + step), (middle_x, near + 2 * step),
    ]  # fmt: skip


def _onto(spot: Point, width: float, height: float, table: tuple[float, float]) -> Point:
    """The spot moved so that the whole label is on the table."""
    x, y = spot
    across, down = width / 2 + _RIM, height / 2 + _RIM
    return max(across, min(x, table[0] - across)), max(down, min(y, table[1] - down))


def _hidden(
    room: Polygon,
    obstacles: Sequence[BaseGeometry],
    taken: Sequence[BaseGeometry],
    names: Sequence[BaseGeometry],
) -> float:
    """How much a label at this spot would hide: another label is worst, then bases, then a name on the map."""
    return sum(
        weight * room.intersection(shape).area
        for weight, shapes in ((9.0, taken), (3.0, obstacles), (0.7, names))
        for shape in shapes
        if room.intersects(shape)
    )
