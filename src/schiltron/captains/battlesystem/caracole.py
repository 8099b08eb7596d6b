"""Mounted archers and their like ride up, shoot and ride off again (BS-10.5-01, BS-10.5-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from schiltron.captains.battlesystem.candidate_moves import TARGETS, marches_to
from schiltron.captains.battlesystem.moving import best_of, ranked
from schiltron.captains.battlesystem.shooting import fire_from
from schiltron.captains.battlesystem.situation import Situation
from schiltron.captains.battlesystem.tried_moves import Trial, tried
from schiltron.rulesets.battlesystem.missiles.limits import may_shoot, shots_left
from schiltron.rulesets.battlesystem.movement.rates import split_allowance
from schiltron.rulesets.battlesystem.movement.trial_moves import SPLIT
from schiltron.rulesets.battlesystem.state import Unit, with_arms, with_turn


class _Halt(NamedTuple):
    """A place to shoot from, what one shot from there is worth, and at whom it could be."""

    worth: float
    trial: Trial
    marks: dict[str, float]


def ride(situation: Situation, unit: Unit) -> Trial | None:
    """The best move of a unit that may shoot in the middle of it; None to stand."""
    best = best_of(situation, unit)
    halt = max(_halts(situation, unit), key=lambda one: one.worth, default=None)
    if halt is None:
        return best.trial
    halted = halt.trial.unit
    shot = with_arms(with_turn(halted, shots=halted.own.turn.shots + 1), last_shot=situation.battle.turn)
    there = situation.at(halt.trial.battle.with_unit(shot))
    value = halt.worth + best_of(there, shot, halt.marks).value
    return halt.trial if value > best.value else best.trial


def _halts(situation: Situation, unit: Unit) -> Iterator[_Halt]:
    """Where it stands, and half a move towards those it might attack."""
    battle = situation.battle
    if may_shoot(battle, unit):
        return
    foes = ranked(situation, situation.body(battle, unit))[:TARGETS]
    points = [(foe.outline.x, foe.outline.y) for foe in foes]
    far = split_allowance(battle, unit).total
    paths = dict.fromkeys(path for point in points for part in (1, 2) for path in marches_to(unit, point, far // part))
    trials = [Trial(SPLIT, (), battle, unit), *(tried(battle, unit, SPLIT, path) for path in paths)]
    for trial in trials:
        if trial is None or trial.met:
            continue
        marks = fire_from(situation.stakes, trial.battle, trial.unit)
        worth = max(marks.values(), default=0.0) / max(1, shots_left(trial.battle, trial.unit).total)
        if worth > 0:
            yield _Halt(worth, trial, marks)
