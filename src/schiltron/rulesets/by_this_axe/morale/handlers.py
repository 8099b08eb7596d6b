"""What the steps of morale do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.morale.checks import CHECK, CHECKS, ROLL_CHECK
from schiltron.rulesets.by_this_axe.morale.flight import FLEE, FLIGHTS
from schiltron.rulesets.by_this_axe.morale.rallying import OFFER_RALLY, RALLIES, ROLL_RALLY
from schiltron.rulesets.by_this_axe.morale.steps import (
    Check,
    Checks,
    Flee,
    Flights,
    OfferRally,
    Rallies,
    RollCheck,
    RollRally,
)

MORALE: Final[dict[type, Handler]] = {
    Checks: CHECKS,
    Check: CHECK,
    RollCheck: ROLL_CHECK,
    Flights: FLIGHTS,
    Flee: FLEE,
    Rallies: RALLIES,
    OfferRally: OFFER_RALLY,
    RollRally: ROLL_RALLY,
}
