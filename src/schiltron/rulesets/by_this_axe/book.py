"""By This Axe as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.guide import SequenceEntry
from schiltron.battle.illegal import Reason
from schiltron.battle.order import Amend
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.view import redacted
from schiltron.rulesets.book import Book, Guide
from schiltron.rulesets.by_this_axe.command.secrets import with_hands_face_down
from schiltron.rulesets.by_this_axe.guide.card import card
from schiltron.rulesets.by_this_axe.guide.menu import menu
from schiltron.rulesets.by_this_axe.guide.overlays import overlays
from schiltron.rulesets.by_this_axe.guide.preview import preview
from schiltron.rulesets.by_this_axe.guide.targets import targets
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.options import SWITCHES
from schiltron.rulesets.by_this_axe.sequence import HANDLERS, SETUP, TURN
from schiltron.rulesets.by_this_axe.setup.opening import at_scale
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Step, UnitPart
from schiltron.rulesets.by_this_axe.telling import duel, epithet, held


class ByThisAxe(Book[BattlePart, UnitPart, Step]):
    name = "by_this_axe"
    title = LAW.title
    law = LAW
    battle_type = AnyBattle[BattlePart, UnitPart, Step]
    handlers = HANDLERS
    switches = SWITCHES
    guide = Guide(card, menu, overlays, targets, preview, held=held, duel=duel, epithet=epithet)
    draws = True

    def amended(self, battle: Battle, amend: Amend) -> Battle | Reason:
        """Another scale changes how much kills a hero (TA-UNIT-07)."""
        amended = super().amended(battle, amend)
        if isinstance(amended, Reason):
            return amended
        scale = amended.own.options.scale
        return replace(amended, units={unit.id: at_scale(unit, scale) for unit in amended.units.values()})

    def view(self, battle: Battle, seat: str | None) -> Battle:
        """Others' hands are face down."""
        return with_hands_face_down(redacted(battle, seat), seat)

    # ------------------------------------------------------------ what a player may ask before deciding

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        return (*SETUP, *TURN)


BY_THIS_AXE = ByThisAxe()
