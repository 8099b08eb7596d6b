"""The battle: one immutable plain value that holds all game state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.chance import Roll
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.battle.state.effects import NOTHING, Effect, Effects, Later
from schiltron.battle.state.order import Matter
from schiltron.battle.state.tally import Tally
from schiltron.battle.state.unit import TURN_IN_LINE, Unit, in_line
from schiltron.table.contact import Edge
from schiltron.table.edges import Board
from schiltron.table.lengths import Mil

FORMAT = 4
"""Of what is saved of a battle (`upgrading`)."""
TURN = "Turn"
"""What a turn is called by a book that does not say otherwise."""

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


class Side(Struct, frozen=True):
    """A side goes by one name everywhere: its army with its colour; where room is short, the colour alone."""

    id: str
    name: str
    colour: str

    @property
    def short(self) -> str:
        """As in "Red"."""
        return (self.colour if self.colour.isalpha() else self.id).capitalize()

    @property
    def title(self) -> str:
        """As in "The Wardens of Ashmere (Red)"; an army that is called by its colour is "Red"."""
        return self.name if self.short in (self.name, "") else f"{self.name} ({self.short})"


class Seat(Struct, frozen=True):
    """A place at the table. A referee's seat has no side."""

    id: str
    side: str = ""


class Engagement(Struct, frozen=True):
    """Two units in contact: `attacker` moved onto the `edge` of `defender`.

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
    how: Literal["beaten", "conceded", "agreed", "points", "turn_limit", "annihilated", "time", "parted"]
    rules: tuple[str, ...] = ()
    reckoning: tuple[tuple[str, Tally], ...] = ()


How = Literal["fell", "routed", "went_off", "taken"]


class Grave(Struct, frozen=True):
    """Figures that a unit has lost: how, in which turn, where it stood (nowhere off the table), whose doing it was if
    that of one unit, and by what. `casualties` alone digs them."""

    unit: str
    figures: int
    how: How
    turn: int
    x: Mil | None
    y: Mil | None
    by: str
    tags: tuple[str, ...]


class NoTable(Exception):
    """Something was measured in a battle without a table."""


class Battle(Struct, Generic[B, U, S], frozen=True):
    """All there is of a battle: who fights, where everybody stands, whose turn it is, and what is awaited.

    `own` is the book's part, `agenda` what is to come; `serial` counts what was done. `active` is the side whose turn
    it is. `commitments` are sealed answers while others are out, `engagements` who has met whom. `effects` are what is
    at work for a time, `due` the steps that wait for a moment to come.
    """

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
    graves: tuple[Grave, ...] = ()
    effects: Effects = NOTHING
    due: tuple[Later[S], ...] = ()

    @property
    def table(self) -> Board:
        """The table of the battle, for measuring."""
        if self.board is None:
            raise NoTable(f"“{self.title}” is fought without a table: nobody stands anywhere, and nothing is measured")
        return self.board

    @property
    def turn_word(self) -> str:
        """What the book calls a turn, as its part of the battle says."""
        return str(getattr(self.own, "turn_word", TURN))

    @property
    def awaiting(self) -> Roll | tuple[AnyDecision, ...]:
        """What is due now: one roll, or one or more decisions of different seats; () when it is over."""
        return self.roll if self.roll is not None else self.decisions

    @property
    def figure_word(self) -> str:
        """What is counted of a unit: its figures, unless the book's part of the battle says otherwise."""
        return str(getattr(self.own, "figure_word", "figure"))

    def unit(self, unit_id: str) -> Unit[U]:
        return self.units[unit_id]

    def standing(self) -> Iterator[Unit[U]]:
        """Units with a place on the table."""
        return (unit for unit in self.units.values() if unit.on_table)

    def listed(self) -> Battle[B, U, S]:
        """The same battle with its units listed by side and name. Units are dealt with in this order where nothing else
        says who comes first, however the armies were written down."""
        line = list(map(TURN_IN_LINE, self.units.values()))
        if line == sorted(line):
            return self
        return replace(self, units=dict(sorted(self.units.items(), key=lambda one: one[1].turn_in_line)))

    def in_line(self, keys: Iterable[str]) -> list[str]:
        """Ids of units in the order in which they are dealt with where no rule says who comes first."""
        return [unit.id for unit in in_line(self.units[key] for key in keys)]

    def decision(self, decision_id: str) -> AnyDecision | None:
        for one in self.decisions:
            if one.id == decision_id:
                return one
        return None

    def with_unit(self, unit: Unit[U]) -> Battle[B, U, S]:
        """The same battle with this unit as it is now."""
        return replace(self, units={**self.units, unit.id: unit})

    def with_effect(self, effect: Effect) -> Battle[B, U, S]:
        """The same battle with this at work too."""
        return replace(self, effects=Effects((*self.effects.all, effect)))

    def side_named(self, side_id: str) -> Side:
        return next(side for side in self.sides if side.id == side_id)

    def _repr_svg_(self) -> str | None:
        """A battle draws itself in a notebook."""
        from schiltron.battle.state.drawn import picture  # noqa: PLC0415 - drawing is loaded when something is drawn

        return picture(self)

    def seats_of(self, side_id: str) -> tuple[str, ...]:
        return tuple([seat.id for seat in self.seats if seat.side == side_id])

    def side_at(self, seat_id: str | None) -> str:
        """The side a seat sits for; "" for a referee, a spectator and a seat that is not there."""
        return next((seat.side for seat in self.seats if seat.id == seat_id), "")


AnyBattle = Battle[Any, Any, Any]
"""A battle of whatever book."""
