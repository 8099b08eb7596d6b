"""Pictograms of the troops and marks, as SVG `<symbol>`s.

They are drawn in `symbols.json`, for the page too, on a grid of 16 units, front up, in one colour (`currentColor`), so
that one drawing serves every side and theme. Silhouettes carry the meaning: at table size a pictogram is seven pixels
high, where inner detail is lost. So the weight of infantry is told by outline (buckler, shield, great helm), and that
of cavalry by how the horse is clad.

The names are plain words chosen by the caller; this room attaches no rule to them. A figure that is not listed has a
plain base; a mark that is not listed is left out of the picture, and the caller says it in words.
"""

from importlib.resources import files
from typing import Final

from msgspec import Struct, json


class _Part(Struct, frozen=True):
    """An area that is filled, or a line drawn with a pen."""

    fill: str = ""
    line: str = ""
    pen: float = 0

    @property
    def markup(self) -> str:
        if self.fill:
            return f'<path d="{self.fill}" fill="currentColor" fill-rule="evenodd"/>'
        ends = 'stroke-linecap="round" stroke-linejoin="round"'
        return f'<path d="{self.line}" fill="none" stroke="currentColor" stroke-width="{self.pen:g}" {ends}/>'


class _Drawing(Struct, frozen=True):
    parts: tuple[_Part, ...] = ()
    like: str = ""
    """The one that looks the same."""
    pointing: bool = False
    """A weapon points to the front of its figure, whichever way it looks; all other pictograms stay upright."""
    ringed: bool = False
    """One who stands alone has a ring and a flag, so that he is not lost in the crowd."""
    grave: bool = False
    """A mark that changes what a unit may do is filled, the others are outlined."""


class _Sheet(Struct, frozen=True):
    figures: dict[str, _Drawing]
    marks: dict[str, _Drawing]
    cloths: dict[str, str]
    tumble: tuple[int, ...]
    stray: tuple[tuple[int, int, int], ...]


_SHEET: Final = json.decode((files("schiltron.drawing") / "symbols.json").read_bytes(), type=_Sheet)


def _drawn(drawings: dict[str, _Drawing]) -> dict[str, str]:
    return {name: "".join(part.markup for part in drawings[one.like or name].parts) for name, one in drawings.items()}


PICTOGRAMS: Final = _drawn(_SHEET.figures)
"""Pictogram of a figure by name."""
POINTING: Final = frozenset(name for name, one in _SHEET.figures.items() if one.pointing)
RINGED: Final = frozenset(name for name, one in _SHEET.figures.items() if one.ringed)
MARKS: Final = _drawn(_SHEET.marks)
"""What befell a unit."""
GRAVE_MARKS: Final = frozenset(name for name, one in _SHEET.marks.items() if one.grave)
CLOTHS: Final = _SHEET.cloths
"""The cloth of a flag from the top of its pole, by who has it; "" for everybody else."""
TUMBLE: Final = _SHEET.tumble
"""Degrees by which the fallen lean, in turn."""
STRAY: Final = _SHEET.stray
"""Degrees and thousandths of an inch by which routers are out of line, in turn."""


def figure_symbol(name: str) -> str:
    """The `<symbol>` of a figure pictogram, or nothing for an unknown name."""
    return _symbol(f"figure-{name}", PICTOGRAMS[name]) if name in PICTOGRAMS else ""


def mark_symbol(name: str) -> str:
    """The `<symbol>` of a mark, or nothing for an unknown name."""
    return _symbol(f"mark-{name}", MARKS[name]) if name in MARKS else ""


def _symbol(identifier: str, drawing: str) -> str:
    return f'<symbol id="{identifier}" viewBox="0 0 16 16">{drawing}</symbol>'
