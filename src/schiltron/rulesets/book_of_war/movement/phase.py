"""The movement phase: BW-B1-05, BW-B1-08, BW-B2-43, and carrying a move out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from schiltron.battle import ordering
from schiltron.battle.agenda import Handler
from schiltron.battle.decision import FINISH, Answer, AnyDecision, Command, Commanded, Marched, Plan, Planned
from schiltron.battle.event import Declared, Moved
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Expand, Face, Wrap
from schiltron.battle.unit import OnTable
from schiltron.rulesets.book_of_war.field import can_act, troop
from schiltron.rulesets.book_of_war.movement.contact import meet, part
from schiltron.rulesets.book_of_war.movement.paths import SPLIT, allowance, walk
from schiltron.rulesets.book_of_war.movement.trial_moves import MOVE, sample_moves, suggest_moves
from schiltron.rulesets.book_of_war.movement.walking import Bearing, Shortfall, Walker
from schiltron.rulesets.book_of_war.state import Battle, MovementPhase, Scene, Walk

LONGEST_PATH = 12


def movable(battle: Battle, side: str) -> tuple[str, ...]:
    """Units that may still be given a move this phase."""
    return tuple(
        unit.id for unit in battle.units.values() if unit.side == side and not unit.own.moved and can_act(unit)
    )


def _ask(battle: Battle, step: MovementPhase) -> tuple[AnyDecision, ...] | None:
    actors = movable(battle, step.side)
    if not actors:
        return None
    seat = battle.units[actors[0]].controller
    actions = (MOVE, SPLIT) if any(troop(battle.units[one]).horse_archers for one in actors) else (MOVE,)
    if battle.own.options.declare == "by_phase":
        return (
            Plan(
                seat=seat,
                prompt="Declare all moves of this phase, then they are made.",
                rules=("BW-B1-05", "BW-B1-08"),
                actors=actors,
                actions=actions,
                default=Planned(()),
            ),
        )
    return (
        Command(
            seat=seat,
            prompt="Move a unit, or end the movement phase.",
            rules=("BW-B1-05", "BW-C2-01"),
            actors=actors,
            actions=actions,
            default=FINISH,
        ),
    )


def _judge(view: Battle, step: MovementPhase, decision: AnyDecision, answer: Answer) -> list[Reason]:
    assert isinstance(decision, Command | Plan)
    of_one = partial(_judge_command, view, decision)
    return ordering.judge_order_or_plan(decision, answer, of_one, partial(_judge_plan, view, of_one))


def _judge_plan(view: Battle, of_one: Callable[[Commanded], list[Reason]], orders: Sequence[Commanded]) -> list[Reason]:
    twice = ordering.told_twice(orders)
    found = [Reason(f"{ordering.called(view, actor)} is ordered twice", ("BW-B1-08",)) for actor in twice]
    for order in orders:
        found += [one for one in of_one(order) if not one.measured]
    return found


def _judge_command(view: Battle, decision: Command | Plan, command: Commanded) -> list[Reason]:
    """Moving is all there is to order: units are neither split nor merged (BW-B4-12)."""
    if command.actor not in decision.actors:
        return [Reason(f"{ordering.called(view, command.actor)} may not move now", decision.rules)]
    if command.action not in decision.actions:
        return [Reason(f"there is no action {command.action!r}: {', '.join(decision.actions)}", decision.rules)]
    if not isinstance(command.form, Marched) or not 0 < len(command.form.path) <= LONGEST_PATH:
        return [Reason(f"a move is a path of 1 to {LONGEST_PATH} legs", ("BW-C2-01",))]
    unit = view.units[command.actor]
    if command.action == SPLIT and not troop(unit).horse_archers:
        return [Reason("only horse archers split their move", ("BW-B2-43",))]
    bearing: Bearing = "split" if command.action == SPLIT else "march"
    walker = walk(view, unit, command.form.path, bearing, "illegal", allowance(unit, command.action))
    return walker.reasons


def _take(scene: Scene, step: MovementPhase, answers: tuple[Answer, ...]) -> None:
    answer = answers[0]
    if isinstance(answer, Planned):
        for command in answer.commands:
            scene.tell(Declared(unit=command.actor, action=command.action, rules=("BW-B1-08",)))
        scene.now(*(_walk_step(command) for command in answer.commands))
    elif isinstance(answer, Commanded) and answer != FINISH:
        scene.now(_walk_step(answer), step)


def _walk_step(command: Commanded) -> Walk:
    assert isinstance(command.form, Marched)
    return Walk(command.actor, command.form.path, split=command.action == SPLIT)


# ---------------------------------------------------------------- carrying a move out


def _do_walk(scene: Scene, step: Walk) -> None:
    unit = scene.unit(step.unit)
    if not can_act(unit):
        return
    shortfall: Shortfall = "stops" if scene.battle.own.options.declare == "by_phase" else "illegal"
    bearing: Bearing = "split" if step.split else "march"
    budget = allowance(unit, SPLIT if step.split else MOVE) - unit.own.spent
    walker = walk(scene.battle, unit, step.path, bearing, shortfall, budget)
    rest = tuple(leg for leg in step.path[walker.index :] if isinstance(leg, Wrap))
    if rest and walker.met is not None:
        scene.now(Walk(step.unit, rest, split=step.split))
    carry_out(scene, walker, split=step.split)


def carry_out(scene: Scene, walker: Walker, *, split: bool = False, rules: tuple[str, ...] = ("BW-C2-01",)) -> None:
    """Put the unit where its walk ended and let contact take its course."""
    unit = walker.unit
    before = unit.pose
    own = replace(unit.own, spent=unit.own.spent + walker.spent, moved=True, split=unit.own.split or split)
    scene.change(replace(unit, place=OnTable(walker.pose), body=walker.body, own=own))
    if walker.legs:
        scene.tell(
            Moved(
                unit=unit.id,
                start=before,
                legs=tuple(walker.legs),
                spent=walker.spent,
                left=walker.left,
                rules=rules,
            )
        )
        if any(unit.id in (one.attacker, one.defender) for one in scene.battle.engagements):
            part(scene)
        met = walker.met.id if walker.met is not None else None
        if met is not None or isinstance(walker.legs[-1].manoeuvre, Wrap | Expand | Face):
            meet(scene, unit.id, met, walker.edge)


MOVEMENT_PHASE = Handler(ask=_ask, judge=_judge, take=_take, sample=sample_moves, suggest=suggest_moves)
WALK = Handler(do=_do_walk)
