"""Steps of morale."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

CheckPhase = Literal["ranged", "movement", "melee"]
Cause = Literal["losses", "half strength", "flank or rear", "friends in rout"]


class Checks(Struct, frozen=True, tag="by_this_axe.checks"):
    """Step b of the Ranged Combat and Melee Phases: everybody who has cause to checks his nerve."""

    phase: CheckPhase


class Check(Struct, frozen=True, tag="by_this_axe.check"):
    """The check of a unit comes up: its owner may play a card before it is rolled (TA-CMD-41)."""

    unit: str
    causes: tuple[Cause, ...]
    phase: CheckPhase


class RollCheck(Struct, frozen=True, tag="by_this_axe.roll_check"):
    unit: str
    causes: tuple[Cause, ...]
    phase: CheckPhase


class Flights(Struct, frozen=True, tag="by_this_axe.flights"):
    """Step c: routed units run."""

    phase: CheckPhase


class Flee(Struct, frozen=True, tag="by_this_axe.flee"):
    unit: str


class Rallies(Struct, frozen=True, tag="by_this_axe.rallies"):
    """Step d of the Movement Phase: leaders try to rally the units they touch (TA-RALLY-03)."""


class OfferRally(Struct, frozen=True, tag="by_this_axe.offer_rally"):
    """A leader may try to rally a unit (TA-RALLY-01)."""

    leader: str
    unit: str


class RollRally(Struct, frozen=True, tag="by_this_axe.roll_rally"):
    leader: str
    unit: str


MoraleStep: TypeAlias = Checks | Check | RollCheck | Flights | Flee | Rallies | OfferRally | RollRally
