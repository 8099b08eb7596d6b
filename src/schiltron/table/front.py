"""The front of a body: its first rank and the ends of its front edge."""

from schiltron.table.arcs import Corner
from schiltron.table.body import Body, Formed
from schiltron.table.lengths import direction
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect


def front_rank(pose: Pose, body: Body, count: int) -> Rect:
    """The ground under the front rank of the main block; of a body that stands in one rank, all of it."""
    if not isinstance(body, Formed) or body.ranks(count) < 2:
        return outline(pose, body, count).main
    fx, fy = direction(pose.heading)
    half = body.base.depth / 2
    return Rect(pose.x - fx * half, pose.y - fy * half, fx, fy, body.frontage / 2, half)


def front_corners(rect: Rect) -> tuple[Corner, Corner]:
    """Left and right end of the front edge."""
    x, y = front_middle(rect)
    dx, dy = -rect.fy * rect.half_width, rect.fx * rect.half_width
    return (x - dx, y - dy), (x + dx, y + dy)


def front_middle(rect: Rect) -> Corner:
    return rect.x + rect.fx * rect.half_depth, rect.y + rect.fy * rect.half_depth
