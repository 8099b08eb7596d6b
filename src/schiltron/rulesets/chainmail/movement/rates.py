"""How far a unit may go."""

from __future__ import annotations

from schiltron.battle.tally import Tally
from schiltron.rulesets.chainmail.state import Battle, Unit


def normal_move(battle: Battle, unit: Unit) -> Tally:
    """The normal move of a unit this turn, in thousandths of an inch."""
    return Tally("move", (), measure="thousandths")


def charge_move(battle: Battle, unit: Unit) -> Tally:
    """The charge move of a unit this turn, in thousandths of an inch."""
    return Tally("charge", (), measure="thousandths")
