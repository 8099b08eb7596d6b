"""The ground of a drawn table: a quiet staff map under the armies.

Each kind of ground has its own line and pattern, so that it is known without colour. Edges are drawn where they are
measured; only the scallops of a wood swing a tenth of an inch to either side of its edge.
"""

from functools import lru_cache
from typing import Final

from shapely import LinearRing, LineString
from shapely.geometry.base import BaseGeometry

from schiltron.table.svg_ground import draw_marsh, draw_patch, draw_pond, draw_rough, draw_woods
from schiltron.table.svg_heights import draw_heights
from schiltron.table.svg_names import Name, name_along, name_within
from schiltron.table.svg_paths import (
    along,
    inches_of,
    number,
    parts_of,
    points_of,
    polygon_of,
    ring_of,
    smooth_path,
    straight_path,
    xml,
)
from schiltron.table.terrain import Area, Feature, Strip

KINDS: Final = {
    "hill": "hill", "gulley": "gulley", "gully": "gulley",
    "woods": "woods", "wood": "woods", "forest": "woods",
    "marsh": "marsh", "swamp": "marsh", "rough": "rough",
    "pond": "pond", "lake": "pond", "stream": "stream", "river": "stream", "road": "road",
}  # fmt: skip
"""Words for the kinds of ground that have a drawing of their own; anything else is a plain outlined patch."""

_ORDER: Final = ("hill", "gulley", "rough", "marsh", "other", "woods", "pond", "road", "stream")
"""From the bottom up: water lies over all, roads over what they lead through."""


def draw_terrain(features: tuple[Feature, ...], width: float, depth: float) -> str:
    """All features of a table of this size (inches): ground, fords where roads meet streams, names on top."""
    names = names_of(features, width, depth)
    layers: dict[str, list[str]] = {kind: [] for kind in _ORDER}
    for feature, name in zip(features, names, strict=True):
        kind = _kind(feature)
        drawing = _strip(feature, kind) if isinstance(feature, Strip) else _area(feature, kind, name)
        layers[kind].append(f'<g class="feature" data-feature="{xml(feature.id)}">{drawing}</g>')
    roads, streams = _strips(features, "road"), _strips(features, "stream")
    ground = (drawing for kind in _ORDER for drawing in layers[kind])
    fords = (_ford(road, stream) for road in roads for stream in streams)
    return "".join((*ground, *fords, *(name.drawing for name in names if name)))


@lru_cache(maxsize=16)
def names_of(features: tuple[Feature, ...], width: float, depth: float) -> tuple[Name | None, ...]:
    """The names of the features in their order, placed on a table of this size. Kept: labels ask for them too."""
    return tuple(_name(feature, features, (width, depth)) for feature in features)


def _name(feature: Feature, features: tuple[Feature, ...], table: tuple[float, float]) -> Name | None:
    kind = _kind(feature)
    if isinstance(feature, Strip):
        others = [_line(other) for other in features if isinstance(other, Strip) and other is not feature]
        width = feature.width / 1000
        return name_along(feature.name, kind, _line(feature), width, others=others, table=table)
    contours = feature.contours[1:] if kind in ("hill", "gulley") else ()
    lines = [LinearRing(ring_of(contour.ring)) for contour in contours]
    return name_within(feature.name, kind, polygon_of(ring_of(feature.ring)), lines)


def _strips(features: tuple[Feature, ...], kind: str) -> list[Strip]:
    return [feature for feature in features if isinstance(feature, Strip) and _kind(feature) == kind]


def _kind(feature: Feature) -> str:
    """The drawing for a feature. A road that is an area is a patch, a stream that is an area a pond."""
    kind = KINDS.get(feature.kind.lower(), "other")
    if isinstance(feature, Strip):
        return kind if kind in ("stream", "road") else "other"
    return {"road": "other", "stream": "pond"}.get(kind, kind)


def _area(area: Area, kind: str, name: Name | None) -> str:
    if kind in ("hill", "gulley"):
        return draw_heights(area, 1 if kind == "hill" else -1, name)
    if kind == "woods":
        return draw_woods(area, name)
    if kind == "marsh":
        return draw_marsh(area, name)
    if kind == "rough":
        return draw_rough(area, name)
    return draw_pond(area) if kind == "pond" else draw_patch(area)


def _line(strip: Strip) -> LineString:
    return LineString(inches_of(strip.course))


def _strip(strip: Strip, kind: str) -> str:
    """Two lines and what is between them; a stream with a broken line where it flows."""
    path = smooth_path(inches_of(strip.course), closed=False)
    width = strip.width / 1000
    edge, bed = ("bank", "stream") if kind == "stream" else ("road-edge", "road")
    flow = f'<path class="flow" d="{path}"/>' if kind == "stream" else ""
    return (
        f'<path class="{edge}" stroke-width="{number(width)}" d="{path}"/>'
        f'<path class="{bed}" stroke-width="{number(max(width - 0.16, width * 0.7))}" d="{path}"/>{flow}'
    )


def _ford(road: Strip, stream: Strip) -> str:
    """Where a road goes through a stream: its edges dashed across the water, and stones to step on."""
    water = _line(stream).buffer(stream.width / 2000, cap_style="flat")
    crossings = _lines(_line(road).intersection(water))
    return "".join(_crossing(crossing, road.width / 2000) for crossing in crossings)


def _crossing(course: LineString, half: float) -> str:
    edges = "".join(
        straight_path(points_of(side), closed=False)
        for distance in (half - 0.06, 0.06 - half)
        for side in _lines(course.offset_curve(distance))
    )
    count = max(2, round(course.length / 0.42))
    stones = []
    for index in range(count):
        x, y, dx, dy = along(course, course.length * (index + 0.5) / count)
        across_x, across_y = -dy * half, dx * half
        start = f"M{number(x - across_x / 2)} {number(y - across_y / 2)}"
        stones.append(f"{start}l{number(across_x)} {number(across_y)}")
    bed = straight_path(points_of(course), closed=False)
    return (
        f'<path class="ford-bed" stroke-width="{number(2 * half - 0.26)}" d="{bed}"/>'
        f'<path class="ford-edge" d="{edges}"/><path class="ford-stone" d="{"".join(stones)}"/>'
    )


def _lines(geometry: BaseGeometry) -> list[LineString]:
    return [line for line in parts_of(geometry, LineString) if line.length > 0.05]
