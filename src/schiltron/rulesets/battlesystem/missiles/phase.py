"""The missile phases and the artillery's step (BS-1.2-01, BS-1.5-01, BS-10.2-01, BS-10.2-03).

One unit shoots after the other, and its losses fall before the next one does; then the other side shoots.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.decision import FINISH, Answer, AnyDecision, Command, Commanded
from schiltron.battle.illegal import Reason
from schiltron.rulesets.battlesystem.field import is_engine
from schiltron.rulesets.battlesystem.missiles.limits import end_shots, entitled
from schiltron.rulesets.battlesystem.missiles.ordering import (
    Bars,
    able,
    command,
    judge,
    sample,
    shoot,
    suggest,
    targets,
)
from schiltron.rulesets.battlesystem.missiles.steps import Artillery, Shooting
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit

Step = Shooting | Artillery

_TWO: Final = 2
_RULES: Final = {
    "initial": ("BS-1.2-01", "BS-10.2-01"),
    "phase": ("BS-1.5-01", "BS-1.5-02", "BS-10.2-03"),
    "artillery": ("BS-1.5-01", "BS-10.9-06"),
}
_PROMPTS: Final = {
    "initial": "Shoot with a unit that has two shots a round, before anybody moves, or finish.",
    "phase": "Shoot with a unit, or finish.",
    "artillery": "Fire a piece of artillery, or finish.",
}


def _moment(step: Step) -> str:
    return step.moment if isinstance(step, Shooting) else "artillery"


def _bars(battle: Battle, step: Step) -> Bars:
    """What this moment has against a unit."""

    def bars(unit: Unit) -> list[Reason]:
        if unit.side != step.side:
            return [Reason(f"{unit.name}: the other side shoots now", _RULES[_moment(step)][:1])]
        if is_engine(unit) != isinstance(step, Artillery):
            return [Reason("missiles come first, artillery after them", ("BS-1.5-01",))]
        if _moment(step) == "initial":
            return _initial(battle, unit)
        return []

    return bars


def _initial(battle: Battle, unit: Unit) -> list[Reason]:
    """One shot of those who have two or more (BS-10.2-01)."""
    if entitled(battle, unit).value < _TWO:
        return [Reason("before the moves only those shoot who have two shots a round", ("BS-10.2-01",))]
    if unit.own.shots and not unit.own.loosed:
        return [Reason(f"{unit.name} shot once before the moves, and no more", ("BS-10.2-01",))]
    return []


def _actors(battle: Battle, step: Step) -> list[Unit]:
    mine = (unit for unit in battle.standing() if unit.side == step.side and unit.controller not in step.passed)
    return able(battle, mine, _bars(battle, step))


def _ask(battle: Battle, step: Step) -> tuple[AnyDecision, ...] | None:
    moment = _moment(step)
    return command(_actors(battle, step), _PROMPTS[moment], _RULES[moment], window=False)


def _judge(view: Battle, step: Step, decision: AnyDecision, answer: Answer) -> list[Reason]:
    return judge(view, decision, answer, _bars(view, step))


def _take(scene: Scene, step: Step, answers: tuple[Answer, ...]) -> None:
    (answer,) = answers
    assert isinstance(answer, Commanded)
    if answer == FINISH:
        decisions = _ask(scene.battle, step) or ()
        end_shots(scene, step.side)
        scene.now(replace(step, passed=(*step.passed, *(one.seat for one in decisions))))
        return
    scene.now(step)
    shoot(scene, answer, _RULES[_moment(step)])


def _do(scene: Scene, step: Step) -> None:
    """Nobody of the side has anything left to shoot at."""
    end_shots(scene, step.side)


def _sample(view: Battle, step: Step, decision: AnyDecision, random: Random) -> Answer:
    assert isinstance(decision, Command)
    return sample(list(targets(view, view.units[random.choice(decision.actors)], _bars(view, step))), random)


def _suggest(view: Battle, step: Step, decision: AnyDecision) -> Iterator[Answer]:
    assert isinstance(decision, Command)
    bars = _bars(view, step)
    return suggest(volley for actor in decision.actors for volley in targets(view, view.units[actor], bars))


SHOOTING: Final = Handler(ask=_ask, judge=_judge, take=_take, do=_do, sample=_sample, suggest=_suggest)
ARTILLERY: Final = SHOOTING
