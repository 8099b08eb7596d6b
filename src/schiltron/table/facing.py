"""A body on its own ground: its figures look another way, or fall back into line."""

from typing import Literal, overload

from msgspec.structs import replace

from schiltron.table.body import Body, Formed
from schiltron.table.lengths import HALF_TURN, QUARTER_TURN, Mdeg
from schiltron.table.pose import Pose
from schiltron.table.turned_legs import turned_in_place

Arc = Literal["front", "flank", "rear"]
TURNS: dict[str, Mdeg] = {"front": 0, "left": -QUARTER_TURN, "right": QUARTER_TURN, "rear": HALF_TURN}


def arc_of(pose: Pose, body: Body, count: int, x: float, y: float) -> Arc:
    """Where a point lies to a body: ahead of its front edge, behind its rear edge, or beside."""
    _, forward = pose.local(x, y)
    if not isinstance(body, Formed):
        half = body.base.depth / 2
        return "front" if forward > half else "rear" if forward < -half else "flank"
    if forward > 0:
        return "front"
    return "rear" if forward < -body.depth(count) else "flank"


def in_line(body: Formed, pose: Pose) -> tuple[Formed, Pose]:
    """A body with its wings back in line and its bends straight, and where the middle of its front is then."""
    pitch = body.base.width + body.spacing
    left = body.left.files if body.left is not None else 0
    right = body.right.files if body.right is not None else 0
    if body.bends and body.aslant:
        left = next(limb.first for limb in body.limbs if limb.holds_pose)
        right = body.files - left - body.main_files
    return replace(body, left=None, right=None, bends=()), pose.shifted((right - left) * pitch / 2, 0)


@overload
def faced(pose: Pose, body: Formed, count: int, to: str) -> tuple[Pose, Formed]: ...
@overload
def faced(pose: Pose, body: Body, count: int, to: str) -> tuple[Pose, Body]: ...
def faced(pose: Pose, body: Body, count: int, to: str) -> tuple[Pose, Body]:
    """The body on the same ground looking another way: in line, one way, its short rank redressed to the new back.

    Long bases turn in pairs, so that the outline stays: as many new files as widths go into the old depth. The legs of
    a bent column stay where they are, each turning in place.
    """
    turn = TURNS[to]
    if not isinstance(body, Formed):
        return pose.turned(turn), body
    if body.bends and to != "front":
        return turned_in_place(pose, body, count, turn)
    if body.bends and not body.hedgehog:
        return pose, body
    body, pose = in_line(body, pose)
    body = replace(body, hedgehog=False)
    depth = body.depth(count)
    if to == "front":
        return pose, body
    if to == "rear":
        return pose.shifted(0, -depth).turned(turn), body
    half = body.frontage / 2
    side = half if to == "right" else -half
    pitch = body.base.width + body.spacing
    files = max(1, min(count, (depth + body.spacing + pitch // 2) // pitch))
    return pose.shifted(side, -depth / 2).turned(turn), replace(body, files=files)
