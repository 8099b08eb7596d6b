"""Creatures that fall back from a fight on two dice, or leave it of their own will (CM-FANT-FCT-03, CM-FANT-FCT-06)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.movement.separation import stand_alone
from schiltron.battle.play.agenda import does
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Compelled, Declared
from schiltron.battle.state.field import in_melee
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.morale.flight import drive_back
from schiltron.rulesets.chainmail.state import Battle, Scene
from schiltron.rulesets.chainmail.steps import FallBack, MayWithdraw

STAY, WITHDRAW = "stay", "withdraw"
_WHOLE_MOVE: Final = 1000
_RULES: Final = ("CM-FANT-FCT-06",)


def _fall_back(scene: Scene, step: FallBack) -> None:
    """Off a move in good order; who stood in the ranks of a unit goes back behind them. Who finds no way stays."""
    unit = scene.unit(step.unit)
    if not alive(unit) or is_fleeing(unit):
        return
    scene.tell(Compelled(unit=unit.id, action="fall back a move", rules=(step.rule,)))
    if unit.host:
        stand_alone(scene, unit, scene.unit(unit.host), (step.rule,))
        return
    foes = tuple(key for key in step.foes if scene.unit(key).on_table)
    drive_back(scene, unit.id, _WHOLE_MOVE, facing_enemy=True, rules=(step.rule,), foes=foes)


def _ask(battle: Battle, step: MayWithdraw) -> tuple[Choose, ...] | None:
    unit = battle.units[step.unit]
    if not alive(unit) or not unit.on_table or is_fleeing(unit) or not in_melee(battle, unit):
        return None
    return (
        Choose(
            seat=unit.controller,
            prompt=f"The dice did {unit.name} no harm. Fight on, or withdraw a move?",
            waits=f"{unit.name} to fight on or withdraw",
            rules=_RULES,
            options=(Option(STAY, "Fight on"), Option(WITHDRAW, "Withdraw")),
            default=Chosen((STAY,)),
        ),
    )


def _take(scene: Scene, step: MayWithdraw, answers: tuple[Chosen, ...]) -> None:
    if answers[0] != Chosen((WITHDRAW,)):
        return
    scene.tell(Declared(unit=step.unit, action="withdraw", rules=_RULES))
    foes = tuple(key for key in step.foes if scene.unit(key).on_table)
    drive_back(scene, step.unit, _WHOLE_MOVE, facing_enemy=True, rules=_RULES, foes=foes)


FALL_BACK: Final = does(FallBack, _fall_back)
MAY_WITHDRAW: Final = chooses(MayWithdraw, ask=_ask, take=_take)
