"""The weeks after a battle off the table (rules ABS): of an army that was not beaten some of the fallen return."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import stand_again
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Reported
from schiltron.battle.state.field import asked_seat, troops
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit

PHASE: Final = "healing"
RESTS, MARCHES = "rest", "march"
_RETURN: Final = 30
"""Of a hundred fallen (TA-ABS-120)."""
_ONE_WEEK: Final = 3
"""A d2 is thrown with a d6: 1 on 1-3 (TA-UNIT-11)."""


class RollWeeks(Step, frozen=True, tag="by_this_axe.roll_weeks"):
    """How long it takes, for each army that was not beaten."""

    over: Outcome


class Rest(Step, frozen=True, tag="by_this_axe.rest"):
    """Whether the army kept quiet all that time (TA-ABS-121)."""

    over: Outcome
    weeks: tuple[tuple[str, int], ...]


def aftermath(battle: Battle) -> Battle | None:
    """What comes after a battle off the table that is over; None for all others."""
    over = battle.outcome
    if over is None or battle.board is not None or battle.phase == PHASE:
        return None
    return replace(
        battle,
        title=f"After {battle.title}",
        outcome=None,
        agenda=(RollWeeks(over),),
        phase=PHASE,
        active="",
        roll=None,
        decisions=(),
        commitments=(),
        proposals=(),
    )


def _unbeaten(battle: Battle, over: Outcome) -> list[str]:
    """Who has won, or all where nobody has, and has lost anybody (TA-ABS-120)."""
    sides = [side.id for side in battle.sides if over.winner in ("", side.id)]
    return [side for side in sides if any(lost(battle, unit) for unit in troops(battle, side))]


def lost(battle: Battle, unit: Unit) -> int:
    """Individuals of a unit that fell."""
    return sum(grave.figures for grave in battle.graves if grave.unit == unit.id)


# ---------------------------------------------------------------- how long


def _ask_weeks(battle: Battle, step: RollWeeks) -> Roll | None:
    pools = tuple(Pool(1, 6, SumOf(), battle.side_named(side).name, side) for side in _unbeaten(battle, step.over))
    return Roll("weeks until the wounded return (4 or more: two)", pools, ("TA-ABS-120",)) if pools else None


def _roll_weeks(scene: Scene, step: RollWeeks, pools: tuple[Thrown, ...]) -> None:
    sides = _unbeaten(scene.battle, step.over)
    weeks = tuple((side, 1 if thrown.total <= _ONE_WEEK else 2) for side, thrown in zip(sides, pools, strict=True))
    scene.now(Rest(step.over, weeks))


def _nobody_returns(scene: Scene, step: RollWeeks) -> None:
    scene.end(step.over)


ROLL_WEEKS: Final = rolls(RollWeeks, ask=_ask_weeks, roll=_roll_weeks, do=_nobody_returns)


# ---------------------------------------------------------------- rest, or not


def _ask_rest(battle: Battle, step: Rest) -> tuple[Choose, ...]:
    return tuple(
        Choose(
            seat=asked_seat(battle, side) or UNSEATED,
            prompt=f"In {counted(weeks, 'week')} {_RETURN}% of your fallen return, if you rest until then.",
            waits="an army to rest, or not",
            rules=("TA-ABS-120", "TA-ABS-121"),
            options=(
                Option(RESTS, "We have rested"),
                Option(MARCHES, "We marched more than half our rate, or were beaten", forgoes=True),
            ),
            default=Chosen((RESTS,)),
        )
        for side, weeks in step.weeks
    )


def _take_rest(scene: Scene, step: Rest, answers: tuple[Chosen, ...]) -> None:
    for (side, weeks), answer in zip(step.weeks, answers, strict=True):
        title = scene.battle.side_named(side).title
        if answer.keys[0] == MARCHES:
            scene.tell(Reported(what=f"{title}: nobody returns", rules=("TA-ABS-121",)))
            continue
        for unit in troops(scene.battle, side):
            back = (lost(scene.battle, unit) * _RETURN + 50) // 100
            if back:
                stand_again(scene, unit.id, back, "fell")
                what = f"after {counted(weeks, 'week')} {back} of {unit.name} return to duty"
                scene.tell(Reported(what=what, rules=("TA-ABS-120",)))
    scene.end(step.over)


REST: Final = chooses(Rest, ask=_ask_rest, take=_take_rest)
