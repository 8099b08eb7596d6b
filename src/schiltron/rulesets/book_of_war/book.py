"""Book of War (2011) as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from schiltron.battle.decision import Answer, AnyDecision
from schiltron.battle.guide import Card, MenuEntry, Overlay, Preview, SequenceEntry, Target
from schiltron.battle.manoeuvre import Path
from schiltron.battle.order import Reply
from schiltron.battle.plotting import asked_of_the_door
from schiltron.battle.state import Battle as AnyBattle
from schiltron.rulesets.book import Book
from schiltron.rulesets.book_of_war.guide.card import card
from schiltron.rulesets.book_of_war.guide.menu import menu
from schiltron.rulesets.book_of_war.guide.overlays import overlays
from schiltron.rulesets.book_of_war.guide.plotting import declares_first
from schiltron.rulesets.book_of_war.guide.preview import preview
from schiltron.rulesets.book_of_war.guide.targets import targets
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.options import SWITCHES
from schiltron.rulesets.book_of_war.sequence import HANDLERS, PLAYER_TURN, SETUP
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Step, UnitPart


class BookOfWar(Book[BattlePart, UnitPart, Step]):
    name = "book_of_war"
    title = LAW.title
    law = LAW
    battle_type = AnyBattle[BattlePart, UnitPart, Step]
    handlers = HANDLERS
    switches = SWITCHES

    # ------------------------------------------------------------ what a player may ask before deciding

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        return (*SETUP, *PLAYER_TURN)

    def measures(self, view: Battle) -> bool:
        """BW-B1-08."""
        return not declares_first(view)

    def card(self, view: Battle, unit_id: str) -> Card | None:
        return card(view, unit_id)

    def menu(self, view: Battle, decision: AnyDecision | None, unit_id: str, path: Path = ()) -> tuple[MenuEntry, ...]:
        return menu(view, decision, unit_id, path)

    def overlays(self, view: Battle, unit_id: str, path: Path = ()) -> tuple[Overlay, ...]:
        return overlays(view, unit_id, path)

    def targets(self, view: Battle, decision: AnyDecision | None, unit_id: str, path: Path = ()) -> tuple[Target, ...]:
        return targets(view, decision, unit_id, path)

    def preview(self, view: Battle, decision: AnyDecision, answer: Answer) -> Preview:
        asked = Reply(decision.seat, decision.id, asked_of_the_door(decision, answer))
        found = tuple(self.reasons(view, asked))
        if view.decision(decision.id) != decision:
            return Preview(reasons=found, legal=not found)
        return preview(view, decision, answer, found)


BOOK_OF_WAR = BookOfWar()
