"""Bent columns: where the ranks that follow the head round its corners stand, and bodies whose legs turned in place.

A corner stays where the front rank wheeled. The ranks behind come straight up to it and wheel there one after the
other, each as soon as the rank before it has made room; so no rank ever goes sideways.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from schiltron.table.block import Block, WingName
from schiltron.table.lengths import QUARTER_TURN, Mdeg, Mil, direction
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect, advance_gap

if TYPE_CHECKING:
    from schiltron.table.body import Bend, Formed, Limb

_HERE = Pose(0, 0, 0)


class Track:
    """The way of one leg: the corner at its front (the head has none), the middle of its front line, where it leads."""

    __slots__ = ("corner", "fx", "fy", "heading", "x", "y")

    def __init__(self, corner: tuple[float, float] | None, x: float, y: float, heading: Mdeg) -> None:
        self.corner = corner
        self.x = x
        self.y = y
        self.heading = heading
        self.fx, self.fy = direction(heading)


class Leg:
    """A leg of a column and the ranks in it, if any."""

    __slots__ = ("block", "track")

    def __init__(self, track: Track, block: Block | None) -> None:
        self.track = track
        self.block = block


class _Corner(NamedTuple):
    """A corner of a column, as a `Bend` that is nobody's."""

    length: Mil
    turn: Mdeg


Corners = Sequence["Bend | _Corner"]


def tracks(pose: Pose, body: "Formed") -> list[Track]:
    """The ways of the legs of a bent column, from its head backward."""
    return _tracks(pose, body.corners, (body.files * (body.base.width + body.spacing) - body.spacing) / 2)


def _tracks(pose: Pose, corners: Corners, half: float) -> list[Track]:
    found = [Track(None, pose.x, pose.y, pose.heading)]
    for bend in corners:
        ahead = found[-1]
        side = half if bend.turn > 0 else -half
        x = ahead.x - ahead.fx * bend.length - ahead.fy * side
        y = ahead.y - ahead.fy * bend.length + ahead.fx * side
        heading = ahead.heading - bend.turn
        fx, fy = direction(heading)
        found.append(Track((x, y), x + fy * side, y - fx * side, heading))
    return found


class _Held(NamedTuple):
    """What a leg holds: how far behind its corner, how many ranks, and the number of the first."""

    behind: Mil
    ranks: int
    first: int


@lru_cache(maxsize=4096)
def _layout(body: "Formed", count: int) -> tuple[_Held, ...]:
    """How the ranks of a bent column are spread over its legs, down to the last that holds one, wherever it stands."""
    return tuple(_spread(body, body.corners, count))


