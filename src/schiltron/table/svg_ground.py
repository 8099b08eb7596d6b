"""Woods, scrub, water, broken ground and buildings.

What is strewn over the ground (trees, reeds, stones) is laid out from the identity of the feature alone, so that the
same table always looks the same. It takes its paints from the group around it.
"""

from collections.abc import Iterator
from typing import Final

from shapely import Polygon, contains_xy
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from schiltron.table.svg_names import Name
from schiltron.table.svg_paths import (
    along,
    chance,
    number,
    parts_of,
    points_of,
    polygon_of,
    ring_of,
    smooth_path,
    straight_path,
)
from schiltron.table.terrain import Area

GROUND_DEFINITIONS: Final = (
    '<g id="tree"><circle r=".44" stroke-width=".05"/>'
    '<path d="M.1-.43A.44.44 0 0 1 .1.43" fill="none" stroke-width=".12" stroke-linecap="round"/></g>'
    '<g id="reed"><path d="M-.44 0H.44M-.12.2H.3" stroke-width=".055"/>'
    '<path d="M0-.1V-.52M-.17-.1L-.32-.4M.17-.1L.32-.4" stroke="currentColor" stroke-width=".07"/></g>'
    '<g id="pool"><path d="M-.5 0H.16M-.1.2H.5" stroke-width=".055"/></g>'
    '<g id="stone"><path d="M-.32.16-.22-.14.04-.26.28-.1.34.16Z" stroke-width=".055"/>'
    '<path d="M-.3.16H.32" stroke-width=".1"/></g>'
    '<g id="pebble"><path d="M-.16.08-.1-.09.08-.11.17.08Z" stroke-width=".055"/></g>'
    '<g id="scrub"><path d="M-.26-.12-.06.14-.06-.26M-.06.14.2-.2" fill="none" stroke="currentColor"'
    ' stroke-width=".06"/></g>'
    '<g id="sapling"><circle r=".31" stroke-width=".05"/>'
    '<path d="M.07-.3A.31.31 0 0 1 .07.3" fill="none" stroke-width=".1" stroke-linecap="round"/></g>'
    '<g id="bush"><path d="M-.34.17A.17.17 0 0 1-.24-.1.24.24 0 0 1 .2-.12.17.17 0 0 1 .34.17Z" stroke-width=".055"/>'
    '<path d="M-.34.17H.34" stroke-width=".1"/></g>'
)
"""What is strewn over the ground, drawn once and used often."""


def draw_woods(area: Area, name: Name | None) -> str:
    """A scalloped edge and ringed trees."""
    polygon = polygon_of(ring_of(area.ring))
    trees = "".join(
        f'<use href="#tree" transform="translate({number(x)} {number(y)}) scale({number(0.84 + 0.3 * size)})"/>'
        for x, y, size in _strewn(_free(polygon, 0.7, name), 1.36, 0.21, area.id)
    )
    return f'<path class="wood-edge" d="{_scallops(polygon)}"/><g class="trees">{trees}</g>'


def draw_light_woods(area: Area, name: Name | None) -> str:
    """As woods, with gaps in the edge, and fewer and smaller trees between which twigs grow."""
    polygon = polygon_of(ring_of(area.ring))
    strewn = "".join(
        _used("scrub" if sort < 0.24 else "sapling", x, y)
        for x, y, sort in _strewn(_free(polygon, 0.6, name), 1.46, 0.34, area.id)
    )
    edge = f'<path class="light-wood-edge" d="{_scallops(polygon, 0.7)}"/>'
    return f'{edge}<g class="growth">{strewn}</g>'


def draw_scrub(area: Area, name: Name | None) -> str:
    """Low bushes and twigs inside a broken line."""
    ring = ring_of(area.ring)
    strewn = "".join(
        _used("bush" if sort < 0.6 else "scrub", x, y)
        for x, y, sort in _strewn(_free(polygon_of(ring), 0.5, name), 1.3, 0.34, area.id)
    )
    return f'<path class="scrub-ground" d="{smooth_path(ring)}"/><g class="growth">{strewn}</g>'


def draw_pond(area: Area) -> str:
    """A shore, a ripple along it and a broken one farther out."""
    ring = ring_of(area.ring)
    polygon = polygon_of(ring)
    ripples = "".join(
        f'<path class="{style}" d="{straight_path(points_of(part.exterior))}"/>'
        for style, inset in (("ripple", 0.3), ("ripple-broken", 0.75))
        for part in parts_of(polygon.buffer(-inset), Polygon)
    )
    return f'<path class="pond" d="{smooth_path(ring)}"/>{ripples}'


def draw_building(area: Area) -> str:
    """Walls with the eaves of a roof inside them."""
    ring = ring_of(area.ring)
    eaves = parts_of(polygon_of(ring).buffer(-0.4, join_style="mitre"), Polygon)
    roof = "".join(f'<path class="roof" d="{straight_path(points_of(part.exterior))}"/>' for part in eaves)
    return f'<path class="building" d="{straight_path(ring)}"/>{roof}'


