"""The ground under wheeling files, for whole units and for wings that wrap (chapter B3; BW-B4-26)."""

from __future__ import annotations

from collections.abc import Sequence

from schiltron.rulesets.book_of_war.movement.ground import climb_of, rate_in
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.table.body import Figure
from schiltron.table.ground import standing
from schiltron.table.lengths import Mil
from schiltron.table.terrain import Feature


def rate_under(walker: Walker, figures: Sequence[Figure]) -> int:
    """The highest rate of ground under some figures of a unit."""
    if walker.open_ground:
        return 1
    return rate_in(standing(figures, walker.board.features), walker.troop)


def climbed(walker: Walker, before: Sequence[Figure], after: Sequence[Figure]) -> Mil:
    """What it costs to go up the contours that those of a front rank have crossed between two places (BW-B3-09)."""
    if walker.open_ground:
        return 0
    hills = walker.board.features
    return climb_between(walker, hills, stood_on(before, hills), stood_on(after, hills))


def stood_on(figures: Sequence[Figure], hills: Sequence[Feature]) -> list[bool]:
    """Whether any of a front rank stands within a contour, for all contours of some ground."""
    front = [figure for figure in figures if figure.rank == 0]
    return [any(line.contains(one.x, one.y) for one in front) for hill in hills for line in hill.contours]


def climb_between(walker: Walker, hills: Sequence[Feature], before: Sequence[bool], after: Sequence[bool]) -> Mil:
    """What it costs to go up, from the contours that were stood on to those that are."""
    lines = [(climb_of(hill, mounted=walker.troop.rides), line.rise) for hill in hills for line in hill.contours]
    return sum(
        price
        for (price, rise), was, now in zip(lines, before, after, strict=True)
        if (rise > 0 and now and not was) or (rise < 0 and was and not now)
    )
