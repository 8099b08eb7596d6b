"""A rallied unit turns to the enemy, or where it likes, at no cost (BS-6.3-01)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle import choosing
from schiltron.battle.agenda import Handler
from schiltron.battle.decision import Answer, AnyDecision, Choose, Chosen, Option
from schiltron.battle.event import Formed as FormedEvent
from schiltron.battle.fleeing import has_room
from schiltron.battle.unit import OnTable
from schiltron.rulesets.battlesystem.command.steps import Reface
from schiltron.rulesets.battlesystem.field import alive
from schiltron.rulesets.battlesystem.state import Battle, Scene
from schiltron.table.body import Body
from schiltron.table.facing import faced
from schiltron.table.outline import outline
from schiltron.table.pose import Pose

_WAYS: Final = {"front": "stay as it is", "left": "face left", "right": "face right", "rear": "face about"}


def ways(battle: Battle, unit_id: str) -> list[str]:
    """How the unit can turn where it stands without standing on anybody."""
    unit = battle.units[unit_id]
    if not alive(unit) or not unit.on_table:
        return []
    return [to for to in _WAYS if has_room(battle, unit, outline(*_turned(battle, unit_id, to), unit.bodies))]


def _turned(battle: Battle, unit_id: str, to: str) -> tuple[Pose, Body]:
    unit = battle.units[unit_id]
    return faced(unit.pose, unit.body, unit.bodies, to)


def _ask(battle: Battle, step: Reface) -> tuple[AnyDecision, ...] | None:
    able = ways(battle, step.unit)
    if len(able) < 2:
        return None
    unit = battle.units[step.unit]
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} has rallied and may change facing at once.",
            rules=("BS-6.3-01",),
            options=tuple(Option(to, _WAYS[to]) for to in able),
            default=Chosen((able[0],)),
        ),
    )


def _take(scene: Scene, step: Reface, answers: tuple[Answer, ...]) -> None:
    to = choosing.chosen(answers)
    if to == "front":
        return
    unit = scene.unit(step.unit)
    pose, body = _turned(scene.battle, step.unit, to)
    scene.change(replace(unit, place=OnTable(pose), body=body))
    scene.tell(FormedEvent(unit=unit.id, pose=pose, body=body, why=_WAYS[to], rules=("BS-6.3-01",)))


REFACE = Handler(
    ask=_ask,
    judge=choosing.judge,
    take=_take,
    sample=choosing.sample,
    do=lambda _scene, _step: None,
    suggest=choosing.suggest,
)
