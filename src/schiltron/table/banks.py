"""Rivers that end a move at their bank: how far ahead the water lies, and how far it is across."""

from __future__ import annotations

from collections.abc import Iterable

from schiltron.table.body import Body, Formed
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.pose import Pose
from schiltron.table.rings import Interval
from schiltron.table.terrain import Feature


def water_ahead(pose: Pose, body: Body, water: Feature, distance: Mil) -> list[Interval]:
    """The parts of a water within a distance ahead of a front edge, as distances from it.

    They are looked at file by file, and at every corner of the bank, which may jut out between two files.
    """
    edge = 0 if isinstance(body, Formed) else body.base.depth / 2
    wide = body.frontage if isinstance(body, Formed) else body.base.width
    left, top, right, bottom = water.bounds
    far = distance + wide + body.base.depth
    if not (left - far < pose.x < right + far and top - far < pose.y < bottom + far):
        return []
    fx, fy = pose.forward
    half = wide / 2 - CONTACT
    files = body.files if isinstance(body, Formed) else 1
    places = [-half + half * place / files for place in range(2 * files + 1)]
    corners = (pose.local(x, y)[0] for ring in water.rings for x, y in ring)
    found = []
    for across in (*places, *(corner for corner in corners if abs(corner) < half)):
        x, y = pose.world(across, edge)
        found += [(start, end) for start, end in water.along(x, y, fx, fy) if end > CONTACT and start <= distance]
    return found


def at_the_bank(pose: Pose, body: Body, rivers: Iterable[Feature]) -> Feature | None:
    """The river that a front edge touches, or stands in."""
    for river in rivers:
        if water_ahead(pose, body, river, 2 * CONTACT):
            return river
    return None


def far_bank(pose: Pose, body: Body, count: int, river: Feature) -> Mil:
    """How far a body goes until all of it stands beyond the water."""
    deep = body.depth(count) if isinstance(body, Formed) else body.base.depth
    across = max((end for _, end in water_ahead(pose, body, river, deep)), default=0.0)
    return round(across) + deep
