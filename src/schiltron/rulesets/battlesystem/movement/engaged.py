"""What a unit already in contact may do in the Movement Phase: wrap around, withdraw, flee (case 2.10; BS-7.8-02)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.field import opponents, standing_with, troops
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.battlesystem.field import alive, is_mob, is_regular, is_skirmisher
from schiltron.rulesets.battlesystem.movement import running, withdrawing, wrapping
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit

WITHDRAW, FLEE, WRAP = "withdraw", "flee", "wrap"
ACTIONS: Final = (WITHDRAW, FLEE, WRAP)


def reasons(view: Battle, unit: Unit, command: Commanded) -> list[Reason]:
    """Everything against one of these orders for a unit in contact."""
    if standing_with(view, unit).id != unit.id:
        return [Reason(f"{unit.name} goes with the unit he is in", ("BS-9.2-01",))]
    if is_mob(unit):
        return [Reason("a mob in contact fights on", ("BS-2.10-06", "BS-2.10-08"))]
    if unit.own.morale.rallied_in and unit.own.morale.rallied_in == view.turn:
        return [Reason(f"{unit.name} has just rallied and does not move", ("BS-6.3-02",))]
    if command.action == WITHDRAW:
        return list(withdrawing.reasons(view, unit))
    if command.action == FLEE:
        return []
    path = command.form.path if isinstance(command.form, PathDrawn) else ()
    return wrapping.reasons(view, unit, path)


def carry_out(scene: Scene, command: Commanded) -> None:
    """One of these orders is obeyed."""
    if command.action == WITHDRAW:
        scene.now(withdrawing.withdrawal(command.actor))
    elif command.action == FLEE:
        running.flee(scene, command.actor)
    else:
        wrapping.wrap(scene, command.actor, command.path)


def break_off(scene: Scene, side: str) -> None:
    """A side has finished its moves: skirmishers touched by ranks of the enemy who have not broken off do it now, by
    withdrawal where they can (BS-2.9-07); crews of artillery are skirmishers in this (BS-10.10-04)."""
    scene.now(
        *(
            withdrawing.withdrawal(unit.id, must=True)
            for unit in troops(scene.battle, side)
            if is_skirmisher(unit)
            and alive(unit)
            and not unit.own.turn.had_order
            and unit.own.morale.rout is None
            and unit.own.morale.rallied_in != scene.battle.turn
            and any(is_regular(one) or is_mob(one) for one in opponents(scene.battle, unit) if alive(one))
        )
    )


def sampled(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    """A random legal one of these orders, or none: most fight on."""
    if random.random() < 0.6:
        return None
    found = list(suggested(view, unit))
    return random.choice(found) if found else None


def suggested(view: Battle, unit: Unit) -> Iterator[Commanded]:
    """Those of these orders that are legal."""
    for action in (WITHDRAW, FLEE):
        order = Commanded(unit.id, action)
        if not reasons(view, unit, order):
            yield order
    for path in wrapping.possible(view, unit):
        order = Commanded(unit.id, WRAP, PathDrawn(path))
        if not reasons(view, unit, order):
            yield order
            return
