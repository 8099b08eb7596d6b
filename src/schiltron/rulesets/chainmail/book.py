"""Chainmail as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from schiltron.battle.guide import SequenceEntry
from schiltron.battle.state import Battle as AnyBattle
from schiltron.rulesets.book import Book, Guide
from schiltron.rulesets.chainmail.guide.card import card
from schiltron.rulesets.chainmail.guide.menu import menu
from schiltron.rulesets.chainmail.guide.overlays import overlays
from schiltron.rulesets.chainmail.guide.preview import preview
from schiltron.rulesets.chainmail.guide.shots import by_guess
from schiltron.rulesets.chainmail.guide.targets import targets
from schiltron.rulesets.chainmail.history.camps import with_ways_unknown
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.options import SWITCHES
from schiltron.rulesets.chainmail.sequence import HANDLERS, SETUP, TURN, turn_of
from schiltron.rulesets.chainmail.state import Battle, BattlePart, Step, UnitPart
from schiltron.rulesets.chainmail.telling import conditions, epithet, held


class Chainmail(Book[BattlePart, UnitPart, Step]):
    name = "chainmail"
    title = LAW.title
    law = LAW
    battle_type = AnyBattle[BattlePart, UnitPart, Step]
    handlers = HANDLERS
    switches = SWITCHES
    guide = Guide(card, menu, overlays, targets, preview, conditions=conditions, held=held, epithet=epithet)
    draws = True

    def view(self, battle: Battle, seat: str | None) -> Battle:
        return with_ways_unknown(super().view(battle, seat), seat)

    # ------------------------------------------------------------ what a player may ask before deciding

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        return (*SETUP, *(TURN if view is None else turn_of(view)))

    def measures(self, view: Battle) -> bool:
        """Nobody measures while distances are guessed for an engine (CM-CATAPULT-11)."""
        return not any(by_guess(view, unit) for unit in view.standing() if unit.figures)


CHAINMAIL = Chainmail()
