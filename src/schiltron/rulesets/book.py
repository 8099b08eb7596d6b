"""What all books have in common as rulesets: sides who are enemies, switches, and a guide."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.guide.answers import Card, Deck, Duel, Liberty, MenuEntry, Overlay, Preview, Target
from schiltron.battle.guide.dismissing import dismiss, dismissals
from schiltron.battle.guide.map_room import MapRoom
from schiltron.battle.guide.sky import SkyShown
from schiltron.battle.guide.tilt_yard import TiltYard
from schiltron.battle.play.agenda import Scene
from schiltron.battle.play.open_decision import Asked, asked_of_the_door
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import Answer, AnyDecision, HeldCard
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.state.order import Amend, Reply
from schiltron.battle.words.grammar import Note
from schiltron.rulesets.switches import Switchboard
from schiltron.table.edges import Board

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


def _fair(_: object) -> SkyShown:
    return SkyShown()


def _as_it_is(view: Battle[B, U, S]) -> Board | None:
    return view.board


class Guide(NamedTuple, Generic[B, U, S]):
    """A book's answers to what `Guidance` asks, with what is open to be answered; unsaid, they come back empty.

    `preview` adds what an answer would do to a preview that holds everything against it.
    """

    card: Callable[[Battle[B, U, S], str], Card | None] = _nobody
    menu: Callable[[Asked[B, U, S], str, Path], tuple[MenuEntry, ...]] = _nothing
    overlays: Callable[[Battle[B, U, S], str, Path], tuple[Overlay, ...]] = _nothing
    targets: Callable[[Battle[B, U, S], Asked[B, U, S] | None, str, Path], tuple[Target, ...]] = _nothing
    preview: Callable[[Asked[B, U, S], Answer, Preview], Preview] = _as_judged
    conditions: Callable[[Battle[B, U, S]], Iterable[Note]] = _nothing
    sky: Callable[[Battle[B, U, S]], SkyShown] = _fair
    drawn: Callable[[Battle[B, U, S]], Board | None] = _as_it_is
    held: Callable[[Battle[B, U, S]], Iterable[str]] = _nothing
    duel: Callable[[Battle[B, U, S]], Duel | None] = _nobody
    map_room: Callable[[Battle[B, U, S]], MapRoom | None] = _nobody
    tilt_yard: Callable[[Battle[B, U, S]], TiltYard | None] = _nobody
    epithet: Callable[[Battle[B, U, S], str], str] = _no_words
    liberties: Callable[[Battle[B, U, S]], Iterable[Liberty]] = _nothing
    powers: Callable[[Battle[B, U, S], str], Iterable[HeldCard]] = _nothing
    keys: tuple[tuple[str, str], ...] = ()
    deck: Callable[[], Deck] = Deck


class Book(Ruleset[B, U, S]):
    """A ruleset whose part of a battle holds its `options`."""

    switches: ClassVar[Switchboard[Any]]
    guide: Guide[B, U, S] = Guide()

    def amended(self, battle: Battle[B, U, S], amend: Amend) -> Battle[B, U, S] | Reason:
        own: Any = battle.own
        options = self.switches.amended(own.options, amend.switch, amend.value)
        if isinstance(options, Reason):
            return options
        return replace(battle, own=replace(own, options=options))

    # ------------------------------------------------------------ what a player may ask before deciding

    def card(self, view: Battle[B, U, S], unit_id: str) -> Card | None:
        card = self.guide.card(view, unit_id)
        if card is None:
            return None
        free = tuple(one for one in self.liberties(view) if one.unit == unit_id)
        powers = self.powers(view, view.units[unit_id].side, unit_id)
        return replace(card, liberties=free, powers=powers) if free or powers else card

    def powers(self, view: Battle[B, U, S], side: str, unit_id: str = "") -> tuple[HeldCard, ...]:
        return tuple(one for one in self.guide.powers(view, side) if unit_id in ("", one.holder))

    def liberties(self, view: Battle[B, U, S]) -> tuple[Liberty, ...]:
        return (*dismissals(view), *self.guide.liberties(view))

    def take_liberty(self, scene: Scene[B, U, S], what: str) -> None:
        if not dismiss(scene, what):
            super().take_liberty(scene, what)

    def conditions(self, view: Battle[B, U, S]) -> tuple[Note, ...]:
        return tuple(self.guide.conditions(view))

    def sky(self, view: Battle[B, U, S]) -> SkyShown:
        return self.guide.sky(view)

    def drawn(self, view: Battle[B, U, S]) -> Board | None:
        return self.guide.drawn(view)

    def held(self, view: Battle[B, U, S]) -> tuple[str, ...]:
        return tuple(self.guide.held(view))

    def duel(self, view: Battle[B, U, S]) -> Duel | None:
        return self.guide.duel(view)

    def map_room(self, view: Battle[B, U, S]) -> MapRoom | None:
        return self.guide.map_room(view)

    def tilt_yard(self, view: Battle[B, U, S]) -> TiltYard | None:
        return self.guide.tilt_yard(view)

    def epithet(self, view: Battle[B, U, S], unit_id: str) -> str:
        return self.guide.epithet(view, unit_id)

    def deck(self) -> Deck:
        return self.guide.deck()

    def keys(self) -> tuple[tuple[str, str], ...]:
        return self.guide.keys

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
