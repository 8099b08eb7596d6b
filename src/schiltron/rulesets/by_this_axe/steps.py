"""Steps of play that one module queues and another carries out. All others stand beside their own code."""

from __future__ import annotations

from typing import Literal

from schiltron.battle.play.agenda import Step


class BeginTurn(Step, frozen=True, tag="by_this_axe.begin_turn"):
    pass


CheckPhase = Literal["ranged", "movement", "melee"]


class Checks(Step, frozen=True, tag="by_this_axe.checks"):
    """Step b of the Ranged Combat and Melee Phases: everybody who has cause to checks his nerve."""

    phase: CheckPhase


class Flights(Step, frozen=True, tag="by_this_axe.flights"):
    """Step c: routed units run."""

    phase: CheckPhase
