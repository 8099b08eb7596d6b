"""Forced marches tire a unit, and doing nothing rests it (case 7.13)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.effects import Moment
from schiltron.battle.state.event import Ruled
from schiltron.rulesets.battlesystem.field import alive
from schiltron.rulesets.battlesystem.state import Scene, Unit


class Rest(Step, frozen=True, tag="battlesystem.rest"):
    """The end of a round in which somebody is worn."""


def wear(scene: Scene, unit: Unit) -> None:
    """A unit is worn by a march, and will rest as soon as it can."""
    scene.change(replace(unit, own=replace(unit.own, worn_by_marches=unit.own.worn_by_marches + 1)))
    if not any(isinstance(one.step, Rest) for one in scene.battle.due):
        scene.at(Moment(scene.battle.turn, "end"), Rest())


def _rest(scene: Scene, _step: Rest) -> None:
    """Units that did nothing at all this round and were not attacked recover one point of AR."""
    for unit in list(scene.battle.units.values()):
        if unit.own.worn_by_marches and alive(unit) and not unit.own.turn.acted and not unit.own.turn.was_attacked:
            scene.change(replace(unit, own=replace(unit.own, worn_by_marches=unit.own.worn_by_marches - 1)))
            scene.tell(Ruled(what=f"{unit.name} has rested: AR is better by 1", rules=("BS-7.13-04",)))
    if any(unit.own.worn_by_marches and alive(unit) for unit in scene.battle.units.values()):
        scene.at(Moment(scene.battle.turn + 1, "end"), Rest())


REST: Final = does(Rest, _rest)
