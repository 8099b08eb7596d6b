"""The Rally Phase: which units are rallied, and which orders mobs get."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.decision import FINISH, Aimed, Answer, Commanded
from schiltron.captains.battlesystem.objectives import Stakes
from schiltron.rulesets.battlesystem.command.rallying import BRING_BACK, RALLY, Chance, chances
from schiltron.rulesets.battlesystem.outlook import heeds
from schiltron.rulesets.battlesystem.state import Battle

CHARGE: Final = "order_charge"
NEED: Final = {RALLY: 1.0, BRING_BACK: 0.5, CHARGE: 0.4}
"""How much it matters, as a part of what the unit is worth. Who is told to charge seeks the enemy by himself."""


def attempt(battle: Battle, side: str) -> Answer:
    """The most promising attempt; a mob that charges already needs no other order."""
    stakes = Stakes(battle)

    def hope(one: Chance) -> float:
        unit = battle.units[one.unit]
        need = 0.0 if unit.own.command.order == "charge" else NEED.get(one.action, 0.0)
        return need * heeds(battle, battle.units[one.commander], unit) * stakes.worth(battle, unit)

    best = max(chances(battle, side), key=hope, default=None)
    if best is None or hope(best) <= 0:
        return FINISH
    return Commanded(best.commander, best.action, Aimed(best.unit))
