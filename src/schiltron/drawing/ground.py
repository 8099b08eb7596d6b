"""Woods, scrub, water, broken ground and buildings.

What is strewn over the ground (trees, reeds, stones) is laid out from the identity of the feature alone, so that the
same table always looks the same. `ground.json` says what lies where and how it is drawn, for the page too.
"""

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from msgspec import Struct, json
from shapely import Polygon, contains_xy
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from schiltron.drawing.masonry import draw_tower
from schiltron.drawing.names import Name
from schiltron.drawing.paths import (
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


class _Strewn(Struct, frozen=True):
    """Ground with things on it."""

    ground: str
    """The class of the ground itself."""
    inset: float
    step: float
    jitter: float
    things: tuple[tuple[str, float], ...]
    """What may lie on a spot; each up to a number between 0 and 1 that says which it is."""
    bow: float = 0
    """The length of the scallops of its edge, where it has any."""
    straight: bool = False
    """Whether its edge is drawn without curves."""


class _Thing(Struct, frozen=True):
    """A tree with a round crown, or lines about a spot by their classes."""

    lines: dict[str, str] = {}
    crown: float = 0
    least: float = 1
    most: float = 1
    shade: str = ""

    def drawn(self, x: float, y: float, size: float) -> Iterator[tuple[str, str]]:
        """Classes and path data of one of them."""
        yield from ((style, f"M{number(x)} {number(y)}{line}") for style, line in self.lines.items())
        if self.crown:
            radius = self.crown * (self.least + (self.most - self.least) * size)
            r, across, middle = number(radius), number(2 * radius), number(x + radius * 0.23)
            yield "tree", f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1 -{across} 0Z"
            top, bottom = number(y - radius * 0.97), number(y + radius * 0.97)
            yield self.shade, f"M{middle} {top}A{r} {r} 0 0 1 {middle} {bottom}"


class _Ground(Struct, frozen=True):
    kinds: dict[str, str]
    areas: tuple[str, ...]
    courses: tuple[str, ...]
    tints: dict[str, str]
    """What it is as small as a stamp."""
    strewn: dict[str, _Strewn]
    smouldering: dict[str, str]
    """What grows where there is a fire somewhere."""
    things: dict[str, _Thing]


GROUND: Final = json.decode((files("schiltron.drawing") / "ground.json").read_bytes(), type=_Ground)


def draw_area(area: Area, kind: str, name: Name | None) -> str:
    """Flat ground of a kind; one that has no drawing of its own is a plain patch."""
    if kind in GROUND.smouldering:
        return _strewn_ground(area, GROUND.strewn[GROUND.smouldering[kind]], name) + _smoulder(area, name)
    if kind in GROUND.strewn:
        return _strewn_ground(area, GROUND.strewn[kind], name)
    if kind == "building":
        return _building(area)
    if kind == "tower":
        return draw_tower(area)
    if kind == "breach":
        return f'<path class="breach" d="{straight_path(ring_of(area.ring))}"/>'
    return _pond(area) if kind == "pond" else f'<path class="other-ground" d="{smooth_path(ring_of(area.ring))}"/>'


def _strewn_ground(area: Area, look: _Strewn, name: Name | None) -> str:
    ring = ring_of(area.ring)
    polygon = polygon_of(ring)
    edge = _scallops(polygon, look.bow) if look.bow else straight_path(ring) if look.straight else smooth_path(ring)
    paths: dict[str, str] = {}
    for x, y, variety in _spots(area, polygon, look, name):
        thing = next(sort for sort, most in look.things if variety < most)
        for style, data in GROUND.things[thing].drawn(x, y, variety):
            paths[style] = paths.get(style, "") + data
    strewn = "".join(f'<path class="{style}" d="{data}"/>' for style, data in paths.items())
    return f'<path class="{look.ground}" d="{edge}"/>{strewn}'


def _smoulder(area: Area, name: Name | None) -> str:
    """A fire somewhere in cover: some flames and their smoke, over what grows there."""
    ring = ring_of(area.ring)
    spots = [(x, y) for x, y, _ in _spots(area, polygon_of(ring), GROUND.strewn["burning"], name)] or ring[:1]
    middle, y = spots[len(spots) // 2]
    across = (middle - 0.55, middle, middle + 0.55)
    smoke = "".join(f"M{number(x)} {number(y - 0.6)}c.3 -.25 -.3 -.45 0 -.7" for x in across)
    flames = "".join(data for x in across for _, data in GROUND.things["flame"].drawn(x, y, 0))
    return f'<path class="smoke" d="{smoke}"/><path class="flames" d="{flames}"/>'


def _pond(area: Area) -> str:
    """A shore, a ripple along it and a broken one farther out."""
    ring = ring_of(area.ring)
    polygon = polygon_of(ring)
    ripples = "".join(
        f'<path class="{style}" d="{straight_path(points_of(part.exterior))}"/>'
        for style, inset in (("ripple", 0.3), ("ripple ripple-broken", 0.75))
        for part in parts_of(polygon.buffer(-inset), Polygon)
    )
    return f'<path class="pond" d="{smooth_path(ring)}"/>{ripples}'


def _building(area: Area) -> str:
    """Walls with the eaves of a roof inside them."""
    ring = ring_of(area.ring)
    eaves = parts_of(polygon_of(ring).buffer(-0.4, join_style="mitre"), Polygon)
    roof = "".join(f'<path class="roof" d="{straight_path(points_of(part.exterior))}"/>' for part in eaves)
    return f'<path class="building" d="{straight_path(ring)}"/>{roof}'


def _scallops(polygon: Polygon, bow: float) -> str:
    """A chain of bows that swing out and back evenly about the measured edge."""
    shrunk = parts_of(polygon.buffer(-0.1), Polygon)
    edge = orient(max(shrunk, key=lambda part: part.area, default=polygon)).exterior
    count = max(6, round(edge.length / bow))
    radius = number(edge.length / count * 0.66)
    points = [along(edge, edge.length * index / count)[:2] for index in range(count)]
    bows = "".join(f"A{radius} {radius} 0 0 1 {number(x)} {number(y)}" for x, y in (*points[1:], points[0]))
    return f"M{number(points[0][0])} {number(points[0][1])}{bows}Z"


def _spots(area: Area, polygon: Polygon, look: _Strewn, name: Name | None) -> Iterator[tuple[float, float, float]]:
    """Spots of a shaken honeycomb, away from edge and name, each with a number from 0 to 1 for variety."""
    region: BaseGeometry = polygon.buffer(-look.inset)
    if name:
        region = region.difference(name.room.buffer(0.56))
    if region.is_empty:
        return
    dice = chance(area.id)
    left, top, right, bottom = region.bounds
    for row in range(int((bottom - top) / (look.step * 0.87)) + 2):
        for column in range(int((right - left) / look.step) + 2):
            x = left + (column + (row % 2) / 2) * look.step + look.jitter * (2 * dice.random() - 1)
            y = top + row * look.step * 0.87 + look.jitter * (2 * dice.random() - 1)
            variety = dice.random()
            if contains_xy(region, x, y):
                yield x, y, variety
