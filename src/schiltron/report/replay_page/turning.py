"""What turned a battle, as the page shows it: the expected result as a curve, and what moved it most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from schiltron.battle.words.text import Text, words
from schiltron.captains.review.reviewed import BySide, Kind, Stretch

BETTER = 0.5
"""By how many points an order must promise more than what was played to be told."""


class OtherTold(Protocol):
    """An answer that could have been given, in words."""

    @property
    def said(self) -> str: ...

    @property
    def result(self) -> BySide: ...


class PointTold(Protocol):
    """A turning point in words."""

    @property
    def entry(self) -> int: ...

    @property
    def kind(self) -> Kind: ...

    @property
    def side(self) -> str: ...

    @property
    def before(self) -> BySide: ...

    @property
    def after(self) -> BySide: ...

    @property
    def said(self) -> Text: ...

    @property
    def likely(self) -> str: ...

    @property
    def missed(self) -> Sequence[OtherTold]: ...


class Told(Protocol):
    """A review in words."""

    @property
    def first(self) -> BySide: ...

    @property
    def curve(self) -> Sequence[Stretch]: ...

    @property
    def points(self) -> Sequence[PointTold]: ...


def turning_shown(review: Told, sides: Mapping[str, int]) -> dict[str, Any]:
    """The curve as entries with the result of each side then, and the points; sides by their numbers."""

    def each(result: BySide) -> list[float]:
        return [round(result[side], 2) for side in sides]

    began = review.curve[0].since if review.curve else 0
    return {
        "curve": [[began, each(review.first)], *([one.entry, each(one.after)] for one in review.curve)],
        "points": [
            {
                "n": point.entry,
                "k": point.kind,
                "s": sides.get(point.side, -1),
                "t": words(point.said),
                "l": point.likely,
                "b": each(point.before),
                "a": each(point.after),
                "o": [
                    [one.said, each(one.result)]
                    for one in point.missed
                    if one.result[point.side] > point.after[point.side] + BETTER
                ],
            }
            for point in review.points
        ],
    }
