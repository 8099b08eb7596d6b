"""The battle: one immutable plain value that holds all game state and nothing else does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.chance import Roll
from schiltron.battle.decision import Answer, AnyDecision
from schiltron.battle.order import Matter
from schiltron.battle.tally import Tally
from schiltron.battle.unit import Unit, in_line
from schiltron.table.contact import Edge
from schiltron.table.edges import Board

FORMAT = 1
TURN = "Turn"
"""What a turn is called by a book that does not say otherwise."""

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


class Side(Struct, frozen=True):
    id: str
    name: str
    colour: str


class Seat(Struct, frozen=True):
    """A place at the table. A referee's seat has no side."""

    id: str
    side: str = ""


class Engagement(Struct, frozen=True):
    """`attacker` moved onto the `edge` of `defender`.

    Rights used (a free attack) are remembered until they part for good.
    """

    attacker: str
    defender: str
    edge: Edge
    since: int
    touching: bool = True
    used: tuple[str, ...] = ()

    def joins(self, one: str, other: str) -> bool:
        return (self.attacker, self.defender) in ((one, other), (other, one))


class Commitment(Struct, frozen=True):
    """An answer given while other seats are still out. In another seat's view the answer is missing."""

    decision: AnyDecision
    answer: Answer | None


class Proposal(Struct, frozen=True):
    id: str
    seat: str
    matter: Matter
    agreed: tuple[str, ...] = ()


class Outcome(Struct, frozen=True):
    """How it ended. No winner is a draw."""

    winner: str
    how: Literal["beaten", "conceded", "agreed", "points", "turn_limit", "annihilated"]
    rules: tuple[str, ...] = ()
    reckoning: tuple[tuple[str, Tally], ...] = ()


class Battle(Struct, Generic[B, U, S], frozen=True):
    ruleset: str
    title: str
    board: Board | None
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    units: dict[str, Unit[U]]
    own: B
    agenda: tuple[S, ...]
    format: int = FORMAT
    serial: int = 0
    turn: int = 0
    phase: str = ""
    active: str = ""
    roll: Roll | None = None
    decisions: tuple[AnyDecision, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    engagements: tuple[Engagement, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    outcome: Outcome | None = None

    @property
    def turn_word(self) -> str:
        """What the book calls a turn, as its part of the battle says."""
        return str(getattr(self.own, "turn_word", TURN))

    @property
    def awaiting(self) -> Roll | tuple[AnyDecision, ...]:
        """What is due now: one roll, or one or more decisions of different seats; () when it is over."""
        return self.roll if self.roll is not None else self.decisions

    def unit(self, unit_id: str) -> Unit[U]:
        return self.units[unit_id]

    def standing(self) -> Iterator[Unit[U]]:
        """Units with a place on the table."""
        return (unit for unit in self.units.values() if unit.on_table)

    def listed(self) -> Battle[B, U, S]:
        """The same battle with its units listed by side and name: in this order they are dealt with where nothing else
        says who comes first, however the armies were written down."""
        line = [unit.turn_in_line for unit in self.units.values()]
        if line == sorted(line):
            return self
        return replace(self, units=dict(sorted(self.units.items(), key=lambda one: one[1].turn_in_line)))

    def in_line(self, keys: Iterable[str]) -> list[str]:
        """Ids of units in the order in which these are dealt with where nothing else says who comes first."""
        return [unit.id for unit in in_line(self.units[key] for key in keys)]

    def decision(self, decision_id: str) -> AnyDecision | None:
        return next((one for one in self.decisions if one.id == decision_id), None)

    def with_unit(self, unit: Unit[U]) -> Battle[B, U, S]:
        """The same battle with this unit as it is now."""
        return replace(self, units={**self.units, unit.id: unit})

    def side_named(self, side_id: str) -> Side:
        return next(side for side in self.sides if side.id == side_id)

    def _repr_svg_(self) -> str | None:
        """A battle draws itself in a notebook."""
        from schiltron.battle.drawing import picture  # noqa: PLC0415 - drawing is loaded when something is drawn

        return picture(self)

    def seats_of(self, side_id: str) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.seats if seat.side == side_id)


AnyBattle = Battle[Any, Any, Any]
"""A battle of whatever book."""
