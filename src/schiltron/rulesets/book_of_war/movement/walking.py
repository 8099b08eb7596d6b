"""A unit on its way: where it has got to along its path, what it has spent, and why it can go no further.

The same walk judges an order (every reason, with the leg it fails on) and carries it out. Where actions are declared
before measuring (BW-B1-08) a measured shortfall does not make the order illegal: the move ends where it falls short.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from schiltron.battle.event import Leg
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Manoeuvre
from schiltron.battle.unit import OnTable
from schiltron.rulesets.book_of_war.field import PIKE_REACH, before_pikes, formation, others, troop
from schiltron.rulesets.book_of_war.movement.ground import barred
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troops import PIKES
from schiltron.table.body import Formed
from schiltron.table.contact import Edge
from schiltron.table.edges import Board
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.outline import Outline, gap, outline, overlapping
from schiltron.table.pose import Pose

Bearing = Literal["march", "split", "flight"]
"""A march may end in contact; neither half of a split move may (BW-B2-44); a flight shuns the enemy, runs into
friends and may leave the table."""

Shortfall = Literal["illegal", "stops"]


class Walker:
    """A walk under way. `met` is the enemy it came into contact with, `edge` which edge of theirs."""

    __slots__ = (
        "allowance",
        "battle",
        "bearing",
        "body",
        "collided",
        "count",
        "edge",
        "index",
        "left_table",
        "legs",
        "met",
        "others",
        "pose",
        "reasons",
        "shortfall",
        "spent",
        "troop",
        "unit",
    )

    def __init__(self, battle: Battle, unit: Unit, bearing: Bearing, shortfall: Shortfall, allowance: Mil) -> None:
        self.battle = battle
        self.unit = unit
        self.troop = troop(unit)
        self.bearing: Bearing = bearing
        self.shortfall: Shortfall = shortfall
        self.allowance = allowance
        self.pose: Pose = unit.pose
        self.body: Formed = formation(unit)
        self.count = unit.bodies
        self.others = others(battle, unit)
        self.spent: Mil = 0
        self.legs: list[Leg] = []
        self.reasons: list[Reason] = []
        self.met: Unit | None = None
        self.edge: Edge = "front"
        self.collided: Unit | None = None
        self.left_table = False
        self.index = 0

    @property
    def left(self) -> Mil:
        """Move allowance still to spend."""
        return self.allowance - self.spent

    @property
    def stopped(self) -> bool:
        return bool(self.reasons) or self.met is not None or self.collided is not None or self.left_table

    @property
    def board(self) -> Board:
        board = self.battle.board
        assert board is not None, "Book of War is fought on a table"
        return board

    @property
    def outline(self) -> Outline:
        if not self.legs:
            return self.unit.outline
        return outline(self.pose, self.body, self.count)

    @property
    def tolerant(self) -> bool:
        """Whether a measured shortfall just ends the move (BW-B1-08)."""
        return self.shortfall == "stops"

    def refuse(self, text: str, *rules: str, measured: bool = False) -> None:
        """A reason against the present leg; the walk ends here."""
        self.reasons.append(Reason(text, rules, self.index, measured))

    def goes(self, manoeuvre: Manoeuvre, pose: Pose, body: Formed, cost: Mil) -> None:
        """A leg, or as much of it as could be made, is done."""
        self.pose = pose
        self.body = body
        self.spent += cost
        self.legs.append(Leg(manoeuvre, pose, body, cost))

    def enemies_touched(self) -> list[Unit]:
        """Enemies in contact with the body as it stands now."""
        here = self.outline
        side = self.unit.side
        return [
            other
            for other in self.others
            if other.side != side and _near(here, other.outline) and gap(here, other.outline) <= CONTACT
        ]

    def pikes_before(self) -> list[Unit]:
        """Enemy pikes whose points are within an inch, and towards whom the body is looking (BW-B4-32)."""
        here = self.outline
        pikes = [
            other
            for other in self.others
            if other.kind == PIKES and other.side != self.unit.side and _near(here, other.outline, PIKE_REACH)
        ]
        if not pikes:
            return []
        standing = self.unit
        if self.legs:
            standing = replace(standing, place=OnTable(self.pose), body=self.body)
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
            found.append(
                Reason(f"{water.name or water.kind} cannot be entered", ("BW-B3-11",), self.index, measured=True)
            )
        return found


def _near(here: Outline, there: Outline, distance: Mil = CONTACT) -> bool:
    reach = here.radius + there.radius + distance
    return (here.x - there.x) ** 2 + (here.y - there.y) ** 2 <= reach * reach
