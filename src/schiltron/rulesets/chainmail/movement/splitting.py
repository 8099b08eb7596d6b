"""Split-moves of horse archers: a part of the move, fire, another part (CM-MISSILE-15, CM-MISSILE-16; HIST).

An order that fires first names a target instead of a path. A unit that does not go on stays where it fired.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.movement.trial_moves import ways_ahead
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import Aimed, Commanded, Move, PathDrawn
from schiltron.battle.state.field import in_melee, nearest_enemies
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Face, Path
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.fire.declaring import declare
from schiltron.rulesets.chainmail.fire.passing import PassThrough, SplitFire, split_fire
from schiltron.rulesets.chainmail.fire.volleys import Fire
from schiltron.rulesets.chainmail.movement.trial_moves import SPLIT, legal_beginning, random_path
from schiltron.rulesets.chainmail.state import HALTS, Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.troop_traits.willing import before_going_on, before_moving
from schiltron.rulesets.chainmail.walking.rates import split_part
from schiltron.rulesets.chainmail.walking.walk import LONGEST_PATH, walk


class SplitOnward(Step, frozen=True, tag="chainmail.split_onward"):
    """Horse archers who have fired may go on with the second part of their split-move (CM-MISSILE-15)."""

    unit: str


_RULES: Final = ("CM-MISSILE-15",)
_NEAREST: Final = 2


# ---------------------------------------------------------------- firing first


def judge_fire_first(view: Battle, unit: Unit, form: object) -> list[Reason]:
    target = view.units.get(form.target) if isinstance(form, Aimed) else None
    if target is None:
        return [Reason("name whom they fire at before they move", _RULES)]
    judged = split_fire(view, unit, target)
    return judged if isinstance(judged, list) else []


def fire_first(scene: Scene, command: Commanded) -> None:
    fire = split_fire(scene.battle, scene.unit(command.actor), scene.unit(command.aim.target))
    assert not isinstance(fire, list), "it was judged that they can"
    scene.now(*halt_to_fire(command.actor, (declare(scene, fire, (*_RULES, "CM-MISSILE-16")),)))


def halt_to_fire(unit_id: str, fire: tuple[Fire, ...] = ()) -> tuple[Step, ...]:
    """The halt of a split-move: horse archers and those who fire at them, then the rest (CM-MISSILE-15, -16)."""
    return PassThrough(unit_id), SplitFire(unit_id, fire), SplitOnward(unit_id)


# ---------------------------------------------------------------- going on


def onward(unit_id: str, path: Path) -> Walk:
    """The second part of a split-move."""
    return Walk(unit_id, path, SPLIT, paused=True)


def _ask(battle: Battle, step: SplitOnward) -> tuple[Move, ...] | None:
    unit = battle.units[step.unit]
    if not alive(unit) or not unit.on_table or is_fleeing(unit) or in_melee(battle, unit):
        return None
    return (
        Move(
            seat=unit.controller,
            prompt=f"{unit.name} may go on with the second part of their split-move, or stand.",
            waits=f"{unit.name} to go on, or stand",
            rules=_RULES,
            unit=unit.id,
            allowance=split_part(battle, unit).total,
            default=PathDrawn(()),
        ),
    )


def _judge(view: Battle, step: SplitOnward, decision: Move, answer: PathDrawn) -> list[Reason]:
    if len(answer.path) > LONGEST_PATH:
        return [Reason(f"a move is a path of no more than {LONGEST_PATH} legs", decision.rules)]
    return walk(view, onward(step.unit, answer.path)).reasons if answer.path else []


def _take(scene: Scene, step: SplitOnward, answers: tuple[PathDrawn, ...]) -> None:
    """Who sets out only now, or onto an enemy, dices for it where he must (CM-HIST-08, CM-HIST-09)."""
    (answer,) = answers
    if not answer.path:
        _stand(scene, step)
        return
    dares = before_going_on if scene.unit(step.unit).own.turn.moved else before_moving
    scene.now(*dares(scene.battle, onward(step.unit, answer.path)))


def _stand(scene: Scene, step: SplitOnward) -> None:
    """Who fired where he stood and stays there has had his move all the same."""
    unit = scene.unit(step.unit)
    if not unit.own.turn.moved:
        scene.change(with_turn(unit, ordered=HALTS))


def _sample(view: Battle, step: SplitOnward, _decision: Move, random: Random) -> PathDrawn:
    unit = view.units[step.unit]
    path = random_path(view, unit, random) if random.random() < 0.8 else ()
    return PathDrawn(legal_beginning(view, unit, path, SPLIT, paused=True))


def _suggest(view: Battle, step: SplitOnward, _decision: Move) -> Iterator[PathDrawn]:
    """To stand, to turn away, and to go on."""
    unit = view.units[step.unit]
    half = split_part(view, unit).total
    away: tuple[Path, ...] = ((Face("rear"),), (Face("left"), Advance(half)), (Face("right"), Advance(half)))
    yield PathDrawn(())
    for path in (*away, *ways_ahead(unit, nearest_enemies(view, unit, _NEAREST), half)):
        legal = legal_beginning(view, unit, path, SPLIT, paused=True)
        if legal:
            yield PathDrawn(legal)


SPLIT_ONWARD: Final = asks(SplitOnward, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_stand)
