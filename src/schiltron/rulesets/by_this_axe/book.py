"""By This Axe as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.decision import Answer, AnyDecision
from schiltron.battle.guide import Card, Duel, MenuEntry, Overlay, Preview, SequenceEntry, Target
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Path
from schiltron.battle.order import Amend, Reply
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.view import redacted
from schiltron.rulesets.book import Book
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

    def card(self, view: Battle, unit_id: str) -> Card | None:
        return card(view, unit_id)

    def held(self, view: Battle) -> tuple[str, ...]:
        return tuple(held(view))

    def duel(self, view: Battle) -> Duel | None:
        return duel(view)

    def epithet(self, view: Battle, unit_id: str) -> str:
        return epithet(view, unit_id)

    def menu(self, view: Battle, decision: AnyDecision | None, unit_id: str, path: Path = ()) -> tuple[MenuEntry, ...]:
        return menu(view, decision, unit_id, path)

    def overlays(self, view: Battle, unit_id: str, path: Path = ()) -> tuple[Overlay, ...]:
        return overlays(view, unit_id, path)

    def targets(self, view: Battle, decision: AnyDecision | None, unit_id: str, path: Path = ()) -> tuple[Target, ...]:
        return targets(view, decision, unit_id, path)

    def preview(self, view: Battle, decision: AnyDecision, answer: Answer) -> Preview:
        found = tuple(self.reasons(view, Reply(decision.seat, decision.id, answer)))
        if view.decision(decision.id) != decision:
            return Preview(reasons=found, legal=not found)
        return preview(view, decision, answer, found)


BY_THIS_AXE = ByThisAxe()