def _spread(body: "Formed", corners: Corners, count: int) -> list[_Held]:
    """The same of a column with other corners."""
    depth, pitch = body.base.depth, body.base.depth + body.spacing
    half = (body.files * (body.base.width + body.spacing) - body.spacing) / 2
    total = body.ranks(count)
    made: list[_Held] = []
    rank = behind = 0
    for bend in (*corners, None):
        left = total - rank
        held = left if bend is None else min(left, max(0, (bend.length - behind) // pitch + 1))
        made.append(_Held(behind, held, rank))
        if held == left or bend is None:
            break
        rank += held
        if held:
            behind = halted(half, depth, bend.turn, bend.length - behind - (held - 1) * pitch - depth / 2)
        else:
            behind = _halted_behind_an_empty_leg(body, corners, made, half)
    return made


@lru_cache(maxsize=8192)
def halted(half: float, depth: Mil, turn: Mdeg, past: float) -> Mil:
    """How far behind a corner a rank halts, if the middle of the last rank round it is so far past the corner."""
    fx, fy = direction(turn)
    side = half if turn > 0 else -half
    ahead = Rect(fx * past + fy * side, fy * past - fx * side, fx, fy, half, depth / 2)
    return _closed_up(Track(None, -side, 0, 0), half, depth, ahead)


def _halted_behind_an_empty_leg(body: "Formed", corners: Corners, made: Sequence[_Held], half: float) -> Mil:
    """The same where the last rank stands round more corners than one."""
    depth, pitch = body.base.depth, body.base.depth + body.spacing
    ways = _tracks(_HERE, corners, half)
    way, held = next((way, held) for way, held in zip(ways[len(made) - 1 :: -1], made[::-1], strict=True) if held.ranks)
    back = held.behind + (held.ranks - 1) * pitch + depth / 2
    ahead = Rect(way.x - way.fx * back, way.y - way.fy * back, way.fx, way.fy, half, depth / 2)
    return _closed_up(ways[len(made)], half, depth, ahead)


@lru_cache(maxsize=1024)
def legs(pose: Pose, body: "Formed", count: int) -> tuple[Leg, ...]:
    """The legs of a bent column from the head backward, down to the last that holds a rank."""
    return _legs(pose, body, body.corners, count, _layout(body, count))


def legs_gone(pose: Pose, body: "Formed", count: int, distance: Mil) -> tuple[Leg, ...]:
    """The same after its head has come to a pose by going on so far."""
    corners = _gone_round(body, distance)
    return _legs(pose, body, corners, count, _spread(body, corners, count))


def _legs(pose: Pose, body: "Formed", corners: Corners, count: int, layout: Sequence[_Held]) -> tuple[Leg, ...]:
    half = (body.files * (body.base.width + body.spacing) - body.spacing) / 2
    short = count % body.files
    made: list[Leg] = []
    for held, track in zip(layout, _tracks(pose, corners[: len(layout) - 1], half), strict=True):
        block = None
        if held.ranks:
            with_short = short if held is layout[-1] else 0
            fx, fy, behind = track.fx, track.fy, held.behind
            block = Block(
                track.x - fx * behind + fy * half,
                track.y - fy * behind - fx * half,
                track.heading,
                body.files,
                held.ranks - (with_short > 0),
                with_short,
                (body.files - short) // 2,
                first_rank=held.first,
            )
        made.append(Leg(track, block))
    return tuple(made)


def _closed_up(track: Track, half: float, depth: Mil, ahead: Rect) -> Mil:
    """How far behind the corner a rank halts that comes up to it: at the corner, or against the rank before it."""
    fx, fy = track.fx, track.fy
    start = 4 * (depth + half)
    back = start + depth / 2
    free = advance_gap(Rect(track.x - fx * back, track.y - fy * back, fx, fy, half, depth / 2), fx, fy, ahead)
    return 0 if free is None else max(0, round(start - free))


class Gone(NamedTuple):
    """A bent column on its way: what it covers, from the head backward, and whether it is still
    bent, and orderly. Nothing is said of what one that is straight again covers."""

    rects: tuple[Rect, ...]
    bent: bool
    orderly: bool


def gone(pose: Pose, body: "Formed", count: int, distance: Mil) -> Gone:
    """A bent column after its head has come to a pose by going on so far: what `body.gone_on` and its `outline` tell,
    with the same sums, but without a body for every step of a march."""
    return covered(pose, body, _gone_round(body, distance), count)


def _gone_round(body: "Formed", distance: Mil) -> Corners:
    """The corners of a bent column after its head has gone on so far."""
    corners = body.corners
    return (_Corner(corners[0].length + distance, corners[0].turn), *corners[1:]) if corners else ()


def straight_after(body: "Formed", count: int, distance: Mil) -> bool:
    """Whether all ranks of a bent column have come round its first corner when its head has gone on so far."""
    return (body.corners[0].length + distance) // (body.base.depth + body.spacing) + 1 >= body.ranks(count)


def covered(pose: Pose, body: "Formed", corners: Corners, count: int) -> Gone:
    """The ground covered by a column that has come round other corners than those of its body."""
    layout = _spread(body, corners, count)
    kept = corners[: len(layout) - 1]
    if not kept:
        return Gone((), bent=False, orderly=True)
    files, spacing = body.files, body.spacing
    width, pitch = body.base.width + spacing, body.base.depth + spacing
    half = (files * width - spacing) / 2
    short = count % files
    rects: list[Rect] = []
    for held, track in zip(layout, _tracks(pose, kept, half), strict=True):
        if not held.ranks:
            continue
        fx, fy, behind = track.fx, track.fy, held.behind
        x, y = track.x - fx * behind + fy * half, track.y - fy * behind - fx * half
        with_short = short if held is layout[-1] else 0
        full = held.ranks - (with_short > 0)
        if full:
            deep = (full * pitch - spacing) / 2
            rects.append(Rect(x - fy * half - fx * deep, y + fx * half - fy * deep, fx, fy, half, deep))
        if with_short:
            half_width, deep = (with_short * width - spacing) / 2, (pitch - spacing) / 2
            across, back = (files - short) // 2 * width + half_width, full * pitch + deep
            rects.append(Rect(x - fy * across - fx * back, y + fx * across - fy * back, fx, fy, half_width, deep))
    return Gone(tuple(rects), bent=True, orderly=_orderly(kept, body.base.depth))


def orderly(body: "Formed") -> bool:
    """Whether the corners of a column are quarter turns at most, with room for a rank from one to the next. Ranks that
    go on there make room for those behind, so that nobody ever has to go back. In a tangle of sharper or closer corners
    the tail may be pushed back while the head goes on."""
    return _orderly(body.corners, body.base.depth)


def _orderly(corners: Corners, depth: Mil) -> bool:
    return all(abs(corner.turn) <= QUARTER_TURN for corner in corners) and all(
        corner.length >= depth for corner in corners[1:]
    )


def lanes(pose: Pose, body: "Formed", count: int, distance: Mil) -> tuple[Rect, ...]:
    """The ground on which each leg of a bent column stands, from the head backward, while the head goes on so far.

    In a tangle the last leg is given more room behind it than it needs.
    """
    pitch = body.base.depth + body.spacing
    width = body.files * (body.base.width + body.spacing) - body.spacing
    layout, corners = _layout(body, count), body.corners
    more = 0 if orderly(body) else 2 * (pitch + width)
    made: list[Rect] = []
    for number, (held, track) in enumerate(zip(layout, tracks(pose, body), strict=False)):
        is_last = held is layout[-1]
        back = held.behind + held.ranks * pitch + more if is_last else corners[number].length + body.base.depth
        ahead = 0 if number else distance
        middle, half = (ahead - back) / 2, (ahead + back) / 2
        x, y = track.x + track.fx * middle, track.y + track.fy * middle
        made.append(Rect(x, y, track.fx, track.fy, width / 2, half))
    return tuple(made)


def last_leg(body: "Formed", count: int) -> int:
    """The number of the last leg that holds a figure; 0 is the head."""
    limbs = body.limbs
    if not limbs:
        return len(_layout(body, count)) - 1
    left = body.ranks(count)
    for number, limb in enumerate(limbs):
        left -= limb.ranks
        if left <= 0:
            return number
    return len(limbs) - 1


# ---------------------------------------------------------------- legs that turned in place


def limb_blocks(pose: Pose, body: "Formed", count: int) -> list[Block]:
    """The limbs of a body as blocks, the one that holds the pose first; none for a limb without figures."""
    held = [block for block in limbs_held(pose, body, count) if block is not None]
    return sorted(held, key=lambda block: block.wing != "main")


def limbs_held(pose: Pose, body: "Formed", count: int) -> list[Block | None]:
    """What stands in each limb: of a column filled one after the other, of a line rank by rank."""
    return _column_limbs(pose, body, count) if body.corners else _line_limbs(pose, body, count)


def _column_limbs(pose: Pose, body: "Formed", count: int) -> list[Block | None]:
    made: list[Block | None] = []
    rank = 0
    for limb in body.limbs:
        full_ranks, short = divmod(count - rank * body.files, body.files)
        held = min(limb.ranks, full_ranks + (short > 0))
        with_short = short if held > full_ranks else 0
        full = held - (with_short > 0)
        made.append(_block(pose, body, limb, full, with_short, rank=rank) if held > 0 else None)
        rank += max(0, held)
    return made


def _line_limbs(pose: Pose, body: "Formed", count: int) -> list[Block | None]:
    """A short rank begins where the head of the column was."""
    full_ranks, short = divmod(count, body.files)
    main = next(limb.first for limb in body.limbs if limb.holds_pose)
    head_is_left = body.limbs[0].first <= body.limbs[-1].first
    made: list[Block | None] = []
    for limb in body.limbs:
        held = min(short, limb.files)
        short -= held
        wing: WingName = "main" if limb.first == main else "left" if limb.first < main else "right"
        offset = 0 if head_is_left else limb.files - held
        block = _block(pose, body, limb, full_ranks, held, offset=offset, wing=wing)
        made.append(block if full_ranks + held else None)
    return made


def _block(
    pose: Pose,
    body: "Formed",
    limb: "Limb",
    full_ranks: int,
    short: int,
    *,
    rank: int = 0,
    offset: int | None = None,
    wing: WingName = "main",
) -> Block:
    half = (limb.files * (body.base.width + body.spacing) - body.spacing) / 2
    x, y = pose.world(limb.lateral, limb.forward)
    fx, fy = direction(pose.heading + limb.turn)
    return Block(
        x + fy * half,
        y - fx * half,
        pose.heading + limb.turn,
        limb.files,
        full_ranks,
        short,
        (limb.files - short) // 2 if offset is None else offset,
        first_rank=rank,
        first_file=limb.first,
        wing=wing,
    )
