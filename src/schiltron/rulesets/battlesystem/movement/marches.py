"""Forced marches (cases 4.1 and 7.13)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.event import Checked
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.battlesystem.field import alive, is_individual, is_regular
from schiltron.rulesets.battlesystem.in_command import in_command
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.morale.dice import certain, roll_against
from schiltron.rulesets.battlesystem.movement.rates import is_march
from schiltron.rulesets.battlesystem.movement.resting import wear
from schiltron.rulesets.battlesystem.state import Battle, Scene
from schiltron.rulesets.battlesystem.steps import Walk


class MarchCheck(Step, frozen=True, tag="battlesystem.march_check"):
    """A unit shows whether a forced march has worn it (BS-7.13-03)."""

    unit: str


_RULES: Final = ("BS-7.13-03",)


def reasons(battle: Battle, walk: Walk) -> list[Reason]:
    """Everything against a forced march besides what its walk finds: units must be in command, individuals need nobody
    (BS-7.13-01)."""
    unit = battle.units[walk.unit]
    if is_regular(unit) and not in_command(battle, unit):
        return [Reason(f"{unit.name} is out of command", ("BS-7.13-01",))]
    return []


def finished(scene: Scene, walk: Walk) -> None:
    """At its end a unit checks morale; individuals have none."""
    unit = scene.unit(walk.unit)
    if is_march(unit, walk.action) and alive(unit) and not is_individual(unit):
        scene.now(MarchCheck(unit.id))


def _ask(battle: Battle, step: MarchCheck) -> Roll | None:
    """Troops that never check morale roll as well (BS-4.1-09, BS-7.13-03)."""
    unit = battle.units[step.unit]
    number = current_morale(battle, unit, ("forced_march",))
    if not alive(unit) or certain(number) is not None:
        return None
    return roll_against(unit, f"{unit.name}: tired by a forced march?", number, _RULES)


def _roll(scene: Scene, step: MarchCheck, pools: tuple[Thrown, ...]) -> None:
    number = current_morale(scene.battle, scene.unit(step.unit), ("forced_march",))
    _settle(scene, step, passed=pools[0].total <= number.total)


def _certain(scene: Scene, step: MarchCheck) -> None:
    unit = scene.unit(step.unit)
    if alive(unit):
        passed = certain(current_morale(scene.battle, unit, ("forced_march",)))
        assert passed is not None
        _settle(scene, step, passed=passed)


def _settle(scene: Scene, step: MarchCheck, *, passed: bool) -> None:
    """Each failure makes AR worse by one, and does nothing else."""
    unit = scene.unit(step.unit)
    number = current_morale(scene.battle, unit, ("forced_march",))
    rules = (*_RULES, *number.rules)
    why = "a forced march"
    scene.tell(Checked(unit=unit.id, why=why, tally=number, need=number.total, passed=passed, under=True, rules=rules))
    if not passed:
        wear(scene, unit)


MARCH_CHECK = rolls(MarchCheck, ask=_ask, roll=_roll, do=_certain)
