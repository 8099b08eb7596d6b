"""Charts of chances as a picture: bars one under the other, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from schiltron.battle.guide.reckonings import Chart, Reckoning

_ROW: Final = 20
_LABELS: Final = 260
_BARS: Final = 400
_WIDE: Final = _LABELS + _BARS + 80
_STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#222}.h{font-weight:600}rect{fill:#3b6ea5}.paper{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}rect{fill:#7fb0e6}.paper{fill:#16181c}}"
)


def picture_of(found: Reckoning) -> str:
    """An SVG of all charts that have bars."""
    charts = [chart for chart in found.charts if chart.bars]
    high = 40 + sum((len(chart.bars) + 3) * _ROW for chart in charts)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" role="img">',
        f"<title>{escape(found.title)}</title><style>{_STYLE}</style>",
        f'<rect class="paper" width="{_WIDE}" height="{high}"/>',
        f'<text class="h" x="16" y="26">{escape(found.title)}</text>',
    ]
    top = 40
    for chart in charts:
        parts += _chart(chart, top)
        top += (len(chart.bars) + 3) * _ROW
    return "\n".join([*parts, "</svg>"]) + "\n"


def _chart(chart: Chart, top: int) -> Iterator[str]:
    yield f'<text class="h" x="16" y="{top + _ROW}">{escape(chart.title)}</text>'
    for place, one in enumerate(chart.bars, 2):
        foot = top + place * _ROW
        yield f'<text x="{_LABELS - 8}" y="{foot}" text-anchor="end">{escape(one.label)}</text>'
        yield f'<rect x="{_LABELS}" y="{foot - 12}" width="{one.chance * _BARS:.1f}" height="14"/>'
        yield f'<text x="{_LABELS + one.chance * _BARS + 6:.1f}" y="{foot}">{one.chance:.1%}</text>'
