"""The ground of a drawn table: a quiet staff map under the armies.

Each kind of ground has its own line and pattern, so that it is known without colour. Edges are drawn where they are
measured; only the scallops of a wood swing a tenth of an inch to either side of its edge.
"""

from functools import lru_cache
from typing import Final, TypeGuard

from shapely import LinearRing

from schiltron.drawing.ground import GROUND, draw_area
from schiltron.drawing.heights import draw_heights
from schiltron.drawing.names import Name, name_along, name_beside, name_within
from schiltron.drawing.paths import polygon_of, ring_of, xml
from schiltron.drawing.strips import course_of, draw_ford, draw_strip
from schiltron.table.terrain import Area, Feature, Strip

KINDS: Final = GROUND.kinds
"""Words for the kinds of ground that have a drawing of their own; anything else is a plain outlined patch."""
STRIPS: Final = GROUND.courses
"""Drawings that follow a course."""
_WATERS: Final = ("stream", "river")
_ORDER: Final = (*GROUND.areas, *GROUND.courses)
"""From the bottom up: roads over what they lead through, water over roads, walls and hedges over all."""


def draw_terrain(features: tuple[Feature, ...], width: float, depth: float) -> str:
    """All features of a table of this size (inches): ground, fords where roads meet water, names on top."""
    names = names_of(features, width, depth)
    layers: dict[str, list[str]] = {kind: [] for kind in _ORDER}
    for feature, name in zip(features, names, strict=True):
        kind = kind_of(feature)
        if isinstance(feature, Strip):
            drawing = draw_strip(feature, kind, (width, depth))
        else:
            rise = {"hill": 1, "gulley": -1}.get(kind)
            drawing = draw_heights(feature, rise, name) if rise else draw_area(feature, kind, name)
        layers[kind].append(f'<g class="feature" data-feature="{xml(feature.id)}">{drawing}</g>')
    roads, waters = _strips(features, ("road",)), _strips(features, _WATERS)
    ground = (drawing for kind in _ORDER for drawing in layers[kind])
    fords = (draw_ford(road, water) for road in roads for water in waters)
    return "".join((*ground, *fords, *(name.drawing for name in names if name)))


_BESIDE: Final = ("building", "tower")
"""Named beside themselves: of towers it is the inside that is looked at."""


@lru_cache(maxsize=16)
def names_of(features: tuple[Feature, ...], width: float, depth: float) -> tuple[Name | None, ...]:
    """The names of the features in their order, placed on a table of this size. Kept: labels ask for them too.

    Those of small buildings are written beside them, once the others have their places.
    """
    houses = {feature.id: polygon_of(ring_of(feature.ring)) for feature in features if _is_house(feature)}
    names = [None if feature.id in houses else _name(feature, features, (width, depth)) for feature in features]
    taken = [name.room for name in names if name]
    for index, feature in enumerate(features):
        if feature.id not in houses:
            continue
        name = name_beside(
            feature.name, kind_of(feature), houses[feature.id], [*taken, *houses.values()], (width, depth)
        )
        names[index] = name
        taken += [name.room] if name else []
    return tuple(names)


def _is_house(feature: Feature) -> TypeGuard[Area]:
    return isinstance(feature, Area) and kind_of(feature) in _BESIDE


def _name(feature: Feature, features: tuple[Feature, ...], table: tuple[float, float]) -> Name | None:
    kind = kind_of(feature)
    if isinstance(feature, Strip):
        others = [course_of(other) for other in features if isinstance(other, Strip) and other is not feature]
        width = feature.width / 1000 + (0.2 if kind == "hedge" else 0)
        return name_along(feature.name, kind, course_of(feature), width, others=others, table=table)
    contours = feature.contours[1:] if kind in ("hill", "gulley") else ()
    lines = [LinearRing(ring_of(contour.ring)) for contour in contours]
    return name_within(feature.name, kind, polygon_of(ring_of(feature.ring)), lines)


def _strips(features: tuple[Feature, ...], kinds: tuple[str, ...]) -> list[Strip]:
    return [feature for feature in features if isinstance(feature, Strip) and kind_of(feature) in kinds]


def kind_of(feature: Feature) -> str:
    """The drawing for a feature. A road or wall that is an area is a patch, a stream that is an area a pond, a gully
    that is a strip a ditch."""
    kind = KINDS.get(feature.kind.lower(), "other")
    if isinstance(feature, Strip) == (kind in STRIPS):
        return kind
    if isinstance(feature, Strip) and kind == "gulley":
        return "ditch"
    return "pond" if kind in _WATERS else "other"
