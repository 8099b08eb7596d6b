"""A bent column, or the bent line it has become, whose figures all turn where they stand."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from schiltron.table.body import Bend, Formed, Limb
from schiltron.table.columns import legs, limbs_held, tracks
from schiltron.table.lengths import FULL_TURN, HALF_TURN, Mdeg, direction, signed
from schiltron.table.pose import Pose

_ALONG = 1e-3
"""Legs whose sine is less lie along one another: their edges have no crossing worth the name."""


class _Stand(Struct):
    """A leg where it stands: the middle of its front edge, where it looks, its files, ranks and figures."""

    x: float
    y: float
    heading: Mdeg
    files: int
    ranks: int
    figures: int

    def away(self, lateral: float, forward: float) -> tuple[float, float]:
        fx, fy = direction(self.heading)
        return self.x - fy * lateral + fx * forward, self.y + fx * lateral + fy * forward

    def turned(self, turn: Mdeg, body: Formed) -> _Stand:
        """Looking another way on the same ground; long bases in pairs, so many new files as go into the depth."""
        base, spacing = body.base, body.spacing
        depth = max(0, self.ranks * (base.depth + spacing) - spacing)
        heading = (self.heading + turn) % FULL_TURN
        if turn == HALF_TURN:
            x, y = self.away(0, -depth)
            return _Stand(x, y, heading, self.files, self.ranks, self.figures)
        pitch = base.width + spacing
        half = (self.files * pitch - spacing) / 2
        x, y = self.away(half if turn > 0 else -half, -depth / 2)
        files = max(1, min(max(1, self.figures), (depth + spacing + pitch // 2) // pitch))
        return _Stand(x, y, heading, files, -(-self.figures // files), self.figures)


def turned_in_place(pose: Pose, body: Formed, count: int, turn: Mdeg) -> tuple[Pose, Formed]:
    """Pose and body after a quarter turn to either side, or a half turn, of every figure on its own ground."""
    before = _stands(pose, body, count)
    after = [stand.turned(turn, body) for stand in before]
    if body.corners and turn == HALF_TURN:
        return _column(body, after[::-1], _reversed(pose, body, after))
    if not body.corners and turn != HALF_TURN:
        placed = sorted(zip(body.limbs, after, strict=True), key=lambda pair: pair[0].first, reverse=turn > 0)
        from_head = [stand for _, stand in placed if stand.figures]
        files = max(stand.files for stand in from_head)
        half = (files * (body.base.width + body.spacing) - body.spacing) / 2
        return _column(replace(body, files=files, bends=()), from_head, _crossings(from_head, half))
    if body.corners:
        after = [stand for stand in after if stand.figures]
        files_of = [stand.files for stand in after]
        first = [sum(files_of[:at] if turn > 0 else files_of[at + 1 :]) for at in range(len(after))]
    else:
        first = [body.files - limb.first - limb.files for limb in body.limbs]
    return _line(body, after, first)


def _stands(pose: Pose, body: Formed, count: int) -> list[_Stand]:
    """The legs from the head backward to the last that holds anybody."""
    width = body.base.width + body.spacing
    found: list[_Stand] = []
    if body.limbs:
        ways = [(*pose.world(limb.lateral, limb.forward), pose.heading + limb.turn) for limb in body.limbs]
        held = limbs_held(pose, body, count)
    else:
        made = legs(pose, body, count)
        ways = [(leg.track.x, leg.track.y, leg.track.heading) for leg in made]
        held = [leg.block for leg in made]
    for (x, y, heading), block in zip(ways, held, strict=True):
        if block is None:
            found.append(_Stand(x, y, heading % FULL_TURN, body.files, 0, 0))
            continue
        half = (block.files * width - body.spacing) / 2
        figures = block.full_ranks * block.files + block.short
        ranks = block.ranks if body.corners else body.ranks(count)
        found.append(
            _Stand(block.x - block.fy * half, block.y + block.fx * half, block.heading, block.files, ranks, figures)
        )
    while body.corners and not found[-1].figures:
        found.pop()
    return found


def _line(body: Formed, stands: list[_Stand], first: list[int]) -> tuple[Pose, Formed]:
    """A bent line; its longest leg holds the pose, of equals the one nearer to the head."""
    main = max(stands, key=lambda stand: stand.files)
    pose = Pose(round(main.x), round(main.y), main.heading)
    limbs = tuple(_limb(pose, stand, at, main=stand is main) for stand, at in zip(stands, first, strict=True))
    files = sum(limb.files for limb in limbs)
    return pose, replace(body, bends=limbs if len(limbs) > 1 else (), files=files, hedgehog=False)


def _column(body: Formed, stands: list[_Stand], corners: tuple[Bend, ...]) -> tuple[Pose, Formed]:
    """A bent column, from its new head backward."""
    head = stands[0]
    pose = Pose(round(head.x), round(head.y), head.heading)
    limbs = tuple(_limb(pose, replace(stand, files=body.files), 0, main=stand is head) for stand in stands)
    return pose, replace(body, bends=(*corners, *limbs) if corners else (), hedgehog=False)


def _reversed(pose: Pose, body: Formed, after: list[_Stand]) -> tuple[Bend, ...]:
    """The corners of a column that marches back the way it came."""
    last = len(after) - 1
    if not last:
        return ()
    ways, bends = tracks(pose, body), body.corners
    way, head = ways[last], after[last]
    assert way.corner is not None
    length = round((way.corner[0] - head.x) * way.fx + (way.corner[1] - head.y) * way.fy)
    lengths = (max(0, length), *(bends[at].length for at in range(last - 1, 0, -1)))
    return tuple(Bend(length, -bends[at].turn) for length, at in zip(lengths, range(last - 1, -1, -1), strict=True))


def _crossings(stands: list[_Stand], half: float) -> tuple[Bend, ...]:
    """The corners of a column whose legs stand like this: where the inner edges of neighbours cross."""
    bends = []
    x, y = stands[0].x, stands[0].y
    for ahead, behind in pairwise(stands):
        turn = signed(ahead.heading - behind.heading)
        side = half if turn > 0 else -half
        fx, fy = direction(ahead.heading)
        bx, by = direction(behind.heading)
        ahead_x, ahead_y = ahead.away(side, 0)
        behind_x, behind_y = behind.away(side, 0)
        sine = fx * by - fy * bx
        dx, dy = behind_x - ahead_x, behind_y - ahead_y
        along = (dx * by - dy * bx) / sine if abs(sine) > _ALONG else dx * fx + dy * fy
        corner_x, corner_y = ahead_x + along * fx, ahead_y + along * fy
        bends.append(Bend(max(0, round((x - corner_x) * fx + (y - corner_y) * fy)), turn))
        x, y = corner_x, corner_y
    return tuple(bends)


def _limb(pose: Pose, stand: _Stand, first: int, *, main: bool) -> Limb:
    if main:
        return Limb(0, 0, 0, stand.files, stand.ranks, first)
    lateral, forward = pose.local(stand.x, stand.y)
    return Limb(round(lateral), round(forward), signed(stand.heading - pose.heading), stand.files, stand.ranks, first)


def thinned_line(pose: Pose, body: Formed, from_left: int, from_right: int, closed: int = 0) -> tuple[Formed, Pose]:
    """A bent body of one rank with files taken off its ends; the figures that stay keep their places.

    Those `closed` come off neither end: a straight rank closes up to its middle, a bent one to where its head was.
    """
    pitch = body.base.width + body.spacing
    if body.aslant and body.limbs[0].first < body.limbs[-1].first:
        from_right += closed
    elif body.aslant:
        from_left += closed
    else:
        files = max(1, body.files - from_left - from_right - closed)
        return replace(body, files=files, bends=()), pose.shifted((from_left - from_right) * pitch / 2, 0)
    kept: list[_Stand] = []
    first: list[int] = []
    for limb in body.limbs:
        begin, end = max(limb.first, from_left), min(limb.first + limb.files, body.files - from_right)
        if end <= begin:
            continue
        x, y = pose.world(limb.lateral, limb.forward)
        whole = _Stand(x, y, (pose.heading + limb.turn) % FULL_TURN, limb.files, 1, 1)
        x, y = whole.away((begin + end - 2 * limb.first - limb.files) * pitch / 2, 0)
        kept.append(_Stand(x, y, whole.heading, end - begin, limb.ranks, end - begin))
        first.append(begin - from_left)
    stood, line = _line(body, kept, first)
    return line, stood
