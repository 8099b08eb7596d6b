"""Figures on a drawn table: every base to scale, with a band along its front and a pictogram.

A figure is a `<use>` of a base that `definitions` lists once. A base takes fill, stroke and colour from the unit
around it, so that one drawing serves all armies.
"""

from collections.abc import Iterable
from typing import Final

from schiltron.drawing.drawn import Drawn
from schiltron.drawing.paths import number
from schiltron.drawing.symbols import PICTOGRAMS, POINTING, STRAY, TUMBLE, figure_symbol, mark_symbol
from schiltron.table.base import Base
from schiltron.table.body import Figure, figures
from schiltron.table.lengths import FULL_TURN, Mdeg
from schiltron.table.pose import Pose

HERE: Final = Pose(0, 0, 0)
"""Units are drawn here, looking up, and carried to their place by a transform."""

_INSET: Final = 0.03
_PATTERNS: Final = {
    "striped": 'stroke-width=".06" opacity=".45"',
    "dotted": 'stroke-width=".08" stroke-dasharray=".01 .17" stroke-linecap="round" opacity=".7"',
}


def definitions(bodies: Iterable[Drawn]) -> str:
    """All drawings that the units use, for `<defs>`: hand in every unit that will ever be shown."""
    bodies = list(bodies)
    symbols = dict.fromkeys(drawn.symbol for drawn in bodies)
    marks = dict.fromkeys(mark for drawn in bodies for mark in drawn.marks)
    bases = dict.fromkeys(definition for drawn in bodies for definition in _definitions(drawn))
    return "".join((*map(figure_symbol, symbols), *map(mark_symbol, marks), *bases))


def draw_figures(drawn: Drawn) -> str:
    """All figures of a unit about the origin; its last ones fallen, those of a routed unit out of line."""
    standing = drawn.count - drawn.fallen
    return "".join(
        _figure(drawn, figure, index, fallen=index >= standing)
        for index, figure in enumerate(figures(HERE, drawn.body, drawn.count))
    )


def draw_glyph(symbol: str, x: float, y: float, size: float, *, turned: bool) -> str:
    """A pictogram about a point, if need be turned upside down."""
    turn = f' transform="rotate(180 {number(x)} {number(y)})"' if turned else ""
    side = number(size)
    return (
        f'<use href="#figure-{symbol}" x="{number(x - size / 2)}" y="{number(y - size / 2)}"'
        f' width="{side}" height="{side}" stroke="none"{turn}/>'
    )


def stands_on_its_head(symbol: str, heading: Mdeg) -> bool:
    """Whether a pictogram must be turned over on a figure with this heading to stay upright."""
    return symbol not in POINTING and upside_down(heading)


def upside_down(heading: Mdeg) -> bool:
    """Whether somebody with this heading looks down the page."""
    return FULL_TURN // 4 < heading % FULL_TURN < FULL_TURN * 3 // 4


def _definitions(drawn: Drawn) -> list[str]:
    """The bases a unit may need while it turns about; those of a hedgehog lie across, too."""
    base = drawn.body.base
    return [
        _definition(each, drawn, turned=turned)
        for each in ((base, base.turned) if drawn.hedgehog else (base,))
        for turned in ((False,) if drawn.symbol in POINTING or not _pictured(drawn) else (False, True))
    ]


def _definition(base: Base, drawn: Drawn, *, turned: bool) -> str:
    """A base looking up, centred on the origin."""
    width, depth = base.width / 1000, base.depth / 1000
    band = min(0.2, max(0.12, 0.18 * min(width, depth)))
    line = {"solid": 0.0, "open": min(0.085, max(0.06, 0.08 * width)), "ghost": 0.05}[drawn.manner]
    x, y = width / 2 - _INSET - line / 2, depth / 2 - _INSET - line / 2
    paint = 'stroke="none"' if drawn.manner == "solid" else f'stroke-width="{number(line)}"'
    front = f"M{number(_INSET - width / 2)} {number(_INSET + (band - depth) / 2)}h{number(width - 2 * _INSET)}"
    glyph = ""
    if _pictured(drawn):
        size = min(0.8 * width, 0.78 * (depth - band)) * (0.94 if drawn.open else 1)
        middle = -depth / 8 if depth >= 1.5 * width else band / 2
        glyph = draw_glyph(drawn.symbol, 0, middle, size, turned=turned)
    return (
        f'<g id="{_identifier(base, drawn, turned=turned)}">'
        f'<rect x="{number(-x)}" y="{number(-y)}" width="{number(2 * x)}" height="{number(2 * y)}" {paint}/>'
        f'{_pattern(drawn, width, depth)}<path d="{front}" fill="none" stroke-width="{number(band)}"/>{glyph}</g>'
    )


def _pattern(drawn: Drawn, width: float, depth: float) -> str:
    """Stripes across the base, or rows of dots."""
    if not drawn.pattern or drawn.ghost:
        return ""
    half = width / 2 - 0.09
    rows = (f"M{number(-half)} {number(depth * (part - 0.5))}h{number(2 * half)}" for part in (0.45, 0.68, 0.91))
    return f'<path d="{"".join(rows)}" fill="none" {_PATTERNS[drawn.pattern]}/>'


def _identifier(base: Base, drawn: Drawn, *, turned: bool) -> str:
    glyph = f"-{drawn.symbol}{'-turned' if turned else ''}" if _pictured(drawn) else ""
    pattern = f"-{drawn.pattern}" if drawn.pattern and not drawn.ghost else ""
    return f"base-{base.width}x{base.depth}-{drawn.manner}{pattern}{glyph}"


def _pictured(drawn: Drawn) -> bool:
    return drawn.symbol in PICTOGRAMS and not drawn.ghost


def _figure(drawn: Drawn, figure: Figure, index: int, *, fallen: bool) -> str:
    turned = stands_on_its_head(drawn.symbol, drawn.pose.heading + figure.heading)
    name = _identifier(figure.base, drawn, turned=turned)
    x, y, heading = figure.x / 1000, figure.y / 1000, figure.heading / 1000
    style = ""
    if fallen:
        # Small enough that no fallen figure hides its neighbour.
        lean = TUMBLE[index % len(TUMBLE)] * (0.6 if figure.base.depth > figure.base.width else 1)
        style = f' class="fallen" transform="{_moved(x, y, heading + lean)} scale(.78)"'
    elif drawn.routed:
        lean, aside, back = STRAY[index % len(STRAY)]
        style = f' transform="{_moved(x + aside / 1000, y + back / 1000, heading + lean)}"'
    elif heading:
        style = f' transform="{_moved(x, y, heading)}"'
    else:
        style = f' x="{number(x)}" y="{number(y)}"'
    return f'<use href="#{name}"{style}/>'


def _moved(x: float, y: float, turn: float) -> str:
    return f"translate({number(x)} {number(y)}) rotate({number(turn)})"
