"""Units on a drawn table.

A unit is one group. Its body is drawn about the origin, looking up, inside a `<g class="body">` that carries the
pose as a transform: a page that replays a battle moves the unit by changing that transform alone.
"""

from typing import Final, Literal

from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.drawing.drawn import Drawn
from schiltron.drawing.figures import HERE, draw_figures, draw_glyph, stands_on_its_head
from schiltron.drawing.flags import draw_company, draw_honours, stands_alone
from schiltron.drawing.paths import number, parts_of, points_of, straight_path
from schiltron.drawing.symbols import PICTOGRAMS
from schiltron.table.body import Formed, Scatter, Single

Detail = Literal["figures", "blocks"]
"""How closely a table is looked at: every base, or a block with a front bar and one pictogram."""

CHEVRON: Final = "M-.42 0 0-.52.42 0Z"
_PLATE: Final = 0.14
_BAR: Final = 0.44


def draw_body(drawn: Drawn, detail: Detail = "figures") -> str:
    """The group of a unit, without its label."""
    place = f"translate({number(drawn.pose.x / 1000)} {number(drawn.pose.y / 1000)})"
    if drawn.pose.heading:
        place += f" rotate({drawn.turn})"
    shape = drawn.shape_at(HERE)
    inside = ""
    if drawn.hull:
        inside = draw_hull(drawn)
    elif not shape.is_empty:
        bases = _blocks(drawn, shape) if detail == "blocks" else _bases(drawn)
        inside = f"{_plate(drawn, shape)}{bases}{_chevrons(drawn, shape)}{draw_company(drawn, shape)}"
    return f'<g {drawn.attributes}><g class="body" transform="{place}">{inside}</g></g>'


def draw_hull(drawn: Drawn) -> str:
    """A hull from above, its bow at the pose: oars, sides, planks, mast and yard."""
    left, _, right, depth = drawn.shape_at(HERE).bounds
    half, bow = (right - left) / 2, min(1.2, depth / 4)
    to_the_right = f"C{number(half * 0.7)} .1 {number(half)} {number(bow / 2)} {number(half)} {number(bow)}"
    stern = (
        f"V{number(depth - 0.3)}Q{number(half)} {number(depth)} {number(half * 0.6)} {number(depth)}"
        f"H{number(-half * 0.6)}Q{number(-half)} {number(depth)} {number(-half)} {number(depth - 0.3)}V{number(bow)}"
    )
    back = f"C{number(-half)} {number(bow / 2)} {number(-half * 0.7)} .1 0 0Z"
    seams = max(1, round(half * 4))
    planks = "".join(
        f"M{number(-half + at * 2 * half / seams)} {number(bow)}V{number(depth - 0.15)}" for at in range(1, seams)
    )
    benches = [1.5 + 0.6 * bench for bench in range(max(2, int((depth - 2.4) / 0.6)))]
    oars = "".join(f"M{number(half)} {number(y)}l.7 .32M{number(-half)} {number(y)}l-.7 .32" for y in benches)
    mast = number(depth * 0.45)
    return (
        f'<path class="oars" d="{oars}"/><path class="hull" d="M0 0{to_the_right}{stern}{back}"/>'
        f'<path class="planks" d="{planks}"/>'
        f'<path class="yard" d="M{number(-half * 1.25)} {mast}h{number(half * 2.5)}"/>'
        f'<circle class="mast" cx="0" cy="{mast}" r=".13"/>'
    )


def _bases(drawn: Drawn) -> str:
    """Every figure, and the ring and flag of one who stands alone."""
    style = ' class="routed-figures"' if drawn.routed else ""
    return f"<g{style}>{draw_figures(drawn)}</g>{draw_honours(drawn)}"


def _blocks(drawn: Drawn, shape: BaseGeometry) -> str:
    """From afar: the outline filled, a bar along the front, one pictogram; of skirmishers the pictogram alone."""
    body = drawn.body
    if isinstance(body, Single):
        return _bases(drawn)
    if isinstance(body, Scatter):
        middle = shape.convex_hull.centroid
        return f'<g class="loose">{_glyph(drawn, middle.x, middle.y, 1.4)}</g>'
    width, depth = body.frontage / 1000, body.depth(drawn.count) / 1000
    if body.corners:
        rank = body.base.depth + body.spacing
        depth = min(depth, (body.corners[0].length // rank + 1) * rank / 1000)
    room = depth - _BAR
    opacity = ' fill-opacity=".72"' if drawn.routed else ""
    filled = f'<path d="{_outlines(shape)}" stroke-width=".12"{opacity}/>'
    front = f"M{number(-width / 2)} {number(_BAR / 2)}h{number(width)}"
    bar = f'<path d="{front}" fill="none" stroke-width="{number(_BAR)}"/>'
    return filled + bar + _glyph(drawn, 0, _BAR + room / 2, min(max(room * 0.86, 0.5), width * 0.8, 1.8))


def _glyph(drawn: Drawn, x: float, y: float, size: float) -> str:
    if drawn.ghost or drawn.symbol not in PICTOGRAMS:
        return ""
    return draw_glyph(drawn.symbol, x, y, size, turned=stands_on_its_head(drawn.symbol, drawn.pose.heading))


def _outlines(shape: BaseGeometry) -> str:
    return "".join(straight_path(points_of(part.exterior)) for part in parts_of(shape, Polygon))


def _plate(drawn: Drawn, shape: BaseGeometry) -> str:
    """Paper beneath and around the bases, so that they stand clear of the map and are easy to point at."""
    grown = shape.buffer(_PLATE, join_style="mitre")
    style = "plate"
    if drawn.ghost:
        style = "plate-ghost"
    elif drawn.routed:
        style = "plate-routed side-line"
    elif isinstance(drawn.body, Scatter):
        style = "plate-loose side-line"
    if stands_alone(drawn):
        grown = shape.buffer(0.3, quad_segs=6)
    elif isinstance(drawn.body, Scatter):
        grown = shape.convex_hull.buffer(0.34, quad_segs=4)
    return f'<path class="{style}" d="{_outlines(grown)}"/>'


def _chevrons(drawn: Drawn, shape: BaseGeometry) -> str:
    """Before the front; on all sides of a hedgehog, or at its flanks; none for a body in contact or a single figure."""
    if isinstance(drawn.body, Single) or drawn.fighting:
        return ""
    left, top, right, bottom = shape.bounds
    if isinstance(drawn.body, Formed) and not drawn.hedgehog:
        return _chevron(drawn, 0, -0.22, 0)
    if isinstance(drawn.body, Scatter):
        return _chevron(drawn, 0, top - 0.42, 0)
    middle = (top + bottom) / 2
    return (
        _chevron(drawn, 0, top - 0.22, 0)
        + _chevron(drawn, right + 0.22, middle, 90)
        + (_chevron(drawn, 0, bottom + 0.22, 180) if drawn.rear_guarded else "")
        + _chevron(drawn, left - 0.22, middle, 270)
    )


def _chevron(drawn: Drawn, x: float, y: float, turn: int) -> str:
    place = f"translate({number(x)} {number(y)})" + (f" rotate({turn})" if turn else "")
    return f'<path class="{drawn.chevron}" d="{CHEVRON}" transform="{place}"/>'
