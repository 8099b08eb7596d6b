"""The questions a player may ask a book before deciding. A book answers those it can; the rest come back empty."""
# ruff: noqa: ARG002 - every book is asked alike, whatever of it its answer needs

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from schiltron.battle.guide.answers import (
    Card,
    Deck,
    Duel,
    Liberty,
    MenuEntry,
    Overlay,
    SequenceEntry,
    Silhouette,
    Target,
    Verb,
    Vocabulary,
)
from schiltron.battle.guide.map_room import MapRoom
from schiltron.battle.guide.sky import SkyShown
from schiltron.battle.guide.tilt_yard import TiltYard
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.body_shape import shape_of
from schiltron.battle.state.decision import AnyDecision, HeldCard
from schiltron.battle.state.field import troops
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import Unit
from schiltron.battle.words.grammar import Note
from schiltron.battle.words.phrases import FORMING
from schiltron.table.edges import Board

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)


class Guidance(Generic[B, U, S]):
    """What a ruleset tells besides judging. Callers hand in a view, never the full battle."""

    def sequence(self, view: Battle[B, U, S] | None = None) -> tuple[SequenceEntry, ...]:
        """The sequence of play, for the turn track: that of a battle, or all there is in the book."""
        return ()

    def last_turn(self, view: Battle[B, U, S]) -> int:
        """The turn with which the battle ends, as the players agreed; 0 where it has none."""
        return int(getattr(getattr(view.own, "options", None), "turn_limit", 0))

    def figures_of(self, unit: Unit[U]) -> Silhouette:
        """What a unit looks like about its pose, whether or not it is on the table."""
        return shape_of(unit.body, unit.bodies)

    def measures(self, view: Battle[B, U, S]) -> bool:
        """Whether players may lay the ruler on the table before they declare; else they go by eye."""
        return True

    def appraise(self, view: Battle[B, U, S], side: str) -> Tally:
        """What a side still has, for those who think ahead: figures, where a book has no prices."""
        left = (unit for unit in troops(view, side) if unit.figures and (unit.on_table or unit.host))
        return Tally("figures left", tuple(Term(unit.name, unit.figures) for unit in left), measure="figures")

    def card(self, view: Battle[B, U, S], unit_id: str) -> Card | None:
        """All that is to be known of a unit; None for one the view does not hold."""
        return None

    def held(self, view: Battle[B, U, S]) -> tuple[str, ...]:
        """What the sides hold in hand, one sentence each: everything of the viewer's own, and of others only what is
        open."""
        return ()

    def conditions(self, view: Battle[B, U, S]) -> tuple[Note, ...]:
        """What is true of the whole field now, a sentence each: the weather, the state of the ground."""
        return ()

    def sky(self, view: Battle[B, U, S]) -> SkyShown:
        """Light and weather as the table shows them."""
        return SkyShown()

    def drawn(self, view: Battle[B, U, S]) -> Board | None:
        """The table as it is drawn. Pieces may for a while look different from what the rules ask about."""
        return view.board

    def duel(self, view: Battle[B, U, S]) -> Duel | None:
        """The two single figures of the duel that is being fought now."""
        return None

    def map_room(self, view: Battle[B, U, S]) -> MapRoom | None:
        """Both armies of a battle without a table, as the view may know them."""
        return None

    def tilt_yard(self, view: Battle[B, U, S]) -> TiltYard | None:
        """The day in the lists, of a battle that is one, as the view may know it."""
        return None

    def epithet(self, view: Battle[B, U, S], unit_id: str) -> str:
        """What a single figure is, in a few words after its name: leader and hero, 1 of 2 hits taken."""
        return ""

    def deck(self) -> Deck:
        """The cards that are played with by this book, for a page that shows them."""
        return Deck()

    def keys(self) -> tuple[tuple[str, str], ...]:
        """The keys of what units may be told by this book, and what each does, for a page that explains them."""
        return ()

    def vocabulary(self) -> Vocabulary:
        """What its orders are called. What is not listed goes by its own name."""
        verbs = {
            "shoot": Verb("Shoot", "shoot at", "may be shot at", aimed=True),
            "charge": Verb("Charge", "charge", goes="Charge with"),
            "melee": Verb("Fight", "fight"),
        }
        return Vocabulary(verbs, FORMING)

    def liberties(self, view: Battle[B, U, S]) -> tuple[Liberty, ...]:
        """What rules let seats do at any moment, unasked; dice that are due are thrown first."""
        return ()

    def powers(self, view: Battle[B, U, S], side: str, unit_id: str = "") -> tuple[HeldCard, ...]:
        """What the units of a side, or one of them, may call upon, whether or not they may now."""
        return ()

    def menu(
        self, view: Battle[B, U, S], decision: AnyDecision | None, unit_id: str, path: Path = ()
    ) -> tuple[MenuEntry, ...]:
        """What a unit may be told by this decision, after a path that is plotted already."""
        return ()

    def overlays(self, view: Battle[B, U, S], unit_id: str, path: Path = ()) -> tuple[Overlay, ...]:
        """Arcs and ranges of a unit from the end of a path, and where it could get."""
        return ()

    def targets(
        self, view: Battle[B, U, S], decision: AnyDecision | None, unit_id: str, path: Path = ()
    ) -> tuple[Target, ...]:
        """Whom a unit could attack from the end of a path, with the odds."""
        return ()
