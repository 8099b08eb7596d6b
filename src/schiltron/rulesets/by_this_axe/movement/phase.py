"""A side moves and charges with all its units: TA-MOVE-02 to TA-MOVE-04, TA-TURN-05, TA-CMD-11 to TA-CMD-13."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.escorts import afoot, way_to
from schiltron.battle.play import unit_orders
from schiltron.battle.play.agenda import Step, asks, does
from schiltron.battle.state.decision import FINISH, PLAY, UNSEATED, Aimed, Command, Commanded, PathDrawn, Played
from schiltron.battle.state.event import Compelled
from schiltron.battle.state.field import asked_seat, in_melee, standing_with, troops
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.by_this_axe.command.playing import could_play, hand, judge_play, play
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_routed, ordered, said_of
from schiltron.rulesets.by_this_axe.ground import RIVER, at_the_bank
from schiltron.rulesets.by_this_axe.movement.characters import JOIN, judge_join, leave
from schiltron.rulesets.by_this_axe.movement.charging import (
    CHARGE,
    bound_to_charge,
    charge_of,
    declare,
    judge_order,
    judge_path,
    judge_straight,
    next_duty,
    straight_at,
)
from schiltron.rulesets.by_this_axe.movement.trial_moves import MOVE, sample_moves, suggest_moves
from schiltron.rulesets.by_this_axe.movement.walk import walk
from schiltron.rulesets.by_this_axe.movement.walker import Walk
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit


class Moves(Step, frozen=True, tag="by_this_axe.moves"):
    """Steps b and c: a side moves and charges with all its units."""

    side: str


class LastCharges(Step, frozen=True, tag="by_this_axe.last_charges"):
    """A side has finished, but units it ordered to charge must try to (TA-CMD-21)."""

    side: str


LONGEST_PATH: Final = 12
_ORDERS: Final = ("TA-CMD-11", "TA-CMD-12", "TA-CMD-13")
"""What needs no card, and what does."""


# ---------------------------------------------------------------- who may move


def held_back(battle: Battle, unit: Unit) -> list[Reason]:
    """What keeps a unit from moving by its owner's will now."""
    body, own, found = standing_with(battle, unit), unit.own, []
    if is_routed(body):
        found.append(Reason(said_of(body, "are in flight"), ("TA-MOVE-03", "TA-MORALE-26")))
    if in_melee(battle, unit):
        found.append(Reason(said_of(body, "are locked in melee"), ("TA-MOVE-03", "TA-MELEE-03")))
    if own.turn.shot:
        found.append(Reason(said_of(unit, "have shot this turn"), ("TA-MOVE-03", "TA-RANGED-10")))
    if own.turn.rallied:
        found.append(Reason(said_of(unit, "have rallied this turn"), ("TA-RALLY-05",)))
    if own.turn.moved:
        found.append(Reason(said_of(unit, "have moved this turn"), ("TA-MOVE-04",)))
    if ordered(battle, unit, "reserve") is not None:
        found.append(Reason(said_of(unit, "are holding fire"), ("TA-CMD-34",)))
    return found


def movable(battle: Battle, side: str) -> tuple[str, ...]:
    """Units that may still be given a move this phase; characters with units too, who may leave them."""
    return unit_orders.open_to_orders(battle, side, alive, held_back)


def _ask(battle: Battle, step: Moves) -> tuple[Command, ...] | None:
    actors = movable(battle, step.side)
    if not actors and not could_play(battle, step.side, "movement"):
        return None
    with_cards = battle.own.options.command == "cards"
    cards = hand(battle, step.side, "movement")
    people = any(is_character(battle.units[one]) for one in actors)
    return (
        Command(
            seat=asked_seat(battle, battle.units[actors[0]] if actors else step.side) or UNSEATED,
            prompt="Move or charge with a unit, or end your moves.",
            rules=("TA-MOVE-02", "TA-MOVE-04", "TA-TURN-05", *(_ORDERS if with_cards else ())),
            actors=actors,
            actions=(MOVE, CHARGE, *((JOIN,) if people else ()), *((PLAY,) if cards else ())),
            hand=cards,
            default=FINISH,
        ),
    )


# ---------------------------------------------------------------- judging


