"""Who moves first: CM-TURN-02 to CM-TURN-04."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle import choosing
from schiltron.battle.agenda import Handler
from schiltron.battle.chance import Roll, Thrown
from schiltron.battle.decision import Answer, AnyDecision, Choose, Chosen, Option
from schiltron.battle.dicing import dice_for, lowest_first
from schiltron.battle.event import Began
from schiltron.battle.field import in_melee
from schiltron.rulesets.chainmail.field import alive, troops
from schiltron.rulesets.chainmail.history.steps import Compulsions
from schiltron.rulesets.chainmail.morale.steps import Rallies
from schiltron.rulesets.chainmail.movement.steps import BeginMoves, ChooseOrder, Initiative, Moves
from schiltron.rulesets.chainmail.state import Battle, Scene

FIRST, LAST = "first", "last"
_PHASE_RULES: Final = {"first_move": ("CM-TURN-03", "CM-TURN-08"), "last_move": ("CM-TURN-04", "CM-TURN-08")}


def _ask_roll(battle: Battle, _step: Initiative) -> Roll:
    """A die each; ties are thrown again."""
    return dice_for(battle, "who chooses to move first or last", ("CM-TURN-02",))


def _roll(scene: Scene, _step: Initiative, pools: tuple[Thrown, ...]) -> None:
    lower, higher = lowest_first(scene.battle, pools)
    scene.now(ChooseOrder(higher, lower))


def _ask_order(battle: Battle, step: ChooseOrder) -> tuple[AnyDecision, ...]:
    return (
        Choose(
            seat=battle.seats_of(step.winner)[0],
            prompt="You threw higher: choose whether to move first or last.",
            rules=("CM-TURN-02",),
            options=(Option(FIRST, "move first"), Option(LAST, "move last")),
            default=Chosen((FIRST,)),
        ),
    )


def _take_order(scene: Scene, step: ChooseOrder, answers: tuple[Answer, ...]) -> None:
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
    for unit in list(troops(scene.battle, step.side)):
        if alive(unit) and not in_melee(scene.battle, unit):
            scene.change(replace(unit, own=replace(unit.own, free=True)))
    scene.now(Rallies(step.side), Compulsions(step.side), Moves(step.side))


INITIATIVE = Handler(ask=_ask_roll, roll=_roll)
CHOOSE_ORDER = Handler(
    ask=_ask_order,
    judge=choosing.judge,
    take=_take_order,
    sample=choosing.sample,
    suggest=choosing.suggest,
)
BEGIN_MOVES = Handler(do=_begin_moves)
