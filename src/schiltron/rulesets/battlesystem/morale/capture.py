"""A unit that would rout but has no way out is destroyed, or by agreement captured (case 7.15)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.separation import part
from schiltron.battle.play.agenda import Step
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.play.option_choice import chooses, chosen
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import opponents, touching_enemies
from schiltron.rulesets.battlesystem.field import alive, is_individual
from schiltron.rulesets.battlesystem.losses import CAPTURED, SURROUNDED, remove, thinned
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.state import GUARDING, Battle, Captives, Scene, Unit
from schiltron.table.body import Formed


class Hemmed(Step, frozen=True, tag="battlesystem.hemmed"):
    """A unit that would rout is completely surrounded: it is destroyed, or by agreement may be captured (BS-7.15-07,
    BS-7.15-08)."""

    unit: str
    enemies: tuple[str, ...]


PER_GUARD: Final = 4
"""Captured figures that one guards (BS-7.15-08)."""
_CAPTURE, _DESTROY = "capture", "destroy"


def _captors(battle: Battle, unit: Unit) -> list[Unit]:
    """Enemies about it who have figures to spare for guards: of a unit one at least goes on fighting."""
    near = {one.id: one for one in (*opponents(battle, unit), *touching_enemies(battle, unit))}
    able = [one for one in near.values() if one.figures > 1 and not is_individual(one) and one.own.morale.rout is None]
    return sorted(able, key=lambda one: (-one.figures, one.turn_in_line))


def _may_capture(battle: Battle, step: Hemmed) -> bool:
    unit = battle.units[step.unit]
    return battle.own.options.capture == "on" and alive(unit) and unit.on_table and bool(_captors(battle, unit))


def _ask(battle: Battle, step: Hemmed) -> tuple[Choose, ...] | None:
    """The attacker chooses, where capturing was agreed."""
    if not _may_capture(battle, step):
        return None
    unit = battle.units[step.unit]
    captor = _captors(battle, unit)[0]
    return (
        Choose(
            seat=captor.controller,
            prompt=f"{unit.name} is surrounded and would rout: capture it, or destroy it?",
            waits=f"to capture {unit.name}, or destroy it",
            rules=("BS-7.15-07", "BS-7.15-08"),
            options=(Option(_CAPTURE, "capture it, with guards"), Option(_DESTROY, "destroy it")),
            default=Chosen((_DESTROY,)),
        ),
    )


def _take(scene: Scene, step: Hemmed, answers: tuple[Chosen, ...]) -> None:
    if chosen(answers) == _CAPTURE:
        _capture(scene, step.unit)
    else:
        _destroy(scene, step)


def _destroy(scene: Scene, step: Hemmed) -> None:
    if alive(scene.unit(step.unit)):
        by_default(scene, "capture")
        remove(scene, step.unit, SURROUNDED, ("BS-7.15-07",))


def _capture(scene: Scene, unit_id: str) -> None:
    """Guards stay with the captives and do nothing else; captives beyond what they can guard escape and are routed
    (BS-7.15-08). A captured figure counts double when experience is reckoned (BS-7.15-09)."""
    unit = scene.unit(unit_id)
    left = unit.figures
    for captor in _captors(scene.battle, unit):
        guards = min(-(-left // PER_GUARD), captor.figures - 1)
        taken = min(left, guards * PER_GUARD)
        if not taken:
            continue
        held = Captives(unit_id, taken, guards)
        own = replace(captor.own, captives=(*captor.own.captives, held))
        scene.change(replace(captor, original=captor.original - guards, own=own))
        _fewer(scene, captor.id, Loss(guards, "went_off", told=False), Harm(("guards",), rules=("BS-7.15-08",)))
        scene.mark(captor.id, GUARDING, rules=("BS-7.15-08",))
        left -= taken
    taken = unit.figures - left
    said = f"{taken} figures of {unit.name} are captured and count double for experience"
    scene.tell(Ruled(what=said, rules=("BS-7.15-08", "BS-7.15-09")))
    if left:
        _fewer(scene, unit_id, Loss(taken, "taken", told=False), Harm(rules=("BS-7.15-08",)))
        part(scene, unit_id, ("BS-7.15-08",))
    else:
        remove(scene, unit_id, CAPTURED, ("BS-7.15-08",))


def _fewer(scene: Scene, unit_id: str, loss: Loss, harm: Harm) -> None:
    take_off(scene, unit_id, loss, harm)
    unit = scene.unit(unit_id)
    if isinstance(unit.body, Formed):
        scene.change(replace(unit, body=thinned(unit.body, unit.figures)))


HEMMED = chooses(Hemmed, ask=_ask, take=_take, do=_destroy)
