"""Steps of play that one module queues and another carries out (chapter B5). All others stand beside their own code."""

from __future__ import annotations

from typing import Literal

from schiltron.battle.play.agenda import Step


class BeginTurn(Step, frozen=True, tag="book_of_war.begin_turn"):
    side: str


class FreeAttack(Step, frozen=True, tag="book_of_war.free_attack"):
    """Pikes strike what has just run onto their front."""

    pikes: str
    enemy: str


class Check(Step, frozen=True, tag="book_of_war.check"):
    """A morale check; `lost` is the divisor of the rate of loss, 0 where the rate is 0 (BW-B5-08)."""

    unit: str
    why: Literal["losses", "free attack", "run into", "recovery"]
    lost: int


class Flee(Step, frozen=True, tag="book_of_war.flee"):
    """A routed unit runs, or goes on running after a friend it ran into has fled (BW-B5-06, BW-B5-17)."""

    unit: str
