"""Bent columns on the march: the tail follows the head round the corners (chapter B4).

Only the front rank breaks new ground; but whoever has come to stand beside a corner may be in the way of the ranks that
wheel there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Literal

from msgspec.structs import replace

from schiltron.rulesets.book_of_war.movement.ground import lies_near
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table import rectangles
from schiltron.table.body import Bend, Formed, figures, gone_on, straightened, unbent
from schiltron.table.columns import covered, lanes, legs, straight_after, tracks
from schiltron.table.ground import Climb, Stretch, march, standing
from schiltron.table.lengths import CONTACT, QUARTER_TURN, TOLERANCE, Mdeg, Mil
from schiltron.table.outline import Outline, gap, outline, outline_gone_on, outline_of_column, overlapping, pivot_gap
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect
from schiltron.table.terrain import Feature

Hand = Literal["left", "right"]
_LOOKS = 4
"""How often a column is looked at while its head goes on by one rank."""


def is_column(body: Formed, count: int) -> bool:
    """Whether a body bends when it wheels: deeper than wide, or bent already (BW-B4-27)."""
    return -(-count // body.files) > body.files or bool(body.bends and body.corners)


def leading(walker: Walker) -> Outline:
    """What goes straight ahead: everybody, or of a bent column the front rank."""
    body = walker.body
    if not body.bends or not body.corners:
        return walker.outline
    return outline(walker.pose, unbent(body), min(walker.count, body.files))


def after(walker: Walker, distance: Mil) -> tuple[Pose, Formed]:
    """Pose and body when the head has gone so far."""
    return walker.pose.advanced(distance), gone_on(walker.body, walker.count, distance)


def outline_after(walker: Walker, distance: Mil) -> Outline:
    return outline_gone_on(walker.pose, walker.body, walker.count, distance)


def wheeled(pose: Pose, body: Formed, count: int, turn: Mdeg) -> tuple[Pose, Formed]:
    """Pose and body after a wheel on a front corner. A column bends there behind its front rank (BW-B4-27)."""
    return turned_on(pose, body, count, turn, "right" if turn > 0 else "left")


def turned_on(pose: Pose, body: Formed, count: int, turn: Mdeg, side: Hand) -> tuple[Pose, Formed]:
    """Pose and body turned about the front corner of one side; back to where it came from, if it has wheeled there."""
    if is_column(body, count):
        corners = _corners_turned(body, turn, side)
        if corners is None:
            return pose, body
        body = straightened(replace(body, bends=corners), count)
    return _pivoted(pose, body, turn, side), body


def _corners_turned(body: Formed, turn: Mdeg, side: Hand) -> tuple[Bend, ...] | None:
    """The corners of a column after its front rank has wheeled; None if it cannot turn back there."""
    corners = body.corners
    if corners and not corners[0].length and (corners[0].turn > 0) == (side == "right"):
        # It goes on wheeling on the same corner.
        total = corners[0].turn + turn
        return (Bend(0, total), *corners[1:]) if total else corners[1:]
    return (Bend(0, turn), *corners) if (turn if side == "right" else -turn) > 0 else None


def _pivoted(pose: Pose, body: Formed, turn: Mdeg, side: Hand) -> Pose:
    half = body.frontage / 2
    x, y = pose.world(half if side == "right" else -half, 0.0)
    return pose.pivoted(x, y, turn)


def outline_wheeled(walker: Walker, turn: Mdeg) -> Outline:
    """What a body covers after a wheel on a front corner."""
    pose, body, count = walker.pose, walker.body, walker.count
    side: Hand = "right" if turn > 0 else "left"
    corners = _corners_turned(body, turn, side) if turn and is_column(body, count) else None
    if not corners:
        return outline(*wheeled(pose, body, count, turn), count)
    pose = _pivoted(pose, body, turn, side)
    return outline_of_column(pose, body, count, covered(pose, body, corners, count))


# ---------------------------------------------------------------- in the way of the tail


def tail_free(walker: Walker, distance: Mil) -> tuple[Mil, Unit | None]:
    """How far the head may go on before somebody stands where the tail has to come, and who; that may be itself."""
    body = walker.body
    if not body.bends or not body.corners:
        return distance, None
    here = walker.outline
    swing = body.frontage + body.base.depth
    near = [
        other
        for other in walker.others
        if here.near(other.outline, body.frontage) and gap(here, other.outline) <= swing
    ]
    if not near and len(body.corners) < 2:
        return distance, None
    ways = lanes(walker.pose, body, walker.count, distance)
    on_the_way = [other for other in near if any(_laid_over(way, rect) for way in ways for rect in other.outline.rects)]
    beside = _beside_corners(walker, near)
    may_coil = bool(body.limbs) or _may_coil(walker, distance, ways)
    if not on_the_way and not beside and not may_coil:
        return distance, None
    free = 0
    round_it = _past_corners(walker, 0) if beside else []
    for there in _looks(walker, distance):
        blocker = _in_the_way(walker, on_the_way, outline_after(walker, there)) if on_the_way or may_coil else None
        now = _past_corners(walker, there) if beside else []
        if blocker is None:
            blocker = next((other for number, other in beside.items() if now[number] > round_it[number]), None)
        if blocker is not None:
            return free, blocker
        free, round_it = there, now
    return distance, None


def _laid_over(way: Rect, other: Rect) -> bool:
    """Whether ranks that stand somewhere on a way may stand on another body."""
    return rectangles.overlapping(way, other, CONTACT - TOLERANCE)


def _may_coil(walker: Walker, distance: Mil, ways: Sequence[Rect]) -> bool:
    """Whether the head may come onto the way of its own tail.

    Nobody who follows round a corner of no more than a quarter turn comes up to the head.
    """
    if abs(walker.body.corners[0].turn) > QUARTER_TURN:
        return True
    fx, fy = walker.pose.forward
    depth = walker.body.base.depth
    middle = (distance - depth) / 2
    x, y = walker.pose.x + fx * middle, walker.pose.y + fy * middle
    head = Rect(x, y, fx, fy, ways[0].half_width, (distance + depth) / 2)
    return any(_laid_over(head, way) for way in ways[2:])


def _past_corners(walker: Walker, distance: Mil) -> list[int]:
    """How many ranks have come round each corner when the head has gone so far."""
    pose, body = after(walker, distance)
    made = legs(pose, body, walker.count)
    ahead = list(accumulate(0 if leg.block is None else leg.block.ranks for leg in made))
    return [ahead[min(number, len(ahead) - 1)] for number in range(len(walker.body.corners))]


def _beside_corners(walker: Walker, near: list[Unit]) -> dict[int, Unit]:
    """Who stands where a rank swings round a corner, by the number of the corner."""
    body = walker.body
    half, depth = body.frontage / 2, body.base.depth / 2
    found: dict[int, Unit] = {}
    for number, way in enumerate(tracks(walker.pose, body)[1:] if near else ()):
        assert way.corner is not None
        rank = Rect(way.x - way.fx * depth, way.y - way.fy * depth, way.fx, way.fy, half, depth)
        shape = Outline((rank,), rank.x, rank.y, rank.radius)
        turn = body.corners[number].turn
        hit = next((other for other in near if pivot_gap(shape, turn, *way.corner, other.outline) is not None), None)
        if hit is not None:
            found[number] = hit
    return found


def _looks(walker: Walker, distance: Mil) -> Iterator[Mil]:
    """Where the column is looked at: at every step of its ranks past a corner, a few times between, until it is
    straight."""
    body = walker.body
    step = max(1, (body.base.depth + body.spacing) // _LOOKS)
    begun = body.corners[0].length
    at = (begun // step + 1) * step - begun
    while at < distance:
        yield at
        if straight_after(body, walker.count, at):
            return
        at += step
    yield distance


def _in_the_way(walker: Walker, near: list[Unit], there: Outline) -> Unit | None:
    now = walker.outline
    for other in near:
        if overlapping(there, other.outline) and not overlapping(now, other.outline):
            return other
    return walker.unit if coiled(there, walker.body) else None


def coiled(there: Outline, body: Formed) -> bool:
    """Whether the head of a column would stand on its own tail."""
    main, half = there.main, body.base.depth / 2
    back = main.half_depth - half
    head = Rect(main.x + main.fx * back, main.y + main.fy * back, main.fx, main.fy, main.half_width, half)
    return any(rectangles.overlapping(head, rect) for rect in there.rects[1:])


def torn(pose: Pose, body: Formed, count: int) -> bool:
    """Whether a rank's depth or more would lie between neighbouring legs: a column stays connected (BW-B4-11)."""
    rects = outline(pose, body, count).rects
    return any(rectangles.gap(one, two) > body.base.depth for one, two in pairwise(rects))


