"""Book of War (2011) as a ruleset: its law, its battle type, its sequence of play behind the one door."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.illegal import Reason
from schiltron.battle.order import Amend
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import Battle as AnyBattle
from schiltron.rulesets.book_of_war import field
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.options import switched
from schiltron.rulesets.book_of_war.sequence import HANDLERS
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Step, Unit, UnitPart


class BookOfWar(Ruleset[BattlePart, UnitPart, Step]):
    name = "book_of_war"
    title = LAW.title
    law = LAW
    battle_type = AnyBattle[BattlePart, UnitPart, Step]
    handlers = HANDLERS

    def hostile(self, battle: Battle, one: Unit, other: Unit) -> bool:
        return field.hostile(one, other)

    def amended(self, battle: Battle, amend: Amend) -> Battle | Reason:
        options = switched(battle.own.options, amend.switch, amend.value)
        if isinstance(options, Reason):
            return options
        return replace(battle, own=replace(battle.own, options=options))


BOOK_OF_WAR = BookOfWar()
