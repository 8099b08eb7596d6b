"""Castles that a scenario names: their pieces, turned and shifted to where it sets them down."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.muster.scenario import Castle, CastleEntry, Course, Patch, Rampart, Ring, Spot, Terrain
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose


def set_down(castle: Castle, entry: CastleEntry) -> Iterator[Terrain]:
    """The pieces of a castle on the table: its middle at the point named, its north side towards the heading."""
    return (_moved(piece, entry) for piece in castle.terrain)


def _moved(piece: Terrain, entry: CastleEntry) -> Terrain:
    def spot(here: Spot) -> Spot:
        x, y = Pose(inches(entry.at[0]), inches(entry.at[1]), degrees(entry.heading)).world(
            inches(here[0]), -inches(here[1])
        )
        return round(x) / 1000, round(y) / 1000

    def ring(here: Ring) -> Ring:
        return tuple(spot(one) for one in here)

    if isinstance(piece, Course | Rampart):
        return replace(piece, course=ring(piece.course))
    if isinstance(piece, Patch):
        lines = tuple(ring(one) for one in piece.contours) if piece.contours is not None else None
        return replace(piece, outline=ring(piece.outline), contours=lines)
    turned = {"heading": (piece.heading + entry.heading) % 360}
    if piece.at is None:
        outline, doors = ring(piece.outline), tuple(replace(door, at=spot(door.at)) for door in piece.doors)
        return replace(piece, outline=outline, doors=doors, **turned)
    moved = replace(piece, at=spot(piece.at), **turned)
    if hasattr(moved, "doors"):
        return replace(moved, doors=tuple(replace(door, at=spot(door.at)) for door in moved.doors))
    return moved
