"""What is at stake: the last side with a figure on the field wins, so every hit die counts (BS-S0-14)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.field import company, troops
from schiltron.rulesets.battlesystem.field import alive, is_commander, is_engine, is_individual, is_routed, ratings
from schiltron.rulesets.battlesystem.state import Battle, Unit

ARMY: Final = 100.0
"""What all of an army is worth."""
PERSON: Final = 2.0
"""What an individual is worth besides: he counts as a figure, and units of ten can hardly strike at him."""
COMMANDER: Final = 4.0
"""The same of one who holds units together."""

PIECE: Final = 2.0
"""What a piece of artillery is worth besides its crew."""


class Stakes:
    """What units are worth, to friend and foe alike: their share of the hit dice that their army began with."""

    __slots__ = ("_each",)

    def __init__(self, battle: Battle) -> None:
        self._each: dict[str, float] = {}
        for side in battle.sides:
            army = troops(battle, side.id)
            dice = {unit.id: ratings(battle, unit).hit_dice for unit in army}
            whole = max(1, sum(dice[unit.id] * unit.original for unit in army))
            self._each |= {unit.id: ARMY * dice[unit.id] / whole for unit in army}

    def each(self, unit: Unit) -> float:
        """One figure of it."""
        alone = 0.0
        if is_individual(unit):
            alone = COMMANDER if is_commander(unit) else PERSON
        return self._each.get(unit.id, 0.0) + (PIECE if is_engine(unit) else alone)

    def worth(self, battle: Battle, unit: Unit) -> float:
        """The worth of a unit and the figures that go with it."""
        return self.each(unit) * unit.figures + sum(self.each(one) for one in company(battle, unit))


def strength(battle: Battle, stakes: Stakes, side: str) -> float:
    """What a side still has to fight with."""
    return sum(stakes.each(unit) * unit.figures for unit in troops(battle, side) if alive(unit) and not is_routed(unit))
