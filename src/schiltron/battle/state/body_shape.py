"""How a body looks about its own pose, for those who draw it: every base, the front edges, the patches they fill.

Lateral grows to the right of the body and forward ahead of it, in thousandths of an inch. A silhouette does not know
where on the table the body stands, so a unit that only moved keeps it.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from schiltron.table.block import Block
from schiltron.table.blocks import blocks
from schiltron.table.body import Body, Formed, Single, figures
from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from schiltron.table.terrain import Points

Stand = tuple[Mil, Mil, Mdeg, Mil, Mil]
"""A base: lateral and forward of its centre, its turn against the heading, its width and depth."""
FrontEdge = tuple[Mil, Mil, Mil, Mil]
"""Lateral and forward of the left end, then of the right end."""

_HERE = Pose(0, 0, 0)


class Silhouette(Struct, frozen=True):
    """Bases with the fallen last; the first front edge is the one a body wheels on the ends of."""

    figures: tuple[Stand, ...]
    front: tuple[FrontEdge, ...]
    rects: tuple[Points, ...]


@lru_cache(maxsize=2048)
def shape_of(body: Body, bodies: int) -> Silhouette:
    """That of a body of so many, standing and fallen."""
    return Silhouette(
        figures=tuple(
            (round(one.x), round(-one.y), one.heading, one.base.width, one.base.depth)
            for one in figures(_HERE, body, bodies)
        ),
        front=_fronts(body, bodies),
        rects=tuple(
            tuple((round(x), round(-y)) for x, y in rect.corners) for rect in outline(_HERE, body, bodies).rects
        ),
    )


def _fronts(body: Body, bodies: int) -> tuple[FrontEdge, ...]:
    if bodies <= 0:
        return ()
    if isinstance(body, Single):
        half, ahead = body.base.width // 2, body.base.depth // 2
        return ((-half, ahead, half, ahead),)
    if not isinstance(body, Formed):
        return ()
    half = body.frontage // 2
    main = (-half, 0, half, 0)
    if body.hedgehog:
        back = -body.depth(bodies)
        right, rear, left = (half, 0, half, back), (half, back, -half, back), (-half, back, -half, 0)
        return (main, right, left) if body.hedgehog == "flanks" else (main, right, rear, left)
    return (main, *(_edge(block, body) for block in blocks(_HERE, body, bodies) if block.wing != "main"))


def _edge(block: Block, body: Formed) -> FrontEdge:
    """The front edge of a wing, from its left corner to its right one."""
    width = block.files * (body.base.width + body.spacing) - body.spacing
    right_x, right_y = block.x - block.fy * width, block.y + block.fx * width
    return round(block.x), round(-block.y), round(right_x), round(-right_y)
