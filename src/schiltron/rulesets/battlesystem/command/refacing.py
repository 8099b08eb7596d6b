"""A rallied unit turns to the enemy, or any way it likes, at no cost (case 6.3)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.rulesets.battlesystem.field import alive
from schiltron.rulesets.battlesystem.state import Battle, Scene
from schiltron.table.body import Body
from schiltron.table.facing import faced
from schiltron.table.outline import outline
from schiltron.table.pose import Pose


class Reface(Step, frozen=True, tag="battlesystem.reface"):
    """A rallied unit may change facing at once (BS-6.3-01)."""

    unit: str


_AS_IT_IS: Final = "front"
_WAYS: Final = {_AS_IT_IS: "stay as it is", "left": "face left", "right": "face right", "rear": "face about"}


def ways(battle: Battle, unit_id: str) -> list[str]:
    """How the unit can turn where it stands without standing on anybody."""
    unit = battle.units[unit_id]
    if not alive(unit) or not unit.on_table:
        return []
    return [to for to in _WAYS if has_room(battle, unit, outline(*_turned(battle, unit_id, to), unit.bodies))]


def _turned(battle: Battle, unit_id: str, to: str) -> tuple[Pose, Body]:
    unit = battle.units[unit_id]
    return faced(unit.pose, unit.body, unit.bodies, to)


def _ask(battle: Battle, step: Reface) -> tuple[Choose, ...] | None:
    able = ways(battle, step.unit)
    if len(able) < 2:
        return None
    unit = battle.units[step.unit]
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} has rallied and may change facing at once.",
            waits=f"{unit.name} to change facing, or stay",
            rules=("BS-6.3-01",),
            options=tuple(Option(to, _WAYS[to], forgoes=to == _AS_IT_IS) for to in able),
            default=Chosen((able[0],)),
        ),
    )


def _take(scene: Scene, step: Reface, answers: tuple[Chosen, ...]) -> None:
    to = option_choice.chosen(answers)
    if to == _AS_IT_IS:
        return
    unit = scene.unit(step.unit)
    pose, body = _turned(scene.battle, step.unit, to)
    scene.change(replace(unit, place=unit.place_at(pose), body=body))
    scene.tell(FormedEvent(unit=unit.id, pose=pose, body=body, why=_WAYS[to], rules=("BS-6.3-01",)))


REFACE = chooses(Reface, ask=_ask, take=_take)
