"""BATTLESYSTEM as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from schiltron.battle.guide import SequenceEntry
from schiltron.battle.state import Battle as AnyBattle
from schiltron.rulesets.battlesystem.guide.card import card
from schiltron.rulesets.battlesystem.guide.menu import menu
from schiltron.rulesets.battlesystem.guide.overlays import overlays
from schiltron.rulesets.battlesystem.guide.plotting import declares_first
from schiltron.rulesets.battlesystem.guide.preview import preview
from schiltron.rulesets.battlesystem.guide.targets import targets
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.options import SWITCHES
from schiltron.rulesets.battlesystem.sequence import HANDLERS, ROUND, SETUP, round_of
from schiltron.rulesets.battlesystem.state import Battle, BattlePart, Step, UnitPart
from schiltron.rulesets.battlesystem.telling import conditions, duel, epithet, held
from schiltron.rulesets.book import Book, Guide


class Battlesystem(Book[BattlePart, UnitPart, Step]):
    name = "battlesystem"
    title = LAW.title
    law = LAW
    battle_type = AnyBattle[BattlePart, UnitPart, Step]
    handlers = HANDLERS
    switches = SWITCHES
    guide = Guide(card, menu, overlays, targets, preview, conditions=conditions, held=held, duel=duel, epithet=epithet)

    # ------------------------------------------------------------ what a player may ask before deciding

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        return (*SETUP, *(ROUND if view is None else round_of(view)))

    def measures(self, view: Battle) -> bool:
        """Nothing is measured before it is declared, unless the players agreed to (BS-3.5-01, BS-7.7-02)."""
        return not declares_first(view)


BATTLESYSTEM = Battlesystem()
