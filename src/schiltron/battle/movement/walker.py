"""A unit on its way: where it has got to along its path, what it has spent, and why it can go no further.

The same walk judges an order (every reason, with the leg it fails on) and carries it out. What a leg costs, what
stands in the way and what ends it are the book's, which adds to the walker what its rules ask for.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec.structs import replace

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.event import Leg, Ruled
from schiltron.battle.state.field import foes_among, others
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Manoeuvre
from schiltron.battle.state.unit import Unit
from schiltron.battle.words.grammar import said
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
        "_foes",
        "_outline",
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

    def __init__(
        self, battle: Battle[B, U, S], unit: Unit[U], allowance: Mil, others_near: list[Unit[U]] | None = None
    ) -> None:
        self.battle = battle
        self.unit = unit
        self.allowance = allowance
        self.pose: Pose = unit.pose
        self.body: Body = unit.body
        self.count = unit.bodies
        self.others = others(battle, unit) if others_near is None else others_near
        """Every other unit on the table, or those alone that may matter wherever it goes."""
        self._foes: list[Unit[U]] | None = None
        self._outline: Outline | None = None
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
        return self.battle.table

    @property
    def foes(self) -> list[Unit[U]]:
        """The enemies among the others."""
        found = self._foes
        if found is None:
            found = self._foes = foes_among(self.battle, self.unit, self.others)
        return found

    @property
    def outline(self) -> Outline:
        shape = self._outline
        if shape is None:
            shape = self._outline = outline(self.pose, self.body, self.count) if self.legs else self.unit.outline
        return shape

    @property
    def standing(self) -> Unit[U]:
        """The unit as it stands now."""
        if not self.legs:
            return self.unit
        return replace(self.unit, place=self.unit.place_at(self.pose), body=self.body)

    def refuse(self, text: str, *rules: str, measured: bool = False) -> None:
        """A reason against the present leg; the walk ends here."""
        self.reasons.append(Reason(text, rules, self.index, measured))

    def why_no_farther(self, *, under_way: bool = False) -> Ruled | None:
        """The reason that ended the walk short of its path and of any enemy. It is the last one, since each reason cut
        the way shorter."""
        if not self.reasons or self.met is not None:
            return None
        goes = said(self.unit, "go no farther") if self.legs or under_way else f"{self.unit.name} cannot set out"
        reason = self.reasons[-1]
        return Ruled(what=f"{goes}: {reason.text}", rules=reason.rules)

    def goes(self, manoeuvre: Manoeuvre, pose: Pose, body: Body, cost: Mil, there: Outline | None = None) -> None:
        """A leg, or as much of it as could be made, is done. What the body covers now may be known already."""
        self.pose = pose
        self.body = body
        self._outline = there
        self.spent += cost
        self.legs.append(Leg(manoeuvre, pose, body, cost))

    def enemies_touched(self) -> list[Unit[U]]:
        """Enemies in contact with the body as it stands now."""
        here = self.outline
        x, y, radius = here.x, here.y, here.radius + CONTACT
        found = []
        for other in self.foes:
            there = other.outline
            dx, dy, reach = there.x - x, there.y - y, there.radius + radius
            if dx * dx + dy * dy <= reach * reach and gap(here, there) <= CONTACT:
                found.append(other)
        return found
