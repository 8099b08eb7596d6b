"""A phase thought through command by command, and no farther than it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import FINISH, Answer, Command, Commanded, Plan, Planned
from schiltron.battle.state.unit import Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)


def told(decision: Command | Plan, thought: Iterable[Commanded]) -> Answer:
    """The whole of a thought where a plan is asked for; where commands are asked one by one, the first. What comes
    after it is not thought of: it will be, when the first has been carried out, from what the field looks like."""
    if isinstance(decision, Plan):
        return Planned(tuple(thought))
    return next(iter(thought), FINISH)


class Thought(NamedTuple):
    """A plan for a phase: commands, each with the battle expected when its turn comes, and the battle after all."""

    commands: tuple[tuple[Commanded, Battle[Any, Any, Any]], ...]
    end: Battle[Any, Any, Any]


class Follower(Generic[B, U, S]):
    """Answers commands and plans alike from one way of thinking a phase through.

    Where commands are asked one by one, the thought is kept until the field looks other than expected.
    """

    def __init__(self, think: Callable[[Battle[B, U, S], tuple[str, ...]], Thought]) -> None:
        self._think = think
        self._thought: Thought | None = None
        self._given = 0

    def answer(self, view: Battle[B, U, S], decision: Command | Plan) -> Answer:
        if isinstance(decision, Plan):
            return Planned(tuple(command for command, _ in self._think(view, decision.actors).commands))
        if self._thought is None or not alike(view, self._expected(self._thought)):
            self._thought, self._given = self._think(view, decision.actors), 0
        commands = self._thought.commands
        if self._given == len(commands):
            self._thought = None
            return FINISH
        self._given += 1
        return commands[self._given - 1][0]

    def _expected(self, thought: Thought) -> Battle[Any, Any, Any]:
        if self._given < len(thought.commands):
            return thought.commands[self._given][1]
        return thought.end


def alike(one: Battle[Any, Any, Any], other: Battle[Any, Any, Any]) -> bool:
    """Whether two battles are in the same phase of the same turn, on the same ground, with the same things at work and
    due, and all units in the same place and state."""
    if (one.turn, one.phase, one.active) != (other.turn, other.phase, other.active):
        return False
    if not all(ours is theirs or ours == theirs for ours, theirs in zip(_about(one), _about(other), strict=True)):
        return False
    return one.units.keys() == other.units.keys() and all(
        _same(unit, other.units[unit_id]) for unit_id, unit in one.units.items()
    )


def _about(battle: Battle[Any, Any, Any]) -> tuple[object, ...]:
    """What a battle is besides its units."""
    return battle.board, battle.effects, battle.due


def _same(one: Unit[Any], other: Unit[Any]) -> bool:
    return one is other or (
        (one.place, one.body, one.figures, one.marks) == (other.place, other.body, other.figures, other.marks)
    )
