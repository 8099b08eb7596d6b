"""The missile phases and the artillery's step (cases 1.2, 1.5 and 10.2).

One unit shoots after the other, and its losses fall before the next one does; then the other side shoots.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import FINISH, Command, Commanded
from schiltron.battle.state.field import commanded_by, commands
from schiltron.battle.state.illegal import Reason
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
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit


class Shooting(Step, frozen=True, tag="battlesystem.shooting"):
    """A side shoots, unit by unit: one shot of those who have two, before anybody moves (BS-1.2-01), or what is left
    after the moves (BS-1.5-01). Seats that have finished have `passed`."""

    side: str
    moment: Literal["initial", "phase"]
    passed: tuple[str, ...] = ()


class Artillery(Step, frozen=True, tag="battlesystem.artillery"):
    """A side's artillery fires, last in its phase (BS-1.5-01)."""

    side: str
    passed: tuple[str, ...] = ()


Firing = Shooting | Artillery

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


def _moment(step: Firing) -> str:
    return step.moment if isinstance(step, Shooting) else "artillery"


def _bars(battle: Battle, step: Firing) -> Bars:
    """What this moment has against a unit."""

    def bars(unit: Unit) -> list[Reason]:
        if not commands(battle, step.side, unit):
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
        return [Reason("before the moves only units with two shots a round shoot", ("BS-10.2-01",))]
    if unit.own.turn.shots and not unit.own.turn.files_loosed:
        return [Reason(f"{unit.name} shot once before the moves, and no more", ("BS-10.2-01",))]
    return []


def _actors(battle: Battle, step: Firing) -> list[Unit]:
    ours = commanded_by(battle, step.side)
    mine = (unit for unit in ours if unit.on_table and unit.controller not in step.passed)
    return able(battle, mine, _bars(battle, step))


def _ask(battle: Battle, step: Firing) -> tuple[Command, ...] | None:
    moment = _moment(step)
    return command(_actors(battle, step), _PROMPTS[moment], _RULES[moment], window=False)


def _judge(view: Battle, step: Firing, decision: Command, answer: Commanded) -> list[Reason]:
    return judge(view, decision, answer, _bars(view, step))


def _take(scene: Scene, step: Firing, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if answer == FINISH:
        decisions = _ask(scene.battle, step) or ()
        end_shots(scene, step.side)
        scene.now(replace(step, passed=(*step.passed, *(one.seat for one in decisions))))
        return
    scene.now(step)
    shoot(scene, answer, _RULES[_moment(step)])


def _do(scene: Scene, step: Firing) -> None:
    """Nobody of the side has anything left to shoot at."""
    end_shots(scene, step.side)


def _sample(view: Battle, step: Firing, decision: Command, random: Random) -> Commanded:
    return sample(list(targets(view, view.units[random.choice(decision.actors)], _bars(view, step))), random)


def _suggest(view: Battle, step: Firing, decision: Command) -> Iterator[Commanded]:
    bars = _bars(view, step)
    return suggest(volley for actor in decision.actors for volley in targets(view, view.units[actor], bars))


SHOOTING: Final = asks(Shooting, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_do)
ARTILLERY: Final = asks(Artillery, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_do)
