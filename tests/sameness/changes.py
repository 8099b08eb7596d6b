"""Ways to change a battle that leave it the same battle: the table turned, shifted, mirrored, its units renamed.

A change says what becomes of points, headings and words; `rewriting` finds these in values of any type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Zone
from schiltron.table.lengths import FULL_TURN, QUARTER_TURN, Mdeg, Mil

Point = tuple[Mil, Mil]

_EDGES = ("north", "east", "south", "west")
_EDGE_WORD = re.compile(r"\b(north|east|south|west)(?=\b|_\d)")
_EXTENT = re.compile(r"(\d+) by (\d+) (?=yards)")
"""Of a table: across and down."""
_SIDE_WORD = re.compile(
    r"^(left|right)$|(?<=[-_])(left|right)$|^(left|right)(?=_)|\b(left|right)(?= \d)|(?<=')(left|right)(?=')"
    r"|\b(?<!or the )(left|right)\b(?= flank| end| wing| side| corner)"
    r"|(?<=heel )(left|right)\b|(?<=[Tt]urn )(left|right)\b|(?<=[Ff]ace )(left|right)\b|(?<=[Oo]blique )(left|right)\b"
    r"|(?<=on the )(left|right)\b"
)
"""Where the words mean a side; figures that are left are another matter."""


def home_edge(battle: AnyBattle, zone: Zone) -> str:
    """The edge of the table that a zone lies along."""
    board = battle.board
    rooms = {"north": zone.top, "west": zone.left, "south": board.depth - zone.bottom, "east": board.width - zone.right}
    depths = {"north": zone.bottom, "west": zone.right, "south": board.depth - zone.top}
    depths["east"] = board.width - zone.left
    return min(rooms, key=lambda edge: (rooms[edge], depths[edge]))


class Change:
    """Nothing changes, unless a kind of change says otherwise."""

    name = "same"
    mirrors = False
    """Whether left and right change places."""

    @cached_property
    def known(self) -> dict[int, tuple[object, Any]]:
        """Tables and units that have been changed so before, by their identity, with what they have become."""
        return {}

    def __str__(self) -> str:
        return self.name

    def size(self, width: Mil, depth: Mil) -> tuple[Mil, Mil]:
        return width, depth

    def point(self, x: Mil, y: Mil) -> Point:
        return x, y

    def vector(self, x: Mil, y: Mil) -> Point:
        """A way, from wherever."""
        (ax, ay), (bx, by) = self.point(0, 0), self.point(x, y)
        return bx - ax, by - ay

    def heading(self, heading: Mdeg) -> Mdeg:
        return heading

    def turn(self, turn: Mdeg) -> Mdeg:
        return -turn if self.mirrors else turn

    def words(self, text: str) -> str:
        return text

    def listed(self, ids: list[str]) -> list[str]:
        """The order in which units are listed."""
        return ids


class Turned(Change):
    """The table turned clockwise by quarters."""

    def __init__(self, battle: AnyBattle, quarters: int) -> None:
        self.name = f"turned by {90 * quarters}"
        self.quarters = quarters
        self.board = battle.board

    def size(self, width: Mil, depth: Mil) -> tuple[Mil, Mil]:
        return (depth, width) if self.quarters % 2 else (width, depth)

    def point(self, x: Mil, y: Mil) -> Point:
        width, depth = self.board.width, self.board.depth
        for _ in range(self.quarters):
            x, y = depth - y, x
            width, depth = depth, width
        return x, y

    def heading(self, heading: Mdeg) -> Mdeg:
        return (heading + self.quarters * QUARTER_TURN) % FULL_TURN

    def words(self, text: str) -> str:
        if self.quarters % 2:
            text = _EXTENT.sub(r"\2 by \1 ", text)
        return _EDGE_WORD.sub(lambda found: _EDGES[(_EDGES.index(found[0]) + self.quarters) % 4], text)


class Mirrored(Change):
    """Left and right exchanged, as in a mirror that stands beside the table."""

    name = "mirrored"
    mirrors = True

    def __init__(self, battle: AnyBattle) -> None:
        self.width = battle.board.width

    def point(self, x: Mil, y: Mil) -> Point:
        return self.width - x, y

    def heading(self, heading: Mdeg) -> Mdeg:
        return -heading % FULL_TURN

    def words(self, text: str) -> str:
        if "left" in text or "right" in text:
            text = _SIDE_WORD.sub(lambda found: "right" if found[0] == "left" else "left", text)
        swapped = {"east": "west", "west": "east"}
        return _EDGE_WORD.sub(lambda found: swapped.get(found[0], found[0]), text)


class Shifted(Change):
    """Everything moved across and down a table that is larger on every side: by `room` before and behind the zones the
    sides set up in, by twice that beside them, so that the edges they lie along stay their own.

    Two shifts are compared with each other, so that no edge is within anybody's reach in either; what the edges do is
    tried by turning.
    """

    def __init__(self, battle: AnyBattle, across: Mil, down: Mil, room: Mil) -> None:
        self.name = f"shifted by {across}, {down}"
        homes = {home_edge(battle, zone) for _, zone in battle.own.zones}
        upright = homes == {"east", "west"}
        self.wide, self.deep = (room, 2 * room) if upright else (2 * room, room)
        self.across, self.down = self.wide + across, self.deep + down

    def size(self, width: Mil, depth: Mil) -> tuple[Mil, Mil]:
        return width + 2 * self.wide, depth + 2 * self.deep

    def point(self, x: Mil, y: Mil) -> Point:
        return x + self.across, y + self.down


class Renamed(Change):
    """Other ids, whose alphabet runs the other way, and units listed from the last to the first."""

    name = "renamed"

    def __init__(self, battle: AnyBattle) -> None:
        ids = sorted({*battle.units, *(unit.of for unit in battle.units.values() if unit.of)})
        self.ids: Mapping[str, str] = {old: f"u{len(ids) - place:03d}" for place, old in enumerate(ids)}
        longest = sorted(ids, key=len, reverse=True)
        self._word = re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, longest)) + r")(?![\w-])")

    def words(self, text: str) -> str:
        return self._word.sub(lambda found: self.ids[found[0]], text)

    def listed(self, ids: list[str]) -> list[str]:
        return ids[::-1]


CHANGES: Mapping[str, Callable[[AnyBattle], Change]] = {
    "turned by 90": lambda battle: Turned(battle, 1),
    "turned by 180": lambda battle: Turned(battle, 2),
    "renamed": Renamed,
    "mirrored": Mirrored,
}
"""Those that are compared with the battle as it is; a shift is compared with another."""
WAYS = (*CHANGES, "shifted")
