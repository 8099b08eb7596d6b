"""The ground under files that wheel: BW-B3-08, BW-B3-09 and BW-B4-26, for whole units and for wings that wrap."""

from __future__ import annotations

from collections.abc import Sequence

from schiltron.rulesets.book_of_war.movement.ground import GROUND, rate_in
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.table.body import Figure
from schiltron.table.ground import standing
from schiltron.table.lengths import Mil


def rate_under(walker: Walker, figures: Sequence[Figure]) -> int:
    """The highest rate of ground under some figures of a unit."""
    if walker.open_ground:
        return 1
    return rate_in(standing(figures, walker.board.features), walker.troop)


def climbed(walker: Walker, before: Sequence[Figure], after: Sequence[Figure]) -> Mil:
    """What it costs to go up the contours that those of a front rank have crossed between two places (BW-B3-09)."""
    if walker.open_ground:
        return 0
    cost = 0
    for feature in walker.board.features:
        for contour in feature.contours:
            was = any(contour.contains(figure.x, figure.y) for figure in before if figure.rank == 0)
            now = any(contour.contains(figure.x, figure.y) for figure in after if figure.rank == 0)
            if (contour.rise > 0 and now and not was) or (contour.rise < 0 and was and not now):
                cost += GROUND[feature.kind].climb(walker.troop.mounted)
    return cost
