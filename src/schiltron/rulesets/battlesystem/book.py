"""BATTLESYSTEM as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from schiltron.battle.decision import Answer, AnyDecision, Command, Move
from schiltron.battle.guide import Card, MenuEntry, Overlay, Preview, SequenceEntry, Target
from schiltron.battle.manoeuvre import Path
from schiltron.battle.order import Reply
from schiltron.battle.state import Battle as AnyBattle
from schiltron.rulesets.battlesystem.guide.asking import Asked
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
from schiltron.rulesets.battlesystem.telling import conditions, epithet, held
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
        return not declares_first(view)

    def card(self, view: Battle, unit_id: str) -> Card | None:
        return card(view, unit_id)

    def conditions(self, view: Battle) -> tuple[str, ...]:
        return tuple(conditions(view))

    def held(self, view: Battle) -> tuple[str, ...]:
        return tuple(held(view))

    def epithet(self, view: Battle, unit_id: str) -> str:
        return epithet(view, unit_id)

    def menu(self, view: Battle, decision: AnyDecision | None, unit_id: str, path: Path = ()) -> tuple[MenuEntry, ...]:
        return menu(self._asked(view, decision), unit_id, path)

    def overlays(self, view: Battle, unit_id: str, path: Path = ()) -> tuple[Overlay, ...]:
        return overlays(view, unit_id, path)

    def targets(self, view: Battle, decision: AnyDecision | None, unit_id: str, path: Path = ()) -> tuple[Target, ...]:
        return targets(view, self._asked(view, decision), unit_id, path)

    def preview(self, view: Battle, decision: AnyDecision, answer: Answer) -> Preview:
        found = tuple(self.reasons(view, Reply(decision.seat, decision.id, answer)))
        plain = Preview(reasons=found, legal=not found)
        if view.decision(decision.id) != decision:
            return plain
        return preview(view, decision, self._asked(view, decision), answer, plain)

    def _asked(self, view: Battle, decision: AnyDecision | None) -> Asked | None:
        """A decision about units that is open, with the door to ask about it."""
        if not isinstance(decision, Command | Move) or view.decision(decision.id) != decision:
            return None
        return Asked(view, decision, lambda answer: self.reasons(view, Reply(decision.seat, decision.id, answer)))


BATTLESYSTEM = Battlesystem()
