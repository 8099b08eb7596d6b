"""Split-fire: a part of the move, a shot, and the rest of the move (case 10.5)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import Move, PathDrawn
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.battlesystem.field import alive, is_routed
from schiltron.rulesets.battlesystem.movement.rates import move_allowance
from schiltron.rulesets.battlesystem.movement.trial_moves import legal_beginning, random_path, ways
from schiltron.rulesets.battlesystem.movement.walk import LONGEST_PATH, walk
from schiltron.rulesets.battlesystem.reckoned import within_the_rules
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit
from schiltron.rulesets.battlesystem.steps import Walk
from schiltron.table.lengths import TOLERANCE


class SplitOnward(Step, frozen=True, tag="battlesystem.split_onward"):
    """Mounted archers who have shot in the middle of their move go on with the rest of it (BS-10.5-01)."""

    unit: str


_RULES: Final = ("BS-10.5-01",)


def _left(battle: Battle, unit: Unit) -> int:
    return move_allowance(battle, unit).total - unit.own.turn.spent


def _ask(battle: Battle, step: SplitOnward) -> tuple[Move, ...] | None:
    unit = battle.units[step.unit]
    if not alive(unit) or not unit.on_table or is_routed(unit) or in_melee(battle, unit):
        return None
    left = _left(battle, unit)
    if left <= TOLERANCE:
        return None
    return (
        Move(
            seat=unit.controller,
            prompt=f"{unit.name} may go on with the rest of their move, or stand.",
            waits=f"{unit.name} to go on, or stand",
            rules=_RULES,
            unit=unit.id,
            allowance=left,
            default=PathDrawn(()),
        ),
    )


def _judge(view: Battle, step: SplitOnward, decision: Move, answer: PathDrawn) -> list[Reason]:
    if len(answer.path) > LONGEST_PATH:
        return [Reason(f"a move is a path of no more than {LONGEST_PATH} legs", decision.rules)]
    if not answer.path:
        return []
    return within_the_rules(view, walk(view, Walk(step.unit, answer.path, "move")).reasons)


def _take(scene: Scene, step: SplitOnward, answers: tuple[PathDrawn, ...]) -> None:
    (answer,) = answers
    if answer.path:
        scene.now(Walk(step.unit, answer.path, "move"))


def _sample(view: Battle, step: SplitOnward, _decision: Move, random: Random) -> PathDrawn:
    unit = view.units[step.unit]
    path = random_path(view, unit, random) if random.random() < 0.8 else ()
    return PathDrawn(legal_beginning(view, unit, path, "move"))


def _suggest(view: Battle, step: SplitOnward, _decision: Move) -> Iterator[PathDrawn]:
    """To stand, and to go on."""
    unit = view.units[step.unit]
    yield PathDrawn(())
    for path in ways(view, unit):
        legal = legal_beginning(view, unit, path, "move")
        if legal:
            yield PathDrawn(legal)


SPLIT_ONWARD: Final = asks(SplitOnward, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
