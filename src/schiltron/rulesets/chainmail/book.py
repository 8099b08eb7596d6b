"""Chainmail as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.guide import SequenceEntry
from schiltron.battle.illegal import Reason
from schiltron.battle.order import Amend
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import Battle as AnyBattle
from schiltron.rulesets.chainmail.history.baggage import with_ways_unknown
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.options import SWITCHES
from schiltron.rulesets.chainmail.sequence import HANDLERS, SETUP, TURN
from schiltron.rulesets.chainmail.state import Battle, BattlePart, Step, Unit, UnitPart


class Chainmail(Ruleset[BattlePart, UnitPart, Step]):
    name = "chainmail"
    title = LAW.title
    law = LAW
    battle_type = AnyBattle[BattlePart, UnitPart, Step]
    handlers = HANDLERS
    draws = True

    def hostile(self, battle: Battle, one: Unit, other: Unit) -> bool:
        return one.side != other.side

    def amended(self, battle: Battle, amend: Amend) -> Battle | Reason:
        options = SWITCHES.set(battle.own.options, amend.switch, amend.value)
        if isinstance(options, Reason):
            return options
        return replace(battle, own=replace(battle.own, options=options))

    def view(self, battle: Battle, seat: str | None) -> Battle:
        return with_ways_unknown(super().view(battle, seat), seat)

    def sequence(self) -> tuple[SequenceEntry, ...]:
        return (*SETUP, *TURN)


CHAINMAIL = Chainmail()
