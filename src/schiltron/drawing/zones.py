"""What is planned or measured, printed over the map: arcs, templates, swept ground, deployment zones.

All in the one colour of the overprint, told apart by edge and filling; only a deployment zone wears the colour of
its army, and where a shot has landed or passed is drawn in ink.
"""

from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final, Literal

from shapely import LineString, Polygon

from schiltron.drawing.paths import number, parts_of, points_of, polygon_of, ring_of, straight_path, text_width, xml
from schiltron.drawing.style import side_class
from schiltron.table.shapes import Shape, rings_of

ZoneKind = Literal["deployment", "near", "far", "swept", "template", "landed", "passed", "reach"]

_HATCH: Final = 0.62


@dataclass(frozen=True, slots=True)
class Zone:
    """A patch of the table with a meaning; its `label` is written on its upper edge, that of a shot beside it."""

    shape: Shape
    kind: ZoneKind = "template"
    label: str = ""
    colour: str = "grey"


def draw_zone(zone: Zone) -> str:
    """The group of a zone."""
    rings = [ring_of(ring) for ring in rings_of(zone.shape)]
    path = "".join(straight_path(ring) for ring in rings)
    ground = polygon_of(rings[0])
    hatch = f'<path class="zone-far-hatch" d="{_hatch(ground)}"/>' if zone.kind == "far" else ""
    tag = _tag(zone, ground) if zone.label else ""
    return f'<g class="{side_class(zone.colour)}"><path class="zone-{zone.kind}" d="{path}"/>{hatch}{tag}</g>'


def _tag(zone: Zone, polygon: Polygon) -> str:
    left, top, right, bottom = polygon.bounds
    width = text_width(zone.label, 0.84) + 0.7
    if zone.kind in ("template", "landed"):
        x, y = right + width / 2 + 0.3, (top + bottom) / 2
    else:
        x, y = (left + right) / 2, max(top, 0.8)
    place = f'x="{number(x - width / 2)}" y="{number(y - 0.62)}" width="{number(width)}" height="1.24"'
    side = " tag-side" if zone.kind == "deployment" else ""
    return (
        f'<rect class="tag{side}" {place} rx=".2"/>'
        f'<text class="tag-text{side}" x="{number(x)}" y="{number(y + 0.28)}">{xml(zone.label)}</text>'
    )


def _hatch(polygon: Polygon) -> str:
    """Slanting lines cut to the zone: unlike a pattern they need no name, and print alike everywhere."""
    left, top, right, bottom = polygon.bounds
    height = bottom - top
    step = _HATCH * sqrt(2)
    starts = (left - height + step * index for index in range(ceil((right - left + height) / step)))
    lines = (LineString([(start, bottom), (start + height, top)]) for start in starts)
    parts = (part for line in lines for part in parts_of(line.intersection(polygon), LineString))
    return "".join(straight_path(points_of(part), closed=False) for part in parts)
