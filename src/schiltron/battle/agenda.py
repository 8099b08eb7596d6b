"""How steps are carried out: a scene to work in, and the loop that runs until something must be asked.

A step is plain data on the agenda; its handler is a set of functions. Nothing waits inside a call: a battle
can be saved and resumed between any two steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from schiltron.battle.chance import Roll, Thrown
from schiltron.battle.decision import Answer, AnyDecision
from schiltron.battle.event import Ended, Happening, Marked
from schiltron.battle.illegal import Reason
from schiltron.battle.state import Battle, Engagement, Outcome
from schiltron.battle.unit import Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

STEPS_PER_ORDER = 5_000


class Runaway(Exception):
    """One order set off more steps than any rule can need. The battle is attached for the bug report."""

    def __init__(self, battle: Battle[Any, Any, Any], step: Struct) -> None:
        super().__init__(f"more than {STEPS_PER_ORDER} steps after one order; next would be {step!r}")
        self.battle = battle


class Scene(Generic[B, U, S]):
    """Where a handler works: the battle as it is by now, and what has happened so far."""

    __slots__ = ("battle", "cause", "events")

    def __init__(self, battle: Battle[B, U, S]) -> None:
        self.battle = battle
        self.events: list[Happening] = []
        self.cause = ""

    def unit(self, unit_id: str) -> Unit[U]:
        return self.battle.units[unit_id]

    def change(self, unit: Unit[U]) -> None:
        self.battle = self.battle.with_unit(unit)

    def mark(self, unit_id: str, mark: str, *, on: bool = True, rules: tuple[str, ...] = ()) -> None:
        """Put a lasting mark on a unit or take it off, and tell it."""
        unit = self.unit(unit_id)
        others = tuple(one for one in unit.marks if one != mark)
        self.change(replace(unit, marks=(*others, mark) if on else others))
        self.tell(Marked(unit=unit_id, mark=mark, on=on, rules=rules))

    def set(self, **fields: Any) -> None:
        self.battle = replace(self.battle, **fields)

    def now(self, *steps: S) -> None:
        """These steps come before the rest of the agenda."""
        self.battle = replace(self.battle, agenda=steps + self.battle.agenda)

    def tell(self, event: Happening, before: int | None = None) -> None:
        """Tell what has happened; what only its effects can tell the size of comes before those, at their place."""
        if not event.cause:
            force_setattr(event, "cause", self.cause)
        self.events.insert(len(self.events) if before is None else before, event)

    def engage(self, engagements: Iterable[Engagement]) -> None:
        self.battle = replace(self.battle, engagements=tuple(engagements))

    def end(self, outcome: Outcome) -> None:
        self.battle = replace(self.battle, outcome=outcome, agenda=())
        self.tell(Ended(outcome=outcome, rules=outcome.rules))


Asked = Roll | tuple[AnyDecision, ...] | None


@dataclass(frozen=True, slots=True)
class Handler:
    """What a step does.

    `ask` says what is due (None or nobody: nothing, then `do` is carried out); `judge` finds all reasons
    against an answer, looking only at the asked seat's view; `take` carries the answers out on the truth,
    `roll` the dice. `sample` draws a random legal answer and never fails to find one; `suggest` lists good
    candidates.
    """

    do: Callable[[Any, Any], None] | None = None
    ask: Callable[[Any, Any], Asked] | None = None
    judge: Callable[[Any, Any, Any, Any], list[Reason]] | None = None
    take: Callable[[Any, Any, tuple[Any, ...]], None] | None = None
    roll: Callable[[Any, Any, tuple[Thrown, ...]], None] | None = None
    sample: Callable[[Any, Any, Any, Random], Answer] | None = None
    suggest: Callable[[Any, Any, Any], Iterable[Answer]] | None = None


def tag_of(step: Struct) -> str:
    return str(step.__struct_config__.tag)


def run(scene: Scene[B, U, S], handlers: Mapping[type, Handler]) -> None:
    """Carry out steps until one asks, or the battle is over."""
    for taken in count():
        battle = scene.battle
        if battle.outcome is not None or not battle.agenda:
            return
        step = battle.agenda[0]
        handler = handlers[type(step)]
        if handler.ask is not None:
            asked = handler.ask(battle, step)
            if asked is not None and asked != ():
                scene.battle = _waiting(battle, asked)
                return
        if taken == STEPS_PER_ORDER:
            raise Runaway(battle, step)
        scene.battle = replace(battle, agenda=battle.agenda[1:])
        if handler.do is not None:
            scene.cause = tag_of(step)
            handler.do(scene, step)


def _waiting(battle: Battle[B, U, S], asked: Roll | tuple[AnyDecision, ...]) -> Battle[B, U, S]:
    if isinstance(asked, Roll):
        return replace(battle, roll=numbered(asked, str(battle.serial)), decisions=())
    decisions = tuple(numbered(one, f"{battle.serial}.{place}") for place, one in enumerate(asked))
    return replace(battle, roll=None, decisions=decisions)


A = TypeVar("A", bound=Roll | AnyDecision)


def numbered(asked: A, number: str) -> A:
    return replace(asked, id=number)
