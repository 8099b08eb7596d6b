"""What the books played on this table have in common as rulesets: two sides who are enemies, and switches."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle import field
from schiltron.battle.illegal import Reason
from schiltron.battle.order import Amend
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import Battle
from schiltron.battle.unit import Unit
from schiltron.rulesets.switches import Switchboard

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)


class Book(Ruleset[B, U, S]):
    """A ruleset whose part of a battle holds its `options`."""

    switches: ClassVar[Switchboard[Any]]

    def hostile(self, battle: Battle[B, U, S], one: Unit[U], other: Unit[U]) -> bool:
        return field.hostile(one, other)

    def amended(self, battle: Battle[B, U, S], amend: Amend) -> Battle[B, U, S] | Reason:
        own: Any = battle.own
        options = self.switches.set(own.options, amend.switch, amend.value)
        if isinstance(options, Reason):
            return options
        return replace(battle, own=replace(own, options=options))
