"""The army commander with units: CM-HIST-33, CM-HIST-35, CM-HIST-36, CM-HIST-39."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.morale.flight import MARKS
from schiltron.rulesets.chainmail.morale.rally import rally
from schiltron.rulesets.chainmail.state import STANDS, Rallied, Scene, with_morale, with_turn
from schiltron.rulesets.chainmail.troop_traits.kinds import heed_commander

STAYS: Final = 3
"""Complete turns he must stay with a unit that he has rallied (CM-HIST-36)."""


def joined(scene: Scene, commander_id: str, host_id: str) -> None:
    """A unit in retreat or rout rallies as he joins it (CM-HIST-35)."""
    host = scene.unit(host_id)
    flight = host.own.morale.flight
    if flight is None or not heed_commander(scene.battle, host):
        return
    rally(scene, host_id, ("CM-HIST-35",))
    host = scene.unit(host_id)
    rallied = Rallied(commander_id, scene.battle.turn, flight)
    scene.change(with_morale(with_turn(host, ordered=STANDS), rallied_by=rallied))


def left(scene: Scene, commander_id: str, host_id: str) -> None:
    """A unit that he leaves too soon is unrallied again, and has to begin anew next turn (CM-HIST-36)."""
    host = scene.unit(host_id)
    rallied = host.own.morale.rallied_by
    if rallied is None or rallied.by != commander_id:
        return
    if is_fleeing(host) or not alive(host):
        scene.change(with_morale(host, rallied_by=None))
        return
    flight = replace(rallied.flight, since=scene.battle.turn)
    scene.change(with_morale(host, rallied_by=None, flight=flight))
    scene.mark(host_id, MARKS[flight.kind], rules=("CM-HIST-36",))


def settle(scene: Scene) -> None:
    """At the end of a turn: a unit with which he has stayed for three complete turns is rallied for good."""
    for unit in list(scene.battle.units.values()):
        rallied = unit.own.morale.rallied_by
        if rallied is not None and scene.battle.turn >= rallied.since + STAYS:
            scene.change(with_morale(unit, rallied_by=None))
