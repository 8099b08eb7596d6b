"""Moves along a road (case 11.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from schiltron.rulesets.battlesystem.terrain import ROAD
from schiltron.table.body import Figure
from schiltron.table.lengths import CONTACT, Mdeg, Mil, direction
from schiltron.table.rings import Interval, joined
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


def paved(placed: Sequence[Figure], features: tuple[Feature, ...], bearing: Mdeg, distance: Mil) -> list[Interval]:
    """The parts of a straight way on which every figure is on a road."""
    roads = [feature for feature in features if feature.kind == ROAD]
    if not roads:
        return []
    ux, uy = direction(bearing)
    found: list[Interval] = [(0.0, float(distance))]
    for one in placed:
        spans = joined((start, end + CONTACT) for road in roads for start, end in road.along(one.x, one.y, ux, uy))
        both = ((max(a, start), min(b, end - CONTACT)) for a, b in found for start, end in spans)
        found = [(start, end) for start, end in both if start < end]
        if not found:
            return []
    return found


def unpaved(start: float, end: float, roads: Sequence[Interval]) -> Iterator[Interval]:
    """What is left of a stretch of a way beside the parts of it that go along roads."""
    for first, last in roads:
        if first < end and start < last:
            if start < first:
                yield start, first
            start = last
    if start < end:
        yield start, end


def on_road_at(at: float, roads: Sequence[Interval]) -> bool:
    return any(start <= at < end for start, end in roads)


def _along_roads(roads: Sequence[Feature], x: float, y: float, ux: float, uy: float) -> float:
    """How far a line goes on over roads that run into each other."""
    spans = sorted(span for road in roads for span in road.along(x, y, ux, uy))
    reach = 0.0
    for start, end in spans:
        if start <= reach + CONTACT:
            reach = max(reach, end)
    return reach
