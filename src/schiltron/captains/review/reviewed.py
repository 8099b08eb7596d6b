"""What a review says. Results are points of a hundred, by side: 100 is won, -100 lost, 0 even."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from msgspec import Struct

from schiltron.battle.state.decision import Answer
from schiltron.battle.state.event import Moved

BySide = dict[str, float]

Kind = Literal["dice", "decision", "rest"]
"""What moved the result. The rest is what lies in many small steps that were not looked at one by one, and what came
to light only when one looked a turn further ahead."""


class Stretch(Struct, frozen=True):
    """A piece of the curve: from after one entry to after another, mostly the next. `side` is the one that decided or
    threw, if it was one."""

    since: int
    entry: int
    turn: int
    phase: str
    active: str
    kind: Kind
    side: str
    before: BySide
    after: BySide

    def change(self, side: str) -> float:
        return self.after[side] - self.before[side]


class Shares(Struct, frozen=True):
    """What dice, the decisions of each side, and the rest did to one side's result. They add up to all of it."""

    dice: float
    decisions: BySide
    rest: float

    @property
    def whole(self) -> float:
        return self.dice + sum(self.decisions.values()) + self.rest


class TurnShares(Struct, frozen=True):
    """One turn: the result of each side when it was over, and what moved it in that turn."""

    turn: int
    entry: int
    after: BySide
    shares: dict[str, Shares]


class Chance(Struct, frozen=True):
    """How likely dice were to come to as little, or as much, as they did."""

    counted: Literal["hits", "total"]
    came: int
    dice: int
    sides: int
    expected: float
    low: bool
    chance: float


class Alternative(Struct, frozen=True):
    """An answer that could have been given: who would have acted, what it promised each side, why, and how units would
    have moved."""

    answer: Answer
    unit: str
    result: BySide
    why: tuple[str, ...]
    moved: tuple[Moved, ...]


class Turned(Struct, frozen=True):
    """An order or a roll after which the result was another. `error` is the standard error of its change; `playouts` is
    how often each answer, given or missed, was played on."""

    number: int
    entry: int
    turn: int
    phase: str
    active: str
    seat: str
    side: str
    kind: Kind
    before: BySide
    after: BySide
    error: float
    playouts: int = 0

    def change(self, side: str) -> float:
        return self.after[side] - self.before[side]


class TurningPoint(Turned, frozen=True):
    """What turned a battle. Of an order `missed` are the best others that the marshal found from the same seat's view,
    the best first; they may be worse than what was played. Of dice `chance` is how likely they were."""

    missed: tuple[Alternative, ...] = ()
    chance: Chance | None = None


Point = TypeVar("Point", bound=Turned)


class Reviewed(Struct, Generic[Point], frozen=True):
    """A battle reviewed, for all of its sides. The curve begins with the first turn."""

    sides: tuple[str, ...]
    first: BySide
    last: BySide
    curve: tuple[Stretch, ...]
    turns: tuple[TurnShares, ...]
    shares: dict[str, Shares]
    points: tuple[Point, ...]
    lucks: int
    playouts: int
    whole: bool
    """Whether every order and every roll was looked at."""


class Review(Reviewed[TurningPoint], frozen=True):
    """A review as it was worked out."""
