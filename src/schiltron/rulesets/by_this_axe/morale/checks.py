"""Morale checks, one after the other until no more are due: TA-MORALE-05 to TA-MORALE-07, TA-CMD-41."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.agenda import does as carries_out
from schiltron.battle.state.chance import AtMost, Pool, Roll, Thrown
from schiltron.battle.state.event import Checked
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.field import is_character, ordered
from schiltron.rulesets.by_this_axe.morale.causes import (
    FRIENDS,
    OWN,
    RULE_OF,
    Cause,
    may_check,
    owes_own_check,
    shaken_by,
)
from schiltron.rulesets.by_this_axe.morale.number import LEAST, MOST, morale_number, unlimited
from schiltron.rulesets.by_this_axe.morale.rout import rout
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit, with_phase
from schiltron.rulesets.by_this_axe.steps import CheckPhase, Checks


class Check(Step, frozen=True, tag="by_this_axe.check"):
    """The check of a unit comes up: its owner may play a card before it is rolled (TA-CMD-41)."""

    unit: str
    causes: tuple[Cause, ...]
    phase: CheckPhase


class RollCheck(Step, frozen=True, tag="by_this_axe.roll_check"):
    unit: str
    causes: tuple[Cause, ...]
    phase: CheckPhase


_ALL_CHECKS: Final = ("TA-MORALE-05", "TA-MORALE-06", "TA-MORALE-07", "TA-MORALE-11")
RAISED: Final = 2
"""What a Rally card adds (TA-CMD-41)."""


def _do_checks(scene: Scene, step: Checks) -> None:
    """Everybody with a cause of his own, in the order of the rosters; causes are settled before dice fall.

    Fire is checked for when all fire of the phase is done, melee when all fighting is (TA-MORALE-05).
    """
    due = []
    for unit in scene.battle.units.values():
        causes = owes_own_check(scene.battle, unit, step.phase)
        if causes:
            due.append(Check(unit.id, causes, step.phase))
    for check in due:
        _note(scene, scene.unit(check.unit), OWN)
    scene.now(*due)


def _note(scene: Scene, unit: Unit, cause: str) -> None:
    scene.change(with_phase(unit, checked=(*unit.own.phase.checked, cause)))


# ---------------------------------------------------------------- one check


def _do_check(scene: Scene, step: Check) -> None:
    """Before the dice its owner may raise its morale, if that could change anything (TA-CMD-41)."""
    unit = scene.unit(step.unit)
    if not may_check(unit):
        return
    roll = RollCheck(step.unit, step.causes, step.phase)
    if scene.battle.own.options.command == "cards" and _card_would_help(scene.battle, unit, step):
        scene.now(Window(unit.side, "check", unit.id), roll)
    else:
        scene.now(roll)


def _card_would_help(battle: Battle, unit: Unit, step: Check) -> bool:
    if ordered(battle, unit, "morale") is not None:
        return False
    total = sum(term.value for term in unlimited(battle, unit, step.causes, step.phase))
    return total < MOST and total + RAISED > LEAST


def _ask_roll(battle: Battle, step: RollCheck) -> Roll | None:
    unit = battle.units[step.unit]
    if not may_check(unit):
        return None
    number = morale_number(battle, unit, step.causes, step.phase)
    return Roll(
        purpose=f"{unit.name} {does('check', one=unit.original == 1)} morale, {_why(step.causes)}",
        pools=(Pool(1, 6, AtMost(number.total), unit.name, whose=unit.side),),
        rules=_rules(unit, step.causes),
    )


def _why(causes: tuple[Cause, ...]) -> str:
    return ", ".join(causes)


def _rules(unit: Unit, causes: tuple[Cause, ...]) -> tuple[str, ...]:
    alone = ("TA-MORALE-29",) if is_character(unit) else ()
    return (*(RULE_OF[cause] for cause in causes), *alone, *_ALL_CHECKS)


def _roll_check(scene: Scene, step: RollCheck, pools: tuple[Thrown, ...]) -> None:
    unit = scene.unit(step.unit)
    number = morale_number(scene.battle, unit, step.causes, step.phase)
    held = bool(pools[0].hits)
    scene.tell(_checked(unit, step.causes, number, held=held))
    if not held:
        rout(scene, unit.id)
        _shake(scene, scene.unit(unit.id), step.phase)


def _checked(unit: Unit, causes: tuple[Cause, ...], number: Tally, *, held: bool) -> Checked:
    rules = tuple(dict.fromkeys((*_rules(unit, causes), *number.rules)))
    return Checked(
        unit=unit.id, why=_why(causes), tally=number, need=number.total, passed=held, under=True, rules=rules
    )


def _shake(scene: Scene, runner: Unit, phase: CheckPhase) -> None:
    """Friends near a unit that breaks check too, after those who wait already (TA-MORALE-04, TA-MORALE-06)."""
    shaken = shaken_by(scene.battle, runner)
    for unit in shaken:
        _note(scene, unit, FRIENDS)
    agenda = scene.battle.agenda
    waiting = sum(1 for _ in takewhile(lambda step: isinstance(step, Check), agenda))
    checks = tuple(Check(unit.id, (FRIENDS,), phase) for unit in shaken)
    scene.set(agenda=(*agenda[:waiting], *checks, *agenda[waiting:]))


CHECKS = carries_out(Checks, _do_checks)
CHECK = carries_out(Check, _do_check)
ROLL_CHECK = rolls(RollCheck, ask=_ask_roll, roll=_roll_check)
