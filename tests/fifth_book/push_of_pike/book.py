"""Push of Pike as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from push_of_pike.guide import card, menu, preview
from push_of_pike.law import LAW
from push_of_pike.options import SWITCHES
from push_of_pike.sequence import HANDLERS, PAPER, SEQUENCE
from push_of_pike.state import Battle, BattlePart, UnitPart
from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.play.agenda import Step, closed
from schiltron.rulesets.book import Book, Guide


class PushOfPike(Book[BattlePart, UnitPart, Step]):
    name = "push_of_pike"
    title = LAW.title
    law = LAW
    battle_type = closed(BattlePart, UnitPart, HANDLERS)
    handlers = HANDLERS
    switches = SWITCHES
    guide = Guide(card, menu, preview=preview)

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        return PAPER if view is not None and view.board is None else SEQUENCE


PUSH_OF_PIKE = PushOfPike()
