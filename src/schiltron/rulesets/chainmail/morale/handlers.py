"""What the steps of nerve do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.morale.steps import Instability, PostMelee, Rallies, StandCharge

MORALE: Final[dict[type, Handler]] = {
    StandCharge: Handler(),
    PostMelee: Handler(),
    Instability: Handler(),
    Rallies: Handler(),
}
