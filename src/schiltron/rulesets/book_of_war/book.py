"""Book of War (2011) as a ruleset: its law, its battle type, its sequence of play, and when to measure (chapter B1)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from schiltron.battle.guide.answers import Liberty, SequenceEntry
from schiltron.battle.play.agenda import Step, closed
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.order import Amend
from schiltron.battle.state.tally import Tally
from schiltron.rulesets.book import Book, Guide
from schiltron.rulesets.book_of_war.aftermath.steps import PHASE as AFTERMATH
from schiltron.rulesets.book_of_war.aftermath.steps import aftermath
from schiltron.rulesets.book_of_war.appraisal import appraise
from schiltron.rulesets.book_of_war.disputes import disputes, leave_to_die
from schiltron.rulesets.book_of_war.guide.card import card
from schiltron.rulesets.book_of_war.guide.conditions import conditions, sky
from schiltron.rulesets.book_of_war.guide.menu import KEYS, menu
from schiltron.rulesets.book_of_war.guide.overlays import overlays
from schiltron.rulesets.book_of_war.guide.plotting import declares_first
from schiltron.rulesets.book_of_war.guide.preview import preview
from schiltron.rulesets.book_of_war.guide.special_combats import duel
from schiltron.rulesets.book_of_war.guide.targets import targets
from schiltron.rulesets.book_of_war.hiding import veiled
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.magic.ending import LAPSES
from schiltron.rulesets.book_of_war.magic.leaving import depart, departures
from schiltron.rulesets.book_of_war.magic.spellbook import spellbook
from schiltron.rulesets.book_of_war.old_shapes import CHANGES
from schiltron.rulesets.book_of_war.options import SWITCHES
from schiltron.rulesets.book_of_war.sequence import HANDLERS, PLAYER_TURN, SETUP
from schiltron.rulesets.book_of_war.setup.amending import settled
from schiltron.rulesets.book_of_war.setup.hidden_setup import imagined
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Scene, UnitPart


def _liberties(view: Battle) -> Iterator[Liberty]:
    """Wizards may leave, and a ruling may be left to a die."""
    yield from departures(view)
    yield from disputes(view)


class BookOfWar(Book[BattlePart, UnitPart, Step]):
    name = "book_of_war"
    title = LAW.title
    law = LAW
    battle_type = closed(BattlePart, UnitPart, HANDLERS)
    changes = CHANGES
    handlers = HANDLERS
    lapses = LAPSES
    switches = SWITCHES
    guide = Guide(
        card,
        menu,
        overlays,
        targets,
        preview,
        conditions=conditions,
        sky=sky,
        duel=duel,
        liberties=_liberties,
        powers=spellbook,
        keys=KEYS,
    )

    def take_liberty(self, scene: Scene, what: str) -> None:
        if not depart(scene, what) and not leave_to_die(scene, what):
            super().take_liberty(scene, what)

    def goes_on(self, view: Battle) -> bool:
        return view.phase != AFTERMATH

    def aftermath(self, battle: Battle) -> Battle | None:
        """Who recovers, who is dead, whose the horses are (BW-O8-01)."""
        return aftermath(battle)

    def amended(self, battle: Battle, amend: Amend) -> Battle | Reason:
        found = super().amended(battle, amend)
        return found if isinstance(found, Reason) else settled(battle, found)

    def redacted(self, battle: Battle, seat: str | None) -> Battle:
        """Of units that hide others know that they do, and no more."""
        return super().redacted(veiled(battle, seat), seat)

    def filled_in(self, view: Battle, seat: str | None, random: Random) -> Battle:
        whole = super().filled_in(view, seat, random)
        return imagined(whole, random) if view.own.options.hiding != "open" else whole

    # ------------------------------------------------------------ what a player may ask before deciding

    def appraise(self, view: Battle, side: str) -> Tally:
        return appraise(view, side)

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        if view is not None and view.phase == AFTERMATH:
            return (SequenceEntry(AFTERMATH, "After the battle", ("BW-O8-01",)),)
        return (*SETUP, *PLAYER_TURN)

    def measures(self, view: Battle) -> bool:
        """BW-B1-08."""
        return not declares_first(view)


BOOK_OF_WAR = BookOfWar()
