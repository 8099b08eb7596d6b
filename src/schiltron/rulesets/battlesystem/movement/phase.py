"""The Movement Phase: which side moves first, its forced moves, then its free moves (cases 1.1, 1.4 and 7.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.movement.escorts import afoot
from schiltron.battle.play import unit_orders
from schiltron.battle.play.agenda import Step, asks, does
from schiltron.battle.play.option_choice import chooses, chosen
from schiltron.battle.state.decision import (
    FINISH,
    UNSEATED,
    Aimed,
    Choose,
    Chosen,
    Command,
    Commanded,
    Option,
    PathDrawn,
)
from schiltron.battle.state.event import Began, Declared
from schiltron.battle.state.field import asked_seat, commanded_by, in_melee, standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.battlesystem.field import alive, fellows, is_individual, is_mob, is_routed
from schiltron.rulesets.battlesystem.missiles.limits import may_split
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough
from schiltron.rulesets.battlesystem.movement import charges, compelled, engaged, marches, mobs
from schiltron.rulesets.battlesystem.movement.gaps import fill_gaps
from schiltron.rulesets.battlesystem.movement.individuals import (
    JOIN,
    LEAVE,
    bound_to_unit,
    join_order,
    judge_join,
    leave,
    set_out,
)
from schiltron.rulesets.battlesystem.movement.together import TOGETHER, company_orders, judge_together
from schiltron.rulesets.battlesystem.movement.trial_moves import CHARGE, MARCH, MOVE, SPLIT, sample_moves, suggest_moves
from schiltron.rulesets.battlesystem.movement.walk import LONGEST_PATH, walk
from schiltron.rulesets.battlesystem.reckoned import within_the_rules
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.battlesystem.steps import Action, RoutMove, Walk


class WhoMoves(Step, frozen=True, tag="battlesystem.who_moves"):
    """Side A decides which side moves first (BS-1.4-01); of more than two, which after these (BS-1.1-03)."""

    after: tuple[str, ...] = ()


class BeginMovement(Step, frozen=True, tag="battlesystem.begin_movement"):
    """A side's Movement Phase begins: who owes a discipline check makes it, gaps are filled, the routed run on, mobs
    obey, who has failed discipline attacks; then the side moves as it likes (BS-1.4-02). It comes in stages, so that
    each sees what the one before it has left."""

    side: str
    stage: Literal["gaps", "mobs", "compelled"] = "gaps"


class Moves(Step, frozen=True, tag="battlesystem.moves"):
    """A side moves as many of its eligible forces as it likes."""

    side: str


_MOVES: Final = ("BS-1.4-02", "BS-7.0-01")
_FULL_RUN: Final = 1000
_PATHS: Final[dict[str, Action]] = {MOVE: "move", CHARGE: "charge", MARCH: "force_march", SPLIT: "split"}


# ---------------------------------------------------------------- who moves first


def _ask_who(battle: Battle, step: WhoMoves) -> tuple[Choose, ...] | None:
    """Side A chooses (BS-1.4-01), of more than two sides until all have their place (BS-1.1-03)."""
    if not battle.own.order:
        return None
    left = [side for side in battle.own.order if side not in step.after]
    when = "next" if step.after else "first"
    return (
        Choose(
            seat=asked_seat(battle, battle.own.order[0]) or UNSEATED,
            prompt=f"Which side moves {when} in this Movement Phase?",
            waits=f"to say which side moves {when}",
            rules=("BS-1.4-01", *(("BS-1.1-03",) if len(battle.own.order) > 2 else ())),
            options=tuple(Option(side, battle.side_named(side).title) for side in left),
            default=Chosen((left[0],)),
        ),
    )


def _take_who(scene: Scene, step: WhoMoves, answers: tuple[Chosen, ...]) -> None:
    after = (*step.after, chosen(answers))
    left = [side for side in scene.battle.own.order if side not in after]
    if len(left) > 1:
        scene.now(WhoMoves(after))
        return
    order = (*after, *left)
    scene.set(own=replace(scene.battle.own, movers=order))
    scene.now(*(BeginMovement(side) for side in order))


# ---------------------------------------------------------------- what comes first


def _do_begin(scene: Scene, step: BeginMovement) -> None:
    """Gaps are filled, the routed run on; then who has no discipline attacks, and mobs obey."""
    side = step.side
    if step.stage == "mobs":
        mobs.obey(scene, side)
    elif step.stage == "compelled":
        compelled.attack_on_its_own(scene, side)
    else:
        scene.set(active=side)
        scene.tell(Began(what="moves", side=side, turn=scene.battle.turn, rules=("BS-1.4-02",)))
        fill_gaps(scene, side)
        runs = tuple(RoutMove(unit.id, _FULL_RUN) for unit in _runners(scene.battle, side))
        scene.now(*runs, BeginMovement(side, "compelled"), BeginMovement(side, "mobs"), Moves(side))


def _runners(battle: Battle, side: str) -> list[Unit]:
    """Routed units that have not run this round (BS-6.4-01, BS-7.15-05)."""
    found = []
    for unit in commanded_by(battle, side):
        rout = unit.own.morale.rout
        if rout is not None and rout.since < battle.turn and alive(unit) and unit.on_table:
            found.append(unit)
    return found


# ---------------------------------------------------------------- who may be given an order


def held_back(battle: Battle, unit: Unit) -> list[Reason]:
    """What keeps a unit from any order of its owner in this phase."""
    own = unit.own
    if is_routed(standing_with(battle, unit)):
        return [Reason(f"{unit.name} have routed", ("BS-6.4-01",))]
    if own.turn.had_order:
        return [Reason(f"{unit.name} have had their order in this phase", ("BS-1.4-02",))]
    if is_mob(unit) and not in_melee(battle, unit):
        return [Reason("a mob moves by orders given in the Rally Phase", ("BS-2.10-05",))]
    if _has_prey(battle, unit):
        return [Reason(f"{unit.name} attack on their own and obey nobody", ("BS-4.6-08",))]
    return bound_to_unit(battle, unit)


def _has_prey(battle: Battle, unit: Unit) -> bool:
    """Whether a unit that has failed discipline still goes for the enemy it was after (BS-4.6-08, BS-4.6-09)."""
    prey = battle.units.get(unit.own.morale.prey)
    return unit.own.morale.astray == "discipline" and prey is not None and alive(prey) and not is_routed(prey)


def movable(battle: Battle, side: str) -> tuple[str, ...]:
    """Units that may still be given an order."""
    return unit_orders.open_to_orders(battle, side, alive, held_back)


def _ask(battle: Battle, step: Moves) -> tuple[Command, ...] | None:
    """Any of them next: players who share a side share its seat, and agree in which order they act (BS-1.1-02)."""
    actors = movable(battle, step.side)
    if not actors:
        return None
    units = [battle.units[one] for one in actors]
    actions = tuple(action for action, possible in _MENU.items() if any(possible(battle, unit) for unit in units))
    return (
        Command(
            seat=units[0].controller,
            prompt="Give an order to a unit, or end your moves.",
            rules=(*_MOVES, "BS-7.7-02"),
            actors=actors,
            actions=actions,
            default=FINISH,
        ),
    )


_MENU: Final[dict[str, Callable[[Battle, Unit], bool]]] = {
    MOVE: lambda _battle, _unit: True,
    CHARGE: lambda _battle, unit: not is_individual(unit) and not unit.of,
    MARCH: lambda _battle, _unit: True,
    SPLIT: lambda _battle, unit: may_split(unit),
    TOGETHER: lambda battle, unit: bool(unit.of) and len(fellows(battle, unit)) > 1,
    **dict.fromkeys(engaged.ACTIONS, in_melee),
    JOIN: lambda _battle, unit: is_individual(unit),
    LEAVE: lambda _battle, unit: bool(unit.host),
}
"""The orders there are, and whom a menu offers them."""


# ---------------------------------------------------------------- judging


def _judge(view: Battle, step: Moves, decision: Command, answer: Commanded) -> list[Reason]:
    return unit_orders.judge_order(view, step.side, decision, answer, alive, _judge_free)


def _judge_free(view: Battle, unit: Unit, order: Commanded) -> list[Reason]:
    return held_back(view, unit) or judge_command(view, unit, order)


def judge_command(view: Battle, unit: Unit, command: Commanded) -> list[Reason]:
    """Everything against an order for a unit that may be given one."""
    action, form = command.action, command.form
    if in_melee(view, unit):
        if action in engaged.ACTIONS:
            return within_the_rules(view, engaged.reasons(view, unit, command))
        return [Reason("a unit in contact may wrap around, withdraw, flee or fight on", ("BS-7.8-02",))]
    if action == JOIN:
        target = form.target if isinstance(form, Aimed) else ""
        return within_the_rules(view, judge_join(view, unit, target))
    if action == LEAVE:
        return [] if unit.host else [Reason("he is with no unit", ("BS-9.2-01",))]
    if action not in (*_PATHS, TOGETHER):
        return [Reason(f"there is no action {action!r} for {unit.name}", _MOVES)]
    if not isinstance(form, PathDrawn) or len(form.path) > LONGEST_PATH:
        return [Reason(f"a move is a path of no more than {LONGEST_PATH} legs", ("BS-7.7-01",))]
    if action == SPLIT and not may_split(unit):
        return [Reason("only mounted archers and their like shoot in the middle of a move", ("BS-10.5-01",))]
    if not form.path and action in (MOVE, SPLIT):
        return []
    return within_the_rules(view, _judge_path(view, unit, command))


def _judge_path(view: Battle, unit: Unit, command: Commanded) -> list[Reason]:
    there = afoot(view, unit)
    if command.action == TOGETHER:
        return judge_together(there, unit, command.path)
    order = order_of(command)
    found = list(walk(there, order).reasons)
    if command.action == CHARGE:
        found += charges.reasons(there, order)
    if command.action == MARCH:
        found += marches.reasons(there, order)
    return found


def order_of(command: Commanded) -> Walk:
    """The walk that an order with a path comes to."""
    return Walk(command.actor, command.path, _PATHS[command.action])


# ---------------------------------------------------------------- carrying out


def _take(scene: Scene, step: Moves, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if answer == FINISH:
        _done(scene, step)
        return
    scene.now(step)
    unit = scene.unit(answer.actor)
    if answer.action in engaged.ACTIONS:
        engaged.carry_out(scene, answer)
    elif answer.action == LEAVE:
        leave(scene, unit)
    elif answer.action == TOGETHER:
        scene.now(*company_orders(scene.battle, unit, answer.path))
    else:
        _set_out(scene, unit, answer)


def _set_out(scene: Scene, unit: Unit, command: Commanded) -> None:
    """A unit sets out along its path; an individual leaves his unit for it."""
    if isinstance(command.form, PathDrawn) and not command.form.path and command.action == MOVE:
        scene.change(with_turn(unit, had_order=True))
        return
    host = set_out(scene, unit)
    if command.action == JOIN:
        scene.now(join_order(scene.unit(unit.id), scene.unit(command.aim.target), host))
        return
    order = replace(order_of(command), host=host)
    if command.action == CHARGE:
        met = walk(scene.battle, order).met
        order = replace(order, target=met.id if met is not None else "")
        at = charges.declared_target(scene.battle, order)
        scene.tell(Declared(unit=unit.id, action=CHARGE, target=at, rules=("BS-7.14-01",)))
        charges.set_out(scene, order)
    else:
        scene.now(order)


def _done(scene: Scene, step: Moves) -> None:
    """No more orders are given: who must breaks off, and then the enemy may still fire (BS-1.4-03)."""
    scene.now(PassThrough("", "over", side=step.side))
    engaged.break_off(scene, step.side)


WHO_MOVES: Final = chooses(WhoMoves, ask=_ask_who, take=_take_who)
BEGIN_MOVEMENT: Final = does(BeginMovement, _do_begin)
MOVES: Final = asks(Moves, ask=_ask, judge=_judge, take=_take, sample=sample_moves, suggest=suggest_moves, do=_done)