# ---------------------------------------------------------------- ground


def column_march(
    walker: Walker, distance: Mil, features: tuple[Feature, ...]
) -> tuple[tuple[Stretch, ...], tuple[Climb, ...]]:
    """The ground under a bent column as its head goes straight on: the front rank's way, and where the others stand.

    The column is looked at in cells of its own length past the corner, so that a march cut in two costs what it costs
    in one.
    """
    body, pose = walker.body, walker.pose
    front, climbs = march(pose, unbent(body), min(walker.count, body.files), distance, features)
    looks = list(_looks(walker, distance))
    straight = looks[-1]
    cuts = sorted({0, *looks, *(round(part.end) for part in front if part.end < straight)})
    step = max(1, (body.base.depth + body.spacing) // _LOOKS)
    begun = body.corners[0].length
    here = walker.outline
    reach = here.radius + distance + 2 * (body.frontage + body.base.depth)
    reached = [one for one in features if lies_near(here, one, reach)]
    stretches: list[Stretch] = []
    for start, end in pairwise(cuts):
        middle = (start + end) / 2
        cell = int((begun + middle) // step)
        tail_pose, tail = after(walker, cell * step + step // 2 - begun)
        followers = figures(tail_pose, tail, walker.count)[body.files :]
        inside = next((part.inside for part in front if part.start <= middle <= part.end), ())
        inside += tuple(feature for feature in standing(followers, reached) if feature not in inside)
        stretches.append(Stretch(float(start), float(end), inside))
    if straight < distance:
        rest, _ = march(*after(walker, straight), walker.count, distance - straight, features)
        stretches += [Stretch(part.start + straight, part.end + straight, part.inside) for part in rest]
    return tuple(stretches), climbs
