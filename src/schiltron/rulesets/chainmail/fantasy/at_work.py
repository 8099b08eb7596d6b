"""What magic has at work on units and on the field, as other chapters ask for it (CM-FANT-SPELL-07 to
CM-FANT-SPELL-20)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.effects import Effect
from schiltron.rulesets.chainmail.state import Battle
from schiltron.table.lengths import Mil

DARKNESS: Final = "darkness"
"""A magic user keeps up darkness over the whole field; how dark it has become is SHADE."""
SHADE: Final = "shade"
LIGHT_OF: Final = "wizard_light"
WARD: Final = "protection_from_evil"
SUMMONED: Final = "called_into_being"
"""A unit that magic has called into being, real or not; everybody knows that."""
PHANTASM: Final = "phantasm"
"""It is not real: known to the side that made it, and to those who have detected it."""
LOOSE: Final = "without_a_master"
"""An elemental that nobody controls (CM-FANT-SPELL-16 to CM-FANT-SPELL-18)."""

REACH: Final = "reach"
"""The grant of what reaches otherwise than the book's spell of its kind (CM-FANT-SPELL-21)."""


def reach_of(effect: Effect, usual: Mil) -> Mil:
    """How far about its caster something reaches."""
    return next((one.value for one in effect.grants if one.what == REACH), usual)


def is_phantasm(battle: Battle, unit_id: str) -> bool:
    """Whether a unit is an apparition, as far as is known."""
    return bool(battle.effects.all) and battle.effects.of_kind(unit_id, PHANTASM) is not None
