"""What the books played on this table have in common as rulesets: two sides who are enemies, switches, and a guide."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle import field
from schiltron.battle.asking import Asked, asked_of_the_door
from schiltron.battle.decision import Answer, AnyDecision
from schiltron.battle.guide import Card, Duel, MenuEntry, Overlay, Preview, Target
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Path
from schiltron.battle.order import Amend, Reply
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import Battle
from schiltron.battle.unit import Unit
from schiltron.rulesets.switches import Switchboard

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)


def _nothing(*_asked: object) -> tuple[Any, ...]:
    return ()


def _nobody(*_asked: object) -> None:
    return None


def _no_words(*_asked: object) -> str:
    return ""


def _as_judged(_asked: object, _answer: Answer, plain: Preview) -> Preview:
    return plain


class Guide(NamedTuple, Generic[B, U, S]):
    """A book's answers to what `Guidance` asks, with what is open to be answered; unsaid, they come back empty.

    `preview` adds what an answer would do to a preview that holds everything against it.
    """

    card: Callable[[Battle[B, U, S], str], Card | None] = _nobody
    menu: Callable[[Asked[B, U, S], str, Path], tuple[MenuEntry, ...]] = _nothing
    overlays: Callable[[Battle[B, U, S], str, Path], tuple[Overlay, ...]] = _nothing
    targets: Callable[[Battle[B, U, S], Asked[B, U, S] | None, str, Path], tuple[Target, ...]] = _nothing
    preview: Callable[[Asked[B, U, S], Answer, Preview], Preview] = _as_judged
    conditions: Callable[[Battle[B, U, S]], Iterable[str]] = _nothing
    held: Callable[[Battle[B, U, S]], Iterable[str]] = _nothing
    duel: Callable[[Battle[B, U, S]], Duel | None] = _nobody
    epithet: Callable[[Battle[B, U, S], str], str] = _no_words


class Book(Ruleset[B, U, S]):
    """A ruleset whose part of a battle holds its `options`."""

    switches: ClassVar[Switchboard[Any]]
    guide: Guide[B, U, S] = Guide()

    def hostile(self, battle: Battle[B, U, S], one: Unit[U], other: Unit[U]) -> bool:
        return field.hostile(one, other)

    def amended(self, battle: Battle[B, U, S], amend: Amend) -> Battle[B, U, S] | Reason:
        own: Any = battle.own
        options = self.switches.set(own.options, amend.switch, amend.value)
        if isinstance(options, Reason):
            return options
        return replace(battle, own=replace(own, options=options))

    # ------------------------------------------------------------ what a player may ask before deciding

    def card(self, view: Battle[B, U, S], unit_id: str) -> Card | None:
        return self.guide.card(view, unit_id)

    def conditions(self, view: Battle[B, U, S]) -> tuple[str, ...]:
        return tuple(self.guide.conditions(view))

    def held(self, view: Battle[B, U, S]) -> tuple[str, ...]:
        return tuple(self.guide.held(view))

    def duel(self, view: Battle[B, U, S]) -> Duel | None:
        return self.guide.duel(view)

    def epithet(self, view: Battle[B, U, S], unit_id: str) -> str:
        return self.guide.epithet(view, unit_id)

    def overlays(self, view: Battle[B, U, S], unit_id: str, path: Path = ()) -> tuple[Overlay, ...]:
        return self.guide.overlays(view, unit_id, path)

    def menu(
        self, view: Battle[B, U, S], decision: AnyDecision | None, unit_id: str, path: Path = ()
    ) -> tuple[MenuEntry, ...]:
        asked = self._asked(view, decision)
        if asked is None or unit_id not in view.units or not asked.about(unit_id):
            return ()
        return self.guide.menu(asked, unit_id, path)

    def targets(
        self, view: Battle[B, U, S], decision: AnyDecision | None, unit_id: str, path: Path = ()
    ) -> tuple[Target, ...]:
        return self.guide.targets(view, self._asked(view, decision), unit_id, path)

    def preview(self, view: Battle[B, U, S], decision: AnyDecision, answer: Answer) -> Preview:
        reply = Reply(decision.seat, decision.id, asked_of_the_door(decision, answer))
        found = tuple(self.reasons(view, reply))
        plain = Preview(reasons=found, legal=not found)
        asked = self._asked(view, decision)
        return plain if asked is None else self.guide.preview(asked, answer, plain)

    def _asked(self, view: Battle[B, U, S], decision: AnyDecision | None) -> Asked[B, U, S] | None:
        """A decision that is open in this view, with the door to ask about it."""
        if decision is None or view.decision(decision.id) != decision:
            return None
        return Asked(view, decision, lambda answer: self.reasons(view, Reply(decision.seat, decision.id, answer)))
