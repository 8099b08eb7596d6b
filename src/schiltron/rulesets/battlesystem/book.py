"""BATTLESYSTEM as a ruleset: its law, its battle type, its sequence of play, and when to measure (cases 3.5, 7.7)."""

from __future__ import annotations

from random import Random

from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.play.agenda import Step, closed
from schiltron.battle.state.tally import Tally
from schiltron.rulesets.battlesystem.appraisal import appraise
from schiltron.rulesets.battlesystem.guide.card import card
from schiltron.rulesets.battlesystem.guide.menu import KEYS, menu
from schiltron.rulesets.battlesystem.guide.overlays import overlays
from schiltron.rulesets.battlesystem.guide.plotting import declares_first
from schiltron.rulesets.battlesystem.guide.preview import preview
from schiltron.rulesets.battlesystem.guide.targets import targets
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.old_shapes import CHANGES
from schiltron.rulesets.battlesystem.options import SWITCHES
from schiltron.rulesets.battlesystem.ranks import LAPSES
from schiltron.rulesets.battlesystem.sequence import HANDLERS, ROUND, SETUP, round_of
from schiltron.rulesets.battlesystem.setup.deployment import SECRET_SETUP
from schiltron.rulesets.battlesystem.state import Battle, BattlePart, UnitPart
from schiltron.rulesets.battlesystem.telling import conditions, duel, epithet, held
from schiltron.rulesets.book import Book, Guide


class Battlesystem(Book[BattlePart, UnitPart, Step]):
    name = "battlesystem"
    title = LAW.title
    law = LAW
    battle_type = closed(BattlePart, UnitPart, HANDLERS)
    changes = CHANGES
    handlers = HANDLERS
    lapses = LAPSES
    switches = SWITCHES
    guide = Guide(
        card, menu, overlays, targets, preview, conditions=conditions, held=held, duel=duel, epithet=epithet, keys=KEYS
    )

    def redacted(self, battle: Battle, seat: str | None) -> Battle:
        """While all set up at the same time, others' armies are seen in reserve."""
        return super().redacted(SECRET_SETUP.veiled(battle, seat), seat)

    def filled_in(self, view: Battle, seat: str | None, random: Random) -> Battle:
        return SECRET_SETUP.imagined(super().filled_in(view, seat, random), seat, random)

    # ------------------------------------------------------------ what a player may ask before deciding

    def appraise(self, view: Battle, side: str) -> Tally:
        return appraise(view, side)

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        return (*SETUP, *(ROUND if view is None else round_of(view)))

    def measures(self, view: Battle) -> bool:
        """Nothing is measured before it is declared, unless the players agreed to (BS-3.5-01, BS-7.7-02)."""
        return not declares_first(view)


BATTLESYSTEM = Battlesystem()
