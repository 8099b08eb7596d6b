"""Upper bounds on how far each way could lead a routed unit, closer than the first estimate in ways.py (chapter B5).

A run is cut into parts. Of each the foremost block is measured, and the last rank: in a part in which a rectangle goes
straight on it is nowhere farther from another than at one of the two ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from schiltron.rulesets.book_of_war.morale.ways import Placed, Start, Way
from schiltron.table.columns import halted
from schiltron.table.lengths import TOLERANCE, Mil
from schiltron.table.rectangles import Rect, gap

_PARTS: Final = 6
"""Into how many parts a run is cut."""
_SHARES: Final = tuple(part / _PARTS for part in range(_PARTS + 1))
_HALVES: Final = (0, 1 / 3, 2 / 3, 1, 1, 1, 1)
"""The first three parts of a run until the last rank of a column has come round the corner."""
_REST: Final = (0, 0, 0, 0, 1 / 3, 2 / 3, 1)


Ends = tuple[Rect, Rect]
"""A rectangle where a part of a run begins, and where that ends."""


def prospect(way: Way, start: Start, foes: Sequence[Rect], length: float, enough: Mil) -> Mil:
    """How far from the nearest enemy a run of up to some length along a way leads at most; less than enough if it does
    not lead so far.

    A part of the run is passed over as soon as one enemy is too near all through it.
    """
    cuts = _cuts(way, start)
    best, order = float(enough - TOLERANCE - 1), list(foes)
    for begin, *ends in reversed(list(zip(cuts, *_measured(way, start, cuts), strict=False))):
        if begin <= length:
            best = max(best, _apart(ends, order, best))
    return int(best) + TOLERANCE


def _apart(ends: Sequence[Ends], foes: list[Rect], best: float) -> float:
    """How far the nearest enemy is at most in a part of a run; the best if no farther than that. Who is found to be too
    near is the first to be measured against in the next part."""
    low = float("inf")
    for number, foe in enumerate(foes):
        x, y, radius = foe.x, foe.y, foe.radius
        for before, after in ends:
            reach = low + radius + after.radius
            dx, dy = after.x - x, after.y - y
            if dx * dx + dy * dy >= reach * reach:
                continue
            dx, dy = before.x - x, before.y - y
            if dx * dx + dy * dy >= reach * reach:
                continue
            low = min(low, max(gap(before, foe), gap(after, foe)))
            if low <= best:
                foes.insert(0, foes.pop(number))
                return best
    return low


def _turned(way: Way, start: Start) -> float:
    """After what length of a run the last rank of a column has come round the corner; 0 of who does not bend."""
    pitch = start.body.base.depth + start.body.spacing
    return (start.body.ranks(start.count) - 1) * pitch if way.turn and start.bends else 0.0


def _cuts(way: Way, start: Start) -> list[float]:
    """Where the parts of a run begin, and its end."""
    turned = _turned(way, start)
    if 0.0 < turned <= way.ahead:
        return [turned * half + (way.ahead - turned) * rest for half, rest in zip(_HALVES, _REST, strict=True)]
    return [way.ahead * share for share in _SHARES]


def _measured(way: Way, start: Start, cuts: Sequence[float]) -> list[list[Ends]]:
    """The last rank, unless it is of who is bent already or has but one, and the foremost block: wherever a part of the
    run begins and ends."""
    head = _straight_on(start.wheeled(way.turn), cuts)
    if not start.has_tail(way):
        return [head]
    if way.turn and start.bends:
        return [_round_the_corner(way, start, cuts), head]
    return [_straight_on(start.swung(start.outline.rects[1], way.turn), cuts), head]


def _straight_on(rect: Placed, cuts: Sequence[float]) -> list[Ends]:
    x, y, fx, fy, half_width, half_depth = rect
    return list(pairwise([Rect(x + fx * at, y + fy * at, fx, fy, half_width, half_depth) for at in cuts]))


def _round_the_corner(way: Way, start: Start, cuts: Sequence[float]) -> list[Ends]:
    """A column wheels rank by rank: the last comes up to the corner, halts there, and then follows the head."""
    pose, body, count = start.pose, start.body, start.count
    depth, pitch = body.base.depth, body.base.depth + body.spacing
    ranks, short = body.ranks(count), body.short_rank(count)
    width = body.base.width + body.spacing
    half_front, half_width = body.frontage / 2, (short * width - body.spacing) / 2
    across = (body.files - short) // 2 * width + half_width - half_front
    halt = halted(half_front, depth, way.turn, -depth / 2)
    turned = (ranks - 1) * pitch
    x, y = pose.world(across, -depth / 2)
    fx, fy = pose.forward
    head = start.swung(Rect(x, y, fx, fy, half_width, depth / 2), way.turn)
    made: list[Ends] = []
    for begin, end in pairwise(cuts):
        if begin >= turned:
            hx, hy, hfx, hfy, *half = head
            before, after = (
                Rect(hx + hfx * on, hy + hfy * on, hfx, hfy, *half) for on in (begin - turned, end - turned)
            )
        else:
            held = [ranks - 2 - at // pitch for at in (begin, end)]
            before, after = (
                Rect(x - fx * back, y - fy * back, fx, fy, half_width, depth / 2)
                for back in (halt + held[0] * pitch, max(0, held[1]) * pitch)
            )
        made.append((before, after))
    return made
