"""Steps of morale."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct


class Checks(Struct, frozen=True, tag="by_this_axe.checks"):
    """Step b of the Ranged Combat and Melee Phases: everybody who has cause to checks his nerve."""

    phase: Literal["ranged", "movement", "melee"]


class Flights(Struct, frozen=True, tag="by_this_axe.flights"):
    """Step c: routed units run."""

    phase: Literal["ranged", "movement", "melee"]


class Rallies(Struct, frozen=True, tag="by_this_axe.rallies"):
    """Step d of the Movement Phase: leaders try to rally the units they touch (TA-RALLY-03)."""


MoraleStep: TypeAlias = Checks | Flights | Rallies
