"""Positions in which a player asks before deciding."""

from __future__ import annotations

from typing import Any

from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import Unit
from tests.rulesets.book_of_war.positions import Played, field, play


def moving(*units: Unit, **more: Any) -> Played:
    """Blue's movement phase; measuring first, unless told otherwise."""
    return play(field(*units, **{"declare": "measure_first", **more}), MovementPhase("blue"), AttackPhase("blue"))


def shooting(*units: Unit, **more: Any) -> Played:
    return play(field(*units, **{"declare": "measure_first", **more}), AttackPhase("blue"))
