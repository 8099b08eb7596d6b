"""BATTLESYSTEM as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from schiltron.battle.guide import SequenceEntry
from schiltron.battle.state import Battle as AnyBattle
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.options import SWITCHES
from schiltron.rulesets.battlesystem.sequence import HANDLERS, ROUND, SETUP, round_of
from schiltron.rulesets.battlesystem.state import Battle, BattlePart, Step, UnitPart
from schiltron.rulesets.book import Book


class Battlesystem(Book[BattlePart, UnitPart, Step]):
    name = "battlesystem"
    title = LAW.title
    law = LAW
    battle_type = AnyBattle[BattlePart, UnitPart, Step]
    handlers = HANDLERS
    switches = SWITCHES

    # ------------------------------------------------------------ what a player may ask before deciding

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        return (*SETUP, *(ROUND if view is None else round_of(view)))

    def measures(self, view: Battle) -> bool:
        """Nothing is measured before it is declared, unless the players agreed to (BS-3.5-01, BS-7.7-02)."""
        return view.own.options.measuring == "free"


BATTLESYSTEM = Battlesystem()