def _judge(view: Battle, step: Moves, decision: Command, answer: Commanded) -> list[Reason]:
    if isinstance(answer.form, Played) and not answer.actor and answer.action == PLAY:
        return judge_play(view, step.side, "movement", answer.form)
    return unit_orders.judge_order(
        view,
        step.side,
        decision,
        answer,
        alive,
        lambda view, unit, order: held_back(view, unit) or _judge_command(view, unit, order, decision),
    )


def _judge_command(view: Battle, unit: Unit, command: Commanded, decision: Command) -> list[Reason]:
    form = command.form
    if command.action == JOIN and is_character(unit):
        if not isinstance(form, Aimed):
            return [Reason("name the unit he is to join", ("TA-CHAR-11",))]
        return judge_join(view, unit, form.target)
    if command.action not in (MOVE, CHARGE):
        return [Reason(f"there is no action {command.action!r} for {unit.name}", decision.rules)]
    if isinstance(form, Aimed) and command.action == CHARGE:
        view = afoot(view, unit)
        return judge_order(view, unit) or judge_straight(view, view.units[unit.id], form.target)
    if not isinstance(form, PathDrawn) or not 0 < len(form.path) <= LONGEST_PATH:
        return [Reason(f"a move is a path of 1 to {LONGEST_PATH} legs", ("TA-MOVE-04",))]
    view = afoot(view, unit)
    if command.action == CHARGE:
        return judge_order(view, unit) or judge_path(view, view.units[unit.id], form.path)
    return [*bound_to_charge(view, unit), *walk(view, Walk(unit.id, form.path, "move")).reasons]


# ---------------------------------------------------------------- carrying out


def _take(scene: Scene, step: Moves, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if answer == FINISH:
        _finish(scene, step)
    elif isinstance(answer.form, Played):
        scene.now(step)
        play(scene, step.side, "movement", answer.form)
    else:
        _set_out(scene, step, answer)


def _finish(scene: Scene, step: Moves) -> None:
    scene.now(LastCharges(step.side))


def _set_out(scene: Scene, step: Moves, command: Commanded) -> None:
    host = leave(scene, scene.unit(command.actor))
    battle, unit = scene.battle, scene.unit(command.actor)
    if command.action == JOIN:
        target = command.aim.target
        scene.now(Walk(unit.id, way_to(unit, battle.units[target]), "join", target, host), step)
    elif command.action == MOVE:
        scene.now(Walk(unit.id, command.path, "move", host=host), step)
    elif isinstance(command.form, Aimed):
        target = command.form.target
        path = straight_at(battle, unit, battle.units[target])
        assert path is not None, "it was judged to lead there"
        declare(scene, unit.id, path, target, (step,))
    else:
        declare(scene, unit.id, command.path, charge_of(battle, unit, command.path), (step,))


def _last_charges(scene: Scene, step: LastCharges) -> None:
    duty = next_duty(scene.battle, step.side, movable(scene.battle, step.side))
    if duty is not None:
        unit, path, target = duty
        scene.tell(Compelled(unit=unit, action=CHARGE, rules=("TA-CMD-21",)))
        declare(scene, unit, path, target, (step,))
    else:
        _note_banks(scene, step.side)


def _note_banks(scene: Scene, side: str) -> None:
    """Who stands at a river when his side has moved may cross it from the next turn on (TA-TERR-06, TA-TERR-07)."""
    board = scene.battle.board
    if board is None or not any(feature.kind == RIVER for feature in board.features):
        return
    for unit in troops(scene.battle, side):
        if unit.on_table and alive(unit):
            river = at_the_bank(unit.pose, unit.body, board.features)
            known = unit.own.bank
            if river is None or known is None or known[0] != river.id:
                bank = None if river is None else (river.id, scene.battle.turn)
                scene.change(replace(unit, own=replace(unit.own, bank=bank)))


# ---------------------------------------------------------------- random and sensible moves


def _sample(view: Battle, step: Moves, decision: Command, random: Random) -> Commanded:
    return sample_moves(view, step.side, decision, random)


def _suggest(view: Battle, step: Moves, decision: Command) -> Iterator[Commanded]:
    return suggest_moves(view, step.side, decision)


MOVES = asks(Moves, do=_finish, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
LAST_CHARGES = does(LastCharges, _last_charges)
