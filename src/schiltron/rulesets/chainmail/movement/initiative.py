"""Who moves first: CM-TURN-02 to CM-TURN-04."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.play.roll_off import dice_for, lowest_first
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Began
from schiltron.battle.state.field import asked_seat, commanded_by, in_melee
from schiltron.rulesets.chainmail.artillery.breath import breaths_of
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.morale.rally import Rallies
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle, Scene, with_turn
from schiltron.rulesets.chainmail.steps import Compulsions


class Initiative(Step, frozen=True, tag="chainmail.initiative"):
    """A die each; the higher chooses to move first or last (CM-TURN-02)."""


class ChooseOrder(Step, frozen=True, tag="chainmail.choose_order"):
    winner: str
    loser: str


class BeginMoves(Step, frozen=True, tag="chainmail.begin_moves"):
    """A side's move begins (CM-TURN-03, CM-TURN-04): the phase is named, who is compelled is, rally dice fall."""

    side: str
    phase: Literal["first_move", "last_move"]


FIRST, LAST = "first", "last"
_PHASE_RULES: Final = {"first_move": ("CM-TURN-03", "CM-TURN-08"), "last_move": ("CM-TURN-04", "CM-TURN-08")}


def _ask_roll(battle: Battle, _step: Initiative) -> Roll:
    """A die each; ties are thrown again."""
    return dice_for(battle, "who chooses to move first or last", ("CM-TURN-02",))


def _roll(scene: Scene, _step: Initiative, pools: tuple[Thrown, ...]) -> None:
    lower, higher = lowest_first(scene.battle, pools)
    scene.now(ChooseOrder(higher, lower))


def _ask_order(battle: Battle, step: ChooseOrder) -> tuple[Choose, ...]:
    return (
        Choose(
            seat=asked_seat(battle, step.winner) or UNSEATED,
            prompt="You threw higher: choose whether to move first or last.",
            waits="to choose whether to move first or last",
            rules=("CM-TURN-02",),
            options=(Option(FIRST, "move first"), Option(LAST, "move last")),
            default=Chosen((FIRST,)),
        ),
    )


def _take_order(scene: Scene, step: ChooseOrder, answers: tuple[Chosen, ...]) -> None:
    first = answers[0] == Chosen((FIRST,))
    order = (step.winner, step.loser) if first else (step.loser, step.winner)
    scene.set(own=replace(scene.battle.own, order=order))
    scene.now(BeginMoves(order[0], "first_move"), BeginMoves(order[1], "last_move"))


def _begin_moves(scene: Scene, step: BeginMoves) -> None:
    """Those in flight and those whom a rule moves come before the orders of a side.

    Who is in melee by now has no move any more (CM-MELEE-48).
    """
    scene.set(phase=step.phase, active=step.side)
    scene.tell(Began(what=step.phase, side=step.side, turn=scene.battle.turn, rules=_PHASE_RULES[step.phase]))
    for unit in commanded_by(scene.battle, step.side):
        if alive(unit) and not in_melee(scene.battle, unit):
            scene.change(with_turn(unit, out_of_melee=True))
    scene.now(Rallies(step.side), Compulsions(step.side), Moves(step.side), *breaths_of(scene.battle, step.side))


INITIATIVE = rolls(Initiative, ask=_ask_roll, roll=_roll)
CHOOSE_ORDER = chooses(ChooseOrder, ask=_ask_order, take=_take_order)
BEGIN_MOVES = does(BeginMoves, _begin_moves)
