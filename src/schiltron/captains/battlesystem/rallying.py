"""The Rally Phase: who is called back, and what mobs are told."""

from __future__ import annotations

from typing import Final

from schiltron.battle.decision import FINISH, Aimed, Answer, Commanded
from schiltron.captains.battlesystem.stakes import Stakes
from schiltron.rulesets.battlesystem.command.rallying import BRING_BACK, RALLY, Chance, chances
from schiltron.rulesets.battlesystem.morale.outlook import heeds
from schiltron.rulesets.battlesystem.state import Battle

CHARGE: Final = "order_charge"
NEED: Final = {RALLY: 1.0, BRING_BACK: 0.5, CHARGE: 0.4}
"""How much it matters, as a part of what the unit is worth. Who is told to charge seeks the enemy by himself."""


def attempt(battle: Battle, side: str) -> Answer:
    """The attempt from which most is to be expected; a mob that charges already needs no other order."""
    stakes = Stakes(battle)

    def hope(one: Chance) -> float:
        unit = battle.units[one.unit]
        need = 0.0 if unit.own.order == "charge" else NEED.get(one.action, 0.0)
        return need * heeds(battle, battle.units[one.commander], unit) * stakes.worth(battle, unit)

    best = max(chances(battle, side), key=hope, default=None)
    if best is None or hope(best) <= 0:
        return FINISH
    return Commanded(best.commander, best.action, Aimed(best.unit))
