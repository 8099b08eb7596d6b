"""A unit on its way: where it has got to along its path, what it has spent, and why it can go no further.

The same walk judges an order (every reason, with the leg it fails on) and carries it out. What a leg costs, what
stands in the way and what ends it are the book's, which adds to the walker what its rules ask for.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec.structs import replace

from schiltron.battle.event import Leg
from schiltron.battle.field import others
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Manoeuvre
from schiltron.battle.state import Battle
from schiltron.battle.unit import OnTable, Unit
from schiltron.table.body import Body
from schiltron.table.contact import Edge
from schiltron.table.edges import Board
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.outline import Outline, gap, outline
from schiltron.table.pose import Pose

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


class Walker(Generic[B, U, S]):
    """A walk under way. `met` is the enemy it came into contact with, `edge` which edge of theirs."""

    __slots__ = (
        "allowance",
        "battle",
        "body",
        "count",
        "edge",
        "index",
        "legs",
        "met",
        "others",
        "pose",
        "reasons",
        "spent",
        "unit",
    )

    def __init__(self, battle: Battle[B, U, S], unit: Unit[U], allowance: Mil) -> None:
        self.battle = battle
        self.unit = unit
        self.allowance = allowance
        self.pose: Pose = unit.pose
        self.body: Body = unit.body
        self.count = unit.bodies
        self.others = others(battle, unit)
        self.spent: Mil = 0
        self.legs: list[Leg] = []
        self.reasons: list[Reason] = []
        self.met: Unit[U] | None = None
        self.edge: Edge = "front"
        self.index = 0
        """Of the leg being walked, for the reasons against it."""

    @property
    def left(self) -> Mil:
        """Move allowance still to spend."""
        return self.allowance - self.spent

    @property
    def stopped(self) -> bool:
        return bool(self.reasons) or self.met is not None

    @property
    def board(self) -> Board:
        board = self.battle.board
        assert board is not None, "who walks, walks on a table"
        return board

    @property
    def outline(self) -> Outline:
        if not self.legs:
            return self.unit.outline
        return outline(self.pose, self.body, self.count)

    @property
    def standing(self) -> Unit[U]:
        """The unit as it stands now."""
        if not self.legs:
            return self.unit
        return replace(self.unit, place=OnTable(self.pose), body=self.body)

    def refuse(self, text: str, *rules: str, measured: bool = False) -> None:
        """A reason against the present leg; the walk ends here."""
        self.reasons.append(Reason(text, rules, self.index, measured))

    def goes(self, manoeuvre: Manoeuvre, pose: Pose, body: Body, cost: Mil) -> None:
        """A leg, or as much of it as could be made, is done."""
        self.pose = pose
        self.body = body
        self.spent += cost
        self.legs.append(Leg(manoeuvre, pose, body, cost))

    def enemies_touched(self) -> list[Unit[U]]:
        """Enemies in contact with the body as it stands now."""
        here = self.outline
        side = self.unit.side
        return [
            other
            for other in self.others
            if other.side != side and here.near(other.outline, CONTACT) and gap(here, other.outline) <= CONTACT
        ]
