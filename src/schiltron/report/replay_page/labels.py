"""Places of labels while a battle is replayed.

Searching for the best place of every label takes long where many units stand, and labels that jump at every step are
restless. So all of them are placed anew once a turn; in between, only a unit that changes and its neighbours are.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

from schiltron.drawing.svg import Drawn, label_spots
from schiltron.table.edges import Board
from schiltron.table.outline import outline

CHIP_SCALE: Final = 2.3
"""On a phone the whole table is seen at five pixels an inch: labels shrink to their chips, and the chips grow."""

_NEAR: Final = 9_000
_CHIP: Final = (1_300, 1_180, 1_100)
"""Of a chip with its marks: width, width of each mark, height, in thousandths of an inch before it grows."""
_GAP: Final = 350

Places = list[int]
"""Of a unit's label and of its chip, each seen from the pose of the unit: x, y, x, y."""


class LabelPlaces:
    """Remembers where labels are, and says which have to move."""

    def __init__(self) -> None:
        self._seen: dict[str, Any] = {}
        self._when: Any = None
        self._places: dict[str, Places] = {}

    def moved(self, on_table: Mapping[str, Drawn], board: Board, turn: int) -> dict[str, Places]:
        """The labels whose place is another than before."""
        seen = {name: (one.pose, one.body, one.count, one.marks, len(str(one.chip))) for name, one in on_table.items()}
        changed = [name for name, key in seen.items() if self._seen.get(name) != key]
        self._seen = seen
        if self._when != (turn, len(board.features)):
            self._when = (turn, len(board.features))
            spots = dict(zip(on_table, label_spots(list(on_table.values()), board), strict=True))
        else:
            spots = {}
            for name in changed:
                near = [*_neighbours(on_table[name], on_table), on_table[name]]
                spots |= dict(zip((one.id for one in near), label_spots(near, board), strict=True))
        found = {}
        for name, spot in spots.items():
            one = on_table[name]
            label = (round(spot[0] * 1000) - one.pose.x, round(spot[1] * 1000) - one.pose.y) if spot else (0, 0)
            places = [*label, *_chip(one, board)]
            if self._places.get(name) != places:
                self._places[name] = found[name] = places
        return found


def _neighbours(one: Drawn, on_table: Mapping[str, Drawn]) -> list[Drawn]:
    """The units so near that its label could meet theirs."""
    here = outline(one.pose, one.body, one.count)
    near = []
    for other in on_table.values():
        there = outline(other.pose, other.body, other.count)
        apart = hypot(here.x - there.x, here.y - there.y) - here.radius - there.radius
        if other is not one and apart < _NEAR:
            near.append(other)
    return near


def _chip(one: Drawn, board: Board) -> tuple[int, int]:
    """Straight behind the unit: those who fight each other have their chips on either side of the fight."""
    corners = [corner for rect in outline(one.pose, one.body, one.count).rects for corner in rect.corners]
    rear = min((one.pose.local(*corner)[1] for corner in corners), default=0.0)
    width = (_CHIP[0] + _CHIP[1] * len(one.pictured_marks)) * CHIP_SCALE / 2
    height = _CHIP[2] * CHIP_SCALE / 2
    across, down = one.pose.forward
    x, y = one.pose.world(0, rear - _GAP - width * abs(across) - height * abs(down))
    x = max(width, min(board.width - width, x))
    y = max(height, min(board.depth - height, y))
    return round(x) - one.pose.x, round(y) - one.pose.y
