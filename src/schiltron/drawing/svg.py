"""A table as an SVG picture that stands alone: to look at, to print in a report, to keep with a battle.

`draw` makes the whole picture. A page that replays a battle takes it apart instead: `style("both")` once,
`definitions` of all its units once, `draw_board` once, then for every moment a group a unit from `draw_body`,
`draw_contacts`, and `draw_label` at the `label_spots`. All of it belongs under an `<svg class="table">` whose view
is `view_box`.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from shapely import LineString, line_merge

from schiltron.drawing.drawn import Drawn
from schiltron.drawing.figures import definitions
from schiltron.drawing.labels import draw_chip, draw_label, label_spots
from schiltron.drawing.paths import number, parts_of, points_of, straight_path, xml
from schiltron.drawing.style import Theme, style
from schiltron.drawing.terrain import draw_terrain
from schiltron.drawing.units import Detail, draw_body
from schiltron.drawing.zones import Zone, draw_zone
from schiltron.table.edges import Board
from schiltron.table.lengths import CONTACT

__all__ = [
    "Detail",
    "Drawn",
    "Theme",
    "Zone",
    "definitions",
    "draw",
    "draw_board",
    "draw_body",
    "draw_chip",
    "draw_contacts",
    "draw_label",
    "draw_zone",
    "label_spots",
    "style",
    "view_box",
]

_LEFT: Final = 2.0
_TOP: Final = 1.95
_RIGHT: Final = 0.75
_BOTTOM: Final = 0.75
_FRAME: Final = 0.3
_CHECK: Final = 6
"""Players measure in half feet: the frame is chequered, numbered and crossed every six inches."""

_BENEATH: Final = ("deployment", "reach", "far", "near", "swept")
"""Zones that lie beneath the units, from the bottom up."""

_FIGURES: Final = 9.0
_CHIPS: Final = 5.0
"""Pixels an inch: from the first on every base is drawn, below the second only the chip of a unit."""

_LEGIBLE: Final = 10.5
"""Pixels a unit's name must have; on a small picture the labels grow against the map."""


def draw(
    board: Board,
    bodies: Iterable[Drawn],
    width_px: int = 1080,
    zones: Iterable[Zone] = (),
    *,
    theme: Theme = "light",
    title: str = "",
    ruled: bool = True,
) -> str:
    """The whole table as one SVG document. Templates lie upon the figures, all other zones beneath them.

    A frame that is not `ruled` gives no distance away.
    """
    bodies, zones = list(bodies), list(zones)
    x, y, width, height = view_box(board)
    scale = width_px / width
    lettering = min(2.6, max(1.0, _LEGIBLE / (0.86 * scale)))
    name = xml(title or f"The table, {number(board.width / 1000)} by {number(board.depth / 1000)} inches")
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="table" role="img" aria-label="{name}"',
        f' viewBox="{number(x)} {number(y)} {number(width)} {number(height)}"',
        f' width="{width_px}" height="{round(height * scale)}"><title>{name}</title>',
        f"<style>{style(theme)}</style><defs>{definitions(bodies)}</defs>",
        draw_board(board, ruled=ruled),
        *(draw_zone(zone) for kind in _BENEATH for zone in zones if zone.kind == kind),
        *_armies(bodies, board, scale, lettering),
        *(draw_zone(zone) for zone in zones if zone.kind not in _BENEATH),
        "</svg>",
    )
    return "".join(parts)


def _armies(bodies: Sequence[Drawn], board: Board, scale: float, lettering: float) -> list[str]:
    """As much of the units as can still be told apart at this scale (pixels an inch)."""
    if scale < _CHIPS:
        return [draw_chip(drawn, lettering) for drawn in bodies]
    detail: Detail = "figures" if scale >= _FIGURES else "blocks"
    labels = zip(bodies, label_spots(bodies, board, lettering), strict=True)
    return [
        *(draw_body(drawn, detail) for drawn in bodies if not drawn.ghost),
        draw_contacts(bodies),
        *(draw_body(drawn, detail) for drawn in bodies if drawn.ghost),
        *(draw_label(drawn, spot, lettering) for drawn, spot in labels if spot),
    ]


