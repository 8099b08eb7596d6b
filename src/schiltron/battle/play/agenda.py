"""How steps are carried out: a scene to work in, and the loop that runs until something must be asked.

A step is plain data on the agenda; its handler is a set of functions. Nothing waits inside a call: a battle
can be saved and resumed between any two steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar, Union

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from schiltron.battle.state.battle import Battle, Commitment, Engagement, Outcome
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.decision import UNSEATED, Answer, AnyDecision
from schiltron.battle.state.effects import Effect, Effects, Later, Moment, OnUnit, Subject, While
from schiltron.battle.state.event import AnyEvent, Ended, Marked
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)
T = TypeVar("T", bound="Step")
Q = TypeVar("Q", bound=AnyDecision)
A = TypeVar("A", bound=Answer)
OfBook = TypeVar("OfBook")
"""A battle of a book."""
InBook = TypeVar("InBook")
"""A scene of a book."""

STEPS_PER_ORDER = 5_000


class Step(Struct, frozen=True):
    """Something to be done: plain data on the agenda of a battle, ids and numbers only. Each has a tag, `book.verb`."""


class Runaway(Exception):
    """One order set off more steps than any rule can need. The battle is attached for the bug report."""

    def __init__(self, battle: Battle[Any, Any, Any], step: Struct) -> None:
        super().__init__(f"more than {STEPS_PER_ORDER} steps after one order; next would be {step!r}")
        self.battle = battle


Lapses = Mapping[str, Callable[[Any, Effect, tuple[str, ...]], None]]
"""By kind of effect: what puts back what it had changed, called when one has ended, with the rules by which it did."""
NO_LAPSES: Final[Lapses] = MappingProxyType({})


class Scene(Generic[B, U, S]):
    """Where a handler works: the present battle, and the events so far. `lapses` says, by kind of effect, what else
    happens when one ends; `coming` is how many steps of the agenda were there before the handler began."""

    __slots__ = ("_begun", "battle", "cause", "coming", "events", "lapses")

    def __init__(self, battle: Battle[B, U, S], lapses: Lapses = NO_LAPSES) -> None:
        self.battle = battle
        self.events: list[AnyEvent] = []
        self.cause = ""
        self.lapses = lapses
        self.coming = len(battle.agenda)
        self._begun = 0

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

    def now(self, *steps: Step) -> None:
        """Put these steps before the rest of the agenda."""
        self.battle = replace(self.battle, agenda=steps + self.battle.agenda)

    def after(self, *steps: Step) -> None:
        """Put these steps behind those that this handler has added to the agenda, and before the rest."""
        agenda = self.battle.agenda
        place = len(agenda) - self.coming
        self.battle = replace(self.battle, agenda=agenda[:place] + steps + agenda[place:])

    def at(self, moment: Moment, step: Step, audience: tuple[str, ...] = ()) -> None:
        """Put off this step until that moment comes (see `upkeep`)."""
        self.battle = replace(self.battle, due=(*self.battle.due, Later(moment, step, audience)))

    def begin(self, kind: str, on: Subject, **fields: Any) -> None:
        """An effect begins; further names are its fields. What the table shows of it is told."""
        taken = {one.id for one in self.battle.effects.all}
        names = (f"{self.battle.serial}.{number}" for number in count(self._begun))
        effect = Effect(next(name for name in names if name not in taken), kind, on, **fields)
        self._begun += 1
        self.battle = self.battle.with_effect(effect)
        if effect.mark and isinstance(on, OnUnit):
            self.mark(on.unit, effect.mark, rules=effect.rules)

    def lift(self, effect: Effect, rules: tuple[str, ...] = ()) -> None:
        """End an effect, by these rules or by its own: its mark is taken off, and its changes are undone. Effects end
        only here."""
        kept = tuple([one for one in self.battle.effects.all if one.id != effect.id])
        if len(kept) == len(self.battle.effects.all):
            return
        self.battle = replace(self.battle, effects=Effects(kept))
        rules = rules or effect.rules
        if effect.mark and isinstance(effect.on, OnUnit) and self.unit(effect.on.unit).has(effect.mark):
            self.mark(effect.on.unit, effect.mark, on=False, rules=rules)
        if effect.kind in self.lapses:
            self.lapses[effect.kind](self, effect, rules)

    def deed(self, unit_id: str, *deeds: str, rules: tuple[str, ...] = ()) -> None:
        """A unit does something. It is written into the record of its turn, if the book keeps it, and effects that last
        only while the unit does not do it end."""
        unit: Unit[Any] = self.unit(unit_id)
        turn = unit.own.turn
        new = {what: True for what in deeds if what in turn.__struct_fields__ and not getattr(turn, what)}
        if new:
            self.change(replace(unit, own=replace(unit.own, turn=replace(turn, **new))))
        for effect in self.battle.effects.all:
            if any(isinstance(end, While) and end.unit == unit_id and {*end.none_of} & {*deeds} for end in effect.ends):
                self.lift(effect, rules)

    def tell(self, event: AnyEvent, before: int | None = None) -> None:
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
    """What a step does; made by `does`, `rolls` or `asks`, which see to it that its functions fit together.

    `ask` says what is due, of decisions looking only at what is seen: who is asked by everybody, what by the asked
    seat (None or nobody: nothing, then `do` is carried out; where nobody sits for who would be
    asked, an answer is taken unasked: `UNSEATED`); `judge` finds all reasons
    against an answer, looking only at the asked seat's view; `take` carries the answers out on the truth,
    `roll` the dice. `sample` draws a random legal answer and never fails to find one; `suggest` lists good
    candidates.
    """

    step: type[Step]
    do: Callable[[Any, Any], None] | None = None
    ask: Callable[[Any, Any], Asked] | None = None
    judge: Callable[[Any, Any, Any, Any], list[Reason]] | None = None
    take: Callable[[Any, Any, tuple[Any, ...]], None] | None = None
    roll: Callable[[Any, Any, tuple[Thrown, ...]], None] | None = None
    sample: Callable[[Any, Any, Any, Random], Answer] | None = None
    suggest: Callable[[Any, Any, Any], Iterable[Answer]] | None = None


def does(step: type[T], do: Callable[[InBook, T], None]) -> Handler:
    """The handler of a step that asks nobody for anything."""
    return Handler(step, do)


def rolls(
    step: type[T],
    *,
    ask: Callable[[OfBook, T], Roll | None],
    roll: Callable[[InBook, T, tuple[Thrown, ...]], None],
    do: Callable[[InBook, T], None] | None = None,
) -> Handler:
    """The handler of a step that asks for dice; where it asks for none, `do` is carried out."""
    return Handler(step, do, ask, roll=roll)


def asks(
    step: type[T],
    *,
    ask: Callable[[OfBook, T], tuple[Q, ...] | None],
    judge: Callable[[OfBook, T, Q, A], list[Reason]],
    take: Callable[[InBook, T, tuple[A, ...]], None],
    sample: Callable[[OfBook, T, Q, Random], A],
    suggest: Callable[[OfBook, T, Q], Iterable[A]] | None = None,
    do: Callable[[InBook, T], None] | None = None,
) -> Handler:
    """The handler of a step that asks for decisions of one kind: the door lets in only answers of the form that fits
    them (`decision.FORMS`). Where it asks nobody, `do` is carried out."""
    return Handler(step, do, ask, judge, take, sample=sample, suggest=suggest)


def gathered(*handlers: Handler) -> dict[type, Handler]:
    """The handlers of a book by their steps."""
    by_step: dict[type, Handler] = {handler.step: handler for handler in handlers}
    assert len(by_step) == len(handlers), "a step has two handlers"
    return by_step


def closed(own: type, unit: type, handlers: Mapping[type, Handler]) -> Any:
    """The type of a book's battles, for reading them back: its own part, its units' part, and whatever step it has."""
    step: Any = Union.__getitem__(tuple(handlers))
    return Battle.__class_getitem__((own, unit, step))  # type: ignore[attr-defined]


def tag_of(step: Struct) -> str:
    return str(step.__struct_config__.tag)


View = Callable[[Battle[B, U, S], str | None], Battle[B, U, S]]
"""The battle as a seat sees it, None for what everybody does: the very same where nothing is hidden."""


def run(scene: Scene[B, U, S], handlers: Mapping[type, Handler], view: View[B, U, S]) -> None:
    """Carry out steps until one asks, or the battle is over."""
    for taken in count():
        battle = scene.battle
        if battle.outcome is not None or not battle.agenda:
            return
        step = battle.agenda[0]
        handler = handlers[type(step)]
        if handler.ask is not None:
            asked = _asked(battle, step, handler, view)
            if asked is not None and asked != ():
                scene.battle = _waiting(battle, asked)
                if isinstance(asked, Roll) or all(one.seat for one in asked):
                    return
                scene.battle = _unasked(scene.battle, step, handler)
                if scene.battle.decisions:
                    return
        if taken == STEPS_PER_ORDER:
            raise Runaway(battle, step)
        answers = scene.battle.commitments
        scene.battle = replace(battle, agenda=battle.agenda[1:])
        scene.coming = len(scene.battle.agenda)
        scene.cause = tag_of(step)
        if answers:
            assert handler.take is not None, f"{tag_of(step)} asks but does not take"
            handler.take(scene, step, tuple(one.answer for one in answers))
        elif handler.do is not None:
            handler.do(scene, step)


def _asked(battle: Battle[B, U, S], step: S, handler: Handler, view: View[B, U, S]) -> Asked:
    """What a step asks for: dice from the truth, decisions from what is seen. Whoever is asked follows from what
    everybody sees, and what he is asked from what he sees himself."""
    assert handler.ask is not None
    if handler.take is None:
        return handler.ask(battle, step)
    seen = view(battle, None)
    asked = handler.ask(seen, step)
    if seen is battle or not isinstance(asked, tuple):
        return asked
    own = {seat: _of_seat(handler.ask(view(battle, seat), step), seat) for seat in {one.seat for one in asked}}
    return tuple([next(own[one.seat]) for one in asked])


def _of_seat(asked: Asked, seat: str) -> Iterator[AnyDecision]:
    return iter([one for one in asked if one.seat == seat] if isinstance(asked, tuple) else ())


def asked_anew(battle: Battle[B, U, S], handlers: Mapping[type, Handler], view: View[B, U, S]) -> Battle[B, U, S]:
    """The battle as it waits for what its next step asks. Only empty seats have answered."""
    step = battle.agenda[0]
    handler = handlers[type(step)]
    asked = _asked(battle, step, handler, view) if handler.ask is not None else None
    assert asked, f"{tag_of(step)} asks for nothing"
    return _unasked(_waiting(battle, asked), step, handler)


def _waiting(battle: Battle[B, U, S], asked: Roll | tuple[AnyDecision, ...]) -> Battle[B, U, S]:
    if isinstance(asked, Roll):
        return replace(battle, roll=numbered(asked, str(battle.serial)), decisions=())
    decisions = tuple([numbered(one, f"{battle.serial}.{place}") for place, one in enumerate(asked)])
    return replace(battle, roll=None, decisions=decisions)


def _unasked(battle: Battle[B, U, S], step: S, handler: Handler) -> Battle[B, U, S]:
    """What nobody sits for is answered by what silence does, else by the first that is suggested."""
    answered = []
    for one in battle.decisions:
        if one.seat == UNSEATED:
            suggested = handler.suggest(battle, step, one) if handler.suggest is not None else ()
            answered.append(Commitment(one, one.default or next(iter(suggested))))
    decisions = tuple(one for one in battle.decisions if one.seat != UNSEATED)
    return replace(battle, decisions=decisions, commitments=tuple(answered))


Due = TypeVar("Due", bound=Roll | AnyDecision)


def numbered(asked: Due, number: str) -> Due:
    return replace(asked, id=number)


def renumbered(battle: Battle[B, U, S], serial: int) -> Battle[B, U, S]:
    """The same position with another serial, and what is open in it named by that."""
    return replace(
        battle,
        serial=serial,
        roll=numbered(battle.roll, str(serial)) if battle.roll is not None else None,
        decisions=tuple(numbered(one, _moved_to(one.id, serial)) for one in battle.decisions),
        commitments=tuple(
            Commitment(numbered(one.decision, _moved_to(one.decision.id, serial)), one.answer)
            for one in battle.commitments
        ),
    )


def _moved_to(decision_id: str, serial: int) -> str:
    return f"{serial}.{decision_id.rpartition('.')[2]}"
