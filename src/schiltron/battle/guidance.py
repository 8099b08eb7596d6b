"""The questions a player may ask a book before deciding. A book answers those it can; the rest come back empty."""
# ruff: noqa: ARG002 - every book is asked alike, whatever of it its answer needs

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from schiltron.battle.decision import AnyDecision
from schiltron.battle.guide import Card, Duel, MenuEntry, Overlay, SequenceEntry, Shape, Target
from schiltron.battle.manoeuvre import Path
from schiltron.battle.shape import shape_of
from schiltron.battle.state import Battle
from schiltron.battle.unit import Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)


class Guidance(Generic[B, U, S]):
    """What a ruleset tells besides judging. Whoever asks hands in a view, never the truth."""

    def sequence(self, view: Battle[B, U, S] | None = None) -> tuple[SequenceEntry, ...]:
        """The sequence of play, for the turn track: that of a battle, or all there is in the book."""
        return ()

    def figures_of(self, unit: Unit[U]) -> Shape:
        """What a unit looks like about its pose, whether or not it is on the table."""
        return shape_of(unit.body, unit.bodies)

    def measures(self, view: Battle[B, U, S]) -> bool:
        """Whether players may lay the ruler on the table before they declare; else they go by eye."""
        return True

    def card(self, view: Battle[B, U, S], unit_id: str) -> Card | None:
        """All that is to be known of a unit; None for one the view does not hold."""
        return None

    def held(self, view: Battle[B, U, S]) -> tuple[str, ...]:
        """What the sides hold in hand, a sentence each: of the viewer's own all, of others no more than is open."""
        return ()

    def conditions(self, view: Battle[B, U, S]) -> tuple[str, ...]:
        """What is true of the whole field now, a sentence each: the weather, the state of the ground."""
        return ()

    def duel(self, view: Battle[B, U, S]) -> Duel | None:
        """The two single figures whom all that is due now is about."""
        return None

    def epithet(self, view: Battle[B, U, S], unit_id: str) -> str:
        """What a single figure is, in a few words after its name: leader and hero, 1 of 2 hits taken."""
        return ""

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