def view_box(board: Board) -> tuple[float, float, float, float]:
    """Left, top, width and height of the picture in inches: the table with its frame and numbers."""
    return -_LEFT, -_TOP, board.width / 1000 + _LEFT + _RIGHT, board.depth / 1000 + _TOP + _BOTTOM


def draw_board(board: Board, *, ruled: bool = True) -> str:
    """Frame and ground, with all features; what does not change while a battle is played."""
    width, depth = board.width / 1000, board.depth / 1000
    across, down = number(width), number(depth)
    around = f'x="{number(-_FRAME)}" y="{number(-_FRAME)}"'
    frame = f'{around} width="{number(width + 2 * _FRAME)}" height="{number(depth + 2 * _FRAME)}"'
    inches = f'<path class="check" d="{_checks(width, depth)}"/><path class="tick" d="{_ticks(width, depth)}"/>'
    crosses = f'<path class="cross" d="{_crosses(width, depth)}"/>'
    # A nested view cuts off what runs over the edge, without a name that could clash with another picture's.
    return (
        f'<g class="board"><rect class="neatline" {frame}/>{inches + _rulers(width, depth) if ruled else ""}'
        f'<svg width="{across}" height="{down}" viewBox="0 0 {across} {down}">'
        f'<rect class="ground" width="{across}" height="{down}"/>{crosses if ruled else ""}'
        f"{draw_terrain(board.features, width, depth)}</svg></g>"
    )


def draw_contacts(bodies: Sequence[Drawn]) -> str:
    """Ink ticks wherever units of different colours stand edge to edge."""
    shapes = [(drawn, drawn.shape) for drawn in bodies if not drawn.ghost and drawn.count > 0]
    paths = []
    for (one, here), (two, there) in combinations(shapes, 2):
        if one.colour == two.colour or here.distance(there) > CONTACT / 1000:
            continue
        shared = here.boundary.intersection(there.buffer(CONTACT / 1000 + 0.01))
        joined = line_merge(shared) if shared.geom_type == "MultiLineString" else shared
        for part in parts_of(joined, LineString):
            if part.length > 0.2:
                paths.append(straight_path(points_of(part), closed=False))
    return f'<path class="contact" d="{"".join(paths)}"/>' if paths else ""


def _steps(length: float, step: int) -> list[int]:
    return list(range(0, int(length) + 1, step))


def _checks(width: float, depth: float) -> str:
    bar = number(_FRAME)
    parts = []
    for start in _steps(width, 2 * _CHECK):
        run = number(min(_CHECK, width - start))
        parts += [f"M{start} {number(y)}h{run}v{bar}h-{run}Z" for y in (-_FRAME, depth)]
    for start in _steps(depth, 2 * _CHECK):
        run = number(min(_CHECK, depth - start))
        parts += [f"M{number(x)} {start}h{bar}v{run}h-{bar}Z" for x in (-_FRAME, width)]
    return "".join(parts)


def _ticks(width: float, depth: float) -> str:
    edge = number(-_FRAME)
    top = (f"M{at} {edge}v-{'.5' if at % _CHECK == 0 else '.3'}" for at in _steps(width, 1))
    side = (f"M{edge} {at}h-{'.5' if at % _CHECK == 0 else '.3'}" for at in _steps(depth, 1))
    return "".join((*top, *side))


def _rulers(width: float, depth: float) -> str:
    top = (f'<text class="ruler" x="{at}" y="-.98">{at}{"″" if at == 0 else ""}</text>' for at in _steps(width, _CHECK))
    side = (
        f'<text class="ruler ruler-side" x="-.95" y="{number(at + 0.26)}">{at}</text>'
        for at in _steps(depth, _CHECK)[1:]
    )
    return "".join((*top, *side))


def _crosses(width: float, depth: float) -> str:
    return "".join(
        f"M{number(x - 0.16)} {y}h.32M{x} {number(y - 0.16)}v.32"
        for x in _steps(width, _CHECK)[1:]
        for y in _steps(depth, _CHECK)[1:]
        if x < width and y < depth
    )