def draw_marsh(area: Area, name: Name | None) -> str:
    """Reeds and standing water inside a broken shore."""
    ring = ring_of(area.ring)
    strewn = "".join(
        _used("reed" if sort < 0.62 else "pool", x, y)
        for x, y, sort in _strewn(_free(polygon_of(ring), 0.55, name), 1.45, 0.3, area.id)
    )
    return f'<path class="marsh" d="{smooth_path(ring)}"/><g class="reeds">{strewn}</g>'


def draw_rough(area: Area, name: Name | None) -> str:
    """Stones and scrub inside a dotted line."""
    ring = ring_of(area.ring)
    strewn = "".join(
        _used("stone" if sort < 0.36 else "pebble" if sort < 0.66 else "scrub", x, y)
        for x, y, sort in _strewn(_free(polygon_of(ring), 0.5, name), 1.25, 0.34, area.id)
    )
    return f'<path class="rough" d="{smooth_path(ring)}"/><g class="stones">{strewn}</g>'


def draw_prohibited(area: Area, name: Name | None) -> str:
    """Ground that nobody enters: a heavy edge, and crosses all over it."""
    ring = ring_of(area.ring)
    crosses = "".join(
        f"M{number(x)} {number(y)}m-.22-.22l.44.44m0-.44l-.44.44"
        for x, y, _ in _strewn(_free(polygon_of(ring), 0.6, name), 1.3, 0.08, area.id)
    )
    return f'<path class="prohibited" d="{straight_path(ring)}"/><path class="crosses" d="{crosses}"/>'


def draw_burning(area: Area, name: Name | None) -> str:
    """Cover on fire: a heavy edge, and flames all over it."""
    ring = ring_of(area.ring)
    flames = "".join(
        f"M{number(x)} {number(y)}m0-.5c.1.3.36.4.3.72a.31.31 0 0 1-.6 0c-.03-.2.12-.3.14-.48c.08.06.1.12.12.2z"
        for x, y, _ in _strewn(_free(polygon_of(ring), 0.6, name), 1.2, 0.21, area.id)
    )
    return f'<path class="fire-ground" d="{smooth_path(ring)}"/><path class="flames" d="{flames}"/>'


def draw_burnt(area: Area, name: Name | None) -> str:
    """Where cover has burnt down: stumps inside a broken line."""
    ring = ring_of(area.ring)
    stumps = "".join(
        f"M{number(x)} {number(y)}m-.14 .1v-.24m.28 .24v-.24m-.38 .24h.48"
        for x, y, _ in _strewn(_free(polygon_of(ring), 0.6, name), 1.5, 0.34, area.id)
    )
    return f'<path class="burnt-ground" d="{smooth_path(ring)}"/><path class="stumps" d="{stumps}"/>'


def draw_patch(area: Area) -> str:
    """Ground of a kind that has no drawing of its own."""
    return f'<path class="other-ground" d="{smooth_path(ring_of(area.ring))}"/>'


def _scallops(polygon: Polygon, bow: float = 0.92) -> str:
    """A chain of bows that swing out and back evenly about the measured edge."""
    shrunk = parts_of(polygon.buffer(-0.1), Polygon)
    edge = orient(max(shrunk, key=lambda part: part.area, default=polygon)).exterior
    count = max(6, round(edge.length / bow))
    radius = number(edge.length / count * 0.66)
    points = [along(edge, edge.length * index / count)[:2] for index in range(count)]
    bows = "".join(f"A{radius} {radius} 0 0 1 {number(x)} {number(y)}" for x, y in (*points[1:], points[0]))
    return f"M{number(points[0][0])} {number(points[0][1])}{bows}Z"


def _free(polygon: Polygon, inset: float, name: Name | None) -> BaseGeometry:
    """Where something may be strewn: away from the edge, and from the name."""
    inner = polygon.buffer(-inset)
    return inner.difference(name.room.buffer(0.56)) if name else inner


def _strewn(region: BaseGeometry, step: float, jitter: float, seed: str) -> Iterator[tuple[float, float, float]]:
    """Spots of a shaken honeycomb inside a region, each with a number from 0 to 1 for variety."""
    if region.is_empty:
        return
    dice = chance(seed)
    left, top, right, bottom = region.bounds
    for row in range(int((bottom - top) / (step * 0.87)) + 2):
        for column in range(int((right - left) / step) + 2):
            x = left + (column + (row % 2) / 2) * step + jitter * (2 * dice.random() - 1)
            y = top + row * step * 0.87 + jitter * (2 * dice.random() - 1)
            variety = dice.random()
            if contains_xy(region, x, y):
                yield x, y, variety


def _used(identifier: str, x: float, y: float) -> str:
    return f'<use href="#{identifier}" x="{number(x)}" y="{number(y)}"/>'
