"""The armor save in a duel (rules UNIT; TA-DUEL-23, TA-DUEL-25)."""

from __future__ import annotations

from schiltron.battle.state.tally import Tally
from schiltron.rulesets.by_this_axe.attacks.numbers import success_number
from schiltron.rulesets.by_this_axe.attacks.saves import save_number
from schiltron.rulesets.by_this_axe.state import Battle, Unit


def save(battle: Battle, unit: Unit) -> Tally:
    """A normal save from the front: shield and mount count, weapons and heroic status do not."""
    return save_number(battle, unit, "front", shooting=False, duel=True)


def save_need(battle: Battle, unit: Unit) -> int:
    """What a die may show at most to save him, 1 to 5 (TA-UNIT-14); 0 where he has no save (TA-UNIT-22)."""
    return success_number(save(battle, unit))
