"""By This Axe as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from schiltron.battle.guide import SequenceEntry
from schiltron.battle.illegal import Reason
from schiltron.battle.order import Amend
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.view import redacted
from schiltron.rulesets.by_this_axe.command.secrets import with_hands_face_down
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.sequence import HANDLERS, SETUP, TURN
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Step, Unit, UnitPart


class ByThisAxe(Ruleset[BattlePart, UnitPart, Step]):
    name = "by_this_axe"
    title = LAW.title
    law = LAW
    battle_type = AnyBattle[BattlePart, UnitPart, Step]
    handlers = HANDLERS

    def hostile(self, battle: Battle, one: Unit, other: Unit) -> bool:
        return one.side != other.side

    def amended(self, battle: Battle, amend: Amend) -> Battle | Reason:
        return Reason(f"{amend.switch} cannot be changed")

    def view(self, battle: Battle, seat: str | None) -> Battle:
        """Others' hands are face down."""
        return with_hands_face_down(redacted(battle, seat), seat)

    def sequence(self) -> tuple[SequenceEntry, ...]:
        return (*SETUP, *TURN)


BY_THIS_AXE = ByThisAxe()
