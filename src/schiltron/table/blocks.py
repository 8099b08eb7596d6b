"""A formed body as rectangular blocks: its main block, wings at an angle, the legs of a bent column.

Figures and outlines are both derived from these blocks, so they cannot disagree.
"""

from typing import TYPE_CHECKING, Literal

from schiltron.table.block import Block
from schiltron.table.columns import legs, limb_blocks
from schiltron.table.lengths import QUARTER_TURN, Mdeg, Mil, direction

if TYPE_CHECKING:
    from schiltron.table.body import Formed, Wing
    from schiltron.table.pose import Pose


def blocks(pose: "Pose", body: "Formed", count: int) -> list[Block]:
    """The blocks of a formed body, the one whose front edge holds the pose first; none without figures."""
    if count <= 0:
        return []
    if body.left is not None or body.right is not None:
        return _winged(pose, body, count)
    if body.limbs:
        return limb_blocks(pose, body, count)
    if body.bends:
        return [leg.block for leg in legs(pose, body, count) if leg.block is not None]
    full_ranks, short = divmod(count, body.files)
    half = body.frontage / 2
    fx, fy = direction(pose.heading)
    offset = (body.files - short) // 2
    return [Block(pose.x + fy * half, pose.y - fx * half, pose.heading, body.files, full_ranks, short, offset)]


def _winged(pose: "Pose", body: "Formed", count: int) -> list[Block]:
    """The main block and its wings; a short rank fills the main block first, then wings from the hinge."""
    left_files = body.left.files if body.left else 0
    right_files = body.right.files if body.right else 0
    main_files = body.main_files
    full_ranks, short = divmod(count, body.files)
    main_short = min(short, main_files)
    spare = short - main_short
    left_short = min(left_files, spare - min(right_files, spare // 2))
    right_short = spare - left_short
    half = body.frontage / 2
    fx, fy = direction(pose.heading)
    made = [
        Block(
            pose.x + fy * half,
            pose.y - fx * half,
            pose.heading,
            main_files,
            full_ranks,
            main_short,
            (main_files - main_short) // 2,
            first_file=left_files,
        )
    ]
    if body.left and full_ranks + left_short:
        made += _wing(pose, body, body.left, "left", full_ranks, left_short)
    if body.right and full_ranks + right_short:
        made += _wing(pose, body, body.right, "right", full_ranks, right_short)
    return made


def _wing(
    pose: "Pose", body: "Formed", wing: "Wing", name: Literal["left", "right"], full_ranks: int, short: int
) -> list[Block]:
    """A wing swung forward hinges on its inner front corner, one bent back on its inner rear corner.

    (Bent back about the front corner it would swing into the main block.) Hooked files hinge again at their reach.
    """
    side = -1 if name == "left" else 1
    files = wing.files - wing.hook
    near_short = min(short, files)
    depth: Mil = (full_ranks + (near_short > 0)) * (body.base.depth + body.spacing) - body.spacing
    back = depth if wing.turn < 0 else 0
    heading = pose.heading - side * wing.turn
    hinge_x, hinge_y = pose.world(side * (body.frontage / 2 - wing.inset), -back)
    made = [_swung(hinge_x, hinge_y, heading, body, name, files, full_ranks, near_short, back=back)]
    if wing.hook and full_ranks + short - near_short:
        # The front of a wing swung forward runs from its hinge outward: to the left of its heading for a left wing.
        fx, fy = direction(heading)
        x, y = hinge_x + side * -fy * wing.reach, hinge_y + side * fx * wing.reach
        hooked = heading - side * QUARTER_TURN
        made.append(_swung(x, y, hooked, body, name, wing.hook, full_ranks, short - near_short, outer=files))
    return made


def _swung(
    x: float,
    y: float,
    heading: Mdeg,
    body: "Formed",
    name: Literal["left", "right"],
    files: int,
    full_ranks: int,
    short: int,
    *,
    back: Mil = 0,
    outer: int = 0,
) -> Block:
    """Files of a wing with their inner front corner at a hinge, `outer` files away from the main block."""
    width: Mil = files * (body.base.width + body.spacing) - body.spacing
    fx, fy = direction(heading)
    across = -width if name == "left" else 0
    main_left = body.left.files if body.left is not None else 0
    first = main_left - outer - files if name == "left" else main_left + body.main_files + outer
    return Block(
        x + fx * back - fy * across,
        y + fy * back + fx * across,
        heading,
        files,
        full_ranks,
        short,
        files - short if name == "left" else 0,
        first_file=first,
        wing=name,
    )
