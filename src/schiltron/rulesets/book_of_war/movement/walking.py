"""A unit on its way by this book: how it goes, which pikes stop it, what it cannot stand on.

Where actions are declared before measuring (BW-B1-08) a measured shortfall does not make the order illegal: the move
ends where it falls short.
"""

from __future__ import annotations

from typing import Literal

from schiltron.battle import walking
from schiltron.battle.illegal import Reason
from schiltron.rulesets.book_of_war.field import PIKE_REACH, before_pikes, formation, troop
from schiltron.rulesets.book_of_war.movement.ground import barred
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Step, Unit, UnitPart
from schiltron.rulesets.book_of_war.troops import PIKES
from schiltron.table.body import Formed
from schiltron.table.lengths import Mil
from schiltron.table.outline import outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.terrain import name_of

Bearing = Literal["march", "split", "flight"]
"""A march may end in contact; neither half of a split move may (BW-B2-44); a flight shuns the enemy, runs into
friends and may leave the table."""

Shortfall = Literal["illegal", "stops"]


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

    def pikes_before(self) -> list[Unit]:
        """Enemy pikes whose points are within an inch, and towards whom the body is looking (BW-B4-32)."""
        here = self.outline
        pikes = [
            other
            for other in self.others
            if other.kind == PIKES and other.side != self.unit.side and here.near(other.outline, PIKE_REACH)
        ]
        if not pikes:
            return []
        standing = self.standing
        return [
            other
            for other in pikes
            if before_pikes(standing, other) and self.pose.local(other.outline.x, other.outline.y)[1] > 0
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
        water = barred(self.board.features, there)
        if water is not None:
            found.append(Reason(f"{name_of(water)} cannot be entered", ("BW-B3-11",), self.index, measured=True))
        return found
