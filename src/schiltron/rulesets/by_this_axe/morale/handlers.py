"""What the steps of morale do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.morale.steps import Checks, Flights, Rallies

MORALE: Final[dict[type, Handler]] = {
    Checks: Handler(),
    Flights: Handler(),
    Rallies: Handler(),
}
