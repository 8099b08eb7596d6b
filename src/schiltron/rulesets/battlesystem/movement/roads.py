"""Along a road: BS-11.8-01."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from schiltron.rulesets.battlesystem.terrain import ROAD
from schiltron.table.body import Figure
from schiltron.table.lengths import CONTACT, Mdeg, direction
from schiltron.table.terrain import Feature


def on_a_road(placed: Iterable[Figure], features: tuple[Feature, ...]) -> bool:
    """Whether every figure stands on a road."""
    roads = [feature for feature in features if feature.kind == ROAD]
    return bool(roads) and all(any(road.contains(one.x, one.y) for road in roads) for one in placed)


def road_run(placed: Sequence[Figure], features: tuple[Feature, ...], bearing: Mdeg) -> float:
    """How far along a bearing every figure stays on a road; 0 where one is not on any."""
    roads = [feature for feature in features if feature.kind == ROAD]
    if not roads or not on_a_road(placed, features):
        return 0.0
    ux, uy = direction(bearing)
    return min(_along_roads(roads, one.x, one.y, ux, uy) for one in placed)


def _along_roads(roads: Sequence[Feature], x: float, y: float, ux: float, uy: float) -> float:
    """How far a line goes on over roads that run into each other."""
    spans = sorted(span for road in roads for span in road.along(x, y, ux, uy))
    reach = 0.0
    for start, end in spans:
        if start <= reach + CONTACT:
            reach = max(reach, end)
    return reach
