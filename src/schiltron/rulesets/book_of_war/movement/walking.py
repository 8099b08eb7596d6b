"""A unit on its way by this book: how it goes, which pikes stop it, what it cannot stand on.

Where actions are declared before measuring (BW-B1-08) a measured shortfall does not make the order illegal: the move
ends where it falls short.
"""

from __future__ import annotations

from typing import Literal

from schiltron.battle import walking
from schiltron.battle.illegal import Reason
from schiltron.rulesets.book_of_war.field import PIKE_REACH, before_pikes, formation, pike_points, troop
from schiltron.rulesets.book_of_war.movement.ground import barred
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Step, Unit, UnitPart
from schiltron.rulesets.book_of_war.troops import PIKES
from schiltron.table import rectangles
from schiltron.table.body import Formed
from schiltron.table.lengths import Mil
from schiltron.table.outline import Outline, outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect
from schiltron.table.terrain import Feature, name_of

Bearing = Literal["march", "split", "flight"]
"""A march may end in contact; neither half of a split move may (BW-B2-44); a flight shuns the enemy, runs into
friends and may leave the table."""

Shortfall = Literal["illegal", "stops"]
_SIDEWAYS = 0.035
"""Within two degrees of the line of a front one goes along it, not away."""


class Walker(walking.Walker[BattlePart, UnitPart, Step]):
    """A walk by this book: `collided` is the friend that a flight ran into."""

    __slots__ = ("bearing", "collided", "left_table", "shortfall", "troop")

    body: Formed

    def __init__(self, battle: Battle, unit: Unit, bearing: Bearing, shortfall: Shortfall, allowance: Mil) -> None:
        super().__init__(battle, unit, allowance)
        self.body = formation(unit)
        self.troop = troop(unit)
        self.bearing: Bearing = bearing
        self.shortfall: Shortfall = shortfall
        self.collided: Unit | None = None
        self.left_table = False

    @property
    def stopped(self) -> bool:
        return super().stopped or self.collided is not None or self.left_table

    @property
    def tolerant(self) -> bool:
        """Whether a measured shortfall just ends the move (BW-B1-08)."""
        return self.shortfall == "stops"

    @property
    def open_ground(self) -> bool:
        """Whether no ground matters: the core game has none (BW-C3-12)."""
        return not self.board.features or self.battle.own.options.game == "core"

    def barred(self, there: Outline) -> Feature | None:
        """Ground that nobody enters, under a body; there is none in the core game (BW-B3-11, BW-C3-12)."""
        return None if self.open_ground else barred(self.board.features, there)

    def pikes_around(self) -> list[Unit]:
        """Enemy pikes within an inch of whose front the body stands, however it looks itself (BW-B4-15)."""
        return [pikes for pikes in self._pikes_near() if before_pikes(self.standing, pikes)]

    def pikes_holding(self) -> list[Unit]:
        """Of these the ones from whose front it would not go away, straight ahead (BW-B4-32)."""
        here = self.outline
        return [
            pikes
            for pikes in self._pikes_near()
            if any(
                rectangles.overlapping(rect, points) and not _goes_away(rect, points)
                for points in pike_points(pikes)
                for rect in here.rects
            )
        ]

    def _pikes_near(self) -> list[Unit]:
        """Enemy pikes whose points may reach it; the core game knows none (BW-C3-12)."""
        if self.battle.own.options.game == "core":
            return []
        here, side = self.outline, self.unit.side
        return [
            other
            for other in self.others
            if other.kind == PIKES and other.side != side and here.near(other.outline, PIKE_REACH)
        ]

    def in_the_way(self, pose: Pose, body: Formed) -> list[Reason]:
        """Why a body cannot stand there: other units, ponds, the table edge."""
        there = outline(pose, body, self.count)
        found = [
            Reason(f"{other.name} stands in the way", ("BW-B4-13",), self.index, measured=True)
            for other in self.others
            if overlapping(there, other.outline)
        ]
        if not self.board.holds(there):
            found.append(Reason("it would hang over the table edge", ("BW-B5-11",), self.index, measured=True))
        water = self.barred(there)
        if water is not None:
            found.append(Reason(f"{name_of(water)} cannot be entered", ("BW-B3-11",), self.index, measured=True))
        return found


def _goes_away(rect: Rect, points: Rect) -> bool:
    """Whether who goes straight ahead there goes away from the front whose points these are."""
    return rect.fx * points.fx + rect.fy * points.fy > _SIDEWAYS
