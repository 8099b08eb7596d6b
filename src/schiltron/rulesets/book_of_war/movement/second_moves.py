"""The second half-move of horse archers, the last event of the turn (chapter B2)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import Move, PathDrawn
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Face
from schiltron.rulesets.book_of_war.field import can_act
from schiltron.rulesets.book_of_war.movement.carrying_out import carry_out
from schiltron.rulesets.book_of_war.movement.paths import SPLIT, allowance, walk
from schiltron.rulesets.book_of_war.movement.phase import LONGEST_PATH
from schiltron.rulesets.book_of_war.movement.trial_moves import legal_beginning, random_path
from schiltron.rulesets.book_of_war.movement.walking import Shortfall
from schiltron.rulesets.book_of_war.state import Battle, Scene


class SecondMove(Step, frozen=True, tag="book_of_war.second_move"):
    """Horse archers' second half-move, the last event of the turn (BW-B2-43, BW-B2-46)."""

    unit: str


def _ask_second(battle: Battle, step: SecondMove) -> tuple[Move, ...] | None:
    unit = battle.units[step.unit]
    if not can_act(unit):
        return None
    return (
        Move(
            seat=unit.controller,
            prompt=f"{unit.name} may make the second half of their split move.",
            waits=f"{unit.name} to make the second half of their move",
            rules=("BW-B2-43", "BW-B2-46"),
            unit=unit.id,
            allowance=allowance(battle, unit, SPLIT),
            default=PathDrawn(()),
        ),
    )


def _judge_second(view: Battle, step: SecondMove, decision: Move, answer: PathDrawn) -> list[Reason]:
    if len(answer.path) > LONGEST_PATH:
        return [Reason(f"a path of at most {LONGEST_PATH} legs is needed", decision.rules)]
    unit = view.units[step.unit]
    walker = walk(view, unit, answer.path, "split", "illegal", allowance(view, unit, SPLIT))
    if view.own.options.declare == "by_phase":
        return [reason for reason in walker.reasons if not reason.measured]
    return walker.reasons


def _take_second(scene: Scene, step: SecondMove, answers: tuple[PathDrawn, ...]) -> None:
    (answer,) = answers
    unit = scene.unit(step.unit)
    shortfall: Shortfall = "stops" if scene.battle.own.options.declare == "by_phase" else "illegal"
    walker = walk(scene.battle, unit, answer.path, "split", shortfall, allowance(scene.battle, unit, SPLIT))
    carry_out(scene, walker, split=True, rules=("BW-B2-43", "BW-B2-46"))


def _sample_second(view: Battle, step: SecondMove, decision: Move, random: Random) -> PathDrawn:
    unit = view.units[step.unit]
    half = allowance(view, unit, SPLIT)
    return PathDrawn(legal_beginning(view, unit, random_path(view, unit, random), "split", half))


def _suggest_second(view: Battle, step: SecondMove, decision: Move) -> Iterator[PathDrawn]:
    unit = view.units[step.unit]
    half = allowance(view, unit, SPLIT)
    yield PathDrawn(())
    for path in ((Face("rear"),), (Advance(half),)):
        legal = legal_beginning(view, unit, path, "split", half)
        if legal:
            yield PathDrawn(legal)


SECOND_MOVE = asks(
    SecondMove,
    ask=_ask_second,
    judge=_judge_second,
    take=_take_second,
    sample=_sample_second,
    suggest=_suggest_second,
)
