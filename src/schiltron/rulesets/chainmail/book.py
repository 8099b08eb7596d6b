"""Chainmail as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from schiltron.battle.decision import Answer, AnyDecision, Command, Move, Plan
from schiltron.battle.guide import Card, MenuEntry, Overlay, Preview, SequenceEntry, Target
from schiltron.battle.manoeuvre import Path
from schiltron.battle.order import Reply
from schiltron.battle.plotting import asked_of_the_door
from schiltron.battle.state import Battle as AnyBattle
from schiltron.rulesets.book import Book
from schiltron.rulesets.chainmail.guide.asking import Asked
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
    draws = True

    def view(self, battle: Battle, seat: str | None) -> Battle:
        return with_ways_unknown(super().view(battle, seat), seat)

    # ------------------------------------------------------------ what a player may ask before deciding

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        return (*SETUP, *(TURN if view is None else turn_of(view)))

    def measures(self, view: Battle) -> bool:
        """Nobody measures while distances are guessed for an engine (CM-CATAPULT-11)."""
        return not any(by_guess(view, unit) for unit in view.standing() if unit.figures)

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
        reply = Reply(decision.seat, decision.id, asked_of_the_door(decision, answer))
        found = tuple(self.reasons(view, reply))
        plain = Preview(reasons=found, legal=not found)
        if view.decision(decision.id) != decision:
            return plain
        return preview(view, decision, self._asked(view, decision), answer, plain)

    def _asked(self, view: Battle, decision: AnyDecision | None) -> Asked | None:
        """A decision about units that is open, with the door to ask about it."""
        if not isinstance(decision, Command | Plan | Move) or view.decision(decision.id) != decision:
            return None
        return Asked(view, decision, lambda answer: self.reasons(view, Reply(decision.seat, decision.id, answer)))


CHAINMAIL = Chainmail()
