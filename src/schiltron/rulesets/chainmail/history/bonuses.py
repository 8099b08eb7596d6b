"""What history adds to dice: CM-HIST-14, CM-HIST-31, CM-HIST-32, CM-HIST-34."""

from __future__ import annotations

from schiltron.battle.tally import Term
from schiltron.rulesets.chainmail.state import Battle, Unit


def required_roll_terms(battle: Battle, unit: Unit, dice: int, *, morale: bool) -> list[Term]:
    """What is added to the total of a roll of so many dice that a unit must make.

    `morale` says that it is a morale check, not a rally, obedience or other required score.
    """
    return []
